import ExactJSON

/// A value in a contract's data, such as an action's. It knows its own type, so it can be packed. The cases for
/// built-in types have the types' names in interfaces.
public indirect enum ABIValue: Sendable, Hashable {
    case bool(Bool)
    case int8(Int8)
    case uint8(UInt8)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case int128(Int128)
    case uint128(UInt128)
    case varint32(Int32)
    case varuint32(UInt32)
    case float32(BinaryFraction<UInt32>)
    case float64(BinaryFraction<UInt64>)
    case float128(BinaryFraction<UInt128>)
    case timePoint(TimePoint)
    case timePointSec(TimePointSec)
    case blockTimestamp(BlockTimestamp)
    case name(Name)
    case bytes([UInt8])
    case string(String)
    case checksum160(Checksum160)
    case checksum256(Checksum256)
    case checksum512(Checksum512)
    case publicKey(AnyPublicKey)
    case signature(AnySignature)
    case symbol(Symbol)
    case symbolCode(SymbolCode)
    case asset(Asset)
    case extendedAsset(ExtendedAsset)
    /// A struct: its fields in order, those of its base first, without omitted extensions.
    case structure([Field])
    /// `T[]`
    case array([ABIValue])
    /// `T?`
    case optional(ABIValue?)
    /// A value of the `index`th type of a variant, which has the name `type`.
    case variant(index: UInt32, type: String, value: ABIValue)

    /// A field of a struct.
    public struct Field: Sendable, Hashable {
        /// The name in the interface.
        public let name: String
        /// The field's value.
        public let value: ABIValue
    }

    /// The field of a struct with this name; nil if there is none or this is not a struct.
    public subscript(name: String) -> ABIValue? {
        guard case .structure(let fields) = self else { return nil }
        return fields.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The packed value, as in transactions.
    public var packed: [UInt8] {
        switch self {
        case .structure(let fields): fields.flatMap(\.value.packed)
        case .array(let values): [UInt8](count: values.count) + values.flatMap(\.packed)
        case .optional(let value): (value != nil).packed + (value?.packed ?? [])
        case .variant(let index, _, let value): [UInt8](variable: index) + value.packed
        default: builtIn?.packed ?? []
        }
    }

    /// The value in a node's JSON form: a variant as `["type", value]`, numbers beyond 32 bits as strings.
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
