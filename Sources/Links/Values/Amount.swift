/// An amount of money in the smallest unit of its coin (duff, satoshi, litoshi …): always a whole number (S9).
public struct Amount: Sendable, Hashable, Comparable {
    /// The amount in the smallest unit; never negative.
    public let units: Int64

    /// Nothing.
    public static let zero = Amount(unchecked: 0)

    /// Nil if `units` is negative.
    public init?(units: Int64) {
        guard units >= 0 else { return nil }
        self.units = units
    }

    private init(unchecked units: Int64) {
        self.units = units
    }

    /// Orders by size.
    public static func < (left: Amount, right: Amount) -> Bool { left.units < right.units }

    /// The sum, or nil if it does not fit.
    public func adding(_ other: Amount) -> Amount? {
        let (sum, overflow) = units.addingReportingOverflow(other.units)
        return overflow ? nil : Amount(unchecked: sum)
    }

    /// The difference, or nil if it would be negative.
    public func subtracting(_ other: Amount) -> Amount? { Amount(units: units - other.units) }

    /// The sum of all, or nil if it does not fit.
    @inlinable public static func sum(_ amounts: some Sequence<Amount>) -> Amount? {
        var total = Amount.zero
        for amount in amounts {
            guard let next = total.adding(amount) else { return nil }
            total = next
        }
        return total
    }
}

extension Amount {
    /// Why a text is not an amount.
    public enum TextError: Error, Sendable, Equatable {
        /// Not `digits [ "." digits ]` in ASCII with at least one digit.
        case notDecimal
        /// More fraction digits than the coin has; never rounded.
        case tooPrecise
        /// Above `max`.
        case tooLarge
    }

    /// Reads decimal coins (BIP21: `*digit [ "." *digit ]`) exactly; no sign, exponent, separator or rounding.
    ///
    /// Accepts zero: the caller decides whether zero can be paid.
    /// - Parameters:
    ///   - text: the digits, in ASCII.
    ///   - decimals: fraction digits of the coin, 0…18.
    ///   - max: the largest amount of the coin.
    @inlinable public init(text: some Sequence<UInt8>, decimals: Int, max: Amount) throws(TextError) {
        var units: Int64 = 0
        var fractionDigits: Int?
        var sawDigit = false
        var tooLarge = false
        for byte in text {
            if byte == UInt8(ascii: ".") {
                guard fractionDigits == nil else { throw .notDecimal }
                fractionDigits = 0
                continue
            }
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { throw .notDecimal }
            sawDigit = true
            if let seen = fractionDigits { fractionDigits = seen + 1 }
            tooLarge = !Self.append(byte - UInt8(ascii: "0"), to: &units) || tooLarge
        }
        guard sawDigit else { throw .notDecimal }
        let given = fractionDigits ?? 0
        guard given <= decimals else { throw .tooPrecise }
        for _ in given..<decimals {
            tooLarge = !Self.append(0, to: &units) || tooLarge
        }
        guard !tooLarge, let amount = Amount(units: units), amount <= max else { throw .tooLarge }
        self = amount
    }

    /// False if the number no longer fits; `units` then keeps its last value, so that a later digit cannot wrap it
    /// around.
    @usableFromInline static func append(_ digit: UInt8, to units: inout Int64) -> Bool {
        let (shifted, overflow) = units.multipliedReportingOverflow(by: 10)
        let (sum, carry) = shifted.addingReportingOverflow(Int64(digit))
        guard !overflow, !carry else { return false }
        units = sum
        return true
    }

    /// The shortest exact decimal text in whole coins: no exponent, no separator, no trailing zeros.
    public func text(decimals: Int) -> String {
        // As bytes: slices of strings cost more at their first use than reading a link.
        var digits = Array(String(units).utf8)
        let missing = decimals + 1 - digits.count
        if missing > 0 { digits = [UInt8](repeating: UInt8(ascii: "0"), count: missing) + digits }
        let whole = digits.count - decimals
        while digits.count > whole, digits[digits.count - 1] == UInt8(ascii: "0") { digits.removeLast() }
        if digits.count > whole { digits.insert(UInt8(ascii: "."), at: whole) }
        return String(decoding: digits, as: UTF8.self)
    }
}

