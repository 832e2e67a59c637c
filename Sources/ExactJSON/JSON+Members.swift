/// What can stand as it is where an object is written out: nothing is null.
package protocol JSONConvertible {
    var jsonValue: JSON { get }
}

extension JSON: JSONConvertible {
    package var jsonValue: JSON { self }

    /// An object with these members.
    package init(_ members: KeyValuePairs<String, any JSONConvertible>) {
        self = .object(members.map { ($0, $1.jsonValue) })
    }

    /// This object with further members; for any other value only those.
    package func adding(_ more: KeyValuePairs<String, any JSONConvertible>) -> JSON {
        .object((members ?? []) + more.map { ($0, $1.jsonValue) })
    }

    /// This object with the members of another one.
    package func adding(_ more: JSON) -> JSON { .object((members ?? []) + (more.members ?? [])) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
    package var jsonValue: JSON { self?.jsonValue ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    package var jsonValue: JSON { .array(map(\.jsonValue)) }
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
