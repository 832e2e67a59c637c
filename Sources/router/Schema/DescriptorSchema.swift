import ExactJSON
import SchemeRouter

/// The JSON schema (draft-07) of descriptor files, which editors complete and check by: `schemes.schema.json`.
///
/// Keys, names and bounds are those of the reader. What only the reader can know – other files, digests, checksums – it
/// leaves to `router check`.
enum DescriptorSchema {
    /// The schema as a file.
    static var text: String { json.indented + "\n" }

    static var json: JSON {
        .object([
            ("$schema", .string("http://json-schema.org/draft-07/schema#")),
            ("title", .string("SchemeRouter descriptors")),
            (
                "description",
                .string("Which wallet links are answered, and what distinguishes the coins they are about.")
            ),
            ("type", .string("object")),
            ("properties", properties(DescriptorKeys.file, file)),
            ("required", strings(["version"])), ("additionalProperties", .bool(false)),
            ("definitions", .object(SchemaCoins.definitions + SchemaSchemes.definitions)),
        ])
    }

    private static func file(_ key: String) -> JSON? {
        switch key {
        case "version":
            described("The version of this format.", ("const", .number(DescriptorKeys.version)))
        case "coins":
            described(
                "The coins, by their ids.", ("type", .string("object")), ("propertyNames", identifier),
                ("additionalProperties", reference("coinEntry")))
        case "schemes":
            described(
                "The schemes whose links are answered, or kept from others.", ("type", .string("object")),
                ("propertyNames", scheme), ("additionalProperties", reference("schemeEntry")))
        default: nil
        }
    }

    // MARK: Parts that several shapes have

    /// A name of ours.
    static var identifier: JSON {
        .object([
            ("type", .string("string")), ("pattern", .string("^[a-z][a-z0-9-]{0,\(DescriptorLimits.identifier - 1)}$")),
        ])
    }

    /// A scheme (RFC 3986 3.1) in lower case.
    static var scheme: JSON {
        .object([
            ("type", .string("string")), ("pattern", .string("^[a-z][a-z0-9+.-]{0,\(DescriptorLimits.scheme - 1)}$")),
        ])
    }

    /// An object with these keys and no others. A key without a shape is left out, which a test notices.
    static func object(_ keys: [String], required: [String] = [], _ shape: (String) -> JSON?) -> JSON {
        .object(
            [("type", .string("object")), ("properties", properties(keys, shape))]
                + (required.isEmpty ? [] : [("required", strings(required))])
                + [("additionalProperties", .bool(false))])
    }

    static func properties(_ keys: [String], _ shape: (String) -> JSON?) -> JSON {
        .object(keys.compactMap { key in shape(key).map { (key, $0) } })
    }

    static func described(_ description: String, _ members: (name: String, value: JSON)...) -> JSON {
        .object([("description", .string(description))] + members)
    }

    static func label(_ description: String, limit: Int) -> JSON {
        described(
            description, ("type", .string("string")), ("minLength", .number(1)), ("maxLength", .number(Int64(limit))))
    }

    static func integer(_ description: String, in range: ClosedRange<Int64>) -> JSON {
        described(
            description, ("type", .string("integer")), ("minimum", .number(range.lowerBound)),
            ("maximum", .number(range.upperBound)))
    }

    /// Whole coins in decimal digits. Without quotes YAML takes them for a number.
    static func coins(_ description: String) -> JSON {
        described(
            description, ("type", strings(["string", "number"])),
            ("pattern", .string(#"^([0-9]+(\.[0-9]*)?|\.[0-9]+)$"#)), ("minimum", .number(0)))
    }

    static func choice(_ description: String, among names: [String]) -> JSON {
        described(description, ("enum", strings(names)))
    }

    static func list(_ description: String, of item: JSON, _ members: (name: String, value: JSON)...) -> JSON {
        .object([("description", .string(description)), ("type", .string("array")), ("items", item)] + members)
    }

    static func reference(_ name: String) -> JSON {
        .object([("$ref", .string("#/definitions/\(name)"))])
    }

    static func strings(_ texts: [String]) -> JSON {
        .array(texts.map(JSON.string))
    }

    /// What has only the keys of an amendment is one; everything else must be whole.
    static func entry(amendmentKeys: [String], amendment: String, whole: String) -> JSON {
        .object([
            ("type", .string("object")),
            ("if", .object([("propertyNames", .object([("enum", strings(amendmentKeys))]))])),
            ("then", reference(amendment)), ("else", reference(whole)),
        ])
    }
}