extension Amount {
    /// Reads an amount that the person typed, in whole coins.
    public static func typed(_ text: String, of coin: some CoinFacts) throws(RequestError) -> Amount {
        try payable(text.utf8, of: coin, minimum: nil, at: nil)
    }

    @inlinable package static func payable(
        _ text: some Sequence<UInt8>, of coin: some CoinFacts, minimum: Amount?, isOnChain: Bool = true,
        at range: Range<Int>?
    ) throws(RequestError) -> Amount {
        let amount: Amount
        do {
            amount = try Amount(text: text, decimals: coin.decimals, max: coin.maxMoney)
        } catch {
            throw RequestError(error, in: Array(text), of: coin, at: range)
        }
        guard amount > .zero else {
            throw RequestError(
                .amountOutOfRange, "The amount is zero.", at: range,
                hint: "There is nothing to pay. Without an amount, you are asked for one.",
                parameter: "amount")
        }
        guard amount >= coin.dust || !isOnChain else {
            throw RequestError(
                .dust,
                "\(coin.text(amount)) is below the dust limit: the network relays no less than \(coin.text(coin.dust)).",
                at: range, hint: "Ask the sender for a larger amount.", parameter: "amount")
        }
        if let minimum, amount < minimum {
            throw RequestError(
                .amountOutOfRange, "Such links pay at least \(coin.text(minimum)).", at: range, parameter: "amount")
        }
        return amount
    }
}

extension Amount {
    /// A text without zeros behind the last decimal of its coin, which change nothing: libraries print a fixed number of digits.
    package static func withoutNeedlessZeros(_ text: ArraySlice<UInt8>, decimals: Int) -> ArraySlice<UInt8> {
        guard let point = text.firstIndex(of: UInt8(ascii: ".")) else { return text }
        var digits = text
        while digits.endIndex > point + 1 + decimals, digits.last == UInt8(ascii: "0") { digits = digits.dropLast() }
        return digits
    }

    /// How to write what people and programs often write in place of a decimal number; nil if the text is none of that.
    /// It is never read anyway: programs that do read it read different amounts.
    package static func advice(on text: some Collection<UInt8>) -> String? {
        guard text.contains(where: \.isASCIIDigit) else { return nil }
        if let separator = text.first(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: ";") }) {
            return "Between parameters stands “&”, not “\(Character(UnicodeScalar(separator)))”."
        }
        if text.contains(UInt8(ascii: ",")) {
            return "Write a point instead of the comma, as in “0.5”, and nothing between thousands."
        }
        return nil
    }
}

extension RequestError {
    /// The error for an invalid amount text.
    @usableFromInline init(_ error: Amount.TextError, in text: [UInt8], of coin: some CoinFacts, at range: Range<Int>?)
    {
        let form = "Write amounts in coins, such as “0.5”: digits and at most one decimal point."
        let (code, message, hint): (Code, String, String) =
            switch error {
            case .notDecimal:
                (.invalidAmount, "The amount is not a decimal number.", Amount.advice(on: text) ?? form)
            case .tooPrecise:
                (.amountTooPrecise, "The amount has more than the \(coin.decimals) decimals of \(coin.ticker).", form)
            case .tooLarge:
                (
                    .amountOutOfRange, "The amount is more than the \(coin.text(coin.maxMoney)) that can exist.",
                    "Check the amount with the sender."
                )
            }
        self.init(code, message, at: range, hint: hint, parameter: "amount")
    }
}

/// How amounts and addresses of a coin look: all that a requesting app must know about it.
public protocol CoinFacts: Sendable {
    /// Its id, `dash`.
    var id: CoinID { get }
    /// Name for people, `Dash`.
    var title: String { get }
    /// Short name shown after amounts, `DASH`.
    var ticker: String { get }
    /// Fraction digits of one whole coin, 0…18.
    var decimals: Int { get }
    /// The largest amount that can exist.
    var maxMoney: Amount { get }
    /// The smallest output that nodes relay; zero if there is no limit.
    var dust: Amount { get }
    /// Whether the coin's network locks payments within seconds.
    var hasLock: Bool { get }
}

extension CoinFacts {
    /// `0.5 DASH`.
    public func text(_ amount: Amount) -> String { "\(amount.text(decimals: decimals)) \(ticker)" }
}
