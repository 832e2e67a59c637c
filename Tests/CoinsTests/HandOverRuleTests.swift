import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// Which links a line of the person's settings is about, and what it decides (S15).
@Suite struct HandOverRuleTests {
    private static let half = Amount(units: 50_000_000)!
    private static let more = Amount(units: 50_000_001)!

    private static func rule(
        scheme: String? = nil, coin: CoinID? = nil, network: NetworkKind? = nil, atLeast: Amount? = nil,
        below: Amount? = nil, isForeign: Bool = false
    ) -> HandOverRule {
        HandOverRule(
            scheme: scheme, coin: coin, network: network, atLeast: atLeast, below: below, isForeign: isForeign,
            target: .here)
    }

    @Test("S15: a rule is about payments of its scheme, its coin, its network and its amounts, and about no others")
    func payments() throws {
        let header = try ExecutionFixture().read(ExecutionFixture.pay).request.header
        let cases: [(rule: HandOverRule, fits: Bool)] = [
            (Self.rule(), true), (Self.rule(isForeign: true), false),
            (Self.rule(scheme: "dashwallet"), true), (Self.rule(scheme: "dash"), false),
            (Self.rule(coin: "dash"), true), (Self.rule(coin: "axe"), false),
            (Self.rule(scheme: "dashwallet", coin: "axe"), false), (Self.rule(scheme: "dash", coin: "dash"), false),
            (Self.rule(network: .main), true), (Self.rule(network: .test), false),
            (Self.rule(atLeast: Self.half), true), (Self.rule(atLeast: Self.more), false),
            (Self.rule(below: Self.half), false), (Self.rule(below: Self.more), true),
            (Self.rule(atLeast: Self.half, below: Self.more), true),
            (Self.rule(atLeast: Self.half, below: Self.half), false),
        ]
        for (rule, fits) in cases { #expect(rule.fits(header, amount: Self.half) == fits, "\(rule)") }
        // An amount that nobody knows is in no range.
        #expect(Self.rule(coin: "dash").fits(header, amount: nil))
        #expect(!Self.rule(atLeast: .zero).fits(header, amount: nil))
        #expect(!Self.rule(below: Self.half).fits(header, amount: nil))
    }

    @Test("S15: a rule for links of other grammars is about those alone, of its scheme and its coin")
    func foreign() {
        let cases: [(rule: HandOverRule, fits: Bool)] = [
            (Self.rule(isForeign: true), true), (Self.rule(), false), (Self.rule(scheme: "pays", coin: "dash"), false),
            (Self.rule(scheme: "pays", isForeign: true), true), (Self.rule(scheme: "dash", isForeign: true), false),
            (Self.rule(coin: "axe", isForeign: true), true), (Self.rule(coin: "dash", isForeign: true), true),
            (Self.rule(coin: "bitcoin", isForeign: true), false),
            (Self.rule(scheme: "dash", coin: "dash", isForeign: true), false),
        ]
        // S3: the person is asked unless they wrote otherwise.
        #expect(Self.rule(isForeign: true).asks)
        for (rule, fits) in cases {
            #expect(rule.fitsForeign(scheme: "pays", coins: ["dash", "axe"]) == fits, "\(rule)")
        }
    }
}
