/// A value that can be a member of a JSON object literal; nil becomes null.
package protocol JSONConvertible {
    var jsonValue: JSON { get }
}

extension JSON: JSONConvertible {
    package var jsonValue: JSON { self }

    /// An object with these members.
    package init(_ members: KeyValuePairs<String, any JSONConvertible>) {
        self = .object(members.map { ($0, $1.jsonValue) })
    }

    /// Appends members to this object; any other value is replaced by an object with only these members.
    package mutating func add(_ more: KeyValuePairs<String, any JSONConvertible>) {
        var members = members ?? []
        // Leaves the members with one owner, so that appending does not copy them.
        self = .null
        for (name, value) in more { members.append((name, value.jsonValue)) }
        self = .object(members)
    }

    /// This object with further members; for any other value, an object with only these members.
    package func adding(_ more: KeyValuePairs<String, any JSONConvertible>) -> JSON {
        var json = self
        json.add(more)
        return json
    }

    /// This object with the members of another object.
    package func adding(_ more: JSON) -> JSON { .object((members ?? []) + (more.members ?? [])) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
    package var jsonValue: JSON { self?.jsonValue ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    package var jsonValue: JSON {
        // Not a key path: in generic code it would be created anew on each call.
        .array(map { $0.jsonValue })
    }
}

extension String: JSONConvertible {
    package var jsonValue: JSON { .string(self) }
}

extension Bool: JSONConvertible {
    package var jsonValue: JSON { .bool(self) }
}

extension JSONConvertible where Self: BinaryInteger {
    package var jsonValue: JSON { .number(self) }
}

extension Int: JSONConvertible {}
extension Int32: JSONConvertible {}
extension Int64: JSONConvertible {}
extension UInt16: JSONConvertible {}
extension UInt32: JSONConvertible {}
