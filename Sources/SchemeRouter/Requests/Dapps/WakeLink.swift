import RouterBytes

/// The link that calls a dapp back: the result is appended to it or put into its blanks.
public struct WakeLink: Sendable, Hashable {
    /// The longest link accepted, in bytes.
    public static let maxLength = 2_048
    /// The most blanks of a link.
    public static let mostBlanks = 32

    /// Why a link must not be opened.
    public enum Refusal: Error, Sendable, Hashable {
        /// Not a link: no scheme, or bytes that links cannot contain.
        case malformed
        /// It leads to a browser, a system program, or back here (S4).
        case forbidden(String)
    }

    /// The link, byte for byte as the dapp wrote it.
    public let text: String
    /// Its scheme, in the dapp's own case.
    public let scheme: String
    /// Whether it is a page of a server, which SimpleWallet fetches instead of waking a program.
    public let isPage: Bool
    /// The names of its blanks, `{{name}}`, in order; empty if the result is appended.
    public let blanks: [String]
    /// The texts before, between and after the blanks: one more than the number of blanks.
    public let pieces: [String]

    /// The page, without its blanks; nil if a program is woken.
    package var page: ServerAddress? { isPage ? ServerAddress(pieces.joined()) : nil }

    /// Reads the link. Only schemes that may receive callbacks can wake a program (S4); `https` is a page.
    public init(_ text: String, routes: RouteTable) throws(Refusal) {
        try self.init(text, pieces: [text], blanks: [], routes: routes)
    }

    /// Reads a link with blanks, `https://shop.example/done?tx={{tx}}`. They come after the host of a page, or after
    /// the scheme of any other link: the receiver is fixed before they are filled.
    public init(template text: String, routes: RouteTable) throws(Refusal) {
        var pieces: [String] = []
        var blanks: [String] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "{{") {
            let behind = rest[start.upperBound...]
            guard let end = behind.firstRange(of: "}}"), blanks.count < Self.mostBlanks else { throw .malformed }
            let name = behind[..<end.lowerBound]
            guard (1...40).contains(name.utf8.count),
                name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0.isASCIIDigit })
            else { throw .malformed }
            pieces.append(String(rest[..<start.lowerBound]))
            blanks.append(String(name))
            rest = behind[end.upperBound...]
        }
        pieces.append(String(rest))
        try self.init(text, pieces: pieces, blanks: blanks, routes: routes)
        guard !blanks.isEmpty else { return }
        let head = pieces[0].utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()
        guard pieces[0].utf8.contains(UInt8(ascii: ":")),
            !isPage || head.dropFirst(2).contains(where: { "/?".utf8.contains($0) })
        else { throw .malformed }
    }

    private init(_ text: String, pieces: [String], blanks: [String], routes: RouteTable) throws(Refusal) {
        // Values of blanks are percent-encoded and cannot change this.
        let plain = blanks.isEmpty ? text : pieces.joined()
        let bytes = Array(plain.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Sender.isScheme(bytes[..<colon]),
            text.utf8.count <= Self.maxLength, bytes.allSatisfy({ (0x21...0x7E).contains($0) }),
            !bytes.contains(where: { #"\"<>^`{|}@"#.utf8.contains($0) })
        else { throw .malformed }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self)
        isPage = scheme.lowercased() == "https"
        if !isPage, let reason = CallbackRules.reasonToRefuse(scheme: scheme, routes: routes) {
            throw .forbidden(reason)
        }
        self.text = text
        self.scheme = scheme
        self.blanks = blanks
        self.pieces = pieces
        if isPage, page == nil { throw .malformed }
    }
}
