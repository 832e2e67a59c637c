import RouterCoins
import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// S7: limits refuse what they cannot count, by what a link costs and not by its scheme.
@Suite struct LinkCostTests {
    private static let bitcoin = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let ether = "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359"
    private static let stellar = "GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO"
    private static let solana = "mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN"
    private static let challenge = String(repeating: "ab", count: 32)
    private static let ton = "UQAnNGCPzyiwMaoBtsZkf_hc43EV-2IW3xtLidAgSei73U4K"
    private static let liquid = "ex1qdcvdhnyrxmqwepj0dx98swc5ndf4mgd5p9pwv0"
    private static let liquidAsset = "6f0279e9ed041c3d710a9f57d0c02928416460c4b722ae3457a11eec381c526d"
    private static let xrp = "rXhNEjadaXFHLemcqzd4n7fajVmyeRXmR"
    private static let nano = "nano_3bptuioio7gwhnsn9ouynyiwnsui9czxb88ps9rb77789g3hzrf47meb443y"
    private static let algorand = "O7ZTL62MN4MFKGTZ5HHAEYKWWSF3IYFUYYUU5HZD4U3SJOOZUGVBRGM3UU"

    private static func platform(_ file: String, _ name: String) -> String {
        let cases = JSONValue.file("dash-2026/\(file).json").rows("cases")
        return cases.first { $0["name"]?.text?.isSame(name) == true }?["url"]?.text ?? name
    }

    private static func known(_ units: Int64) -> LinkCost { .known(Amount(units: units)!) }
    private static func good(_ beginning: String) -> String {
        Reading.good.first { $0.hasPrefix(beginning) } ?? beginning
    }

    /// At least one link of each form of the shipped descriptors.
    private static let links: [(link: String, cost: LinkCost)] = [
        ("lightning:\(PaymentTokens.invoice)", known(2_000)),
        // BOLT11's first example, which has no amount.
        (good("lightning:lnbc1pvjluezsp5"), .open), ("lightning:\(PaymentTokens.offer)", .open),
        ("lightning:\(PaymentTokens.lnurl)", .decidedElsewhere),
        ("lightning:satoshi@bitcoin.example", .decidedElsewhere),
        ("lightning:" + PaymentTokens.lnurl("https://a.example/?tag=payRequest"), .decidedElsewhere),
        ("lightning:" + PaymentTokens.lnurl("https://a.example/?tag=withdrawRequest"), .decidedElsewhere),
        ("lightning:" + PaymentTokens.lnurl("https://a.example/?tag=login&k1=\(challenge)"), .nothing),
        ("lnurlp://service.example/pay?amount=1", .decidedElsewhere), ("lnurlw://service.example/w", .decidedElsewhere),
        ("lnurlc://service.example/c", .decidedElsewhere),
        ("keyauth://site.example/login?tag=login&k1=\(challenge)", .nothing),
        (good("monero:4"), .open), (good("bitcoincash:q"), .open), (good("zcash:t1"), .open),
        ("ethereum:\(ether)", .open), ("ethereum:\(ether)?value=5", known(5)), ("ethereum:\(ether)@137", .open),
        ("ethereum:\(ether)?value=1e30", .uncountable), ("ethereum:\(ether)?value=1&gasPrice=5", .uncountable),
        // A token is not the coin.
        ("ethereum:\(ether)/transfer?address=\(ether)&uint256=1", .uncountable),
        ("ethereum:\(ether)/transfer?address=\(ether)&uint256=1&value=7", .uncountable),
        ("ethereum:\(ether)/deposit", .decidedElsewhere), ("ethereum:\(ether)/deposit?value=9", known(9)),
        ("ethereum:\(ether)/approve?address=\(ether)&uint256=1", .decidedElsewhere),
        (good("web+stellar:tx"), .decidedElsewhere), ("web+stellar:pay?destination=\(stellar)", .open),
        ("web+stellar:pay?destination=\(stellar)&amount=1.5", known(15_000_000)),
        ("solana:https://example.com/solana-pay", .decidedElsewhere), ("solana:\(solana)", .open),
        ("solana:\(solana)?amount=1", known(1_000_000_000)),
        // Some wallets ask for an amount then.
        ("solana:\(solana)?amount=0", .open), ("solana:\(solana)?amount=0.0", .open),
        ("ethereum:\(ether)?value=0", .open), ("ethereum:\(ether)/deposit?value=0", known(0)),
        // Wrapped SOL, which wallets exchange for the coin.
        ("solana:\(solana)?amount=1&spl-token=So11111111111111111111111111111111111111112", .uncountable),
        ("web+stellar:pay?destination=\(stellar)&amount=1&asset_code=XLM&asset_issuer=\(stellar)", .uncountable),
        ("web+cardano:addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8", .open),
        (good("web+cardano://stake"), .nothing),
        (good("web+cardano://claim"), .nothing),
        // The shop may mean a token.
        ("tron:TXazNpVenR6LnDQVpiPEYC9aYPE9TRQ6ej", .open),
        ("tron:TXazNpVenR6LnDQVpiPEYC9aYPE9TRQ6ej?amount=100.00", .uncountable),
        ("ton://transfer/\(ton)", .open), ("ton://transfer/\(ton)?amount=5000000", known(5_000_000)),
        ("ton://transfer/\(ton)?amount=5&jetton=\(ton)", .uncountable),
        ("liquidnetwork:\(liquid)", .open),
        ("liquidnetwork:\(liquid)?amount=0.01&assetid=\(liquidAsset)", known(1_000_000)),
        ("liquidnetwork:\(liquid)?amount=0.01&assetid=\(challenge)", .uncountable),
        ("xrpl:\(xrp)?amount=10&dt=123", known(10_000_000)), ("xrpl:?to=\(xrp)&amount=1", known(1_000_000)),
        ("xrpl:\(xrp)?amount=5&currency=\(xrp):USD", .uncountable),
        ("nano:\(nano)?amount=5", known(5)),
        ("algorand://\(algorand)?amount=150", known(150)), ("algorand://\(algorand)?amount=150&asset=45", .uncountable),
        ("kaspa:qpe2nnhrp3jga4utzmp6rhau6s839nh3jfycq06nr4sfkthuuutp5eehztnsc?amount=1.5", known(150_000_000)),
        // What Dash Platform is asked for: a log-in, an invitation, and a change of which only its size is known.
        (platform("dash_key", "login"), .nothing), (platform("dash_key", "connect-version-2"), .nothing),
        (platform("contacts_invitations", "invite-dashpay"), .nothing),
        (platform("dash_key", "transition"), .decidedElsewhere),
    ]

