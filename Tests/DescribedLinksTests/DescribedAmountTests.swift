import RouterTestSupport
import Testing

@testable import SchemeRouter

/// S9: amounts of described protocols are read exactly, or refused.
@Suite struct DescribedAmountTests {
    /// A coin with 8 decimals, of which 21 million exist.
    private static let coin = CoinDescriptor.dash

    private struct Case: Sendable, CustomTestStringConvertible {
        let rules: AmountRules
        let text: String
        let expected: Expected
        var isOfToken = false
        var hasUnknownScale = false

        var testDescription: String { "\(rules.form): \(text.prefix(40))" }
    }

    private enum Expected: Sendable {
        /// What people see, and what programs receive.
        case shown(String, DescribedAmount.Value)
        case refused(RequestError.Code)
    }

    private static func rules(_ form: AmountRules.Form, _ change: (inout AmountRules) -> Void = { _ in }) -> AmountRules
    {
        var rules = AmountRules()
        rules.form = form
        change(&rules)
        return rules
    }

    private static func units(_ digits: String) -> DescribedAmount.Value {
        .units(WholeNumber(digits: Array(digits.utf8)) ?? .zero)
    }

    private static func shown(_ text: String, _ digits: String) -> Expected { .shown(text, units(digits)) }

    private static func written(_ text: String, _ digits: String) -> Expected { .shown(text, .written(digits)) }

    private static func read(_ text: String, _ rules: AmountRules, token: Bool = false, scale: Bool = false) throws
        -> (amount: DescribedAmount, warnings: [LinkWarning])
    {
        var warnings: [LinkWarning] = []
        let reading = DescribedAmountReading(rules: rules, coin: coin, isOfToken: token, hasUnknownScale: scale)
        let amount = try reading.read(Array(text.utf8)[...], named: "amount", at: 3..<9, warnings: &warnings)
        return (amount, warnings)
    }

    private static let decimal = rules(.decimal)
    private static let plainDecimal = rules(.decimal) { $0.needsDigitsAroundPoint = true }
    private static let zeroDecimal = rules(.decimal) { $0.zero = .allowed }
    private static let twoDecimals = rules(.decimal) { $0.decimals = 2 }
    private static let asWritten = rules(.decimal) {
        $0.isAsWritten = true
        $0.decimals = 7
    }
    private static let small = rules(.decimal) { $0.bits = 10 }
    private static let integer = rules(.integer)
    private static let zeroInteger = rules(.integer) { $0.zero = .allowed }
    private static let tenBits = rules(.integer) { $0.bits = 10 }
    private static let currency = rules(.currency) {
        $0.decimals = 8
        $0.bits = 53
        $0.separator = UInt8(ascii: ",")
    }

