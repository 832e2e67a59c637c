import ExactJSON

/// The interface of a contract: its actions and the types of their data (EOSIO
/// `libraries/chain/include/eosio/chain/abi_def.hpp`). Tables and texts of an interface are not needed here.
public struct ABI: Sendable {
    /// Entries by the bytes of their names: contracts distinguish names by bytes, and comparing long ones as strings
    /// could take minutes.
    struct Table<Entry: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
        private var entries: [[UInt8]: Entry] = [:]

        init(dictionaryLiteral entries: (String, Entry)...) {
            for (name, entry) in entries { self[name] = entry }
        }

        subscript(name: String) -> Entry? {
            get { entries[Array(name.utf8)] }
            set { entries[Array(name.utf8)] = newValue }
        }
    }

    /// A struct, including the fields of its base, which come first.
    struct Structure: Sendable {
        let base: String
        let fields: [(name: String, type: String)]
    }

    /// The version as given: `eosio::abi/1.2`.
    public let version: String
    /// Aliases of types.
    let aliases: Table<String>
    let structures: Table<Structure>
    /// The types of each variant.
    let variants: Table<[String]>
    let actions: [(name: Name, type: String)]

    /// The actions of the contract.
    public var actionNames: [Name] { actions.map(\.name) }

    /// The type of an action's data.
    public func type(ofAction name: Name) throws(ABIError) -> ABIType {
        guard let action = actions.first(where: { $0.name == name }) else {
            throw ABIError(.unknownAction, "\(name)", "The contract has no action “\(name)”.")
        }
        return try type(named: action.type)
    }

    /// A type by its name in the interface, such as `transfer`, `asset[]` or `string?`.
    public func type(named name: String) throws(ABIError) -> ABIType {
        var resolver = ABIResolver(abi: self)
        return try resolver.type(named: name)
    }
}

extension ABI {
    /// Reads the `abi` of a node's `get_abi` answer. Types are only checked when they are used: an interface with an
    /// unknown type still works for its other actions.
    public init(json: JSON) throws(ABIError) {
        guard json.members != nil, let version = json["version"]?.string else {
            throw Self.malformed("version", "it has no version")
        }
        guard version.utf8.starts(with: "eosio::abi/1.".utf8) else {
            throw ABIError(.unsupportedVersion, version, "Interface version “\(version.inWords)” is not supported.")
        }
        self.version = version
        aliases = try Self.table(json, "types", key: "new_type_name") { (entry) throws(ABIError) in
            try Self.text(entry, "type")
        }
        structures = try Self.table(json, "structs", key: "name") { (entry) throws(ABIError) in
            var fields: [(name: String, type: String)] = []
            for field in try Self.list(entry, "fields") {
                fields.append((try Self.text(field, "name"), try Self.text(field, "type")))
            }
            return Structure(base: entry["base"]?.string ?? "", fields: fields)
        }
        variants = try Self.table(json, "variants", key: "name") { (entry) throws(ABIError) in
            try Self.list(entry, "types").compactMap(\.string)
        }
        var actions: [(name: Name, type: String)] = []
        var taken: Set<UInt64> = []
        for entry in try Self.list(json, "actions") {
            guard let name = try? Name(Self.text(entry, "name")), taken.insert(name.value).inserted else {
                throw Self.malformed("actions", "an action has no valid, unique name")
            }
            actions.append((name, try Self.text(entry, "type")))
        }
        self.actions = actions
    }

    private static func malformed(_ subject: String, _ message: String) -> ABIError {
        ABIError(.malformed, subject, "This is not a valid contract interface: \(message).")
    }

    private static func table<Entry>(
        _ json: JSON, _ name: String, key: String, _ entry: (JSON) throws(ABIError) -> Entry
    ) throws(ABIError) -> Table<Entry> {
        var table: Table<Entry> = [:]
        for value in try list(json, name) {
            let key = try text(value, key)
            guard table[key] == nil else { throw malformed(key, "“\(key.inWords)” is declared twice") }
            table[key] = try entry(value)
        }
        return table
    }

