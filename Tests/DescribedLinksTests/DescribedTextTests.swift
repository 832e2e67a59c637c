import Testing

@testable import SchemeRouter

/// What the person reads of links that only descriptors describe, word for word.
@Suite struct DescribedTextTests {
    private static let transparent = PlainFormTests.transparent
    private static let ether = PlainFormTests.ether
    private static let solana = "11111111111111111111111111111112"
    private static let dai = "0x6b175474e89094c44da98b954eedeac495271d0f"
    private static let number = "e2af6254a8df433264fa23f67eb8188635d15ce883e8fc020989d5f82ae6f11e"

    private static let texts: [(String, String)] = [
        (
            "zcash:\(transparent)?amount=1&label=Shop&message=Thanks&foo=1",
            """
            It asks for a payment of 1 ZEC
            to \(transparent)
            It names the recipient: “Shop”
            It says: “Thanks”
            Checked here: the checksum of the address is correct.
            Ignored: “foo”
            """
        ),
        (
            "zcash:?address=\(transparent)&amount=1&address.1=\(transparent)&amount.1=0.5&label.1=Anne",
            """
            It asks for 2 payments, made together:
            1. 1 ZEC to \(transparent)
            2. 0.5 ZEC to \(transparent)
            Together: 1.5 ZEC
            For payment 2, it names the recipient: “Anne”
            Checked here: the checksums of all addresses are correct.
            Note: Some wallets do not support links with several recipients.
            """
        ),
        (
            "zcash:?address=\(transparent)&amount=1&address.1=\(transparent)",
            """
            It asks for 2 payments, made together:
            1. 1 ZEC to \(transparent)
            2. an amount of your choice to \(transparent)
            Together: at least 1 ZEC
            Checked here: the checksums of all addresses are correct.
            Note: Some wallets do not support links with several recipients.
            """
        ),
        (
            "zcash:?address=\(transparent)&address.1=\(transparent)",
            """
            It asks for 2 payments, made together:
            1. an amount of your choice to \(transparent)
            2. an amount of your choice to \(transparent)
            Together: an unspecified amount
            Checked here: the checksums of all addresses are correct.
            Note: Some wallets do not support links with several recipients.
            """
        ),
        (
            "solana:\(solana)?amount=0.01&spl-token=\(solana)&reference=\(solana)&reference=\(solana)&memo=a%20b"
                + "&label=&message=&foo=1&bar=2",
            """
            It asks for a payment of 0.01 of the token
            to \(solana)
            Memo, for the recipient or for everyone to see: “a b”
            Token: \(solana)
            References (permanently on the chain):
            1. \(solana)
            2. \(solana)
            Only the format of the address was checked, so a typing error would not be noticed here.
            This address has no checksum, so a typing error cannot be detected.
            Only the format was checked for: token, references (permanently on the chain).
            Ignored: “foo”, “bar”
            """
        ),
        (
            "solana:\(solana)?reference=\(solana)",
            """
            It asks for a payment of any amount
            to \(solana)
            Reference (permanently on the chain): \(solana)
            Only the format of the address was checked, so a typing error would not be noticed here.
            This address has no checksum, so a typing error cannot be detected.
            Only the format was checked for: reference (permanently on the chain).
            """
        ),
        (
            "solana:https%3A%2F%2Fa.example%2Fpay",
            """
            It asks you to sign a transaction.
            Server that the wallet contacts: a.example
            Address that the wallet contacts: https://a.example/pay
            """
        ),
        (
            "ethereum:\(dai)@1/approve?address=\(dai)&uint256=1&value=1e18",
            """
            Warning: If you agree to this, somebody else can spend from your account.
            It asks you to sign a transaction.
            The transaction also pays 1 ETH.
            Contract: \(dai)
            Chain: 1
            Function: approve
            Arguments:
            1. type address, value \(dai)
            2. type uint256, value 1
            Only the format was checked for: contract, arguments.
            """
        ),
        (
            "ethereum:\(dai)@1/transfer?address=\(dai)&uint256=1&value=3e18",
            """
            It asks for a payment of 1 of the token's smallest unit
            to \(dai)
            Token: \(dai)
            Chain: 1
            Function: transfer
            Goes to the contract in addition: 3 ETH
            Only the format of the address was checked, so a typing error would not be noticed here.
            This address has no checksum, so a typing error cannot be detected.
            Only the format was checked for: token.
            Note: In addition, 3 ETH goes to the contract.
            """
        ),
        (
            "ethereum:\(ether)@1?value=1",
            """
            It asks for a payment of 0.000000000000000001 ETH
            to \(ether)
            Chain: 1
            Only the format of the address was checked, so a typing error would not be noticed here.
            This address has no checksum, so a typing error cannot be detected.
            """
        ),
        (
            "web+cardano://stake?POOL1",
            """
            It asks you to let someone else stake your Cardano.
            Pool:
            1. pool POOL1, share 1
            """
        ),
        (
            "web+cardano://claim/v1?faucet_url=https://a.example/f&code=abc",
            """
            It offers you something that your wallet would receive.
            Server that the wallet contacts: a.example
            For the wallet:
            1. name “faucet_url”, value “https://a.example/f”
            2. name “code”, value “abc”
            """
        ),
        (
            "keyauth://a.example/login?tag=login&k1=\(number)",
            """
            It asks you to log in.
            Server that the wallet contacts: a.example
            Address that the wallet contacts: https://a.example/login?tag=login&k1=\(number)
            For the wallet:
            1. name “k1”, value “\(number)”
            """
        ),
        (
            "lnurlp://a.example/pay",
            """
            It asks for a payment. Only the server below knows the amount; your wallet asks it.
            Server that the wallet contacts: a.example
            Address that the wallet contacts: https://a.example/pay
            """
        ),
        (
            "lnurlw://a.example/pay",
            """
            It offers you money that a server would pay to your wallet.
            Server that the wallet contacts: a.example
            Address that the wallet contacts: https://a.example/pay
            """
        ),
        (
            "lnurlc://a.example/pay",
            """
            It asks your wallet to accept a Lightning channel from a server.
            Server that the wallet contacts: a.example
            Address that the wallet contacts: https://a.example/pay
            """
        ),
        (
            "payto://iban/DE75512108001245126199?message=hello",
            """
            It asks for a payment of any amount
            to DE75512108001245126199
            It says: “hello”
            Kind of account: iban
            Checked here: the checksum of the address is correct.
            """
        ),
        (
            "payto://iban/DE75512108001245126199?amount=EUR:200.0&receiver-name=Anne",
            """
            It asks for a payment of 200.0 EUR
            to DE75512108001245126199
            It names the recipient: “Anne”
            Kind of account: iban
            Checked here: the checksum of the address is correct.
            """
        ),
        (
            "web+stellar:pay?destination=bob*example.org&amount=120.5&memo=hello&memo_type=MEMO_TEXT",
            """
            It asks for a payment of 120.5 XLM
            to bob*example.org
            Memo, for the recipient or for everyone to see: “hello”
            Asset: XLM
            Kind of memo: MEMO_TEXT
            Only the format of the address was checked, so a typing error would not be noticed here.
            This is a name: your wallet asks the name's server for the account.
            """
        ),
    ]

