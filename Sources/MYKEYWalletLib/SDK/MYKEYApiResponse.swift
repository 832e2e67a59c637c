/// What is called when a request ends, for who does not tell a no from a failure; see ``MYKEYResponse/init(_:)``.
@MainActor
public final class MYKEYApiResponse {
    /// Called on success with the wallet's payload.
    public let success: @MainActor (String) -> Void
    /// Called on failure with `{"errorCode":N,"errorMsg":"…"}`.
    public let failure: @MainActor (String) -> Void

    /// Creates it from closures.
    public init(success: @escaping @MainActor (String) -> Void, failure: @escaping @MainActor (String) -> Void) {
        self.success = success
        self.failure = failure
    }
}
