import Foundation
import RouterTestSupport

/// The cases of one file of `Tests/Vectors/links`, with what `router explain --batch` says of each.
struct LinkVectors {
    /// The files, with the number of cases in each.
    static let files = [
        "bip321": 52, "bitcoincash": 33, "cardano": 17, "esr": 32, "ethereum": 35, "lightning": 40, "lnurl": 16,
        "monero": 39, "payto": 21, "solana": 23, "stellar": 20, "zcash": 45,
    ]

    struct Case {
        let name: String
        let url: String
        let expect: JSONValue
    }

    let cases: [Case]

    init(_ file: String) {
        cases = JSONValue.file("links/\(file).json").rows("cases").map {
            Case(name: $0["name"]?.text ?? "", url: $0["url"]?.text ?? "", expect: $0["expect"] ?? .null)
        }
    }

    /// What differs from the expectation, or from another that is as good.
    static func differences(_ found: JSONValue, _ expected: JSONValue) -> [String] {
        let first = differencesOfOne(found, expected)
        guard !first.isEmpty, let other = expected["or"] else { return first }
        let second = differencesOfOne(found, other)
        return second.isEmpty ? [] : first + second
    }

    private static func differencesOfOne(_ found: JSONValue, _ expected: JSONValue) -> [String] {
        guard case .object(let members) = expected else { return ["the case expects nothing"] }
        return members.keys.sorted().filter { key in
            let value = members[key] ?? .null
            switch key {
            case "or", "orError": return false
            case "error":
                let codes = [value.text] + (members["orError"]?.elements.map(\.text) ?? [])
                return !codes.contains(found["error"]?["code"]?.text)
            case "parameter", "reason": return found["error"]?[key]?.text != value.text
            case "range": return !isSame(found["error"]?[key] ?? .null, value)
            case "warns": return found["warnings"]?.elements.isEmpty != false && !found.says(.string("shape"))
            case "shows": return !value.elements.allSatisfy { found.shows($0.text ?? "") }
            case "proof": return found["proof"]?.text != value.text
            default: return !isSame(found[key] ?? .null, value)
            }
        }
    }

    /// Whether every field that is expected is there. Case means nothing in addresses, and a number is its digits.
    private static func isSame(_ found: JSONValue, _ expected: JSONValue) -> Bool {
        switch expected {
        case .object(let members): members.allSatisfy { isSame(found[$0] ?? .null, $1) }
        case .array(let values):
            values.count == found.elements.count && zip(found.elements, values).allSatisfy { isSame($0, $1) }
        default: found.comparable == expected.comparable
        }
    }
}

extension JSONValue {
    /// The value as it is compared.
    fileprivate var comparable: String {
        switch self {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .number(let number): "\(number)"
        case .decimal(let digits): digits
        case .string(let text): text.lowercased()
        case .array, .object: "a collection"
        }
    }

    /// Whether this value is it, or has it in it.
    fileprivate func says(_ value: JSONValue) -> Bool {
        switch self {
        case .array(let values): values.contains { $0.says(value) }
        case .object(let members): members.values.contains { $0.says(value) }
        default: self == value
        }
    }

    /// Whether a text stands in any of the texts.
    fileprivate func shows(_ text: String) -> Bool {
        switch self {
        case .string(let own): own.lowercased().contains(text.lowercased())
        case .array(let values): values.contains { $0.shows(text) }
        case .object(let members): members.values.contains { $0.shows(text) }
        default: comparable == text.lowercased()
        }
    }
}
