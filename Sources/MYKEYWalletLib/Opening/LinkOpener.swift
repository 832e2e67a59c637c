/// Passes a link to the program that opens it.
public protocol LinkOpener: Sendable {
    /// Opens a link. Returns once the program has it, without waiting for the result.
    func open(_ link: String) async throws(LinkOpenerError)
}
