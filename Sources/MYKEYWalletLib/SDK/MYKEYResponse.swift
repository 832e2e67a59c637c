/// Handlers for the end of a request: one of the three is called, once.
@MainActor
public final class MYKEYResponse {
    /// Called on success with the wallet's payload, JSON such as `{"txId":"…"}`, or empty if it sent none.
    public let success: @MainActor (String) -> Void
    /// Called on failure with `{"errorCode":N,"errorMsg":"…"}` and a number of ``ErrorCode``.
    public let failure: @MainActor (String) -> Void
    /// Called if the person refused.
    public let cancelled: @MainActor () -> Void

    /// Creates it from closures.
    public init(
        success: @escaping @MainActor (String) -> Void, failure: @escaping @MainActor (String) -> Void,
        cancelled: @escaping @MainActor () -> Void
    ) {
        self.success = success
        self.failure = failure
        self.cancelled = cancelled
    }

    /// For code without a handler for refusals: a refusal is a failure with `errorCode` 0, as documented
    /// (Documentation/protocols/mykey.md §3.5).
    public convenience init(_ response: MYKEYApiResponse) {
        self.init(success: response.success, failure: response.failure) {
            response.failure(MYKEYError(.cancelled, .Cancel).json)
        }
    }
}
