import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// What the journal keeps of a link that goes to another wallet, and when it is like an earlier one (S6).
@Suite struct DescribedJournalTests {
    private static let (first, second) = ("t1HxutHFt2Sejz7fs92wFVAbsFM7NDjsBG6", "t1J4DmE6d5ZWtNbHqLe4NqX6pF32eY4LnS1")
    private static let account = "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359"
    private static let token = "0x6b175474e89094c44da98b954eedeac495271d0f"

    private static func read(_ link: String) throws -> (link: ReadLink, request: JournalRequest) {
        let read = try Reading.router.read(Array(link.utf8))
        return (read, read.journalRequest(on: read.handOverChain))
    }

    @Test("the recipient and the amount that the person sees are kept, or nothing if there is no such number")
    func kept() throws {
        for (link, recipient, units) in [
            ("zcash:\(Self.first)?amount=2", Self.first, 200_000_000), ("zcash:\(Self.first)", Self.first, nil),
            ("zcash:?address.1=\(Self.first)&amount.1=1&address.2=\(Self.second)&amount.2=2", nil, 300_000_000),
            ("zcash:?address.1=\(Self.first)&amount.1=1&address.2=\(Self.second)", nil, nil),
            ("ethereum:\(Self.account)@1?value=1e17&gasPrice=1", Self.account, 100_000_000_000_000_000),
            ("ethereum:\(Self.account)@1?value=9223372036854775806", Self.account, .max - 1),
            ("ethereum:\(Self.account)@1?value=9223372036854775807", Self.account, nil),
            ("ethereum:\(Self.account)@1?value=25e18", Self.account, nil),
            ("ethereum:\(Self.token)@1/transfer?address=\(Self.account)&uint256=5", Self.account, nil),
            ("payto://iban/DE75512108001245126199?amount=EUR:5", "DE75512108001245126199", nil),
        ] as [(String, String?, Int64?)] {
            let request = try Self.read(link).request
            #expect(request.recipient == recipient && request.amount?.units == units, "\(link): \(request)")
        }
    }

