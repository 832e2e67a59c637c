/// The clipboard of the person's desktop, for wallets that cannot open links.
public protocol Clipboard: Sendable {
    /// Copies a text that is not secret. Throws the reason for a failure, for people.
    func copy(_ text: String) async throws(LaunchError)
}
