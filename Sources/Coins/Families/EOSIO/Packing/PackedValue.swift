import ExactJSON

/// A value of a built-in type: its packed and JSON forms (EOSIO `libraries/chain/abi_serializer.cpp`,
/// `configure_built_in_types`).
protocol PackedValue: Sendable, Hashable {
    init(from reader: inout PackedReader) throws(UnpackError)
    var packed: [UInt8] { get }
    init(json: JSON) throws(PackError)
    var json: JSON { get }
}

/// A value that is a string in JSON.
protocol TextValue: PackedValue {
    /// The value of `text`, or the problem with it.
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
