extension DocumentReader {
    /// The text of a scalar, quoted or not. Notes if `node` is not a scalar, or is empty.
    package mutating func text(_ node: YAMLNode) -> String? { isText(node) ? node.text : nil }

    /// Whether `node` is a non-empty scalar; if not, that is noted.
    mutating func isText(_ node: YAMLNode) -> Bool {
        if node.kind.isScalar, !node.isEmpty { return true }
        noteType("text", of: node, hint: node.isEmpty ? "write a value, or remove the key" : nil)
        return false
    }

    /// A short text for people: 1 to `limit` characters that are safe to print, without white space around them.
    package mutating func label(_ node: YAMLNode, limit: Int) -> String? {
        guard let text = text(node) else { return nil }
        guard !text.isEmpty, text.unicodeScalars.count <= limit else {
            note(.outOfRange, in: node, "expected 1 to \(limit) characters", hint: text.isEmpty ? nil : "shorten it")
            return nil
        }
        guard text.unicodeScalars.allSatisfy(\.isSafeToPrint), text.utf8.first != 0x20, text.utf8.last != 0x20 else {
            note(
                .invalidValue, in: node,
                "expected printable characters, with no leading or trailing spaces")
            return nil
        }
        return text
    }

    /// A name used in our sentences: a label of at most four words that is not itself a sentence.
    package mutating func title(_ node: YAMLNode, limit: Int) -> String? {
        guard let text = label(node, limit: limit) else { return nil }
        let isSentence = text.unicodeScalars.contains { scalar in
            switch scalar {
            case ".", ",", ":", ";", "!", "?", "…": true
            default: false
            }
        }
        guard !isSentence, Self.countWords(in: text) <= 4 else {
            note(
                .invalidValue, in: node, "expected a name of one to four words, without . , : ; ! ?",
                hint: "sentences around it are the program's own")
            return nil
        }
        return text
    }

    /// The number of words in a text that begins and ends with one.
    private static func countWords(in text: String) -> Int {
        var count = 1
        var isBehindSpace = false
        for byte in text.utf8 {
            if isBehindSpace, byte != 0x20 { count += 1 }
            isBehindSpace = byte == 0x20
        }
        return count
    }

    /// An identifier: a lower-case letter, then lower-case letters, digits and `-`; at most 32 bytes.
    package mutating func identifier(_ node: YAMLNode) -> String? {
        guard let text = text(node) else { return nil }
        return identifier(text, at: node.mark, in: node) ? text : nil
    }

    /// Whether `text` at `mark` is an identifier (``identifier(_:)``); if not, that is noted.
    package mutating func identifier(_ text: String, at mark: YAMLMark, in node: YAMLNode) -> Bool {
        let isIdentifier = Self.isIdentifier(text)
        if !isIdentifier {
            note(
                .invalidValue, at: mark, in: node, "\(quoted(text)) is not a name",
                hint: "a name is at most 32 lower-case letters, digits and “-”, and begins with a letter",
                name: text, candidates: [Self.respelt(text)].filter(Self.isIdentifier))
        }
        return isIdentifier
    }

    static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count <= DescriptorLimits.identifier && text.utf8.first.map { (0x61...0x7A).contains($0) } == true
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    /// The text in lower case, with `-` between its words.
    static func respelt(_ text: String) -> String {
        String(text.lowercased().map { "_ .".contains($0) ? "-" : $0 })
    }

    /// `true` or `false`, without quotes.
    package mutating func boolean(_ node: YAMLNode) -> Bool? {
        if node.kind == .plainScalar {
            if node.isText("true") { return true }
            if node.isText("false") { return false }
        }
        let words = [("true", ["true", "yes", "on", "y"]), ("false", ["false", "no", "off", "n"])]
        let word = words.first { $0.1.contains(node.text.lowercased()) }?.0
        noteType("true or false", of: node, hint: word.map { "write \($0), without quotes" })
        return nil
    }

    /// A whole number in decimal or `0x` hex, without quotes.
    package mutating func integer(_ node: YAMLNode, in range: ClosedRange<Int64>) -> Int64? {
        guard node.kind == .plainScalar, let value = Self.number(node.utf8) else {
            noteType("a whole number such as 42 or 0x2A", of: node, hint: Self.numberAdvice(node))
            return nil
        }
        guard range.contains(value) else {
            note(
                .outOfRange, in: node,
                "expected a number from \(range.lowerBound) to \(range.upperBound), not \(quoted(node.text))")
            return nil
        }
        return value
    }

