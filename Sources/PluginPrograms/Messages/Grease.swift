import ExactJSON

/// Meaningless members that are sent now and then, so that programs do not rely on their absence: members that a later
/// version adds must not break today's programs.
enum Grease {
    /// Whether a message contains one: one in three does.
    static func isDue(_ id: Int64) -> Bool { id % 3 == 1 }

    /// The message with a member that no program knows.
    static func added(to message: JSON) -> JSON {
        let values: [JSON] = [.null, .bool(true), .string("ignore me"), .array([.number(7)]), .object([("a", .null)])]
        let name = "grease-" + String(UInt32.random(in: .min ... .max), radix: 16)
        return .object((message.members ?? []) + [(name, values.randomElement() ?? .null)])
    }
}
