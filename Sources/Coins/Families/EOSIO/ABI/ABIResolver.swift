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
