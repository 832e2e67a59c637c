import ExactJSON

extension JSON {
    /// What `JSONSerialization` would write for a Swift value. Members of dictionaries are in alphabetical order.
    ///
    /// Throws ``MYKEYError/Reason/invalidRequest`` with the position of a value that JSON does not support.
    init(_ value: Any, at place: String) throws(MYKEYError) {
        switch value {
        case let value as JSON: self = value
        case let value as String: self = .string(value)
        case let value as Bool: self = .bool(value)
        case let value as any BinaryInteger: self = .number(value)
        case let value as any BinaryFloatingPoint:
            // The shortest digits with the same binary value: none are lost here, but the caller may have typed others.
            // Infinity has no digits.
            guard let number = JSONNumber("\(value)") else {
                throw .invalid(place, "\(value) is not a JSON number.")
            }
            self = .number(number)
        case let values as [Any]:
            var elements: [JSON] = []
            for (index, value) in values.enumerated() { elements.append(try JSON(value, at: "\(place)[\(index)]")) }
            self = .array(elements)
        case let values as [String: Any]:
            var members: [(name: String, value: JSON)] = []
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                members.append((name, try JSON(value, at: "\(place).\(name)")))
            }
            self = .object(members)
        case Optional<Any>.none: self = .null
        default: throw .invalid(place, "A request cannot contain a value of the type \(type(of: value)).")
        }
    }
}
