import ExactJSON
import SchemeRouter

/// The JSON schema (draft-07) of descriptor files, with which editors complete and check them: `schemes.schema.json`.
///
/// Keys, kinds, limits and descriptions come from the reader's table. What only the reader can check – other files,
/// digests, checksums – is left to `router check`.
enum DescriptorSchema {
    static var text: String { json.indented + "\n" }

    static var json: JSON {
        JSON([
            "$schema": "http://json-schema.org/draft-07/schema#", "title": "SchemeRouter descriptors",
            "description": "Which wallet links are read, and what distinguishes the coins they are about.",
        ]).adding(object(.file, required: ["version"])).adding(["definitions": definitions])
    }

    private static var definitions: JSON {
        let parameters = ParameterName.allCases.map { ("parameter-\($0.rawValue)", parameter($0)) }
        return JSON([
            "coinEntry": entry("coin", of: .coin), "coinAmendment": amendment(.coin),
            "coin": object(.coin, required: ["ticker"]).adding(coinRules), "fees": object(.fees),
            "networks": object(.networks), "network": object(.network).adding(networkRules),
            "upgrade": object(.upgrade, required: ["name", "version"]),
            "account-chain": object(.accountChain, required: ["bip44"]), "schemeEntry": entry("scheme", of: .scheme),
            "schemeAmendment": amendment(.scheme), "scheme": object(.scheme).adding(schemeRules),
            "actions": object(.actions),
        ]).adding(.object(parameters)).adding([
            "example": object(.example, required: ["url"]).adding(exampleRules),
            "outcome": object(.outcome, required: ["action"]),
            "links": object(.links), "link-keys": object(.linkKeys), "link-amounts": object(.linkAmounts),
            "link-form": object(.linkForm),
            "link-parameter": object(.linkParameter, required: ["is"]),
            "link-value": object(.linkValue), "line-form": object(.lineForm),
            "line-rule": object(.lineRule, required: ["line"]),
            "link-page": object(.linkPage, required: ["begins"]), "coin-addresses": object(.coinAddresses),
            "address-form": object(.addressForm, required: ["kind"]).adding(addressFormRules),
        ])
    }

    // MARK: Mappings

    /// A mapping with the keys of a section and no others.
    private static func object(_ section: DescriptorSection, required: [String] = []) -> JSON {
        object(section.keys.map { ($0.name, property($0, of: section)) }, required: required)
    }

    private static func object(_ properties: [(name: String, value: JSON)], required: [String] = []) -> JSON {
        let mapping = JSON(["type": "object", "properties": JSON.object(properties)])
        return (required.isEmpty ? mapping : mapping.adding(["required": required]))
            .adding(["additionalProperties": false])
    }

    /// What a later file may change in an earlier description.
    private static func amendment(_ section: DescriptorSection) -> JSON {
        let keys = section.keys.filter { section.tightened.contains($0.name) }
        return object(keys.map { ($0.name, property($0, of: section)) })
    }

    /// An entry with only the keys of an amendment is an amendment; any other must be complete.
    private static func entry(_ name: String, of section: DescriptorSection) -> JSON {
        JSON([
            "type": "object", "if": JSON(["propertyNames": JSON(["enum": section.tightened])]),
            "then": reference("\(name)Amendment"), "else": reference(name),
        ])
    }

    /// A parameter is its type, or a mapping of rules that make it stricter.
    private static func parameter(_ name: ParameterName) -> JSON {
        let type = JSON(["const": name.type.rawValue])
        let rules = DescriptorSection.parameter.keys.compactMap { key -> (name: String, value: JSON)? in
            let shape: JSON? =
                switch key.name {
                case "type": type
                case "min": name.type == .decimalAmount ? coins : nil
                case "max": bound(of: name.type).map(integer)
                default: shape(key, of: .parameter)
                }
            return shape.map { (key.name, described(key.text, $0)) }
        }
        return described("The parameter “\(name.rawValue)” of links.", JSON(["anyOf": [type, object(rules)]]))
    }

    private static func bound(of type: ParameterName.ValueType) -> ClosedRange<Int64>? {
        switch type {
        case .accountIndex: DescriptorLimits.hardened
        case .text: DescriptorLimits.text
        default: nil
        }
    }

