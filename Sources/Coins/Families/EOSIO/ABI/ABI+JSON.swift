import ExactJSON

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
