import RouterBytes

/// Numeric arguments of contract calls (EIP-681), tags, and times.
extension DescribedReading {
    /// Reads when the request ends: a time, or seconds after the one of the parameter that must accompany it.
    mutating func readEnd(_ parameter: DescribedLink.Parameter, _ text: String) throws(RequestError) {
        var end = Int64(text)
        if let name = parameter.rule.companion {
            let start = split.parameters.first { $0.rule.name == name }.flatMap {
                Int64(String(decoding: $0.value, as: UTF8.self))
            }
            end = start.flatMap { start in end.flatMap { start.addingReportingOverflow($0).partialValue } }
        }
        guard let end, (0...Self.latest).contains(end) else { throw invalid(parameter, "is not a time") }
        expires = end
        facts.append(LinkFact("expires", title: "valid until", .number(end), shown: .own(UTCTime.text(end))))
        // As handed over.
        if parameter.rule.companion != nil { note(parameter, text) }
    }

    /// The last second with a year of four digits.
    private static let latest: Int64 = 253_402_300_799

    /// An argument as it is shown and handed over: a number with all its digits, unless it is hexadecimal, and anything
    /// else unchanged. Nil if it should be a number but is not.
    static func argument(_ value: some Collection<UInt8>, of type: String) -> String? {
        let text = String(decoding: value, as: UTF8.self)
        guard isNumber(type) else { return text }
        if value.starts(with: "0x".utf8) {
            let digits = value.dropFirst(2)
            return (1...64).contains(digits.count) && digits.allSatisfy { $0.hexDigitValue != nil } ? text : nil
        }
        // Only signed types have negative numbers.
        guard type.utf8.first == UInt8(ascii: "i"), value.first == UInt8(ascii: "-") else { return digits(value) }
        return digits(value.dropFirst()).map { $0 == "0" ? $0 : "-\($0)" }
    }

    /// Whether an argument of this type is a number: `uint256`, `int8`.
    private static func isNumber(_ type: String) -> Bool {
        let name = type.utf8.first == UInt8(ascii: "u") ? type.utf8.dropFirst() : type.utf8[...]
        return name.starts(with: "int".utf8) && name.dropFirst(3).allSatisfy(\.isASCIIDigit)
    }

    /// All the digits of `5e8`; nil unless it is a whole number below 2^256.
    static func digits(_ text: some Collection<UInt8>) -> String? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
        let mantissa = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, mantissa.count <= 2, parts[0].contains(where: \.isASCIIDigit) else { return nil }
        var exponent = 0
        if parts.count == 2 {
            guard (1...3).contains(parts[1].count), parts[1].allSatisfy(\.isASCIIDigit),
                let number = Int(String(decoding: parts[1], as: UTF8.self)), number < WholeNumber.mostDigits
            else { return nil }
            exponent = number
        }
        var fraction = mantissa.count == 2 ? Array(mantissa[1]) : []
        while fraction.last == 0x30 { fraction.removeLast() }
        guard fraction.count <= exponent else { return nil }
        let zeros = [UInt8](repeating: 0x30, count: exponent - fraction.count)
        guard let number = WholeNumber(digits: Array(mantissa[0]) + fraction + zeros),
            number < WholeNumber.power(ofTwo: 256)
        else { return nil }
        return number.description
    }
}
