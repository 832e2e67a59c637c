import RouterTestSupport
import Testing

/// One case of a file of `links`.
struct LinkVector: Sendable, CustomTestStringConvertible {
    let name: String
    let url: String
    let expect: [String: JSONValue]

    var testDescription: String { name }

    static let bip321: [LinkVector] = JSONValue.file("links/bip321.json").rows("cases").compactMap { value in
        guard let name = value["name"]?.text, let url = value["url"]?.text,
            case .object(let expect)? = value["expect"]
        else { return nil }
        return LinkVector(name: name, url: url, expect: expect)
    }

    /// The expectations, of which any is as good: the first, and what `or` has.
    var expectations: [[String: JSONValue]] {
        guard case .object(let other)? = expect["or"] else { return [expect] }
        return [expect, other]
    }
}
