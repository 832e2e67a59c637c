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

    @Test(
        "each refusal says what is wrong with the part that it is about",
        arguments: [
            (
                "web+stellar:tx?xdr=", "missingParameter 19..<19",
                "“xdr” is empty. Ask the sender for the link again."
            ),
            (
                "esr:gmNg%20", "invalidEncoding 8..<9",
                "The part after the colon has a percent escape, which such links do not allow. Ask the sender for a link "
                    + "without the escape."
            ),
            (
                "zcash:%74", "invalidEncoding 6..<7",
                "The address has a percent escape, which such links do not allow. Ask the sender for a link without the "
                    + "escape."
            ),
            (
                "payto://ach/1%2f2", "invalidEncoding 13..<14",
                "The address has a percent escape, which such links do not allow. Ask the sender for a link without the "
                    + "escape."
            ),
            (
                "payto://ilg.somebody?amount=EUR:5", "missingParameter 8..<20",
                "The link names no account. Such links look like “payto://TARGET/ADDRESS”."
            ),
            (
                "payto://bitcoin/1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA/x", "invalidAddress 8..<52",
                "This is not a valid “payto:” link. Such links look like “payto://bitcoin/ADDRESS”."
            ),
        ])
    func words(_ link: String, _ place: String, _ text: String) {
        let error = Reading.error(link)
        #expect("\(error?.code.rawValue ?? "") \(error?.range ?? 0..<0)" == place)
        #expect("\(error?.message ?? "") \(error?.hint ?? "")" == text)
    }

    @Test("a recipient in a parameter gets the texts and the data of the link, as one in the path does")
    func groups() throws {
        let hash = "prfhcnyqnl5cgrnmlfmms675w93ld7mvvqd0y8lz07"
        let said = "amount=100&label=x&message=hi&op_return_raw=0401"
        for link in [
            "ecash:\(hash)?\(said)", "ecash:?addr=\(hash)&\(said)",
            "ecash:?label=x&message=hi&op_return_raw=0401&addr=\(hash)&amount=100",
        ] {
            let request = try Reading.described(link)
            let payment = try #require(request.payments.first)
            #expect(request.payments.count == 1 && payment.amount?.text == "100 XEC", "\(link)")
            #expect(payment.labelText == "x" && payment.messageText == "hi" && payment.memo == .data("0401"), "\(link)")
            #expect(request.plain == link)
        }
        // An amount follows its recipient.
        #expect(Reading.error("ecash:?amount=1&addr=\(hash)")?.message == "The link does not say who is paid.")
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
