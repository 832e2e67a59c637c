import ExactJSON

/// Members that mean nothing, which are sent now and then, so that no program comes to rely on there being none: what a
/// later version adds must not end those that are written today.
enum Grease {
    /// Whether a message contains one: every third does.
    static func isDue(_ id: Int64) -> Bool { id % 3 == 1 }

    /// The message with a member that no program can know.
    static func added(to message: JSON) -> JSON {
        let values: [JSON] = [.null, .bool(true), .string("ignore me"), .array([.number(7)]), .object([("a", .null)])]
        let name = "grease-" + String(UInt32.random(in: .min ... .max), radix: 16)
        return .object((message.members ?? []) + [(name, values.randomElement() ?? .null)])
    }
}