    private static func list(_ json: JSON, _ name: String) throws(ABIError) -> [JSON] {
        switch json[name] {
        case nil, .null: return []
        case .array(let values): return values
        default: throw malformed(name, "“\(name)” must be a list")
        }
    }

    private static func text(_ json: JSON, _ name: String) throws(ABIError) -> String {
        guard let text = json[name]?.string else { throw malformed(name, "“\(name)” must be text") }
        return text
    }
}

extension ABI {
    /// Reads an interface as contracts set it (`eosio::setabi`) and `get_raw_abi` returns it: packed according to an
    /// interface of its own.
    public init(packed bytes: [UInt8]) throws(ABIError) {
        let value: ABIValue
        do {
            value = try Self.ofInterfaces.type(named: "abi_def").unpack(bytes)
        } catch let error as UnpackError {
            throw ABIError(.malformed, error.path, "This is not a valid contract interface: \(error.message)")
        } catch {
            preconditionFailure("the interface of interfaces is whole")
        }
        try self.init(json: value.json)
    }

    /// The interface of interfaces (EOSIO `abi_def.hpp`; eosjs has the same as `abi.abi.json`).
    private static let ofInterfaces = ABI(
        version: "eosio::abi/1.1", aliases: [:],
        structures: [
            "extensions_entry": Structure(["tag": "uint16", "value": "bytes"]),
            "type_def": Structure(["new_type_name": "string", "type": "string"]),
            "field_def": Structure(["name": "string", "type": "string"]),
            "struct_def": Structure(["name": "string", "base": "string", "fields": "field_def[]"]),
            "action_def": Structure(["name": "name", "type": "string", "ricardian_contract": "string"]),
            "table_def": Structure([
                "name": "name", "index_type": "string", "key_names": "string[]", "key_types": "string[]",
                "type": "string",
            ]),
            "clause_pair": Structure(["id": "string", "body": "string"]),
            "error_message": Structure(["error_code": "uint64", "error_msg": "string"]),
            "variant_def": Structure(["name": "string", "types": "string[]"]),
            "action_result": Structure(["name": "name", "result_type": "string"]),
            "abi_def": Structure([
                "version": "string", "types": "type_def[]", "structs": "struct_def[]", "actions": "action_def[]",
                "tables": "table_def[]", "ricardian_clauses": "clause_pair[]", "error_messages": "error_message[]",
                "abi_extensions": "extensions_entry[]", "variants": "variant_def[]$",
                "action_results": "action_result[]$",
            ]),
        ], variants: [:], actions: [])
}

extension ABI.Structure {
    fileprivate init(_ fields: KeyValuePairs<String, String>) {
        self.init(base: "", fields: fields.map { ($0.key, $0.value) })
    }
}

/// Why a contract's interface cannot be used.
public struct ABIError: Error, Sendable, Equatable {
    /// The kind of mistake.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// Not a valid interface.
        case malformed
        /// An unknown version; 1.x are known.
        case unsupportedVersion
        /// The contract has no such action.
        case unknownAction
        /// A type that is neither in the interface nor built in.
        case unknownType
        /// A type that contains itself, or too many others.
        case endlessType
    }

    /// The kind of mistake.
    public let code: Code
    /// The name of the type, action or field; empty for the interface itself.
    public let subject: String
    /// The problem, for the person.
    public let message: String

    init(_ code: Code, _ subject: String, _ message: String) {
        self.code = code
        self.subject = subject
        self.message = message
    }

    /// Errors are equal if their code and subject are: texts may change.
    public static func == (left: ABIError, right: ABIError) -> Bool {
        left.code == right.code && left.subject == right.subject
    }
}

extension String {
    /// A name from an interface, safe to quote: visible ASCII, of limited length. Interfaces are foreign text, and such
    /// names are identifiers.
    var inWords: String {
        String(decoding: utf8.prefix(60).map { (0x21...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}
