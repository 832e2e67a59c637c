/// Handlers for the end of a request, for code that does not distinguish a refusal from a failure; see
/// ``MYKEYResponse/init(_:)``.
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
