import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What the documents refuse in links of every grammar, found by the model of them (Tests/Model).
@Suite struct DocumentedRefusalTests {
    private static let dash = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"
    private static let segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let dapp = "simplewallet://eos.io?param=%7B%22protocol%22%3A%22SimpleWallet%22%7D"

    @Test("S1: bare JSON is UTF-8, as texts in links are")
    func bareJSON() {
        var text =
            Array(#"{"action":"sign","message":""#.utf8) + [0xF9, 0xFF] + Array(#"","protocol":"SimpleWallet"}"#.utf8)
        #expect(code(of: text) == .invalidEncoding)
        text.replace([0xF9, 0xFF], with: Array("é".utf8))
        #expect(code(of: text) != .invalidEncoding)
    }

    @Test(
        "S3: “req-” refuses a link whatever follows it, and however little",
        arguments: [
            "dash:\(dash)?req-=1", "dashwallet://pay=\(dash)&amount=1&req-=1", "bitcoin:\(segwit)?REQ-",
            "\(dapp)&req-x",
            "\(dapp)&req-",
        ])
    func required(_ link: String) {
        #expect(code(of: Array(link.utf8)) == .unsupportedRequiredParameter)
    }

    @Test(
        "S1: what has no “=” is read as well",
        arguments: [("&%zz", .invalidEncoding), ("&%FF", .invalidEncoding), ("&param", .duplicateParameter)]
            as [(String, RequestError.Code)])
    func valueless(_ part: String, _ expected: RequestError.Code) {
        let found = code(of: Array((Self.dapp + part).utf8))
        #expect(found == expected)
    }

    @Test(
        "a way to pay on another network refuses the link, also where it says nothing",
        arguments: ["tb", "bcrt=", "tsp"])
    func otherNetworks(_ parameter: String) {
        #expect(code(of: Array("bitcoin:\(Self.segwit)?\(parameter)".utf8)) == .wrongNetwork)
    }

    @Test("Base64url has padding at its end or none", arguments: ["eyJh=Y3Rp", "==e30", "e30====", "e30=="])
    func padding(_ text: String) {
        #expect(code(of: Array("simplewallet://eos.io?param=\(text)".utf8)) == .invalidRequest)
        // An empty object, which lacks everything.
        let read = ["e30", "e30="].map { code(of: Array("simplewallet://eos.io?param=\($0)".utf8)) }
        #expect(read[0] == read[1])
    }

    private func code(of link: [UInt8]) -> RequestError.Code? {
        do {
            _ = try Reading.router.read(link)
            return nil
        } catch {
            return error.code
        }
    }
}
