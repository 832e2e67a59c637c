/// A JSON value (RFC 8259) that preserves its text: numbers keep their digits, members keep their order.
public enum JSON: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, with the digits it was written with.
    case number(JSONNumber)
    case string(String)
    case array([JSON])
    /// An object, with its members in the order given. An object that was read has no duplicate names.
    case object([(name: String, value: JSON)])

    /// A string, or null.
    public init(_ text: String?) {
        self = text.map(JSON.string) ?? .null
    }

    /// A whole number.
    public static func number(_ value: some BinaryInteger) -> JSON { .number(JSONNumber(value)) }

    /// The text of a string; nil for anything else.
    public var string: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// The elements of an array; nil for anything else.
    public var elements: [JSON]? {
        if case .array(let values) = self { return values }
        return nil
    }

    /// The result of `read` for each element; nil if this is not an array or `read` returns nil for any element.
    package func elements<Value>(_ read: (JSON) -> Value?) -> [Value]? {
        guard let elements else { return nil }
        let values = elements.compactMap(read)
        return values.count == elements.count ? values : nil
    }

    /// The members of an object; nil for anything else.
    public var members: [(name: String, value: JSON)]? {
        if case .object(let members) = self { return members }
        return nil
    }

    /// The member with exactly this name; nil if there is none or this is not an object.
    public subscript(name: String) -> JSON? {
        // Not `==`, which treats canonically equivalent names as equal.
        members?.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// Whether this is exactly `text`, byte for byte. With `==` the time grows with the square of the number of
    /// consecutive combining marks, which the author of the text controls.
    package func says(_ text: String) -> Bool {
        if case .string(let said) = self { return said.utf8.elementsEqual(text.utf8) }
        return false
    }

    /// Values are equal if they have the same text.
    public static func == (left: JSON, right: JSON) -> Bool { left.bytes == right.bytes }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

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

extension JSON {
    /// The value on one line, without spaces.
    public var text: String { written.string }

    /// The UTF-8 of ``text``.
    public var bytes: [UInt8] { written.bytes }

    private var written: JSONWriter {
        var writer = JSONWriter()
        writer.write(self)
        return writer
    }

    /// Parses what `write` writes: for output that is usually written without a value.
    package init(_ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        write(&writer)
        do throws(JSONError) {
            try self.init(reading: writer.bytes, limits: JSONLimits(bytes: .max, depth: .max))
        } catch {
            preconditionFailure("what was written is JSON: \(error.message)")
        }
    }
}
