import ExactJSON

extension ABI {
    /// Reads an interface as contracts set it (`eosio::setabi`) and `get_raw_abi` answers it: packed by an interface of
    /// its own.
    public init(packed bytes: [UInt8]) throws(ABIError) {
        let value: ABIValue
        do {
            value = try Self.ofInterfaces.type(named: "abi_def").unpack(bytes)
        } catch let error as UnpackError {
            throw ABIError(.malformed, error.path, "This is not an interface of a contract: \(error.message)")
        } catch {
            preconditionFailure("the interface of interfaces is whole")
        }
        try self.init(json: value.json)
    }

    /// The interface of interfaces (EOSIO `abi_def.hpp`; eosjs has the same as `abi.abi.json`).
    private static let ofInterfaces: ABI = {
        func structure(_ name: String, _ fields: KeyValuePairs<String, String>) -> JSON {
            .object([
                ("name", .string(name)), ("base", .string("")),
                ("fields", .array(fields.map { .object([("name", .string($0.key)), ("type", .string($0.value))]) })),
            ])
        }
        let structures = [
            structure("extensions_entry", ["tag": "uint16", "value": "bytes"]),
            structure("type_def", ["new_type_name": "string", "type": "string"]),
            structure("field_def", ["name": "string", "type": "string"]),
            structure("struct_def", ["name": "string", "base": "string", "fields": "field_def[]"]),
            structure("action_def", ["name": "name", "type": "string", "ricardian_contract": "string"]),
            structure(
                "table_def",
                [
                    "name": "name", "index_type": "string", "key_names": "string[]", "key_types": "string[]",
                    "type": "string",
                ]),
            structure("clause_pair", ["id": "string", "body": "string"]),
            structure("error_message", ["error_code": "uint64", "error_msg": "string"]),
            structure("variant_def", ["name": "string", "types": "string[]"]),
            structure("action_result", ["name": "name", "result_type": "string"]),
            structure(
                "abi_def",
                [
                    "version": "string", "types": "type_def[]", "structs": "struct_def[]", "actions": "action_def[]",
                    "tables": "table_def[]", "ricardian_clauses": "clause_pair[]",
                    "error_messages": "error_message[]", "abi_extensions": "extensions_entry[]",
                    "variants": "variant_def[]$", "action_results": "action_result[]$",
                ]),
        ]
        let json = JSON.object([("version", .string("eosio::abi/1.1")), ("structs", .array(structures))])
        guard let abi = try? ABI(json: json) else { preconditionFailure("the interface of interfaces is whole") }
        return abi
    }()
}