    /// A suggestion for a text that is almost a whole number.
    private static func numberAdvice(_ node: YAMLNode) -> String? {
        // A longer one is no number that anybody writes here, but may be a key.
        guard node.kind.isScalar, node.utf8.count <= 16 else { return nil }
        let isQuoted = node.kind == .quotedScalar
        if number(node.utf8) != nil { return isQuoted ? "write \(node.text), without quotes" : nil }
        let bytes = node.utf8
        let digits = bytes.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "'") }
        if number(Array("0x".utf8)[...] + bytes) != nil, bytes.contains(where: { (0x41...0x46).contains($0 & ~0x20) }) {
            return "write 0x\(node.text): hexadecimal numbers begin with 0x"
        }
        if digits.count < bytes.count, number(digits[...]) != nil {
            return "write \(String(decoding: digits, as: UTF8.self)): digits only"
        }
        let rest = bytes.drop { $0 == UInt8(ascii: "0") }
        if bytes.first == UInt8(ascii: "0"), number(rest) != nil {
            return "write \(String(decoding: rest, as: UTF8.self)), without the leading zero"
        }
        return nil
    }

    /// An amount as a whole number of the smallest unit.
    package mutating func units(_ node: YAMLNode) -> Amount? {
        if node.kind.isScalar, node.utf8.contains(UInt8(ascii: ".")) {
            noteType(
                "a whole number of the smallest unit", of: node,
                hint: "write it without a point: 1 is one smallest unit")
            return nil
        }
        return integer(node, in: DescriptorLimits.units).flatMap { Amount(units: $0) }
    }

    /// An amount in whole coins, as exact decimal text, quoted or not.
    package mutating func coins(_ node: YAMLNode, decimals: Int, max: Amount) -> Amount? {
        guard isText(node) else { return nil }
        do throws(Amount.TextError) {
            return try Amount(text: node.utf8, decimals: decimals, max: max)
        } catch {
            let text = node.text
            switch error {
            case .notDecimal:
                note(
                    .wrongType, in: node, "expected decimal coins such as \"0.5\", not \(quoted(text))",
                    hint: "write only digits, with at most one point between them")
            case .tooPrecise:
                note(.outOfRange, in: node, "\(quoted(text)) has more than \(decimals) decimals")
            case .tooLarge where max == .largest:
                note(
                    .outOfRange, in: node, "\(quoted(text)) is more than this program counts",
                    hint: "the most is \(max.text(decimals: decimals)), which is \(max.units) of the smallest unit")
            case .tooLarge:
                note(.outOfRange, in: node, "\(quoted(text)) is more than can exist")
            }
            return nil
        }
    }

    /// One of several names. `what` is their kind in the message, as in `unknown grammar 'bip12'`.
    package mutating func choice<Value>(
        _ node: YAMLNode, of what: String, among values: [Value], hint: String? = nil, name: (Value) -> String
    ) -> Value? {
        guard isText(node) else { return nil }
        // By index: code that is generic over sequences costs 200,000 instructions at its first use.
        for position in values.indices where node.isText(name(values[position])) { return values[position] }
        let names = values.map(name)
        let hints = [names.count <= 8 ? "known: \(names.joined(separator: ", "))" : nil, hint].compactMap(\.self)
        note(
            .unknownName, in: node, "unknown \(what) \(quoted(node.text))",
            hint: hints.isEmpty ? nil : hints.joined(separator: "; "), name: node.text, candidates: names)
        return nil
    }

    mutating func noteType(_ expected: String, of node: YAMLNode, hint: String? = nil) {
        let found =
            switch node.content {
            case .mapping: "a mapping"
            case .sequence: "a list"
            case .scalar where node.isEmpty: "nothing"
            case .scalar(let text, isQuoted: true): "the quoted text \(quoted(text))"
            case .scalar(let text, isQuoted: false): quoted(text)
            }
        note(.wrongType, in: node, "expected \(expected), found \(found)", hint: hint)
    }

    /// Decimal digits without a leading zero, which some languages read as octal, or `0x` and hex digits. A number that
    /// does not fit becomes the largest one, which no range allows.
    static func number(_ text: ArraySlice<UInt8>) -> Int64? {
        var digits = text
        var radix: Int64 = 10
        if digits.first == UInt8(ascii: "0"), digits.count > 1 {
            guard digits.dropFirst().first == UInt8(ascii: "x") else { return nil }
            digits = digits.dropFirst(2)
            radix = 16
        }
        guard !digits.isEmpty else { return nil }
        var value: Int64 = 0
        for byte in digits {
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46 where radix == 16, 0x61...0x66 where radix == 16: digit = (byte | 0x20) - 0x57
            default: return nil
            }
            let (product, overflow) = value.multipliedReportingOverflow(by: radix)
            let (sum, carry) = product.addingReportingOverflow(Int64(digit))
            value = overflow || carry ? .max : sum
        }
        return value
    }
}
