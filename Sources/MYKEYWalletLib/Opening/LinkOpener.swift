/// Hands a link to the program that opens it.
public protocol LinkOpener: Sendable {
    /// Opens a link. Returns once it is handed over, without waiting for what becomes of it.
    func open(_ link: String) async throws(LinkOpenerError)
}
