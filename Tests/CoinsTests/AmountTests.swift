import RouterTestSupport
import Testing

@testable import SchemeRouter

/// `amounts.json`, and what printing and reading amounts promise each other (S9).
@Suite struct AmountTests {
    static let vectors = JSONValue.file("dash-axe/amounts.json")

    @Test("every amount text is read, or refused for its reason", arguments: vectors.rows("parse"))
    func parse(_ vector: JSONValue) throws {
        let text = try #require(vector["text"]?.text)
        let coin = CoinDescriptor.dash
        switch (vector["ok"], vector["error"]?.text) {
        case (.bool(true), _):
            let amount = try Amount(text: text.utf8, decimals: coin.decimals, max: coin.maxMoney)
            #expect(amount.units == vector["units"]?.integer)
        case (_, "empty: treat as not given"):
            #expect(throws: Amount.TextError.notDecimal) {
                try Amount(text: text.utf8, decimals: coin.decimals, max: coin.maxMoney)
            }
        case (_, let code?):
            let error = #expect(throws: RequestError.self) { try Amount.typed(text, of: coin) }
            #expect(error?.code.rawValue == code)
        default:
            Issue.record("a vector without an outcome")
        }
    }

    @Test("amounts are printed as short as possible", arguments: vectors.rows("format"))
    func format(_ vector: JSONValue) throws {
        let units = try #require(vector["units"]?.integer)
        #expect(Amount(units: units)?.text(decimals: 8) == vector["text"]?.text)
    }

    @Test("parse(print(x)) == x for every number of decimals")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 9)
        let max = try #require(Amount(units: .max))
        for _ in 0..<2_000 {
            let amount = try #require(Amount(units: Int64.random(in: 0...Int64.max, using: &generator)))
            let decimals = Int.random(in: 0...18, using: &generator)
            #expect(try Amount(text: amount.text(decimals: decimals).utf8, decimals: decimals, max: max) == amount)
        }
    }

    @Test(
        "what does not fit is too large, wherever the first digit stands that does not",
        arguments: [
            ("9223372036854775808", 0), ("9223372036854775810", 0), ("92233720368547758070", 0), ("9.3", 18),
            ("922337203685477580.70", 2), ("10", 18), ("1000", 18),
        ])
    func tooLarge(text: String, decimals: Int) throws {
        #expect(throws: Amount.TextError.tooLarge) {
            try Amount(text: text.utf8, decimals: decimals, max: .largest)
        }
        #expect(try Amount(text: "9223372036854775807".utf8, decimals: 0, max: .largest) == .largest)
    }

    @Test("an amount is never negative, and a sum never more than fits")
    func bounds() throws {
        let one = try #require(Amount(units: 1))
        #expect(Amount(units: -1) == nil && Amount(units: 0) == .zero)
        #expect(one.subtracting(one) == .zero && Amount.zero.subtracting(one) == nil)
        #expect(Amount.largest.adding(.zero) == .largest && Amount.largest.adding(one) == nil)
        #expect(Amount.sum([one, one]) == Amount(units: 2) && Amount.sum([.largest, one]) == nil)
    }

    @Test("where links pay at least so much, that much can be asked for and not one unit less")
    func minimum() throws {
        let minimum = Amount(units: 50_000_000)
        #expect(try Amount.payable("0.5".utf8, of: CoinDescriptor.dash, minimum: minimum, at: nil) == minimum)
        let error = #expect(throws: RequestError.self) {
            try Amount.payable("0.49999999".utf8, of: CoinDescriptor.dash, minimum: minimum, at: nil)
        }
        #expect(error?.code == .amountOutOfRange)
    }

    @Test("an amount that a link leaves empty is the person's to choose, and dust is paid by no output")
    func requested() throws {
        func requested(_ text: String, isOnChain: Bool? = nil) throws -> Amount? {
            let parameter = LinkParameter(
                name: .amount, isRequired: false, text: Array(text.utf8),
                place: LinkPlace(7..<9), decoded: LinkPlace(0..<text.utf8.count))
            guard let isOnChain else { return try .requested(parameter, of: CoinDescriptor.dash, minimum: nil) }
            return try .requested(parameter, of: CoinDescriptor.dash, minimum: nil, isOnChain: isOnChain)
        }
        #expect(try requested("") == nil && Amount.requested(nil, of: CoinDescriptor.dash, minimum: nil) == nil)
        #expect(try requested("0.00000001", isOnChain: false) == Amount(units: 1))
        for isOnChain in [nil, true] {
            let error = #expect(throws: RequestError.self) { try requested("0.00000001", isOnChain: isOnChain) }
            #expect(error?.code == .dust && error?.range == 7..<9)
        }
        let dust = CoinDescriptor.dash.dust
        #expect(dust > .zero)
        #expect(try requested(dust.text(decimals: CoinDescriptor.dash.decimals), isOnChain: true) == dust)
    }
}
