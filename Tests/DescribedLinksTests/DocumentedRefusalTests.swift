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

    @Test("a link for tokens is refused as one, however many parameters say so")
    func tokens() {
        let (hash, bch) = (
            "prfhcnyqnl5cgrnmlfmms675w93ld7mvvqd0y8lz07", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"
        )
        let id = String(repeating: "1", count: 64)
        for (link, name) in [
            ("ecash:\(hash)?token_id=\(id)&token_decimalized_qty=100", "token_id"),
            ("ecash:\(hash)?token_id=\(id)&token_id=\(id)", "token_id"),
            ("ecash:\(hash)?token_decimalized_qty=1&amount=5&firma=00&tokenid=\(id)", "token_decimalized_qty"),
            ("bitcoincash:\(bch)?c=\(id)&ft=100", "c"), ("bitcoincash:\(bch)?t=\(id)&m=1&n=2&s=3&f=4", "t"),
        ] {
            let error = Reading.error(link)
            #expect(error?.code == .unsupportedAction, "\(link): \(String(describing: error))")
            #expect(
                error?.message
                    == "“\(name)” is not supported here, and without it the link would mean something else.", "\(link)")
        }
    }

    @Test(
        "a refusal says what is wrong with the link, and shows the form that was meant",
        arguments: [
            ("web+stellar:pay/x", "malformedURL 12..<17", "Such links look like “web+stellar:pay”."),
            ("web+stellar:pay:x", "malformedURL 12..<17", "Such links look like “web+stellar:pay”."),
            ("web+cardano://stake/", "malformedURL 12..<20", "Such links look like “web+cardano://stake”."),
            ("web+cardano://claim", "malformedURL 12..<19", "Such links look like “web+cardano://claim/v1”."),
            ("solana:a/b", "malformedURL 7..<10", "Such links look like “solana:ADDRESS”."),
            ("payto://iban", "missingParameter 8..<12", "Such links look like “payto://iban/ADDRESS”."),
            ("payto://UPI/", "missingParameter 8..<12", "Such links look like “payto://upi/ADDRESS”."),
            ("payto://bic", "missingParameter 8..<11", "Such links look like “payto://bic/ADDRESS”."),
            (
                "payto://bitcoin?amount=BTC:1", "missingParameter 8..<15",
                "Such links look like “payto://bitcoin/ADDRESS”."
            ),
            ("payto://iban/a:b", "malformedURL 14..<15", "Such links look like “payto://iban/ADDRESS”."),
            ("web+cardano:", "missingParameter 12..<12", "Ask the sender for the whole link."),
            ("web+cardano://", "missingParameter 12..<14", "Ask the sender for the whole link."),
            // The name of a pool is wrong, not its share.
            ("web+cardano://stake?P0=1", "invalidRequest 20..<22", "Ask the sender for the link again."),
        ])
    func places(_ link: String, _ place: String, _ hint: String) {
        let error = Reading.error(link)
        #expect("\(error?.code.rawValue ?? "") \(error?.range ?? 0..<0)" == place, "\(String(describing: error))")
        #expect(error?.hint == hint)
    }

    @Test("a refusal names parameters as the link does, and counts what belongs to them")
    func names() throws {
        let router = try Reading.router(
            with: """
                version: 1
                coins: { toy: { ticker: TOY, hand-over: only, addresses: { main: [{ kind: name, shape: any }] } } }
                schemes:
                  index: { coin: toy, grammar: uri, links: { path: "[{address;}]", keys: { indexed: 9, case: any },
                           parameters: { addr: { is: address }, label: { is: label, also: [nm] } } } }
                  lists: { coin: toy, grammar: uri, links: { path: "[{address;}]", parameters: {
                           addr: { is: address, many: true, list: ";" }, amount: { is: amount, list: ";" },
                           label: { is: label, list: ";", also: [nm] } } } }
                  free: { title: Free, hand-over: only, grammar: uri, links: { amounts: { form: currency },
                          path: "{target}/{address}", parameters: { amount: { is: amount } } } }
                """)
        for (link, message) in [
            ("index:a?NM.9=x", "“NM.9” belongs to a payment without a recipient."),
            ("index:a?label.1=x&nm.1=y", "“nm.1” means the same as “label.1”, which the link already has."),
            ("lists:a?nm=x;y", "The link names 1 recipient, but “nm” has 2 values."),
            ("lists:a?amount=1&nm=x;y&addr=b;c&amount=5;6", "“nm” is for 1 recipient, but has 2 values."),
            ("free:x/a?amount=EUR:1.5", "The amount is not a whole number."),
        ] {
            let error = Reading.error(link, by: router)
            #expect(error?.message == message, "\(link): \(String(describing: error))")
        }
    }

    @Test("what stands alone in a link is not called empty")
    func nothingBefore() {
        for (link, message) in [
            ("solana:?amount=1", "The link has nothing before “?”."),
            ("payto://?amount=EUR:1", "The link has nothing before “?”."),
            ("web+cardano://?x", "The link has nothing before “?”."), ("solana:#x", "The link has nothing before “#”."),
            ("web+cardano:", "The link is empty."), ("web+cardano://", "The link is empty."),
            ("payto://iban", "The link names no account."),
        ] {
            #expect(Reading.error(link)?.message == message, "\(link): \(String(describing: Reading.error(link)))")
        }
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
