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