    private static let decimals: [Case] = [
        Case(rules: decimal, text: "1", expected: shown("1 DASH", "100000000")),
        Case(rules: decimal, text: "0.5", expected: shown("0.5 DASH", "50000000")),
        Case(rules: decimal, text: "0.00000001", expected: shown("0.00000001 DASH", "1")),
        Case(rules: decimal, text: "1.", expected: shown("1 DASH", "100000000")),
        Case(rules: decimal, text: ".5", expected: shown("0.5 DASH", "50000000")),
        Case(rules: decimal, text: "007.50", expected: shown("7.5 DASH", "750000000")),
        Case(rules: decimal, text: "21000000", expected: shown("21000000 DASH", "2100000000000000")),
        Case(rules: decimal, text: "21000000.00000001", expected: .refused(.amountOutOfRange)),
        Case(rules: decimal, text: "0.000000001", expected: .refused(.amountTooPrecise)),
        Case(rules: decimal, text: "0", expected: .refused(.amountOutOfRange)),
        Case(rules: decimal, text: "0.0", expected: .refused(.amountOutOfRange)),
        Case(rules: zeroDecimal, text: "0.0", expected: shown("0 DASH", "0")),
        Case(rules: decimal, text: "", expected: .refused(.invalidAmount)),
        Case(rules: decimal, text: ".", expected: .refused(.invalidAmount)),
        Case(rules: decimal, text: "1,5", expected: .refused(.invalidAmount)),
        Case(rules: decimal, text: "1.5.5", expected: .refused(.invalidAmount)),
        Case(rules: decimal, text: "-1", expected: .refused(.invalidAmount)),
        Case(rules: decimal, text: "1e3", expected: .refused(.invalidAmount)),
        Case(rules: decimal, text: "1 ", expected: .refused(.invalidAmount)),
        Case(rules: decimal, text: "DASH:1", expected: .refused(.invalidAmount)),
        Case(rules: plainDecimal, text: "1.5", expected: shown("1.5 DASH", "150000000")),
        Case(rules: plainDecimal, text: "1", expected: shown("1 DASH", "100000000")),
        Case(rules: plainDecimal, text: "1.", expected: .refused(.invalidAmount)),
        Case(rules: plainDecimal, text: ".5", expected: .refused(.invalidAmount)),
        Case(rules: twoDecimals, text: "1.25", expected: shown("1.25 DASH", "125")),
        Case(rules: twoDecimals, text: "1.255", expected: .refused(.amountTooPrecise)),
        Case(rules: asWritten, text: "1.50", expected: written("1.50 DASH", "1.50")),
        Case(rules: asWritten, text: "1.50", expected: written("1.50 of the token", "1.50"), isOfToken: true),
        Case(rules: asWritten, text: "1.123456789", expected: .refused(.amountTooPrecise), isOfToken: true),
        Case(
            rules: asWritten, text: "1.123456789", expected: written("1.123456789 of the token", "1.123456789"),
            isOfToken: true, hasUnknownScale: true),
        // More than the coin has, but of a token.
        Case(
            rules: asWritten, text: "99000000", expected: written("99000000 of the token", "99000000"), isOfToken: true),
        Case(rules: asWritten, text: "99000000", expected: .refused(.amountOutOfRange)),
        // What the contract may scale is not called nothing.
        Case(
            rules: asWritten, text: "0", expected: written("0 of the token", "0"), isOfToken: true,
            hasUnknownScale: true),
        Case(rules: small, text: "0.00001023", expected: shown("0.00001023 DASH", "1023")),
        Case(rules: small, text: "0.00001024", expected: .refused(.amountOutOfRange)),
        Case(
            rules: decimal, text: String(repeating: "0", count: 119) + "1", expected: shown("1 DASH", "100000000")),
        Case(rules: decimal, text: String(repeating: "0", count: 120) + "1", expected: .refused(.invalidAmount)),
        Case(rules: decimal, text: String(repeating: "9", count: 71), expected: .refused(.amountOutOfRange)),
    ]

    private static let integers: [Case] = [
        Case(rules: integer, text: "1", expected: shown("0.00000001 DASH", "1")),
        Case(rules: integer, text: "2.014e8", expected: shown("2.014 DASH", "201400000")),
        Case(rules: integer, text: "2.014E8", expected: shown("2.014 DASH", "201400000")),
        Case(rules: integer, text: "2.5e1", expected: shown("0.00000025 DASH", "25")),
        Case(rules: integer, text: "2.50e1", expected: shown("0.00000025 DASH", "25")),
        Case(rules: integer, text: "2.55e1", expected: .refused(.invalidAmount)),
        Case(rules: integer, text: "2.0", expected: shown("0.00000002 DASH", "2")),
        Case(rules: integer, text: "2.", expected: shown("0.00000002 DASH", "2")),
        Case(rules: integer, text: ".5e1", expected: shown("0.00000005 DASH", "5")),
        Case(rules: integer, text: "2.5", expected: .refused(.invalidAmount)),
        Case(rules: integer, text: "2e", expected: .refused(.invalidAmount)),
        Case(rules: integer, text: "2d1", expected: .refused(.invalidAmount)),
        Case(rules: integer, text: "2D1", expected: .refused(.invalidAmount)),
        Case(rules: integer, text: "2f1", expected: .refused(.invalidAmount)),
        Case(rules: integer, text: "2e1x", expected: .refused(.invalidAmount)),
        Case(rules: integer, text: "2e-1", expected: .refused(.invalidAmount)),
        Case(rules: integer, text: "1.1.1", expected: .refused(.invalidAmount)),
        Case(rules: integer, text: "e5", expected: .refused(.invalidAmount)),
        Case(rules: integer, text: ".", expected: .refused(.invalidAmount)),
        Case(rules: integer, text: "", expected: .refused(.invalidAmount)),
        Case(rules: integer, text: "-5", expected: .refused(.invalidAmount)),
        Case(rules: integer, text: "0", expected: .refused(.amountOutOfRange)),
        Case(rules: zeroInteger, text: "0", expected: shown("0 DASH", "0")),
        Case(rules: zeroInteger, text: "0e77", expected: shown("0 DASH", "0")),
        Case(rules: zeroInteger, text: "0e78", expected: .refused(.amountOutOfRange)),
        Case(rules: zeroInteger, text: "0e077", expected: shown("0 DASH", "0")),
        Case(rules: zeroInteger, text: "0e0077", expected: .refused(.amountOutOfRange)),
        Case(rules: tenBits, text: "1023", expected: shown("0.00001023 DASH", "1023")),
        Case(rules: tenBits, text: "1024", expected: .refused(.amountOutOfRange)),
        Case(rules: integer, text: "2100000000000000", expected: shown("21000000 DASH", "2100000000000000")),
        Case(rules: integer, text: "2100000000000001", expected: .refused(.amountOutOfRange)),
        Case(
            rules: integer, text: "1e77",
            expected: shown(
                "1" + String(repeating: "0", count: 77)
                    + " of the token's smallest unit", "1" + String(repeating: "0", count: 77)), isOfToken: true),
        Case(rules: integer, text: "2e77", expected: .refused(.amountOutOfRange), isOfToken: true),
    ]