    @Test("an amount of a scheme without a coin is none of a coin")
    func coinless() throws {
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  free: { title: Free, grammar: uri, hand-over: only, links: { path: "{target}/{address}",
                          amounts: { decimals: 8 }, parameters: { amount: { is: amount } } } }
                """)
        let request = try Reading.described("free:x/somebody?amount=5", by: router)
        #expect(request.payments.first?.amount != nil && request.paidAmount == nil)
    }

    @Test("an amount is kept only if it is exactly what the person sees, of the coin that they see")
    func exact() throws {
        let router = try Reading.router(
            with: """
                version: 1
                coins: { big: { title: Big, ticker: BIG, decimals: 0, hand-over: only,
                                addresses: { main: [{ kind: hex20 }] } } }
                schemes:
                  big: { coin: big, grammar: uri, links: { amounts: { decimals: 18 }, path: "[{address}]",
                         parameters: { addr: { is: address, many: true }, v: { is: amount } } } }
                  cur: { coin: big, grammar: uri, links: { amounts: { form: currency, decimals: 2 }, path: "{address}",
                         parameters: { addr: { is: address, many: true }, v: { is: amount } } } }
                  on: { coin: ethereum, grammar: uri, links: { amounts: { own-chains: [1] },
                        path: "{address}[@{chain}]", parameters: { v: { is: amount } } } }
                """)
        let address = Self.account
        for (link, units, said) in [
            ("big:\(address)?v=2", 2, "2 BIG"), ("big:\(address)?v=0.5", nil, "0.5 BIG"),
            ("big:\(address)?v=0.5&addr=\(address)&v=0.25", nil, "Together: 0.75 BIG"),
            ("big:\(address)?v=0.5&addr=\(address)&v=0.5", 1, "Together: 1 BIG"),
            ("cur:\(address)?v=BIG:1&addr=\(address)&v=big:2", 3, "Together: 3 BIG"),
            ("cur:\(address)?v=eur:1&addr=\(address)&v=EUR:2", nil, "Together: 3 eur"),
            ("cur:\(address)?v=big:1&addr=\(address)&v=EUR:2", nil, "Together: amounts that cannot be added up"),
            ("on:\(address)?v=2", 2_000_000_000_000_000_000, "2 ETH"),
            ("on:\(address)@1?v=2", 2_000_000_000_000_000_000, "2 ETH"),
            ("on:\(address)@137?v=2", nil, "2 of the chain's own coin"),
            ("ethereum:\(address)@137?value=2e18", nil, "2 of the chain's own coin"),
            ("ethereum:\(address)@10?value=2e18", 2_000_000_000_000_000_000, "2 ETH"),
        ] as [(String, Int64?, String)] {
            let read = try router.read(Array(link.utf8))
            #expect(read.journalRequest(on: read.handOverChain).amount?.units == units, "\(link)")
            let text = try #require(DescribedText(link: read)).paragraphs.map(\.text).joined(separator: "\n")
            #expect(text.contains(said + "\n") || text.hasSuffix(said), "\(link): \(text)")
        }
    }

    @Test("on another chain, nothing is named after the coin, and its supply does not count")
    func otherChain() throws {
        let router = try Reading.router(
            with: """
                version: 1
                coins: { few: { title: Few, ticker: FEW, decimals: 2, max-money: "10", hand-over: only,
                                addresses: { main: [{ kind: hex20 }] } } }
                schemes:
                  few: { coin: few, grammar: uri, links: { amounts: { own-chains: [1] }, path: "{address}[@{chain}]",
                         parameters: { addr: { is: address, many: true }, v: { is: amount }, code: { is: asset } } } }
                """)
        for (chain, isRefused) in [("@1", true), ("", true), ("@2", false)] {
            for amounts in ["?v=11", "?v=6&addr=\(Self.account)&v=6"] {
                let link = "few:\(Self.account)\(chain)\(amounts)"
                #expect((Reading.error(link, by: router)?.code == .amountOutOfRange) == isRefused, "\(link)")
            }
            let request = try Reading.described("few:\(Self.account)\(chain)?v=1", by: router)
            #expect(request.facts.contains { $0.field == "asset" } == isRefused, "\(request.facts)")
        }
    }

    @Test("S6: of several payments, each is like an earlier one to its own recipient")
    func payments() throws {
        let amount = Amount(units: 7)
        for (link, payments) in [
            ("zcash:\(Self.first)?amount=2", [(Self.first, 7)]),
            (
                "zcash:?address.1=\(Self.first)&amount.1=1&address.2=\(Self.second)&amount.2=2",
                [(Self.first, 100_000_000), (Self.second, 200_000_000)]
            ),
            (
                "zcash:?address.1=\(Self.first)&amount.1=1&address.2=\(Self.second)",
                [(Self.first, 100_000_000), (Self.second, nil)]
            ),
            (
                "ethereum:\(Self.token)@1/transfer?address=\(Self.account)&uint256=5", [(Self.account, 7)]
            ),
        ] as [(String, [(String, Int64?)])] {
            let read = try Self.read(link)
            let found = read.link.journalPayments(read.request, amount: amount)
            #expect(found.map(\.recipient) == payments.map(\.0), "\(link)")
            #expect(found.map(\.amount?.units) == payments.map(\.1), "\(link)")
            #expect(found.map(\.named) == payments.map { payments.count > 1 ? $0.0 : nil }, "\(link)")
        }
    }

    @Test("what exceeds every limit is no amount to show, also where an older version recorded it as requested")
    func shown() {
        let chain = ChainID(coin: "ethereum", network: .main, isPractice: false)
        for (asked, counted, program, shown) in [
            (5, 7, "w", 5), (5, .max, "w", 5), (nil, .max, "w", nil), (.max, .max, "w", nil), (nil, 7, "w", nil),
            (.max, nil, nil, nil), (5, nil, nil, 5), (5, 7, nil, 7), (nil, nil, nil, nil),
            (.max - 1, nil, nil, .max - 1),
        ] as [(Int64?, Int64?, String?, Int64?)] {
            let request = JournalRequest(
                action: .payment, scheme: "ethereum", fingerprint: "f", chain: chain, sender: nil,
                amount: asked.flatMap { Amount(units: $0) })
            let entry = JournalEntry(
                id: 1, seen: 1, changed: 1, request: request, progress: .approved, end: nil,
                amount: counted.flatMap { Amount(units: $0) }, fee: nil, transaction: nil, inputs: [], program: program)
            #expect(entry.shownAmount?.units == shown, "\(String(describing: asked)), \(String(describing: counted))")
        }
    }

    @Test("S6: several payments in a token are like no earlier ones in the coin")
    func tokens() throws {
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  pays: { coin: bitcoin, grammar: uri, links: { path: "{address}", keys: { indexed: 9 },
                          parameters: { address: { is: address }, amount: { is: amount }, as: { is: asset } } } }
                """)
        let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
        for (asset, units) in [("", 100_000_000), ("&as=TOK", nil)] as [(String, Int64?)] {
            let link = "pays:\(address)?amount=1&address.1=\(address)&amount.1=1\(asset)"
            let read = try router.read(Array(link.utf8))
            let found = read.journalPayments(read.journalRequest(on: read.handOverChain), amount: nil)
            #expect(found.map(\.amount?.units) == [units, units], "\(asset)")
        }
    }

    @Test("S6: a payment from here to one of a link's recipients is found, whatever else the link pays, and named")
    func paidBefore() throws {
        let (paid, other) = ("XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa", "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5")
        let router = try Reading.router(
            with: """
                version: 1
                schemes:
                  mdash: { coin: dash, title: MD, grammar: uri, links: { keys: { indexed: 99 },
                           parameters: { address: { is: address }, amount: { is: amount }, gas: { is: fee-units },
                           rate: { is: fee-rate } },
                           forms: [{ path: "[{address}]", addresses: [{ kind: base58check, versions: [76, 16] }] }] } }
                """)
        let chain = ChainID(coin: "dash", network: .main, isPractice: false)
        let journal = FakeJournal()
        let entry = JournalEntry(
            id: 1, seen: 1, changed: 1,
            request: JournalRequest(
                action: .payment, scheme: "dash", fingerprint: "f", chain: chain, sender: nil, recipient: paid),
            progress: .sent, end: .done, amount: Amount(units: 50_000_000), fee: nil, transaction: .example, inputs: [])
        journal.state.withLock { $0.earlier = [entry] }
        let services = Services(
            networks: NoNetworks(), keyring: FakeKeyring(), journal: journal, prompt: FakePrompt([]),
            gate: MemoryGate(),
            launcher: MemoryLauncher.demo(), receivers: MemoryReceivers.demo([:]), bindings: MemoryBindings(),
            servers: MemoryServers.confirming(), notifier: MemoryNotifier(), settings: Settings(), now: { 1_000 })
        let (one, several) = ("paid this recipient the same amount", "paid \(paid) the same amount")
        for (link, words) in [
            ("mdash:\(paid)?amount=0.5", one), ("mdash:\(paid)?amount=0.5&gas=1&rate=0.00000001", one),
            ("mdash:\(paid)?amount=0.5&address.1=\(other)&amount.1=1", several),
            ("mdash:\(paid)?amount=0.5&address.1=\(other)", several),
            ("mdash:\(other)?amount=1&address.1=\(paid)&amount.1=0.5&gas=1&rate=1", several),
            ("mdash:\(paid)?amount=0.4&gas=1&rate=0.1", nil), ("mdash:\(paid)?address.1=\(other)&amount.1=0.5", nil),
        ] as [(String, String?)] {
            let read = try router.read(Array(link.utf8))
            let intent = Intent.handOver(
                HandOverIntent(
                    chain: chain, program: .example("w", takes: ["mdash"]), link: link, scheme: "mdash",
                    instruction: PaymentInstruction(.onchain, paid, checked: .checksum),
                    cost: read.askedAmount.map { .known($0) } ?? .open,
                    isRewritten: false))
            let found = try LinkExecution(services: services).paidBefore(intent, of: read, on: chain, before: .max)
            let warning = words.map { "Warning: you already \($0) on 1970-01-01 00:00 UTC." }
            #expect(found?.paragraph.text == warning, "\(link)")
        }
    }
}