    @Test("S7: what each kind of link costs, as far as limits can count it")
    func kinds() throws {
        for (link, cost) in Self.links { #expect(try Reading.described(link).cost == cost, "\(link)") }
    }

    @Test("S7: every form of link that the shipped descriptors have for a coin is among them")
    func forms() throws {
        let router = Reading.router
        var read: Set<String> = []
        for (link, _) in Self.links {
            let split = try Reading.split(link, by: router)
            read.insert("\(split.link.scheme.name) \(split.form.path.text)")
        }
        for scheme in router.routes.schemes where scheme.grammar == .uri && !scheme.coins.isEmpty {
            guard let links = scheme.links,
                scheme.coins.contains(where: { router.routes.coin($0)?.accountChain == nil })
            else { continue }
            // Test networks, what is like Bitcoin Cash, and other names of the same links.
            let others: Set = ["bchtest", "bchreg", "ecash", "ectest", "liquidtestnet", "ripple", "xrp"]
            guard !others.contains(scheme.name), !scheme.name.hasPrefix("kaspa") || scheme.name == "kaspa" else {
                continue
            }
            for form in links.forms where form.refusal == nil {
                #expect(read.contains("\(scheme.name) \(form.path.text)"), "\(scheme.name)")
            }
        }
    }

    private static func services(_ wallets: MemoryWalletPrograms, _ answers: [FakePrompt.Answer]) -> (
        Services, FakePrompt
    ) {
        let prompt = FakePrompt(answers)
        var settings = Settings()
        for coin in Reading.router.routes.coinList where coin.accountChain == nil {
            let most = coin.maxMoney == .largest ? Amount(units: .max - 1)! : coin.maxMoney
            settings.policy.limits[coin.id] = SpendingLimits(payment: most)
        }
        var services = Services(
            networks: NoNetworks(), keyring: FakeKeyring(), journal: FakeJournal(), prompt: prompt, gate: MemoryGate(),
            launcher: MemoryLauncher.demo(), receivers: MemoryReceivers.demo([:]), bindings: MemoryBindings(),
            servers: MemoryServers.confirming(), notifier: MemoryNotifier(), settings: settings, now: { 1_000 })
        services.wallets = wallets
        return (services, prompt)
    }

    @Test(
        "S7, S15: with a limit, exactly the links whose cost is known reach a wallet; the others are not even asked about"
    )
    func refused() async throws {
        let all = Self.links.map(\.link) + Reading.good.filter { !$0.hasPrefix("payto:") }
        for link in all {
            let read = try Reading.router.read(Array(link.utf8))
            let cost = try #require(read.request.asDescribed).cost
            let isCounted = cost == .nothing || cost.known != nil
            let wallets = MemoryWalletPrograms([.example("w", takes: [read.request.header.scheme])])
            let (services, prompt) = Self.services(wallets, [.agree])
            switch await LinkExecution(services: services).run(read).outcome {
            case .handedOver: #expect(isCounted, "\(link)")
            case .failed(let error):
                #expect(!isCounted && error.code == .refusedByPolicy, "\(link): \(error)")
                #expect(prompt.shown.isEmpty)
            case let other: Issue.record("\(link): \(other)")
            }
            #expect(wallets.given.count == (isCounted ? 1 : 0))
        }
    }

    @Test("S7: a refusal says why the amount is not known")
    func words() async throws {
        for (link, message) in [
            (
                "solana:https://example.com/solana-pay",
                "The link leaves it to somebody else, such as a server, how much is paid, so your limits for Solana cannot "
                    + "count it."
            ),
            (
                "solana:\(Self.solana)",
                "The link does not say how much is paid, so your limits for Solana cannot count it."
            ),
        ] {
            let (services, _) = Self.services(MemoryWalletPrograms([.example("w", takes: ["solana"])]), [])
            let read = try Reading.router.read(Array(link.utf8))
            guard case .failed(let error) = await LinkExecution(services: services).run(read).outcome else {
                Issue.record("it went on")
                continue
            }
            #expect(
                error.message == message && error.hint == "Nothing was done. Ask the sender for a link with an amount.")
        }
    }

