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
