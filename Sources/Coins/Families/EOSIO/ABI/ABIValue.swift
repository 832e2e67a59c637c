import ExactJSON

/// A value of a contract's data, such as what an action says. It knows its own type, so it can be packed by itself.
public indirect enum ABIValue: Sendable, Hashable {
    /// `bool`
    case bool(Bool)
    /// `int8`
    case int8(Int8)
    /// `uint8`
    case uint8(UInt8)
    /// `int16`
    case int16(Int16)
    /// `uint16`
    case uint16(UInt16)
    /// `int32`
    case int32(Int32)
    /// `uint32`
    case uint32(UInt32)
    /// `int64`
    case int64(Int64)
    /// `uint64`
    case uint64(UInt64)
    /// `int128`
    case int128(Int128)
    /// `uint128`
    case uint128(UInt128)
    /// `varint32`
    case varint32(Int32)
    /// `varuint32`
    case varuint32(UInt32)
    /// `float32`
    case float32(BinaryFraction<UInt32>)
    /// `float64`
    case float64(BinaryFraction<UInt64>)
    /// `float128`
    case float128(BinaryFraction<UInt128>)
    /// `time_point`
    case timePoint(TimePoint)
    /// `time_point_sec`
    case timePointSec(TimePointSec)
    /// `block_timestamp_type`
    case blockTimestamp(BlockTimestamp)
    /// `name`
    case name(Name)
    /// `bytes`
    case bytes([UInt8])
    /// `string`
    case string(String)
    /// `checksum160`
    case checksum160(Checksum160)
    /// `checksum256`
    case checksum256(Checksum256)
    /// `checksum512`
    case checksum512(Checksum512)
    /// `public_key`
    case publicKey(AnyPublicKey)
    /// `signature`
    case signature(AnySignature)
    /// `symbol`
    case symbol(Symbol)
    /// `symbol_code`
    case symbolCode(SymbolCode)
    /// `asset`
    case asset(Asset)
    /// `extended_asset`
    case extendedAsset(ExtendedAsset)
    /// A struct: its fields in order, those of its base first, without extensions that were left off.
    case structure([Field])
    /// `T[]`
    case array([ABIValue])
    /// `T?`
    case optional(ABIValue?)
    /// A value of the `index`th type of a variant, which is called `type`.
    case variant(index: UInt32, type: String, value: ABIValue)

    /// A field of a struct.
    public struct Field: Sendable, Hashable {
        /// The name in the interface.
        public let name: String
        /// What it says.
        public let value: ABIValue
    }

    /// The field of a struct with this name; nil where there is none or this is no struct.
    public subscript(name: String) -> ABIValue? {
        guard case .structure(let fields) = self else { return nil }
        return fields.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The value packed, as transactions carry it.
    public var packed: [UInt8] {
        var writer = PackedWriter()
        pack(into: &writer)
        return writer.bytes
    }

    private func pack(into writer: inout PackedWriter) {
        switch self {
        case .structure(let fields):
            for field in fields { field.value.pack(into: &writer) }
        case .array(let values):
            writer.add(count: values.count)
            for value in values { value.pack(into: &writer) }
        case .optional(let value):
            (value != nil).pack(into: &writer)
            value?.pack(into: &writer)
        case .variant(let index, _, let value):
            writer.add(variable: index)
            value.pack(into: &writer)
        default: builtIn?.pack(into: &writer)
        }
    }

    /// The value as nodes say it in JSON: a variant as `["type", value]`, numbers beyond 32 bits as texts.
    public var json: JSON {
        switch self {
        case .structure(let fields): .object(fields.map { ($0.name, $0.value.json) })
        case .array(let values): .array(values.map(\.json))
        case .optional(let value): value?.json ?? .null
        case .variant(_, let type, let value): .array([.string(type), value.json])
        default: builtIn?.json ?? .null
        }
    }
}
