/// The clipboard of the person's desktop, for wallets that take no links.
public protocol Clipboard: Sendable {
    /// Puts a text that is no secret on the clipboard. Throws why it cannot be, for people.
    func copy(_ text: String) async throws(LaunchError)
}
