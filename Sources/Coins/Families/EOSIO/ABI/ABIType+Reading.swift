import ExactJSON

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
