import ExactJSON

/// A value of a type that every node knows: how it is packed, and how JSON says it (EOSIO
/// `libraries/chain/abi_serializer.cpp`, `configure_built_in_types`).
protocol PackedValue: Sendable, Hashable {
    init(from reader: inout PackedReader) throws(UnpackError)
    var packed: [UInt8] { get }
    init(json: JSON) throws(PackError)
    var json: JSON { get }
}

/// A value that JSON says as a string.
protocol TextValue: PackedValue {
    /// The value that `text` says, or what is wrong with it.
    static func reading(_ text: String) throws(PackError) -> Self
    var text: String { get }
}

extension TextValue where Self: CustomStringConvertible {
    var text: String { description }
}

extension TextValue {
    init(json: JSON) throws(PackError) {
        guard let text = json.string else { throw PackError("expected text in quotation marks") }
        self = try Self.reading(text)
    }

    var json: JSON { .string(text) }
}
