import RouterBytes

/// An amount in a link of a described protocol: exact, and of any size (S9).
public struct DescribedAmount: Sendable, Hashable {
    /// The number without its decimal point.
    let number: WholeNumber
    /// The number of fraction digits.
    let decimals: Int
    /// Its unit for people: a ticker, a currency, or the smallest unit of something.
    public let unit: String
    /// The link's currency; nil if it has none.
    public let currency: String?
    /// How programs receive it: the link's digits, or the number in the smallest unit.
    public let value: Value

    /// How programs receive an amount.
    public enum Value: Sendable, Hashable {
        /// In the smallest unit.
        case units(WholeNumber)
        /// As written in the link.
        case written(String)
    }

    /// For people, `1.5 XMR`.
    public var text: String {
        let digits =
            switch value {
            case .units: number.text(decimals: decimals)
            case .written(let text): text
            }
        return unit.isEmpty ? digits : "\(digits) \(unit)"
    }

    /// The amount in the coin's smallest unit, rounded up; ``Amount/largest`` if that needs more than 64 bits. Nil if
    /// it is in another currency.
    func units(of coin: CoinDescriptor) -> Amount? {
        guard Self.isCoin(currency, coin) else { return nil }
        return number.recounted(from: decimals, to: coin.decimals)?.int64.flatMap { Amount(units: $0) } ?? .largest
    }

    /// The amount in the coin's smallest unit, for people; nil if it is in another currency, not a whole number of that
    /// unit, or too large for 64 bits.
    func exactUnits(of coin: CoinDescriptor) -> Amount? {
        guard let units = units(of: coin), units < .largest,
            number.recounted(from: decimals, to: coin.decimals)?.recounted(from: coin.decimals, to: decimals) == number
        else { return nil }
        return units
    }

    /// Whether a currency is the coin itself, as in `BTC:0.5`; an amount without a currency is in the coin.
    static func isCoin(_ currency: String?, _ coin: CoinDescriptor) -> Bool {
        currency.map { $0.lowercased().isSame(coin.ticker.lowercased()) } ?? true
    }

    /// The product; nil if it is too large to be stored.
    func times(_ count: WholeNumber) -> DescribedAmount? {
        number.multiplied(by: count).map {
            DescribedAmount(number: $0, decimals: decimals, unit: unit, currency: currency, value: .units($0))
        }
    }

    /// The sum, if both have the same unit, in whatever case; nil if not, or if it is too large to be stored.
    func adding(_ other: DescribedAmount) -> DescribedAmount? {
        // Of a token with unknown decimals, an amount as written has those of the link.
        let decimals = max(decimals, other.decimals)
        var isWritten = false
        if case .written = value { isWritten = true }
        guard unit.lowercased().isSame(other.unit.lowercased()), isWritten || self.decimals == other.decimals,
            let sum = number.recounted(from: self.decimals, to: decimals).flatMap({ first in
                other.number.recounted(from: other.decimals, to: decimals).flatMap(first.adding)
            })
        else { return nil }
        let value: Value
        switch self.value {
        case .units: value = .units(sum)
        case .written: value = .written(sum.text(decimals: decimals))
        }
        return DescribedAmount(number: sum, decimals: decimals, unit: unit, currency: currency, value: value)
    }
}

/// Reads the amounts of a link of a described protocol.
struct DescribedAmountReading {
    let rules: AmountRules
    let coin: CoinDescriptor
    /// Whether the amount is in a token, whose scale and supply are unknown here.
    var isOfToken = false
    /// Whether a token's decimals are unknown here.
    var hasUnknownScale = false
    /// Whether it is in the native coin of a chain, which may or may not be the scheme's coin.
    var isOnOtherChain = false

    /// The amount as written in links with these rules: the shortest plain digits.
    static func plain(_ amount: DescribedAmount, by rules: AmountRules) -> String {
        switch amount.value {
        case .units(let number) where rules.form == .integer || rules.form == .whole: number.description
        case .units(let number): number.text(decimals: amount.decimals)
        case .written(let text): (rules.form == .currency ? amount.currency.map { "\($0):" } ?? "" : "") + text
        }
    }

    private static let most = 120

