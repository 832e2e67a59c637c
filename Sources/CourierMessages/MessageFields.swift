import ExactJSON
import RouterBytes
import RouterConnections

/// A malformed message: the member that is wrong.
public struct MessageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The name of the member.
    public let member: String

    init(_ member: String) {
        self.member = member
    }

    /// A sentence about it.
    public var description: String { "the message has no valid “\(member)”" }
}

/// Reads the members of a message. An unknown one makes the message invalid: it might be a restriction.
struct MessageFields {
    private let members: [(name: String, value: JSON)]

    init(_ json: JSON, known: [String]) throws(MessageError) {
        guard let members = json.members else { throw MessageError("{}") }
        for member in members where !known.contains(member.name) { throw MessageError(member.name) }
        self.members = members
    }

    /// The value of a member; nil if it is missing or null.
    func optional(_ name: String) -> JSON? {
        members.first { $0.name == name }.flatMap { $0.value == .null ? nil : $0.value }
    }

    func value(_ name: String) throws(MessageError) -> JSON {
        guard let value = optional(name) else { throw MessageError(name) }
        return value
    }

    func text(_ name: String) throws(MessageError) -> String {
        guard let text = optional(name)?.string else { throw MessageError(name) }
        return text
    }

    /// A member read by `read`; nil if it is missing or null.
    func optional<Value>(
        _ name: String, _ read: (String) throws(MessageError) -> Value
    ) throws(MessageError) -> Value? {
        optional(name) == nil ? nil : try read(name)
    }

    func integer(_ name: String) throws(MessageError) -> Int64 {
        guard case .number(let number)? = optional(name), let integer = Int64(number.text) else {
            throw MessageError(name)
        }
        return integer
    }

    func truth(_ name: String) throws(MessageError) -> Bool {
        guard case .bool(let truth)? = optional(name) else { throw MessageError(name) }
        return truth
    }

    /// A list whose elements are read by `read`.
    func list<Element>(_ name: String, _ read: (JSON) -> Element?) throws(MessageError) -> [Element] {
        guard let elements = optional(name)?.elements else { throw MessageError(name) }
        let list = elements.compactMap(read)
        guard list.count == elements.count else { throw MessageError(name) }
        return list
    }

    func bytes(_ name: String) throws(MessageError) -> [UInt8] {
        guard let bytes = Base64.decode(try text(name).utf8) else { throw MessageError(name) }
        return bytes
    }
}

/// Splits a stream of bytes into lines.
public struct LineBuffer: Sendable {
    private var bytes: [UInt8] = []
    /// Where the next line begins.
    private var start = 0
    /// Bytes before this index contain no line feed.
    private var searched = 0
    private let limit: Int

    /// A buffer for lines of at most `limit` bytes.
    public init(limit: Int) {
        self.limit = limit
    }

    /// Appends received bytes.
    public mutating func append(_ more: ArraySlice<UInt8>) { bytes.append(contentsOf: more) }

    /// The next line without its line feed; nil if it is not whole yet.
    public mutating func next() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: 0x0A) else {
            bytes.removeFirst(start)
            start = 0
            searched = bytes.count
            return nil
        }
        let line = Array(bytes[start..<end])
        start = end + 1
        searched = start
        return line
    }

    /// Whether it holds no partial line.
    public var isEmpty: Bool { bytes.count == start }

    /// Whether the buffered line exceeds the limit.
    public var isOverfull: Bool { bytes.count - start > limit }
}
