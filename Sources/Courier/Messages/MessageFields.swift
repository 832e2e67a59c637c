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
