import ExactJSON
import SchemeRouter

/// The JSON schema (draft-07) of descriptor files, which editors complete and check by: `schemes.schema.json`.
///
/// Keys, kinds, bounds and descriptions are those of the reader's table. What only the reader can know – other files,
/// digests, checksums – it leaves to `router check`.
enum DescriptorSchema {
    typealias Member = (name: String, value: JSON)

    static var text: String { json.indented + "\n" }

    static var json: JSON {
        .object(
            [
                ("$schema", .string("http://json-schema.org/draft-07/schema#")),
                ("title", .string("SchemeRouter descriptors")),
                (
                    "description",
                    .string("Which wallet links are read, and what distinguishes the coins they are about.")
                ),
            ] + object(.file, required: ["version"]).members + [("definitions", .object(definitions))])
    }

    private static var definitions: [Member] {
        [
            ("coinEntry", entry("coin", of: .coin)), ("coinAmendment", amendment(.coin)),
            ("coin", object(.coin, required: ["ticker"]).adding(coinRules)), ("fees", object(.fees)),
            ("networks", object(.networks)), ("network", object(.network).adding(networkRules)),
            ("account-chain", object(.accountChain, required: ["bip44"])),
            ("schemeEntry", entry("scheme", of: .scheme)), ("schemeAmendment", amendment(.scheme)),
            ("scheme", object(.scheme).adding(schemeRules)), ("actions", object(.actions)),
        ] + ParameterName.allCases.map { ("parameter-\($0.rawValue)", parameter($0)) } + [
            ("example", object(.example, required: ["url"]).adding(exampleRules)),
            ("outcome", object(.outcome, required: ["action"])),
        ]
    }

    // MARK: Mappings

    /// A mapping with the keys of a section and no others.
    private static func object(_ section: DescriptorSection, required: [String] = []) -> JSON {
        object(section.keys.map { ($0.name, property($0, of: section)) }, required: required)
    }

    private static func object(_ properties: [Member], required: [String] = []) -> JSON {
        .object(
            [("type", .string("object")), ("properties", .object(properties))]
                + (required.isEmpty ? [] : [("required", strings(required))])
                + [("additionalProperties", .bool(false))])
    }

    /// What a later file may write of something that an earlier one describes.
    private static func amendment(_ section: DescriptorSection) -> JSON {
        let keys = section.keys.filter { section.tightened.contains($0.name) }
        return object(keys.map { ($0.name, property($0, of: section)) })
    }

    /// What has only the keys of an amendment is one; everything else must be whole.
    private static func entry(_ name: String, of section: DescriptorSection) -> JSON {
        .object([
            ("type", .string("object")),
            ("if", .object([("propertyNames", .object([("enum", strings(section.tightened))]))])),
            ("then", reference("\(name)Amendment")), ("else", reference(name)),
        ])
    }

    /// A parameter is its type, or a mapping of rules that make it stricter.
    private static func parameter(_ name: ParameterName) -> JSON {
        let type = JSON.object([("const", .string(name.type.rawValue))])
        let rules = DescriptorSection.parameter.keys.compactMap { key -> Member? in
            let shape: [Member]? =
                switch key.name {
                case "type": type.members
                case "min": name.type == .decimalAmount ? coins : nil
                case "max": bound(of: name.type).map(integer)
                default: shape(key, of: .parameter)
                }
            return shape.map { (key.name, described(key.text, $0)) }
        }
        return described("The parameter “\(name.rawValue)” of links.", [("anyOf", .array([type, object(rules)]))])
    }

    private static func bound(of type: ParameterName.ValueType) -> ClosedRange<Int64>? {
        switch type {
        case .accountIndex: DescriptorLimits.hardened
        case .text: DescriptorLimits.text
        default: nil
        }
    }

    /// The actions' mappings are written out, because each has parameters of its own.
    private static func action(_ name: String) -> JSON {
        let names = ParameterName.allCases.filter { parameter in
            Action.allCases.contains { $0.descriptorKey == name && parameter.belongs(to: $0) }
        }
        let params = object(names.map { ($0.rawValue, reference("parameter-\($0.rawValue)")) })
        return object(DescriptorSection.action.keys.map { ($0.name, described($0.text, params.members)) })
    }

    // MARK: Values

    private static func property(_ key: DescriptorKey, of section: DescriptorSection) -> JSON {
        described(key.text + (key.standard.map { " Without it: \($0)." } ?? ""), shape(key, of: section))
    }

