import RouterLinux

/// The link by which `router doctor --click` tries the way from a click to a question.
///
/// It asks for nothing: no plugin reads it, no journal has it, and no answer goes to anybody. Only who knows the token of a
/// test that runs at this moment can make one, so to all pages it is a bad link like any other.
struct TestLink {
    /// The scheme of the link, in lower case.
    let scheme: String
    /// 32 random hexadecimal digits.
    let token: String

    private static let mark = Array("router-doctor=".utf8)
    private static let digits = 32

    /// A new one.
    init(scheme: String) {
        self.scheme = scheme
        var generator = SystemRandomNumberGenerator()
        token = (0..<Self.digits).map { _ in String(UInt8.random(in: 0..<16, using: &generator), radix: 16) }.joined()
    }

    /// Nil for every other link. A click asks this before anything else, so that it takes no time.
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

    /// The pipe by which the click tells the doctor what it sees. It is there as long as the test runs.
    func pipe(in places: Places) -> String { "\(places.lock)/click-\(token)" }
}