    /// Mappings of actions are written out, because each has its own parameters.
    private static func action(_ name: String) -> JSON {
        let names = ParameterName.allCases.filter { parameter in
            Action.allCases.contains { $0.descriptorKey == name && parameter.belongs(to: $0) }
        }
        let params = object(names.map { ($0.rawValue, reference("parameter-\($0.rawValue)")) })
        return object(DescriptorSection.action.keys.map { ($0.name, described($0.text, params)) })
    }

    // MARK: Values

    private static func property(_ key: DescriptorKey, of section: DescriptorSection) -> JSON {
        described(key.text + (key.standard.map { " Default: \($0)." } ?? ""), shape(key, of: section))
    }

    private static func shape(_ key: DescriptorKey, of section: DescriptorSection) -> JSON {
        switch key.kind {
        case .version(let version): JSON(["const": version])
        case .label(let limit): JSON(["type": "string", "minLength": 1, "maxLength": limit])
        case .title(let limit):
            JSON(["type": "string", "pattern": "^[^.,:;!?\u{2026}]+$", "minLength": 1, "maxLength": limit])
        case .identifier: identifier
        case .identifiers: JSON(["type": "array", "items": identifier, "minItems": 1, "uniqueItems": true])
        case .scheme: scheme
        case .schemes: JSON(["type": "array", "items": scheme])
        case .anyText: JSON(["type": "string"])
        case .integer(let range) where section === DescriptorSection.accountChain:
            JSON(["allOf": [integer(range), notOfTests]])
        case .integer(let range): integer(range)
        case .integers(let range):
            JSON([
                "anyOf": [
                    integer(range),
                    JSON([
                        "type": "array", "items": integer(range), "minItems": DescriptorLimits.p2shVersions.lowerBound,
                        "maxItems": DescriptorLimits.p2shVersions.upperBound, "uniqueItems": true,
                    ]),
                ]
            ])
        case .numbers(let range, let most): oneOrMore(integer(range), most: most)
        case .lengthsByType(_, let lengths):
            // Their keys are numbers; a schema cannot say more about them.
            JSON([
                "type": "object", "minProperties": 1, "additionalProperties": oneOrMore(integer(lengths), most: 8),
            ])
        case .names(_, let names): oneOrMore(JSON(["enum": names()]), most: names().count)
        case .coins: coins
        case .boolean: JSON(["type": "boolean"])
        case .choice(_, let names): JSON(["enum": names()])
        // Any other name is one of the person's own programs.
        case .plugin:
            JSON(["anyOf": [JSON(["enum": AppContext.plugins(RouterCommand.additions).names]), identifier]])
        case .replyForm:
            JSON(["anyOf": [JSON(["enum": AppContext.plugins(RouterCommand.additions).replyForms]), identifier]])
        case .hash: pattern("^[0-9a-fA-F]{\(DescriptorLimits.hash)}$")
        case .humanReadablePart:
            pattern(
                "^[!-@\\[-~]{\(DescriptorLimits.humanReadablePart.lowerBound),"
                    + "\(DescriptorLimits.humanReadablePart.upperBound)}$")
        case .digest: pattern("^sha256:[0-9a-f]{64}$")
        case .strings: oneOrMore(JSON(["type": "string", "minLength": 1]), most: 8)
        case .alphabet: pattern("^([!-~]{32}|[!-~]{58})$")
        case .beginnings: oneOrMore(pattern("^[a-z]{1,19}_$"), most: 4)
        case .named:
            JSON([
                "type": "object", "propertyNames": key.name == "coins" ? identifier : scheme,
                "additionalProperties": reference(key.name == "coins" ? "coinEntry" : "schemeEntry"),
            ])
        case .list(let nested): JSON(["type": "array", "items": reference(name(of: nested()))])
        case .mapping(let nested) where key.name == "main":
            JSON(["allOf": [reference(name(of: nested()))]]).adding(realMoney)
        case .mapping(let nested): JSON(["allOf": [reference(name(of: nested()))]])
        case .action: JSON(["anyOf": [JSON(["const": "none"]), action(key.name)]])
        case .bound: .object([])
        case .path: pattern("^[^?#% ]*$")
        case .choices(_, let names): oneOrMore(JSON(["enum": names()]), most: names().count)
        case .texts: JSON(["type": "array", "items": pattern(linkName)])
        case .parameters:
            JSON([
                "type": "object", "propertyNames": pattern(#"^([A-Za-z0-9_.-]{1,40}|\*)$"#),
                "additionalProperties": reference("link-parameter"),
            ])
        case .values:
            JSON([
                "anyOf": [
                    JSON(["type": "array", "items": JSON(["type": "string"])]),
                    JSON(["type": "object", "additionalProperties": reference("link-value")]),
                ]
            ])
        case .chains:
            // Their keys are numbers; a schema cannot say more about them.
            JSON([
                "type": "object", "minProperties": 1,
                "additionalProperties": pattern("^[0-9a-fA-F]{\(DescriptorLimits.hash)}$"),
            ])
        case .instructions:
            JSON([
                "type": "object", "propertyNames": pattern(linkName),
                "additionalProperties": oneOrMore(
                    JSON(["enum": InstructionFormat.allCases.map(\.rawValue)]), most: InstructionFormat.allCases.count),
            ])
        }
    }

    /// Each section is defined once, under this name.
    private static func name(of section: DescriptorSection) -> String {
        let names: [(section: DescriptorSection, name: String)] = [
            (.fees, "fees"), (.networks, "networks"), (.network, "network"), (.upgrade, "upgrade"),
            (.accountChain, "account-chain"),
            (.actions, "actions"), (.outcome, "outcome"), (.links, "links"), (.linkKeys, "link-keys"),
            (.linkAmounts, "link-amounts"), (.linkForm, "link-form"), (.linkValue, "link-value"),
            (.lineForm, "line-form"), (.lineRule, "line-rule"), (.linkPage, "link-page"),
            (.coinAddresses, "coin-addresses"), (.example, "example"), (.addressForm, "address-form"),
        ]
        return names.first { $0.section === section }?.name ?? ""
    }

    /// The name of a parameter of links.
    private static let linkName = "^[A-Za-z0-9_.-]{1,40}$"

    /// A name of ours.
    private static var identifier: JSON { pattern("^[a-z][a-z0-9-]{0,\(DescriptorLimits.identifier - 1)}$") }

    /// A scheme (RFC 3986 3.1) in lower case.
    private static var scheme: JSON { pattern("^[a-z][a-z0-9+.-]{0,\(DescriptorLimits.scheme - 1)}$") }

    /// Whole coins in decimal digits. Without quotes, YAML reads them as a number.
    private static var coins: JSON {
        JSON(["type": ["string", "number"], "pattern": #"^([0-9]+(\.[0-9]*)?|\.[0-9]+)$"#, "minimum": 0])
    }

    private static func integer(_ range: ClosedRange<Int64>) -> JSON {
        JSON(["type": "integer", "minimum": range.lowerBound, "maximum": range.upperBound])
    }

    /// A value, or a list of different ones.
    private static func oneOrMore(_ value: JSON, most: Int) -> JSON {
        let list = JSON(["type": "array", "items": value, "minItems": 1, "maxItems": most, "uniqueItems": true])
        return JSON(["anyOf": [value, list]])
    }

    private static func pattern(_ pattern: String) -> JSON { JSON(["type": "string", "pattern": pattern]) }

    private static func described(_ description: String, _ shape: JSON) -> JSON {
        JSON(["description": description]).adding(shape)
    }
}

extension JSON {
    /// The value over several lines, for files that people read. Lists of plain values stay on one line.
    var indented: String { indented(by: "") }

    private func indented(by margin: String) -> String {
        let inner = margin + "  "
        switch self {
        case .array(let values) where values.contains(where: \.isContainer):
            let items = values.map { inner + $0.indented(by: inner) }
            return "[\n" + items.joined(separator: ",\n") + "\n\(margin)]"
        case .array(let values): return "[" + values.map(\.text).joined(separator: ", ") + "]"
        case .object(let members) where !members.isEmpty:
            let items = members.map { "\(inner)\(JSON.string($0.name).text): \($0.value.indented(by: inner))" }
            return "{\n" + items.joined(separator: ",\n") + "\n\(margin)}"
        default: return text
        }
    }

    private var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
