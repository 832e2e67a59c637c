import RouterTestSupport
import SchemeRouter
import Testing

/// Properties of links that offer several ways to pay, tried on many made from fixed seeds.
@Suite struct InstructionPropertyTests {
    private static let parts = [
        ("lightning", PaymentTokens.invoice), ("lightning", PaymentTokens.invoiceWithFallback),
        ("lightning", PaymentTokens.lnurl), ("lightning", PaymentTokens.invoice("lnbc")), ("lno", PaymentTokens.offer),
        ("sp", PaymentTokens.silentPayment), ("pay", PaymentTokens.privatePayment), ("bc", BIP21Tests.segwit),
        ("bc", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"), ("lightning", "lnbc1broken"),
        ("sp", "sp1"), ("lightning", PaymentTokens.invoice("lntb")), ("amount", "0.00002"), ("amount", "0.02"),
        ("label", "Shop"), ("x", "1"),
    ]

    @Test("no way to pay is ever dropped in silence: it is listed, or said to be ignored, or the link is refused")
    func nothingDropped() {
        var generator = SeededGenerator(seed: 321)
        var (read, refused) = (0, 0)
        for _ in 0..<400 {
            let parts = Self.parts.shuffled(using: &generator).prefix(Int.random(in: 0...6, using: &generator))
            let body = Bool.random(using: &generator) ? "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA" : ""
            let query = parts.map { name, value in
                let isRequired = Int.random(in: 0..<12, using: &generator) == 0
                return "\(isRequired ? "req-" : "")\(LinkPropertyTests.foldSome(name, &generator))=\(value)"
            }
            guard let request = try? LinkPropertyTests.request("bitcoin:\(body)?\(query.joined(separator: "&"))") else {
                refused += 1
                continue
            }
            read += 1
            let offered = parts.filter { !["amount", "label", "x"].contains($0.0) }
            let listed = request.instructions
            let dropped = offered.filter { part in !listed.contains { $0.text == part.1 } }
            #expect(
                request.header.ignored.map { $0.lowercased() }
                    == parts.filter { part in part.0 == "x" || dropped.contains { $0 == part } }.map(\.0))
            let warned = request.header.warnings.filter { $0.code == .instructionIgnored }
            #expect(warned.count == dropped.count)
            let expected =
                (body.isEmpty ? [] : [body]) + offered.map(\.1).filter { text in !dropped.contains { $0.1 == text } }
            #expect(listed.map(\.text) == expected)
            #expect((request.instructions.first { $0.kind == .onchain } != nil) == (request.payable != nil))
        }
        #expect(read > 50 && refused > 50, "\(read) and \(refused)")
    }

    @Test("a link of any length costs bounded work: no more ways to pay are read than anybody compares")
    func limits() throws {
        let address = BIP21Tests.segwit
        func link(_ count: Int, _ parameter: String) -> String {
            "bitcoin:\(address)?" + Array(repeating: parameter, count: count).joined(separator: "&")
        }
        let most = try LinkPropertyTests.request(link(InstructionParameter.most, "lightning=x"))
        #expect(most.header.warnings.count == InstructionParameter.most)
        for text in [link(InstructionParameter.most + 1, "lightning=x"), link(1_000, "bc=")] {
            #expect(BIP21Tests.error(text)?.code == .tooMuchToShow)
        }
        // The longest tokens that fit, right and wrong ones.
        let room = Router.maxLinkLength - 100
        for (name, token) in [
            ("lightning", "lnbc1" + String(repeating: "q", count: room)),
            ("sp", "sp1" + String(repeating: "q", count: room)),
            ("lightning", PaymentTokens.encode("lnbc", Array(repeating: 1, count: room - 20))),
            ("lightning", PaymentTokens.lnurl("https://shop.example/" + String(repeating: "a", count: room / 2))),
            ("lno", "lno1" + String(repeating: "q", count: room)),
            ("lno", "lno1" + String(repeating: "+q", count: room / 2)),
            ("lno", PaymentTokens.offer([10, 0xFD, 0x0F, 0xFF] + Array(repeating: 65, count: 0xFFF))),
        ] {
            let payment = try BIP21Tests.payment("bitcoin:\(address)?\(name)=\(token)")
            #expect(payment.address == address && payment.header.warnings.count == 1, "\(name) of \(token.count)")
        }
    }

    @Test("no change of one character of a token with a checksum passes")
    func typos() {
        for (name, token) in [
            ("lightning", PaymentTokens.invoice), ("lightning", PaymentTokens.lnurl.lowercased()),
            ("sp", PaymentTokens.silentPayment), ("pay", PaymentTokens.privatePayment),
        ] {
            let bytes = Array(token.utf8)
            for position in bytes.indices {
                for byte in [
                    UInt8(ascii: "q"), UInt8(ascii: "p"), UInt8(ascii: "7"), UInt8(ascii: "1"), UInt8(ascii: "b"),
                ]
                where byte != bytes[position] {
                    var changed = bytes
                    changed[position] = byte
                    let link = "bitcoin:?\(name)=\(String(decoding: changed, as: UTF8.self))"
                    #expect(throws: RequestError.self, "\(link)") { try LinkPropertyTests.request(link) }
                }
            }
        }
    }
}
