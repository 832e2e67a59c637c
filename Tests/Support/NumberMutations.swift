import ExactJSON

/// What a server may say in the place of each number of its answers.
public enum NumberMutations {
    /// The ends of all types, zero, numbers that lose digits in other programs, and some that are no whole numbers.
    public static let extremes: [JSON] = [
        "-9223372036854775808", "-9223372036854775809", "-2147483649", "-2147483648", "-2", "-1", "0", "-0", "1",
        "2147483647", "2147483648", "4294967295", "4294967296", "9007199254740991", "9007199254740992",
        "9007199254740993", "-9007199254740993", "9223372036854775806", "9223372036854775807", "9223372036854775808",
        "18446744073709551615", "18446744073709551616", "1e308", "-1e308", "1e9999", "1e-9999", "1.5", "0.1",
        "92233720368.54775807", "184467440737.09551615",
    ].compactMap { JSONNumber($0).map(JSON.number) }

    /// `json` with one of its numbers – or of its strings of digits, as nodes write large ones – changed, each in every
    /// way. Elements of one array stand for each other: only the first that has a number at some place is changed there.
    public static func all(of json: JSON) -> [JSON] {
        var seen: Set<String> = []
        return places(in: json, at: [], name: "", &seen).flatMap { place in
            extremes.map { replacing(json, at: place[...], by: $0) }
        }
    }

    private static func places(in json: JSON, at path: [Int], name: String, _ seen: inout Set<String>) -> [[Int]] {
        switch json {
        case .number: return seen.insert(name).inserted ? [path] : []
        case .string(let text):
            return Int64(text) != nil && seen.insert(name).inserted ? [path] : []
        case .array(let elements):
            return elements.enumerated().flatMap { places(in: $1, at: path + [$0], name: name + "[]", &seen) }
        case .object(let members):
            return members.enumerated().flatMap { index, member in
                places(in: member.value, at: path + [index], name: "\(name).\(member.name)", &seen)
            }
        case .null, .bool: return []
        }
    }

    private static func replacing(_ json: JSON, at path: ArraySlice<Int>, by value: JSON) -> JSON {
        guard let first = path.first else { return value }
        switch json {
        case .array(var elements):
            elements[first] = replacing(elements[first], at: path.dropFirst(), by: value)
            return .array(elements)
        case .object(var members):
            members[first].value = replacing(members[first].value, at: path.dropFirst(), by: value)
            return .object(members)
        default: return json
        }
    }
}
