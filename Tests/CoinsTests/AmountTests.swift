import RouterTestSupport
import SchemeRouter
import Testing

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
}