    @Test("S7: a scheme without a coin is no way around a limit of a coin, with an amount or without")
    func coinless() throws {
        let coin = try #require(Reading.router.routes.coin("bitcoin"))
        for (link, pays) in [
            ("payto://bitcoin/\(Self.bitcoin)", true), ("payto://bitcoin/\(Self.bitcoin)?amount=EUR:1", true),
            ("payto://iban/DE75512108001245126199", false), ("payto://void", false),
        ] { #expect(try Reading.router.read(Array(link.utf8)).pays(coin) == pays, "\(link)") }
    }

    @Test("S7: each way to pay has its own cost, whatever the rest of the link says")
    func ways() throws {
        func costs(_ query: String) throws -> [LinkCost] {
            let read = try Reading.router.read(Array("bitcoin:\(query)".utf8))
            return read.request.instructions.map(read.cost(by:))
        }
        let noAmount = Self.good("lightning:lnbc1pvjluezsp5").dropFirst("lightning:".count)
        // A wallet receives an LNURL or an invoice alone: the amount of the link is not what it pays.
        #expect(try costs("?amount=0.00000001&lightning=\(PaymentTokens.lnurl)") == [.decidedElsewhere])
        #expect(try costs("?amount=0.00000001&lightning=\(noAmount)") == [.open])
        #expect(try costs("?amount=0.00002&lightning=\(PaymentTokens.invoice)") == [Self.known(2_000)])
        #expect(try costs("?amount=0.5&sp=\(PaymentTokens.silentPayment)") == [Self.known(50_000_000)])
        #expect(try costs("?sp=\(PaymentTokens.silentPayment)") == [.open])
        #expect(try costs("?amount=0.5&lno=\(PaymentTokens.offer)") == [Self.known(50_000_000)])
        let offer = PaymentTokens.offer([8, 2, 0x27, 0x10, 10, 1, 0x61] + PaymentTokens.issuerID)
        #expect(try costs("?lno=\(offer)") == [Self.known(10)])
        // The price of one item, of which the payer can buy five.
        let each = PaymentTokens.offer([8, 2, 0x27, 0x10, 10, 1, 0x61, 20, 1, 5] + PaymentTokens.issuerID)
        #expect(try costs("?lno=\(each)") == [.open])
        let read = try Reading.router.read(Array("bitcoin:?lno=\(each)".utf8))
        // Neither a headline nor a rule of the person takes the price of one for the price.
        #expect(read.shownAmount == nil && read.askedAmount == nil)
    }

    @Test("what counts towards limits")
    func counted() {
        #expect(LinkCost.nothing.counted == nil && Self.known(5).counted?.units == 5)
        for cost in [LinkCost.open, .decidedElsewhere, .uncountable] {
            #expect(cost.counted == .largest && cost.known == nil)
        }
        #expect(LinkCost(sum: []) == .nothing && LinkCost(sum: [.zero]) == .known(.zero))
        #expect(LinkCost(sum: [Amount(units: 2)!, Amount(units: 3)!]) == Self.known(5))
        #expect(LinkCost(sum: [.largest, .zero]) == .uncountable)
        #expect(LinkCost(sum: [Amount(units: .max - 1)!, Amount(units: 2)!]) == .uncountable)
    }
}