    private static let currencies: [Case] = [
        Case(rules: currency, text: "EUR:1.5", expected: written("1.5 EUR", "1.5")),
        Case(rules: currency, text: "EUR:.5", expected: written(".5 EUR", ".5")),
        Case(rules: currency, text: "X:1", expected: written("1 X", "1")),
        Case(rules: currency, text: "ABCDEFGHIJK:1", expected: written("1 ABCDEFGHIJK", "1")),
        Case(rules: currency, text: "ABCDEFGHIJKL:1", expected: .refused(.invalidAmount)),
        Case(rules: currency, text: "1.5", expected: .refused(.invalidAmount)),
        Case(rules: currency, text: ":1.5", expected: .refused(.invalidAmount)),
        Case(rules: currency, text: "EUR1.5", expected: .refused(.invalidAmount)),
        Case(rules: currency, text: "EUR:", expected: .refused(.invalidAmount)),
        Case(rules: currency, text: "EUR:0", expected: .refused(.amountOutOfRange)),
        // RFC 8905: the whole part is below 2^53.
        Case(
            rules: currency, text: "EUR:9007199254740991.5",
            expected: written("9007199254740991.5 EUR", "9007199254740991.5")),
        Case(rules: currency, text: "EUR:9007199254740992", expected: .refused(.amountOutOfRange)),
        // The coin itself has a largest amount, in any case of its ticker.
        Case(rules: currency, text: "DASH:21000000", expected: written("21000000 DASH", "21000000")),
        Case(rules: currency, text: "dash:21000001", expected: .refused(.amountOutOfRange)),
        Case(rules: currency, text: "EUR:21000001", expected: written("21000001 EUR", "21000001")),
    ]

