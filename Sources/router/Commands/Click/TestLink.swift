import RouterLinux

/// The link with which `router doctor --click` tests the way from a click to a question.
///
/// It asks for nothing: no plugin reads it, the journal does not record it, and nobody gets a reply. Only someone who
/// knows the token of a running test can make one, so from any page it is a bad link like any other.
struct TestLink {
    /// The scheme of the link, in lower case.
    let scheme: String
    /// 32 random hexadecimal digits.
    let token: String

    private static let mark = Array("router-doctor=".utf8)
    private static let digits = 32

    /// A new link with a random token.
    init(scheme: String) {
        self.scheme = scheme
        var generator = SystemRandomNumberGenerator()
        token = (0..<Self.digits).map { _ in String(UInt8.random(in: 0..<16, using: &generator), radix: 16) }.joined()
    }

    /// Nil for any other link. Every click checks this first, so it has to be quick.
    init?(_ link: [UInt8]) {
        guard link.count < 128, let colon = link.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let body = link[(colon + 1)...]
        guard body.count == Self.mark.count + Self.digits, body.starts(with: Self.mark) else { return nil }
        let token = body.suffix(Self.digits)
        guard token.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else { return nil }
        scheme = String(decoding: link[..<colon], as: UTF8.self)
        self.token = String(decoding: token, as: UTF8.self)
    }

    var text: String { "\(scheme):\(String(decoding: Self.mark, as: UTF8.self))\(token)" }

    /// The pipe through which the click reports to the doctor. It exists while the test runs.
    func pipe(in places: Places) -> String { "\(places.lock)/click-\(token)" }
}
