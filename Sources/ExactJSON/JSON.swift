/// A JSON value (RFC 8259) that preserves its text: numbers keep their digits, members keep their order.
public enum JSON: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, with the digits it was written with.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
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