    /// A request that has these contents, of which the rest is a payment's.
    private static func text(
        _ action: Action = .login, paying payments: [DescribedPayment] = [], facts: [LinkFact] = [],
        by instructions: [PaymentInstruction] = []
    ) throws -> DescribedText {
        let read = try Reading.router.read(Array("zcash:\(transparent)?amount=1".utf8))
        let header = try #require(read.request.asDescribed).header
        return DescribedText(
            DescribedRequest(
                header: header, action: action, payments: payments, total: nil, isTotalOpen: false, facts: facts,
                instructions: instructions, plain: nil, cost: .nothing), of: read.coin)
    }

    private static func payment(to address: String? = transparent, label: String? = nil, message: String? = nil) throws
        -> DescribedPayment
    {
        let read = try Reading.router.read(Array("zcash:\(transparent)?amount=1".utf8))
        return DescribedPayment(
            address: address.map { CheckedAddress(text: $0, checked: .checksum) },
            amount: try #require(read.request.asDescribed?.payments.first?.amount), place: 0,
            label: label.map { ForeignText($0.utf8) }, message: message.map { ForeignText($0.utf8) }, labelText: nil,
            messageText: nil, memo: nil, hasOwnTexts: false)
    }

    @Test(
        "S5: who is paid is said whatever a link asks for",
        arguments: [.login, .withdraw, .channel, .askServer, .delegate, .claim] as [Action])
    func unexpected(_ action: Action) throws {
        let plain = try Self.text(action).asked.map(\.text)
        #expect(plain.count == 1)
        let paying = try Self.text(action, paying: [Self.payment()]).asked.map(\.text)
        #expect(paying == plain + ["It asks for a payment of 1 ZEC", "to \(Self.transparent)"])
    }

