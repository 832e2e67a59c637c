import RouterBytes

/// The requesting app, as it names itself: a URL scheme to which the callback goes. A claim, never an identity.
public struct Sender: Sendable, Hashable {
    /// The longest sender that is accepted.
    public static let maxLength = 64

    /// Exactly as given; callbacks echo it byte for byte.
    public let scheme: String

    /// Creates a sender whose scheme has been checked.
    package init(checked scheme: String) {
        self.scheme = scheme
    }

    /// Whether `bytes` are a URL scheme of acceptable length.
    @inlinable public static func isScheme(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count <= maxLength && bytes.first?.isASCIILetter == true
            && bytes.allSatisfy(\.isSchemeByte)
    }

    /// Whether a text that somebody gave as a sender could be a key or the words of a wallet: prompts, links and the journal
    /// would repeat it (S8).
    package static func couldBeSecret(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count >= 20 && !KeyMaterial.ranges(inArguments: Array(bytes)).isEmpty
    }

    /// The sender as the wallets of Dash and Axe show it: `Myapp` for `myapp`
    /// (Documentation/protocols/dash-axe.md §1.1).
    public var displayName: String {
        var text = TextBuffer(capacity: scheme.utf8.count)
        writeDisplayName(to: &text)
        return text.string
    }

    /// Writes ``displayName``.
    package func writeDisplayName(to text: inout TextBuffer) {
        let bytes = scheme.utf8.span
        guard bytes.count > 0 else { return }
        text.append(bytes[0].isASCIILetter ? bytes[0] & ~0x20 : bytes[0])
        text.append(bytes.extracting(droppingFirst: 1))
    }
}
