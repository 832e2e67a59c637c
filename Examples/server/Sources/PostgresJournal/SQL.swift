/// A parameter for PostgreSQL. Values are never inserted into the text of SQL.
public enum SQLValue: Sendable, Hashable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int64)
    /// Text without NUL.
    case text(String)
    /// Bytes.
    case bytes([UInt8])
    /// True or false.
    case bool(Bool)

    /// A text, or null.
    public init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }

    /// A number, or null.
    public init(_ number: Int64?) { self = number.map(SQLValue.integer) ?? .null }

    /// In the text format of the protocol.
    var written: String? {
        switch self {
        case .null: nil
        case .integer(let number): String(number)
        case .text(let text): text
        case .bytes(let bytes):
            "\\x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        case .bool(let isTrue): isTrue ? "t" : "f"
        }
    }
}

/// A row from PostgreSQL: its columns in the text format, nil for null.
public struct Row: Sendable {
    let columns: [String?]

    /// The text in a column; nil for null.
    public func text(_ column: Int) -> String? { columns[column] }

    /// The whole number in a column; nil for null and anything else.
    public func integer(_ column: Int) -> Int64? { columns[column].flatMap { Int64($0) } }

    /// Whether the column is true.
    public func isTrue(_ column: Int) -> Bool { columns[column] == "t" }

    /// The bytes in a `bytea` column; nil for null and anything else.
    public func bytes(_ column: Int) -> [UInt8]? {
        guard let text = columns[column], text.hasPrefix("\\x") else { return nil }
        let digits = text.utf8.dropFirst(2).map { UInt8(Character(Unicode.Scalar($0)).hexDigitValue ?? 255) }
        guard digits.count.isMultiple(of: 2), !digits.contains(255) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