    @Test("S5: what a transaction pays besides is said, with the address if the link has one")
    func transaction() throws {
        let first = ["It asks you to sign a transaction.", "The transaction also pays 1 ZEC."]
        #expect(
            try Self.text(.transaction, paying: [Self.payment()]).asked.map(\.text)
                == first + ["It goes to \(Self.transparent)."])
        #expect(try Self.text(.transaction, paying: [Self.payment(to: nil)]).asked.map(\.text) == first)
    }

    @Test("S5: a transaction with several payments says who gets how much")
    func transactions() throws {
        let asked = try Self.text(.transaction, paying: [Self.payment(), Self.payment(to: nil)]).asked.map(\.text)
        #expect(
            asked == [
                "It asks you to sign a transaction.",
                """
                It asks for 2 payments, made together:
                1. 1 ZEC to \(Self.transparent)
                2. 1 ZEC to an account that the link does not name
                """, "Together: amounts that cannot be added up",
            ])
    }

    @Test("names and messages without a visible character are not told")
    func empty() throws {
        let checked = "Checked here: the checksum of the address is correct."
        for (label, message, words) in [
            (nil, nil, []), ("", "", []), ("Anne", "", ["It names the recipient: “Anne”"]),
            ("", "Thanks", ["It says: “Thanks”"]),
        ] as [(String?, String?, [String])] {
            let payment = try Self.payment(label: label, message: message)
            #expect(try Self.text(.payment, paying: [payment]).details.map(\.text) == words + [checked])
        }
    }

    @Test("ways to pay are told whole, as another program pays them")
    func whole() throws {
        let invoice = "lnbc1" + String(repeating: "q", count: 60)
        let text = try Self.text(by: [PaymentInstruction(.lightning, invoice, checked: .checksum)])
        #expect(
            text.details.map(\.text) == [
                """
                The link can be paid in one way:
                1. a Lightning invoice of any amount: \(invoice) (its checksum is correct; its signature was not checked)
                """
            ])
        // Where another program is chosen for the link, its text already has them.
        let ways = InstructionText(WalletRequest(text.request), of: text.coin)
        #expect(ways.ways.isEmpty && ways.list.count == 1)
    }

    private static let fields = LinkFact.Value.fields([.init("number", .number(3)), .init("prefix", .null)])

    @Test(
        "each kind of value has its words, and what is empty is said to be",
        arguments: [
            (.text(""), "No thing"), (.name(""), "No thing"), (.null, "No thing"), (.list([]), "No thing"),
            (.text("a b"), "Thing: “a b”"), (.name("a"), "Thing: a"), (.own("a b"), "Thing: a b"),
            (.number(3), "Thing: 3"), (.flag(true), "Thing: yes"), (.flag(false), "Thing: no"),
            (.list([.name("a")]), "Thing: a"), (.list([.name("a"), .null]), "Thing:\n1. a\n2. none"),
            (fields, "Thing:\nnumber: 3\nNo prefix"), (.list([fields]), "Thing:\n1. number 3, no prefix"),
            (.list([.list([.name("a"), .name("b")])]), "Thing:\n1. a, b"), (.list([.list([])]), "Thing:\n1. none"),
        ] as [(LinkFact.Value, String)])
    func values(_ value: LinkFact.Value, _ words: String) throws {
        #expect(try Self.text(facts: [LinkFact("thing", title: "thing", value)]).details.map(\.text) == [words])
        let shown = LinkFact("thing", title: "thing", .name("other"), shown: value)
        #expect(try Self.text(facts: [shown]).details.map(\.text) == [words])
    }

    @Test("how far a value was checked is told")
    func checked() throws {
        let facts = [("a", .checksum), ("b", .shape), ("c", .checksum), ("d", nil), ("e", .shape)].map {
            (name: String, check: PaymentInstruction.Check?) in
            LinkFact(name, title: name, .number(1), checked: check)
        }
        #expect(
            try Self.text(facts: facts).details.dropFirst(5).map(\.text) == [
                "The checksum is correct for: a, c.", "Only the format was checked for: b, e.",
            ])
    }

    @Test("a link is told in these words", arguments: texts)
    func told(_ link: String, _ words: String) throws {
        let read = try Reading.router.read(Array(link.utf8))
        let text = try #require(DescribedText(link: read)).paragraphs.map(\.text).joined(separator: "\n")
        #expect(text == words, "\(text)")
    }
}
