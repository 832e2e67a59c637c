import ExactJSON

/// A built-in type of nodes, by its name in interfaces (EOSIO `abi_serializer.cpp`, `configure_built_in_types`).
struct ABIBuiltIn: Sendable {
    let name: String
    let unpack: @Sendable (inout PackedReader) throws(UnpackError) -> ABIValue
    let read: @Sendable (JSON) throws(PackError) -> ABIValue

    private init<Value: PackedValue>(_ name: String, _ wrap: @escaping @Sendable (Value) -> ABIValue) {
        self.name = name
        unpack = { (reader) throws(UnpackError) in wrap(try Value(from: &reader)) }
        read = { (json) throws(PackError) in wrap(try Value(json: json)) }
    }

    static func named(_ name: String) -> ABIBuiltIn? { all.first { $0.name.utf8.elementsEqual(name.utf8) } }

    static let all: [ABIBuiltIn] = [
        ABIBuiltIn("bool", ABIValue.bool), ABIBuiltIn("int8", ABIValue.int8), ABIBuiltIn("uint8", ABIValue.uint8),
        ABIBuiltIn("int16", ABIValue.int16), ABIBuiltIn("uint16", ABIValue.uint16),
        ABIBuiltIn("int32", ABIValue.int32), ABIBuiltIn("uint32", ABIValue.uint32),
        ABIBuiltIn("int64", ABIValue.int64), ABIBuiltIn("uint64", ABIValue.uint64),
        ABIBuiltIn("int128", ABIValue.int128), ABIBuiltIn("uint128", ABIValue.uint128),
        ABIBuiltIn("varint32") { (number: VariableInt32) in .varint32(number.value) },
        ABIBuiltIn("varuint32") { (number: VariableUInt32) in .varuint32(number.value) },
        ABIBuiltIn("float32", ABIValue.float32), ABIBuiltIn("float64", ABIValue.float64),
        ABIBuiltIn("float128", ABIValue.float128), ABIBuiltIn("time_point", ABIValue.timePoint),
        ABIBuiltIn("time_point_sec", ABIValue.timePointSec),
        ABIBuiltIn("block_timestamp_type", ABIValue.blockTimestamp), ABIBuiltIn("name", ABIValue.name),
        ABIBuiltIn("bytes", ABIValue.bytes), ABIBuiltIn("string", ABIValue.string),
        ABIBuiltIn("checksum160", ABIValue.checksum160), ABIBuiltIn("checksum256", ABIValue.checksum256),
        ABIBuiltIn("checksum512", ABIValue.checksum512), ABIBuiltIn("public_key", ABIValue.publicKey),
        ABIBuiltIn("signature", ABIValue.signature), ABIBuiltIn("symbol", ABIValue.symbol),
        ABIBuiltIn("symbol_code", ABIValue.symbolCode), ABIBuiltIn("asset", ABIValue.asset),
        ABIBuiltIn("extended_asset", ABIValue.extendedAsset),
    ]
}

extension ABIValue {
    /// The value if its type is built in; nil for types defined by interfaces.
    var builtIn: (any PackedValue)? {
        switch self {
        case .bool(let value): value
        case .int8(let value): value
        case .uint8(let value): value
        case .int16(let value): value
        case .uint16(let value): value
        case .int32(let value): value
        case .uint32(let value): value
        case .int64(let value): value
        case .uint64(let value): value
        case .int128(let value): value
        case .uint128(let value): value
        case .varint32(let value): VariableInt32(value: value)
        case .varuint32(let value): VariableUInt32(value: value)
        case .float32(let value): value
        case .float64(let value): value
        case .float128(let value): value
        case .timePoint(let value): value
        case .timePointSec(let value): value
        case .blockTimestamp(let value): value
        case .name(let value): value
        case .bytes(let value): value
        case .string(let value): value
        case .checksum160(let value): value
        case .checksum256(let value): value
        case .checksum512(let value): value
        case .publicKey(let value): value
        case .signature(let value): value
        case .symbol(let value): value
        case .symbolCode(let value): value
        case .asset(let value): value
        case .extendedAsset(let value): value
        case .structure, .array, .optional, .variant: nil
        }
    }
}
