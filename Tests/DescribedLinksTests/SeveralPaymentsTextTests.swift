import Testing

@testable import SchemeRouter

/// What the person reads of the texts of a link with several payments.
@Suite struct SeveralPaymentsTextTests {
    /// An address that takes memos.
    private static let shielded = "zs1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnzs23v9ccrydpk8qarc0jqgfzyvjz2f389q5j5ctfvp5"

    @Test(
        "what was checked of several addresses is said of all or of some",
        arguments: [
            ("checks:HEX?amount=1&addr=HEX&amount=1", ["Only the format of all addresses was checked"]),
            ("checks:HEX?amount=1&addr=TALLY&amount=1", ["Only the format of some addresses was checked"]),
            ("checks:HEX", ["Only the format of the address was checked"]),
            (
                "payto://ach/1/2/3",
                ["Only the format of the address was checked", "Nothing else about it can be checked here."]
            ),
        ] as [(String, [String])])
    func checked(_ link: String, _ words: [String]) throws {
        let router = try Reading.router(
            with: """
                version: 1
                coins: { toy: { ticker: TOY, hand-over: only, addresses: { main: [{ kind: segwit, prefix: bc },
                         { kind: hex20 }] } } }
                schemes:
                  checks: { coin: toy, grammar: uri, links: { path: "{address}", parameters: {
                            addr: { is: address, many: true }, amount: { is: amount } } } }
                """)
        let link = link.replacing("HEX", with: "0x" + String(repeating: "1", count: 40))
            .replacing("TALLY", with: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")
        let texts = try #require(DescribedText(link: try router.read(Array(link.utf8)))).details.map(\.text)
        let found = texts.filter { text in ["Only the format", "Nothing else"].contains { text.hasPrefix($0) } }
        #expect(found.count == words.count && zip(found, words).allSatisfy { $0.hasPrefix($1) }, "\(texts)")
    }

    @Test(
        "S5: each text of several payments says which of them it is of",
        arguments: [
            (
                "zcash:?address=ZS&address.1=ZS&memo=TQ&label=Bob&message=Hi",
                [
                    "For payment 1, it names the recipient: “Bob”", "For payment 1, it says: “Hi”",
                    "Memo with payment 1, for the recipient or for everyone to see: “M”",
                ]
            ),
            (
                "zcash:?address=ZS&address.7=ZS&memo.7=_w&label.7=Bob&message.7=Hi",
                [
                    "For payment 2, it names the recipient: “Bob”", "For payment 2, it says: “Hi”",
                    "Data included with payment 2 for the recipient or for everyone to see: ff",
                ]
            ),
            // A number alone makes no second payment.
            (
                "zcash:?address.1=ZS&memo.1=TQ&label.1=Bob&message.1=Hi",
                [
                    "It names the recipient: “Bob”", "It says: “Hi”",
                    "Memo, for the recipient or for everyone to see: “M”",
                ]
            ),
            // The message and the memo of a list are of all payments.
            (
                "lists:a;b?label=A;B&message=Hi&memo=M",
                [
                    "For payment 1, it names the recipient: “A”", "It says: “Hi”",
                    "Memo, for the recipient or for everyone to see: “M”",
                    "For payment 2, it names the recipient: “B”",
                ]
            ),
            (
                "groups:a?amount=1&to=b&amount=2&label=A&message=Hi&memo=00",
                [
                    "For payment 1, it names the recipient: “A”", "It says: “Hi”",
                    "Data included for the recipient or for everyone to see: 00",
                ]
            ),
            (
                "both:a;b?address.1=c;d&message.1=Hi&address.2=e&message.2=Ho",
                ["For payments 3 to 4, it says: “Hi”", "For payment 5, it says: “Ho”"]
            ),
        ] as [(String, [String])])
    func several(_ link: String, _ words: [String]) throws {
        let router = try Reading.router(
            with: """
                version: 1
                coins: { toy: { ticker: TOY, hand-over: only, addresses: { main: [{ kind: name, shape: any }] } } }
                schemes:
                  lists: { coin: toy, grammar: uri, links: { path: "{address;}", parameters: {
                           label: { is: label, list: ";" }, message: { is: message }, memo: { is: memo } } } }
                  groups: { coin: toy, grammar: uri, links: { path: "{address}", parameters: {
                            to: { is: address, many: true }, amount: { is: amount }, label: { is: label },
                            message: { is: message }, memo: { is: memo, shape: hex } } } }
                  both: { coin: toy, grammar: uri, links: { path: "{address;}", keys: { indexed: 9 }, parameters: {
                          address: { is: address, list: ";" }, message: { is: message } } } }
                """)
        let read = try router.read(Array(link.replacing("ZS", with: Self.shielded).utf8))
        let texts = try #require(DescribedText(link: read)).details.map(\.text)
        #expect(texts.filter { text in ["names", "says", "Memo", "Data"].contains { text.contains($0) } } == words)
    }
}
