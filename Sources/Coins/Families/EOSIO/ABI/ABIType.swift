import ExactJSON

/// A type of a contract's interface with all its components resolved.
public struct ABIType: Sendable {
    /// The deepest nesting of values, as in nodes (`abi_serializer::max_recursion_depth`).
    static let maxDepth = 32

    /// One type. Others are referenced by their index in ``nodes``, so that a type can contain an array of itself.
    enum Node: Sendable {
        case builtIn(ABIBuiltIn)
        case structure([Field])
        case array(of: Int)
        case optional(Int)
        case variant([(name: String, type: Int)])
    }

    struct Field: Sendable {
        let name: String
        let type: Int
        /// Whether it may be omitted at the end (`$`, a binary extension).
        let isExtension: Bool
    }

    /// The name in the interface.
    public let name: String
    let nodes: [Node]
    let root: Int
}

/// Finds all types that a type consists of, each once.
struct ABIResolver {
    /// The deepest nesting of type names.
    private static let maxDepth = 64
    /// The most fields of a struct, far above those of any contract: they are compared pairwise.
    private static let maxFields = 1024

    private let abi: ABI
    private var nodes: [ABIType.Node] = []
    private var places: ABI.Table<Int> = [:]

    init(abi: ABI) {
        self.abi = abi
    }

    mutating func type(named name: String) throws(ABIError) -> ABIType {
        let root = try place(of: name, depth: 0)
        return ABIType(name: name, nodes: nodes, root: root)
    }

    /// Type names take precedence: an interface may have a type whose name ends like an array.
    private mutating func place(of name: String, depth: Int) throws(ABIError) -> Int {
        if let place = places[name] { return place }
        guard depth < Self.maxDepth else {
            throw ABIError(.endlessType, name, "The type “\(name.inWords)” contains itself or too many other types.")
        }
        if let other = abi.aliases[name] {
            let place = try place(of: other, depth: depth + 1)
            places[name] = place
            return place
        }
        if let builtIn = ABIBuiltIn.named(name) { return add(.builtIn(builtIn), as: name) }
        if abi.structures[name] != nil {
            // Registered first, because a field may refer back to it.
            let place = add(.structure([]), as: name)
            nodes[place] = .structure(try fields(of: name, depth: depth + 1))
            return place
        }
        if let variant = abi.variants[name] {
            let place = add(.variant([]), as: name)
            var types: [(name: String, type: Int)] = []
            for type in variant { types.append((type, try self.place(of: type, depth: depth + 1))) }
            nodes[place] = .variant(types)
            return place
        }
        if let element = name.without("[]") {
            return add(.array(of: try place(of: element, depth: depth + 1)), as: name)
        }
        if let some = name.without("?") { return add(.optional(try place(of: some, depth: depth + 1)), as: name) }
        throw ABIError(.unknownType, name, "The type “\(name.inWords)” is unknown.")
    }

    private mutating func add(_ node: ABIType.Node, as name: String) -> Int {
        nodes.append(node)
        places[name] = nodes.count - 1
        return nodes.count - 1
    }

    /// The fields of the base, then its own. Only extensions may follow an extension.
    private mutating func fields(of name: String, depth: Int) throws(ABIError) -> [ABIType.Field] {
        guard depth < Self.maxDepth else {
            throw ABIError(.endlessType, name, "The type “\(name.inWords)” is its own base.")
        }
        if let other = abi.aliases[name] { return try fields(of: other, depth: depth + 1) }
        guard let structure = abi.structures[name] else {
            throw ABIError(.unknownType, name, "The type “\(name.inWords)” is unknown.")
        }
        var fields = structure.base.isEmpty ? [] : try fields(of: structure.base, depth: depth + 1)
        guard fields.count + structure.fields.count <= Self.maxFields else {
            throw ABIError(.malformed, name, "The type “\(name.inWords)” has more than \(Self.maxFields) fields.")
        }
        for field in structure.fields {
            guard !fields.contains(where: { $0.name.utf8.elementsEqual(field.name.utf8) }) else {
                throw ABIError(
                    .malformed, name, "The type “\(name.inWords)” has two fields named “\(field.name.inWords)”.")
            }
            let extended = field.type.without("$")
            let isExtension = extended != nil
            guard isExtension || fields.last?.isExtension != true else {
                throw ABIError(
                    .malformed, name, "In “\(name.inWords)”, “\(field.name.inWords)” follows a binary extension.")
            }
            let type = extended ?? field.type
            fields.append(
                ABIType.Field(name: field.name, type: try place(of: type, depth: depth + 1), isExtension: isExtension))
        }
        return fields
    }
}

extension String {
    /// The text before a suffix; nil if the text does not end with it. Compares bytes, as in ``ABI/Table``.
    fileprivate func without(_ end: String) -> String? {
        guard utf8.suffix(end.utf8.count).elementsEqual(end.utf8) else { return nil }
        return String(decoding: utf8.dropLast(end.utf8.count), as: UTF8.self)
    }
}

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
