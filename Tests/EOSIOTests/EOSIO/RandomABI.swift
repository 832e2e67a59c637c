import ExactJSON
import RouterTestSupport

@testable import RouterEOSIO

/// A random interface of one action `act`, and values of its type.
struct RandomABI {
    private indirect enum Shape {
        case builtIn(String)
        case structure([(name: String, shape: Shape, isExtension: Bool)])
        case array(Shape)
        case optional(Shape)
        case variant([(name: String, shape: Shape)])
    }

    private var types: [JSON] = []
    private var structures: [JSON] = []
    private var variants: [JSON] = []
    private var count = 0
    private var root = (name: "", shape: Shape.builtIn("bool"))

    init(using numbers: inout SeededGenerator) {
        root = structure(depth: 3, isRoot: true, using: &numbers)
    }

    var json: JSON {
        .object([
            ("version", .string("eosio::abi/1.1")), ("types", .array(types)), ("structs", .array(structures)),
            ("variants", .array(variants)),
            ("actions", .array([.object([("name", .string("act")), ("type", .string(root.name))])])),
        ])
    }

    mutating func value(using numbers: inout SeededGenerator) -> ABIValue {
        value(of: root.shape, using: &numbers)
    }

    private func value(of shape: Shape, using numbers: inout SeededGenerator) -> ABIValue {
        switch shape {
        case .builtIn(let name): return RandomValues.value(name, using: &numbers)
        case .structure(let fields):
            let isCut = Bool.random(using: &numbers)
            return .structure(
                fields.filter { !$0.isExtension || !isCut }.map {
                    ABIValue.Field(name: $0.name, value: value(of: $0.shape, using: &numbers))
                })
        case .array(let element):
            let count = Int.random(in: 0...4, using: &numbers)
            return .array((0..<count).map { _ in value(of: element, using: &numbers) })
        case .optional(let some):
            return .optional(Bool.random(using: &numbers) ? value(of: some, using: &numbers) : nil)
        case .variant(let types):
            let index = Int.random(in: types.indices, using: &numbers)
            return .variant(
                index: UInt32(index), type: types[index].name, value: value(of: types[index].shape, using: &numbers))
        }
    }

    private mutating func newName() -> String {
        count += 1
        return "t\(count)"
    }

    private mutating func type(depth: Int, using numbers: inout SeededGenerator) -> (name: String, shape: Shape) {
        switch Int.random(in: depth > 0 ? 0...7 : 0...1, using: &numbers) {
        case 0, 1:
            let name = RandomValues.names.randomElement(using: &numbers)!
            return (name, .builtIn(name))
        case 2, 3: return structure(depth: depth - 1, isRoot: false, using: &numbers)
        case 4:
            let element = type(depth: depth - 1, using: &numbers)
            return (element.name + "[]", .array(element.shape))
        case 5:
            let some = type(depth: depth - 1, using: &numbers)
            // JSON has one null for all levels.
            if case .optional = some.shape { return some }
            return (some.name + "?", .optional(some.shape))
        case 6:
            let other = type(depth: depth - 1, using: &numbers)
            let name = newName()
            types.append(.object([("new_type_name", .string(name)), ("type", .string(other.name))]))
            return (name, other.shape)
        default:
            let name = newName()
            var choices: [(name: String, shape: Shape)] = []
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                let choice = type(depth: depth - 1, using: &numbers)
                if !choices.contains(where: { $0.name == choice.name }) { choices.append(choice) }
            }
            let names = choices.map { JSON.string($0.name) }
            variants.append(.object([("name", .string(name)), ("types", .array(names))]))
            return (name, .variant(choices))
        }
    }

    private mutating func structure(
        depth: Int, isRoot: Bool, using numbers: inout SeededGenerator
    ) -> (name: String, shape: Shape) {
        let name = newName()
        var base: (name: String, shape: Shape) = ("", .structure([]))
        if depth > 0, Bool.random(using: &numbers) {
            base = structure(depth: depth - 1, isRoot: false, using: &numbers)
        }
        guard case .structure(let inherited) = base.shape else { preconditionFailure("a base is a struct") }
        var own: [(name: String, shape: Shape, isExtension: Bool)] = []
        var fields: [JSON] = []
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            let type = type(depth: depth, using: &numbers)
            let field = newName()
            own.append((field, type.shape, false))
            fields.append(.object([("name", .string(field)), ("type", .string(type.name))]))
        }
        if isRoot, Bool.random(using: &numbers) {
            let field = newName()
            own.append((field, .builtIn("string"), true))
            fields.append(.object([("name", .string(field)), ("type", .string("string$"))]))
        }
        structures.append(
            .object([("name", .string(name)), ("base", .string(base.name)), ("fields", .array(fields))]))
        return (name, .structure(inherited + own))
    }
}