    func read(
        _ text: ArraySlice<UInt8>, named name: String, at range: Range<Int>, warnings: inout [LinkWarning]
    ) throws(RequestError) -> DescribedAmount {
        var digits = text
        var currency = rules.currency
        if rules.form == .currency {
            let letters = text.prefix(while: \.isASCIILetter)
            guard (1...11).contains(letters.count), text.dropFirst(letters.count).first == UInt8(ascii: ":") else {
                throw error(.invalidAmount, "The amount has no currency before it.", name, range)
            }
            currency = String(decoding: letters, as: UTF8.self)
            digits = text.dropFirst(letters.count + 1)
        }
        if let separator = rules.separator, digits.contains(separator) {
            if !Self.isGroupedByThree(digits, separator) {
                warnings.append(
                    LinkWarning(
                        .amountIsOdd,
                        "The amount has a “\(Character(UnicodeScalar(separator)))” that has no meaning: it is not a decimal "
                            + "point."))
            }
            digits = digits.filter { $0 != separator }[...]
        }
        guard digits.count <= Self.most else { throw error(.invalidAmount, "The amount is too long.", name, range) }
        let isWhole = digits.allSatisfy(\.isASCIIDigit)
        guard rules.form != .whole || isWhole && !digits.isEmpty else {
            throw error(.invalidAmount, "The amount is not a whole number of the smallest unit.", name, range)
        }
        if rules.hasUnknownUnit, !isOfToken {
            warnings.append(
                LinkWarning(
                    .unitIsUnknown,
                    "Nothing says what the number counts: some programs mean \(coin.title), others a token."))
        }
        return rules.form == .integer || rules.form == .whole
            ? try integer(digits, name, range) : try decimal(digits, currency: currency, name, range)
    }

