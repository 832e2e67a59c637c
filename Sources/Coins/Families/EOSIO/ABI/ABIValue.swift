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

extension ABIType {
    /// Reads a dapp's JSON. Every field must be present, except optional ones – SDKs drop nulls – and extensions at the
    /// end; other members are refused, because they would be lost unseen.
    public func value(from json: JSON) throws(PackError) -> ABIValue {
        try value(of: root, from: json, mayEndEarly: true, depth: 0)
    }

    /// The packed bytes of a JSON value.
    public func pack(_ json: JSON) throws(PackError) -> [UInt8] {
        try value(from: json).packed
    }

    /// - Parameter mayEndEarly: whether nothing is packed after this value, so that extensions may be omitted.
    private func value(
        of type: Int, from json: JSON, mayEndEarly: Bool, depth: Int
    ) throws(PackError) -> ABIValue {
        guard depth < Self.maxDepth else { throw PackError("values are nested too deeply") }
        switch nodes[type] {
        case .builtIn(let builtIn): return try builtIn.read(json)
        case .structure(let fields):
            return .structure(try self.fields(fields, from: json, mayEndEarly: mayEndEarly, depth: depth + 1))
        case .array(let element):
            guard let elements = json.elements else { throw PackError("expected a list") }
            var values: [ABIValue] = []
            for (index, json) in elements.enumerated() {
                do {
                    values.append(try value(of: element, from: json, mayEndEarly: false, depth: depth + 1))
                } catch {
                    throw error.inside("[\(index)]")
                }
            }
            return .array(values)
        case .optional(let some):
            if case .null = json { return .optional(nil) }
            return .optional(try value(of: some, from: json, mayEndEarly: mayEndEarly, depth: depth + 1))
        case .variant(let types):
            guard let pair = json.elements, pair.count == 2, let name = pair[0].string,
                let index = types.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) })
            else {
                throw PackError(
                    "expected a list of a type's name and its value: \(types.prefix(8).map(\.name.inWords).joined(separator: ", "))"
                )
            }
            let value = try value(of: types[index].type, from: pair[1], mayEndEarly: mayEndEarly, depth: depth + 1)
            return .variant(index: UInt32(index), type: name, value: value)
        }
    }

    private func fields(
        _ fields: [Field], from json: JSON, mayEndEarly: Bool, depth: Int
    ) throws(PackError) -> [ABIValue.Field] {
        let given = try members(json, of: fields)
        var values: [ABIValue.Field] = []
        var hasEnded = false
        for (position, field) in fields.enumerated() {
            guard let json = given[position] ?? absent(field) else {
                guard field.isExtension, mayEndEarly else {
                    throw PackError("this is missing", path: field.name)
                }
                hasEnded = true
                continue
            }
            guard !hasEnded else { throw PackError("the field before this is missing", path: field.name) }
            do {
                let isLast = mayEndEarly && position == fields.count - 1
                let value = try value(of: field.type, from: json, mayEndEarly: isLast, depth: depth)
                values.append(ABIValue.Field(name: field.name, value: value))
            } catch {
                throw error.inside(field.name)
            }
        }
        return values
    }

    /// The JSON of each field: members by name, or elements in order, which nodes accept too.
    private func members(_ json: JSON, of fields: [Field]) throws(PackError) -> [JSON?] {
        switch json {
        case .object(let members):
            // Not with ==, which treats differently encoded names as equal, so that one of them would be lost.
            let unknown = members.first { member in
                !fields.contains { $0.name.utf8.elementsEqual(member.name.utf8) }
            }
            if let unknown {
                throw PackError("there is no such field", path: unknown.name)
            }
            return fields.map { json[$0.name] }
        case .array(let elements):
            guard elements.count <= fields.count else { throw PackError("expected at most \(fields.count) values") }
            return elements + [JSON?](repeating: nil, count: fields.count - elements.count)
        default: throw PackError("expected an object")
        }
    }

    /// The value of an absent field: null, if that is a value of its type.
    private func absent(_ field: Field) -> JSON? {
        guard !field.isExtension, case .optional = nodes[field.type] else { return nil }
        return .null
    }
}

extension ABIType {
    /// Reads packed bytes: the data of an action in a transaction. Nothing may follow.
    public func unpack(_ bytes: [UInt8]) throws(UnpackError) -> ABIValue {
        var reader = PackedReader(bytes)
        let value = try value(of: root, from: &reader, depth: 0)
        try reader.finish()
        return value
    }

    private func value(of type: Int, from reader: inout PackedReader, depth: Int) throws(UnpackError) -> ABIValue {
        try reader.countValue()
        guard depth < Self.maxDepth else {
            throw UnpackError(.tooMuch, at: reader.offset, "Values are nested too deeply.")
        }
        switch nodes[type] {
        case .builtIn(let builtIn): return try builtIn.unpack(&reader)
        case .structure(let fields): return .structure(try self.fields(fields, from: &reader, depth: depth + 1))
        case .array(let element):
            let count = try reader.variableNumber()
            var values: [ABIValue] = []
            for index in 0..<count {
                do {
                    values.append(try value(of: element, from: &reader, depth: depth + 1))
                } catch {
                    throw error.inside("[\(index)]")
                }
            }
            return .array(values)
        case .optional(let some):
            return .optional(try Bool(from: &reader) ? try value(of: some, from: &reader, depth: depth + 1) : nil)
        case .variant(let types):
            let offset = reader.offset
            let index = try reader.variableNumber()
            guard index < types.count else {
                throw UnpackError(.badValue, at: offset, "The variant has no such type.")
            }
            let type = types[Int(index)]
            return .variant(
                index: index, type: type.name, value: try value(of: type.type, from: &reader, depth: depth + 1))
        }
    }

    private func fields(
        _ fields: [Field], from reader: inout PackedReader, depth: Int
    ) throws(UnpackError) -> [ABIValue.Field] {
        var values: [ABIValue.Field] = []
        for field in fields {
            if field.isExtension, reader.isAtEnd { break }
            do {
                let value = try value(of: field.type, from: &reader, depth: depth)
                values.append(ABIValue.Field(name: field.name, value: value))
            } catch {
                throw error.inside(field.name)
            }
        }
        return values
    }
}