    @Test("Every form of amount, good and bad", arguments: decimals + integers + currencies)
    private func table(_ row: Case) throws {
        switch row.expected {
        case .shown(let text, let value):
            let amount = try Self.read(row.text, row.rules, token: row.isOfToken, scale: row.hasUnknownScale).amount
            #expect(amount.text == text)
            #expect(amount.value == value)
        case .refused(let code):
            let error = #expect(throws: RequestError.self) {
                try Self.read(row.text, row.rules, token: row.isOfToken, scale: row.hasUnknownScale)
            }
            #expect(error?.code == code && error?.range == 3..<9 && error?.parameter == "amount")
        }
    }

    @Test("An amount is the coin's own unless something else is said of it")
    func usual() throws {
        func read(_ text: String) throws -> String {
            var warnings: [LinkWarning] = []
            return try DescribedAmountReading(rules: Self.asWritten, coin: Self.coin).read(
                Array(text.utf8)[...], named: "value", at: 3..<9, warnings: &warnings
            ).text
        }
        #expect(try read("1.1234567") == "1.1234567 DASH")
        for (text, code) in [("0", RequestError.Code.amountOutOfRange), ("1.12345678", .amountTooPrecise)] {
            let error = #expect(throws: RequestError.self) { try read(text) }
            #expect(error?.code == code && error?.parameter == "value")
        }
    }

    @Test("A separator is ignored, and reported unless it separates groups of three")
    func separators() throws {
        for (text, isOdd) in [
            ("EUR:1,000.50", false), ("EUR:1,000,000", false), ("EUR:12,345,678.9", false), ("EUR:123,456,789", false),
            ("EUR:1,000", true), ("EUR:1,5", true), ("EUR:1,00.5", true), ("EUR:1234,567.5", true),
            ("EUR:,567.5", true),
            ("EUR:1,000.5,0", true), ("EUR:1,,000.5", true), ("EUR:1.5", false),
            ("EUR:15", false),
        ] {
            let (amount, warnings) = try Self.read(text, Self.currency)
            #expect(amount.value == .written(String(text.dropFirst(4).filter { $0 != "," })), "\(text)")
            #expect(warnings.map(\.code) == (isOdd ? [.amountIsOdd] : []), "\(text)")
            let words = "The amount has a “,” that has no meaning: it is not a decimal point."
            #expect(warnings.map(\.message) == (isOdd ? [words] : []), "\(text)")
        }
        #expect(throws: RequestError.self) { try Self.read("1,000.5", Self.decimal) }
    }

    @Test("Links write an amount back with the shortest plain digits")
    func plain() throws {
        for (text, rules, written) in [
            ("2.50e8", Self.integer, "250000000"), ("007.50", Self.decimal, "7.5"),
            ("EUR:1,000.50", Self.currency, "EUR:1000.50"),
            ("1.50", Self.asWritten, "1.50"),
        ] {
            #expect(DescribedAmountReading.plain(try Self.read(text, rules).amount, by: rules) == written)
        }
    }

    @Test("An amount of the coin is counted in its smallest unit, rounded up; other currencies are not")
    func unitsOfCoin() throws {
        #expect(try Self.read("1.5", Self.decimal).amount.units(of: Self.coin)?.units == 150_000_000)
        #expect(try Self.read("1.25", Self.twoDecimals).amount.units(of: Self.coin)?.units == 125_000_000)
        #expect(try Self.read("dash:1.5", Self.currency).amount.units(of: Self.coin)?.units == 150_000_000)
        #expect(try Self.read("EUR:1.5", Self.currency).amount.units(of: Self.coin) == nil)
        let fine = Self.rules(.decimal) { $0.decimals = 9 }
        #expect(try Self.read("0.000000011", fine).amount.units(of: Self.coin)?.units == 2)
        let token = try Self.read("1e77", Self.integer, token: true).amount
        #expect(token.units(of: Self.coin) == .largest)
    }

    @Test("Amounts of one kind add up, and multiply; what is too large is nothing")
    func sums() throws {
        let (one, half) = (try Self.read("1", Self.decimal).amount, try Self.read("0.5", Self.decimal).amount)
        #expect(one.adding(half)?.text == "1.5 DASH" && one.adding(half)?.value == Self.units("150000000"))
        #expect(half.times(WholeNumber(3))?.text == "1.5 DASH")
        let (euro, pound) = (
            try Self.read("EUR:1.5", Self.currency).amount, try Self.read("GBP:1.5", Self.currency).amount
        )
        #expect(euro.adding(pound) == nil && euro.adding(one) == nil)
        #expect(euro.adding(euro)?.value == .written("3") && euro.adding(euro)?.currency == "EUR")
        let small = try Self.read("eur:0.5", Self.currency).amount
        #expect(euro.adding(small)?.text == "2 EUR" && small.adding(euro)?.text == "2 eur")
        let written = Self.rules(.decimal) { $0.isAsWritten = true }
        let (whole, part) = (
            try Self.read("1", written, token: true, scale: true).amount,
            try Self.read("0.25", written, token: true, scale: true).amount
        )
        #expect(whole.adding(part)?.value == .written("1.25") && part.adding(whole)?.value == .written("1.25"))
        // The same unit with other decimals: the numbers cannot be added.
        #expect(one.adding(try Self.read("1", Self.twoDecimals).amount) == nil)
        let huge = try Self.read("1e77", Self.integer, token: true).amount
        #expect(huge.times(WholeNumber(9)) != nil && huge.times(WholeNumber(10)) == nil)
        let nine = try #require(huge.times(WholeNumber(9)))
        #expect(nine.adding(huge) == nil)
    }

    @Test("S9: payments that together ask for more than can exist are refused, however small each is")
    func total() throws {
        let address = "t1Hsc1LR8yKnbbe3twRp88p6vFfC5t7DLbs"
        func link(_ amounts: String...) -> String {
            let payments = amounts.indices.map { "address.\($0 + 1)=\(address)&amount.\($0 + 1)=\(amounts[$0])" }
            return "zcash:?" + payments.joined(separator: "&")
        }
        #expect(Reading.error(link("11000000", "10000000.00000001"))?.code == .amountOutOfRange)
        #expect(Reading.error(link("7000000", "7000000", "7000000.1"))?.code == .amountOutOfRange)
        #expect(Reading.error(link("11000000", "10000000")) == nil)
    }
}