    private func decimal(
        _ text: ArraySlice<UInt8>, currency: String?, _ name: String, _ range: Range<Int>
    ) throws(RequestError) -> DescribedAmount {
        let whole = text.prefix(while: \.isASCIIDigit)
        let rest = text.dropFirst(whole.count)
        var fraction = rest.dropFirst()
        guard rest.isEmpty || rest.first == UInt8(ascii: "."), fraction.allSatisfy(\.isASCIIDigit),
            !whole.isEmpty || !fraction.isEmpty,
            !rules.needsDigitsAroundPoint || (!whole.isEmpty && (rest.isEmpty || !fraction.isEmpty))
        else { throw error(.invalidAmount, "The amount is not a decimal number.", name, range) }
        // Only a token's contract knows its decimals.
        let isWritten = hasUnknownScale || rules.hasUnknownUnit
        let decimals = isWritten ? fraction.count : rules.decimals ?? coin.decimals
        // Zeros behind the last decimal change nothing, unless the protocol limits the digits.
        while !rules.needsDigitsAroundPoint, rules.form == .decimal, fraction.count > decimals, fraction.last == 0x30 {
            fraction.removeLast()
        }
        guard fraction.count <= decimals else {
            throw error(
                .amountTooPrecise,
                decimals == 0
                    ? "The amount is not a whole number."
                    : "The amount has more than \(decimals) decimal\(decimals == 1 ? "" : "s").", name, range)
        }
        let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: decimals - fraction.count)
        guard let number = WholeNumber(digits: Array(whole) + fraction + zeros) else {
            throw error(.amountOutOfRange, "The amount is too large.", name, range)
        }
        if let bits = rules.bits {
            let counted = rules.form == .currency ? WholeNumber(digits: [0x30] + whole) : number
            guard let counted, counted < WholeNumber.power(ofTwo: bits) else {
                throw error(.amountOutOfRange, "The amount is too large.", name, range)
            }
        }
        try checkZero(number, name, range)
        let isNamed = currency != nil && !DescribedAmount.isCoin(currency, coin)
        let unit =
            isNamed
            ? currency ?? ""
            : isOfToken
                ? "of the token" : rules.hasUnknownUnit ? "" : isOnOtherChain ? "of the chain's own coin" : coin.ticker
        let value: DescribedAmount.Value =
            rules.isAsWritten || isWritten || currency != nil
            ? .written(String(decoding: text, as: UTF8.self)) : .units(number)
        let amount = DescribedAmount(number: number, decimals: decimals, unit: unit, currency: currency, value: value)
        try checkMost(amount, name, range)
        return amount
    }

    /// `2.014e18`: digits with an optional point, and an exponent. The result must be an exact integer.
    private func integer(
        _ text: ArraySlice<UInt8>, _ name: String, _ range: Range<Int>
    ) throws(RequestError) -> DescribedAmount {
        let mantissa = text.prefix { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
        let rest = text.dropFirst(mantissa.count)
        let exponentDigits = rest.dropFirst()
        let parts = mantissa.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let hasExponent = !rest.isEmpty
        guard parts.count <= 2, mantissa.contains(where: \.isASCIIDigit),
            !hasExponent || (rest.first.map { $0 | 0x20 } == UInt8(ascii: "e") && !exponentDigits.isEmpty),
            exponentDigits.allSatisfy(\.isASCIIDigit)
        else { throw error(.invalidAmount, "The amount is not a whole number.", name, range) }
        var fraction = parts.count == 2 ? Array(parts[1]) : []
        while fraction.last == 0x30 { fraction.removeLast() }
        guard exponentDigits.count <= 3, let exponent = Int("0" + String(decoding: exponentDigits, as: UTF8.self)),
            exponent < WholeNumber.mostDigits
        else {
            throw error(.amountOutOfRange, "The amount is too large.", name, range)
        }
        guard fraction.count <= exponent else {
            throw error(.invalidAmount, "The amount is not a whole number of the smallest unit.", name, range)
        }
        let moved = fraction.prefix(exponent)
        let zeros = [UInt8](repeating: 0x30, count: exponent - moved.count)
        guard let number = WholeNumber(digits: Array(parts[0]) + moved + zeros),
            number < WholeNumber.power(ofTwo: rules.bits ?? 256)
        else { throw error(.amountOutOfRange, "The amount is too large.", name, range) }
        try checkZero(number, name, range)
        let amount = DescribedAmount(
            number: number, decimals: isOfToken ? 0 : coin.decimals,
            unit: isOfToken ? "of the token's smallest unit" : isOnOtherChain ? "of the chain's own coin" : coin.ticker,
            currency: nil, value: .units(number))
        try checkMost(amount, name, range)
        return amount
    }

    private func checkMost(_ amount: DescribedAmount, _ name: String, _ range: Range<Int>) throws(RequestError) {
        guard !isOfToken, !rules.hasUnknownUnit, !isOnOtherChain, let units = amount.units(of: coin),
            units > coin.maxMoney
        else { return }
        throw error(
            .amountOutOfRange, "The amount is more than the \(coin.text(coin.maxMoney)) that can exist.", name, range)
    }

    private func checkZero(_ number: WholeNumber, _ name: String, _ range: Range<Int>) throws(RequestError) {
        guard rules.zero == .refused, number == .zero, !hasUnknownScale else { return }
        throw RequestError(
            .amountOutOfRange, "The amount is zero.", at: range,
            hint: "There is nothing to pay. Without an amount, you are asked for one.", parameter: name)
    }

    private func error(
        _ code: RequestError.Code, _ message: String, _ name: String, _ range: Range<Int>
    ) -> RequestError {
        let hint =
            switch rules.form {
            case _ where code == .amountTooPrecise:
                "It may be a rounding error of the program that made the link: ask the sender for a new one."
            case _ where code != .invalidAmount: "Check the amount with the sender."
            case .decimal: "Amounts are digits and at most one point, such as “0.5”."
            case .whole:
                "Amounts are digits only, in the smallest unit\(coin.unit.map { " (\($0))" } ?? ""): a program that "
                    + "writes whole coins means something else."
            case .integer: "Amounts are whole numbers of the smallest unit, such as “2.014e18”."
            case .currency: "Amounts have a currency before them, such as “EUR:1.5”."
            }
        return RequestError(code, message, at: range, hint: hint, parameter: name)
    }

    /// `1,000.50` and `1,000,000`, in which nobody can mistake a separator for a decimal point, unlike `1,000`.
    private static func isGroupedByThree(_ digits: ArraySlice<UInt8>, _ separator: UInt8) -> Bool {
        let groups = digits.prefix { $0 != UInt8(ascii: ".") }.split(
            separator: separator, omittingEmptySubsequences: false)
        let fraction = digits.drop { $0 != UInt8(ascii: ".") }
        return !fraction.contains(separator) && (1...3).contains(groups[0].count)
            && groups.dropFirst().allSatisfy { $0.count == 3 } && (groups.count > 2 || !fraction.isEmpty)
    }
}
