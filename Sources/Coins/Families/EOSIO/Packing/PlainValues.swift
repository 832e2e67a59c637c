import ExactJSON
import RouterBytes

extension Bool: PackedValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        let offset = reader.offset
        switch try reader.number(UInt8.self) {
        case 0: self = false
        case 1: self = true
        default: throw UnpackError(.badValue, at: offset, "This is neither true nor false.")
        }
    }

    var packed: [UInt8] { [self ? 1 : 0] }

    init(json: JSON) throws(PackError) {
        switch json {
        case .bool(let value): self = value
        case .number(let number) where number.text == "0": self = false
        case .number(let number) where number.text == "1": self = true
        default: throw PackError("expected true or false")
        }
    }

    var json: JSON { .bool(self) }
}

extension String: TextValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        self = try reader.string()
    }

    /// The count is in bytes, not characters.
    var packed: [UInt8] { [UInt8](counted: utf8) }

    static func reading(_ text: String) throws(PackError) -> String { text }
}

extension [UInt8]: PackedValue, TextValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        self = try reader.countedBytes()
    }

    var packed: [UInt8] { [UInt8](counted: self) }

    static func reading(_ text: String) throws(PackError) -> [UInt8] {
        guard let bytes = [UInt8](hexDigits: text) else { throw PackError("expected pairs of hexadecimal digits") }
        return bytes
    }

    var text: String { hex }
}
