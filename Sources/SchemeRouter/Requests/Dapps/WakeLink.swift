/// The link by which a dapp wants to be woken, to which the result is appended.
public struct WakeLink: Sendable, Hashable {
    /// The longest link that is read, in bytes.
    public static let maxLength = 2_048

    /// Why a link must not be opened.
    public enum Refusal: Error, Sendable, Hashable {
        /// It is no link: no scheme, or bytes that no link has.
        case malformed
        /// It leads to a browser, a system program, or back here (S4).
        case forbidden(String)
    }

    /// The link, exactly as given.
    public let text: String
    /// Its scheme, as given.
    public let scheme: String
    /// Whether it is a page of a server, which SimpleWallet fetches instead of waking a program.
    public let isPage: Bool

    /// Reads the link. A program is woken only by a scheme that callbacks may go to (S4); `https` is a page.
    public init(_ text: String, routes: RouteTable) throws(Refusal) {
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Sender.isScheme(bytes[..<colon]),
            bytes.count <= Self.maxLength, bytes.allSatisfy({ (0x21...0x7E).contains($0) }),
            !bytes.contains(where: { #"\"<>^`{|}@"#.utf8.contains($0) })
        else { throw .malformed }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self)
        isPage = scheme.lowercased() == "https"
        if !isPage, let reason = CallbackRules.reasonToRefuse(scheme: scheme, routes: routes) {
            throw .forbidden(reason)
        }
        if isPage, ServerAddress(text) == nil { throw .malformed }
        self.text = text
        self.scheme = scheme
    }
}
