import ExactJSON
import SchemeRouter

/// What the JSON schema says of schemes.
enum SchemaSchemes {
    private typealias Schema = DescriptorSchema

    static var definitions: [(name: String, value: JSON)] {
        [
            (
                "schemeEntry",
                Schema.entry(
                    amendmentKeys: DescriptorKeys.schemeAmendment, amendment: "schemeAmendment", whole: "scheme")
            ),
            ("schemeAmendment", Schema.object(DescriptorKeys.schemeAmendment, shape)),
            ("scheme", scheme), ("actions", Schema.object(Action.allCases.map(\.descriptorKey), action)),
        ] + ParameterName.allCases.map { ("parameter-\($0.rawValue)", parameter($0)) } + [
            ("example", example), ("outcome", Schema.object(DescriptorKeys.outcome, required: ["action"], outcome)),
        ]
    }

    private static var scheme: JSON {
        guard case .object(let members) = Schema.object(DescriptorKeys.scheme, shape) else { return .null }
        let wholes = [["extends"], ["coin", "grammar"], ["coins", "grammar"], ["title", "grammar", "enabled"]]
        let required = wholes.map { JSON.object([("required", Schema.strings($0))]) }
        return .object(members + [("anyOf", .array(required))])
    }

    private static func shape(_ key: String) -> JSON? {
        switch key {
        case "replaces":
            Schema.described(
                "The digest of the earlier description whose place this one takes; “router schemes --json” prints it.",
                ("type", .string("string")), ("pattern", .string("^sha256:[0-9a-f]{64}$")))
        case "extends":
            Schema.described(
                "Another scheme whose values count where this one has none. Title, aliases, examples and 'enabled' are not "
                    + "taken over.", ("allOf", .array([Schema.scheme])))
        case "coin": Schema.described("The coin its links are about.", ("allOf", .array([Schema.identifier])))
        case "coins":
            Schema.list(
                "The coins its links may be about; the address says which.", of: Schema.identifier,
                ("minItems", .number(1)), ("uniqueItems", .bool(true)))
        case "title": Schema.label("Its name for people. Without it, that of the coin.", limit: DescriptorLimits.title)
        case "grammar":
            Schema.choice("How its links are written.", among: SchemeDescriptor.Grammar.allCases.map(\.rawValue))
        case "callbacks":
            Schema.choice(
                "How the asking app is answered. Without it, it is not.",
                among: SchemeDescriptor.CallbackFamily.allCases.map(\.rawValue))
        case "enabled":
            Schema.described("false reserves the scheme: its links are refused.", ("type", .string("boolean")))
        case "aliases": Schema.list("Other schemes whose links mean the same.", of: Schema.scheme)
        case "actions":
            Schema.described("What its links may ask for.", ("allOf", .array([Schema.reference("actions")])))
        case "examples":
            Schema.list("Links and what must come of them; “router check” tries them.", of: Schema.reference("example"))
        default: nil
        }
    }

    private static func action(_ key: String) -> JSON? {
        guard let action = Action.allCases.first(where: { $0.descriptorKey == key }) else { return nil }
        let names = ParameterName.allCases.filter { $0.belongs(to: action) }.map(\.rawValue)
        let params = Schema.object(names) { Schema.reference("parameter-\($0)") }
        let rules = Schema.object(DescriptorKeys.action) { key in
            key == "params" ? params.describing("The parameters that are read.") : nil
        }
        return Schema.described(
            "Links may ask for this; “none” takes it away.",
            ("anyOf", .array([.object([("const", .string("none"))]), rules])))
    }

    /// A parameter is its type, or a mapping of rules that make it stricter.
    private static func parameter(_ name: ParameterName) -> JSON {
        let type = JSON.object([("const", .string(name.type.rawValue))])
        let rules = Schema.object(DescriptorKeys.parameter) { key in
            switch key {
            case "type": type.describing("What its value is.")
            case "required":
                Schema.described("Whether a link must have it.", ("type", .string("boolean")))
            case "min": name.type == .decimalAmount ? Schema.coins("The smallest amount, in whole coins.") : nil
            case "max": maximum(of: name.type)
            default: nil
            }
        }
        return Schema.described("The parameter “\(name.rawValue)” of links.", ("anyOf", .array([type, rules])))
    }

    private static func maximum(of type: ParameterName.ValueType) -> JSON? {
        switch type {
        case .accountIndex: Schema.integer("The highest account.", in: DescriptorLimits.hardened)
        case .text: Schema.integer("The most characters.", in: DescriptorLimits.text)
        default: nil
        }
    }

    private static var example: JSON {
        guard case .object(let members) = Schema.object(DescriptorKeys.example, required: ["url"], exampleShape) else {
            return .null
        }
        let ends = ["is", "error"].map { JSON.object([("required", Schema.strings([$0]))]) }
        return .object(members + [("oneOf", .array(ends))])
    }

    private static func exampleShape(_ key: String) -> JSON? {
        switch key {
        case "url": Schema.described("The link.", ("type", .string("string")))
        case "is": Schema.described("What it asks for.", ("allOf", .array([Schema.reference("outcome")])))
        case "error":
            Schema.choice("The error that refuses it.", among: RequestError.Code.allCases.map(\.rawValue))
        default: nil
        }
    }

    private static func outcome(_ key: String) -> JSON? {
        switch key {
        case "action": Schema.choice("The action.", among: Action.allCases.map(\.descriptorKey))
        case "amount": Schema.integer("Of a payment, in the smallest unit.", in: DescriptorLimits.units)
        default: nil
        }
    }
}

extension JSON {
    /// This object with a description before its other members.
    fileprivate func describing(_ description: String) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object([("description", .string(description))] + members)
    }
}