    private static func shape(_ key: DescriptorKey, of section: DescriptorSection) -> [Member] {
        switch key.kind {
        case .version(let version): [("const", .number(version))]
        case .label(let limit):
            [("type", .string("string")), ("minLength", .number(1)), ("maxLength", .number(Int64(limit)))]
        case .identifier: identifier.members
        case .identifiers:
            [
                ("type", .string("array")), ("items", identifier), ("minItems", .number(1)),
                ("uniqueItems", .bool(true)),
            ]
        case .scheme: scheme.members
        case .schemes: [("type", .string("array")), ("items", scheme)]
        case .anyText: [("type", .string("string"))]
        case .integer(let range) where section === DescriptorSection.accountChain:
            [("allOf", .array([.object(integer(range)), notOfTests]))]
        case .integer(let range): integer(range)
        case .integers(let range):
            [
                (
                    "anyOf",
                    .array([
                        .object(integer(range)),
                        .object([
                            ("type", .string("array")), ("items", .object(integer(range))),
                            ("minItems", .number(Int64(DescriptorLimits.p2shVersions.lowerBound))),
                            ("maxItems", .number(Int64(DescriptorLimits.p2shVersions.upperBound))),
                            ("uniqueItems", .bool(true)),
                        ]),
                    ])
                )
            ]
        case .coins: coins
        case .boolean: [("type", .string("boolean"))]
        case .choice(_, let names): [("enum", strings(names()))]
        case .plugin: [("enum", strings(Installation.plugins().map(\.key)))]
        case .replyForm: [("enum", strings(Installation.plugins().replyForms))]
        case .hash: pattern("^[0-9a-fA-F]{\(DescriptorLimits.hash)}$").members
        case .humanReadablePart:
            pattern(
                "^[!-@\\[-~]{\(DescriptorLimits.humanReadablePart.lowerBound),"
                    + "\(DescriptorLimits.humanReadablePart.upperBound)}$"
            ).members
        case .digest: pattern("^sha256:[0-9a-f]{64}$").members
        case .named:
            [
                ("type", .string("object")), ("propertyNames", key.name == "coins" ? identifier : scheme),
                ("additionalProperties", reference(key.name == "coins" ? "coinEntry" : "schemeEntry")),
            ]
        case .list: [("type", .string("array")), ("items", reference("example"))]
        case .mapping(let nested):
            [("allOf", .array([reference(name(of: nested()))]))] + (key.name == "main" ? realMoney : [])
        case .action: [("anyOf", .array([.object([("const", .string("none"))]), action(key.name)]))]
        case .bound: []
        }
    }

    /// Sections are defined once, by these names.
    private static func name(of section: DescriptorSection) -> String {
        let names: [(section: DescriptorSection, name: String)] = [
            (.fees, "fees"), (.networks, "networks"), (.network, "network"), (.accountChain, "account-chain"),
            (.actions, "actions"), (.outcome, "outcome"),
        ]
        return names.first { $0.section === section }?.name ?? ""
    }

    /// A name of ours.
    private static var identifier: JSON { pattern("^[a-z][a-z0-9-]{0,\(DescriptorLimits.identifier - 1)}$") }

    /// A scheme (RFC 3986 3.1) in lower case.
    private static var scheme: JSON { pattern("^[a-z][a-z0-9+.-]{0,\(DescriptorLimits.scheme - 1)}$") }

    /// Whole coins in decimal digits. Without quotes YAML takes them for a number.
    private static var coins: [Member] {
        [
            ("type", strings(["string", "number"])), ("pattern", .string(#"^([0-9]+(\.[0-9]*)?|\.[0-9]+)$"#)),
            ("minimum", .number(0)),
        ]
    }

    private static func integer(_ range: ClosedRange<Int64>) -> [Member] {
        [
            ("type", .string("integer")), ("minimum", .number(range.lowerBound)),
            ("maximum", .number(range.upperBound)),
        ]
    }

    private static func pattern(_ pattern: String) -> JSON {
        .object([("type", .string("string")), ("pattern", .string(pattern))])
    }

    private static func described(_ description: String, _ members: [Member]) -> JSON {
        .object([("description", .string(description))] + members)
    }
}

extension JSON {
    /// The members of an object; none of another value.
    var members: [(name: String, value: JSON)] {
        if case .object(let members) = self { members } else { [] }
    }

    fileprivate func adding(_ members: [(name: String, value: JSON)]) -> JSON { .object(self.members + members) }
}
