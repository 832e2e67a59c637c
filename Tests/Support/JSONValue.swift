import Foundation

/// The folder `Tests`.
public let testFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

/// JSON as the vectors have it, with numbers kept as integers or text.
public enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Int64)
    case decimal(String)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// A file below `Tests/Vectors`.
    public static func file(_ path: String) -> JSONValue {
        let url = testFolder.appending(path: "Vectors/\(path)")
        guard let data = try? Data(contentsOf: url), let value = try? JSONValue(parsing: data) else {
            preconditionFailure("vectors missing: \(url.path)")
        }
        return value
    }

    /// Parses JSON text.
    public init(parsing data: Data) throws {
        self = JSONValue(try JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed]))
    }

    /// An array of the values of JSON text that has one a line.
    public init(lines text: String) throws {
        self = .array(try text.split(separator: "\n").map { try JSONValue(parsing: Data($0.utf8)) })
    }

    private init(_ value: Any) {
        switch value {
        case let value as [String: Any]: self = .object(value.mapValues(JSONValue.init))
        case let value as [Any]: self = .array(value.map(JSONValue.init))
        case let value as String: self = .string(value)
        case let value as NSNumber:
            if unsafe String(cString: value.objCType) == "c" {
                self = .bool(value.boolValue)
            } else if let integer = Int64(exactly: value) {
                self = .number(integer)
            } else {
                self = .decimal("\(value)")
            }
        default: self = .null
        }
    }

    /// The text of a string.
    public var text: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// The value of a whole number.
    public var integer: Int64? {
        if case .number(let number) = self { return number }
        return nil
    }

    /// The elements of an array; none for anything else.
    public var elements: [JSONValue] {
        if case .array(let values) = self { return values }
        return []
    }

    /// The rows of the table `key`. A table that is missing or empty would be a test that cannot fail, so it ends the run.
    public func rows(_ key: String) -> [JSONValue] {
        let rows = self[key]?.elements ?? []
        precondition(!rows.isEmpty, "the vectors have no table “\(key)”")
        return rows
    }

    /// A member of an object.
    public subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { return members[key] }
        return nil
    }
}
