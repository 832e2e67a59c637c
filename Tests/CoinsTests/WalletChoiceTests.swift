import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// Which wallet carries out a link, and who decides that (S15).
@Suite struct WalletChoiceTests {
    private static let address = BIP21Tests.segwit
    private static let electrum = WalletProgram.example("electrum", takes: ["bitcoin", "lightning"], origin: .before)
    /// Nothing is known about what it reads.
    private static let zeus = WalletProgram.example("zeus", takes: ["bitcoin", "lightning"], origin: .before)
    private static let sparrow = WalletProgram.example("sparrow", takes: ["bitcoin"])
    private static let gone = HandOverRule(target: .program("gone.desktop"))
    private static let ask = HandOverRule(target: .ask)
    private static let here = HandOverRule(target: .here)

    private static func rule(_ program: WalletProgram) -> HandOverRule { HandOverRule(target: .program(program.id)) }

    /// A way to pay as `electrum` or `here`, with `/lightning` for what has no address.
    private static func name(_ way: WalletChoice.Way) -> String {
        guard let program = way.program else { return "here" }
        return program.program.name + (way.instruction?.kind == .onchain ? "" : "/\(way.instruction!.kind.rawValue)")
    }

    @Test("S15: a command comes before a rule, a rule before what is there, and what is unclear is asked")
    func decisions() throws {
        let (electrum, sparrow) = (Self.rule(Self.electrum), Self.rule(Self.sparrow))
        let plain = "bitcoin:\(Self.address)?amount=0.5"
        let both = "bitcoin:\(Self.address)?amount=0.00002&lightning=\(PaymentTokens.invoice)"
        typealias Row = (
            link: String, isHere: Bool, programs: [WalletProgram], rules: [HandOverRule], target: HandOverRule.Target?,
            ways: [String], decided: String?, by: WalletChoice.DecidedBy, rule: HandOverRule?, lost: HandOverRule?
        )
        let rows: [Row] = [
            // Without rules: the only way, or that of the program which had the scheme if this wallet has none.
            (plain, true, [], [], nil, ["here"], "here", .byDefault, nil, nil),
            (plain, false, [], [], nil, [], nil, .ask, nil, nil),
            (plain, false, [Self.sparrow], [], nil, ["sparrow"], "sparrow", .byDefault, nil, nil),
            (plain, true, [Self.sparrow], [], nil, ["sparrow", "here"], nil, .ask, nil, nil),
            (
                plain, false, [Self.electrum, Self.sparrow], [], nil, ["electrum", "sparrow"], "electrum", .byDefault,
                nil, nil
            ),
            (
                plain, true, [Self.electrum, Self.sparrow], [], nil, ["electrum", "sparrow", "here"], nil, .ask, nil,
                nil
            ),
            (plain, false, [Self.sparrow, Self.electrum], [], nil, ["sparrow", "electrum"], nil, .ask, nil, nil),
            (both, false, [Self.zeus], [], nil, ["zeus", "zeus/lightning"], nil, .ask, nil, nil),
            (
                both, false, [Self.zeus, Self.sparrow], [], nil, ["zeus", "sparrow", "zeus/lightning"], nil, .ask,
                nil, nil
            ),
            // What is known to read the whole link gets it, with all ways to pay.
            (both, false, [Self.electrum], [], nil, ["electrum"], "electrum", .byDefault, nil, nil),
            // With rules: the first that is about the link decides.
            (plain, true, [Self.electrum, Self.sparrow], [sparrow], nil, ["sparrow"], "sparrow", .rule, sparrow, nil),
            (
                plain, true, [Self.electrum, Self.sparrow], [Self.here, sparrow], nil, ["here"], "here", .rule,
                Self.here, nil
            ),
            (
                plain, false, [Self.electrum, Self.sparrow], [sparrow, electrum], nil, ["sparrow"], "sparrow", .rule,
                sparrow, nil
            ),
            (
                both, false, [Self.zeus], [Self.rule(Self.zeus)], nil, ["zeus", "zeus/lightning"], nil, .ask,
                Self.rule(Self.zeus), nil
            ),
            (
                plain, true, [Self.sparrow], [HandOverRule(coin: "dash", target: .here), sparrow], nil, ["sparrow"],
                "sparrow",
                .rule, sparrow, nil
            ),
            // A rule that asks, which cannot ask about one way.
            (plain, true, [Self.sparrow], [Self.ask], nil, ["sparrow", "here"], nil, .ask, Self.ask, nil),
            (plain, false, [Self.sparrow], [Self.ask], nil, ["sparrow"], "sparrow", .byDefault, Self.ask, nil),
            (
                plain, false, [Self.electrum, Self.sparrow], [Self.ask], nil, ["electrum", "sparrow"], nil, .ask,
                Self.ask, nil
            ),
            // A rule whose program is not there decides nothing, and no other program is taken for it.
            (
                plain, false, [Self.electrum, Self.sparrow], [Self.gone], nil, ["electrum", "sparrow"], nil, .ask, nil,
                Self.gone
            ),
            (plain, false, [Self.sparrow], [Self.gone], nil, ["sparrow"], "sparrow", .byDefault, nil, Self.gone),
            (plain, true, [Self.sparrow], [Self.gone, sparrow], nil, ["sparrow", "here"], nil, .ask, nil, Self.gone),
            (
                plain, false, [Self.electrum, Self.sparrow], [Self.here], nil, ["electrum", "sparrow"], nil, .ask, nil,
                Self.here
            ),
            (plain, false, [], [Self.ask], nil, [], nil, .ask, nil, Self.ask),
            // A command.
            (plain, true, [Self.electrum], [electrum], .here, ["here"], "here", .command, nil, nil),
            (
                plain, true, [Self.electrum, Self.sparrow], [], .program(Self.sparrow.id), ["sparrow"], "sparrow",
                .command, nil, nil
            ),
            (plain, true, [Self.electrum], [electrum], .program("gone.desktop"), [], nil, .command, nil, nil),
            (plain, true, [Self.electrum], [electrum], .ask, ["electrum", "here"], nil, .command, nil, nil),
            (plain, false, [Self.electrum], [], .here, [], nil, .command, nil, nil),
        ]
        for (number, row) in rows.enumerated() {
            let link = try RequestVectorTests.router.read(Array(row.link.utf8))
            let choice = WalletChoice(
                for: link, isHere: row.isHere, wallets: MemoryWalletPrograms(row.programs), rules: row.rules,
                target: row.target)
            #expect(choice.ways.map(Self.name) == row.ways, "row \(number)")
            #expect(
                choice.decided.map(Self.name) == row.decided && choice.decision == row.by, "row \(number): \(choice)")
            #expect(choice.rule == row.rule && choice.lostRule == row.lost, "row \(number): \(choice)")
        }
    }

    @Test("the amount of an invoice is rounded up, and a price in another currency is more than every limit")
    func instructions() {
        func units(_ msat: Int64?, _ currency: String? = nil) -> Int64? {
            PaymentInstruction(.lightning, "x", checked: .shape, amountMsat: msat, currency: currency).amount?.units
        }
        for (msat, units) in [
            (0, 0), (1, 1), (999, 1), (1_000, 1), (1_001, 2), (1_999, 2), (2_000, 2), (2_001, 3), (1_001_000, 1_001),
        ] as [(Int64, Int64)] {
            #expect(PaymentInstruction(.lightning, "x", checked: .shape, amountMsat: msat).amount?.units == units)
        }
        #expect(
            units(nil) == nil && units(nil, "USD") == Amount.largest.units
                && units(1_000, "USD") == Amount.largest.units)
    }

    @Test("S7: an amount is that of the link, and of a way to pay its own")
    func amounts() throws {
        // An offer of 100.00 USD, and one of 3 satoshi.
        let records: [UInt8] = [6, 3] + Array("USD".utf8) + [8, 2, 0x27, 0x10, 10, 1, 0x61]
        let priced = PaymentTokens.offer(records + PaymentTokens.issuerID)
        let invoice = PaymentTokens.invoice
        typealias Row = (query: String, asked: Int64?, shown: Int64?, ways: [Int64?])
        let largest = Amount.largest.units
        let rows: [Row] = [
            ("\(Self.address)?amount=0.5", 50_000_000, 50_000_000, [50_000_000]), (Self.address, nil, nil, [largest]),
            // Who pays the address enters its amount, whatever the invoice's is.
            ("\(Self.address)?lightning=\(invoice)", 2_000, nil, [largest, 2_000]),
            ("\(Self.address)?amount=0.00002001&lightning=\(invoice)", 2_001, 2_001, [2_001, 2_000]),
            ("?lightning=\(invoice)", 2_000, 2_000, [2_000]),
            ("?amount=0.00002001&lightning=\(invoice)", 2_001, 2_001, [2_000]),
            ("?lno=\(PaymentTokens.offer)&amount=0.5", 50_000_000, 50_000_000, [50_000_000]),
            ("?lno=\(PaymentTokens.offer)", nil, nil, [largest]), ("?lno=\(priced)", largest, nil, [largest]),
            ("\(Self.address)?lno=\(priced)", nil, nil, [largest, largest]),
        ]
        for row in rows {
            let link = try RequestVectorTests.router.read(Array("bitcoin:\(row.query)".utf8))
            #expect(link.askedAmount?.units == row.asked && link.shownAmount?.units == row.shown, "\(row.query)")
            #expect(link.request.instructions.map { link.cost(by: $0).counted?.units } == row.ways, "\(row.query)")
        }
    }
}
