import ExactJSON
import RouterEOSIO
import Testing

/// `abi_actions.json`, with the interfaces of real contracts.
@Suite struct ABIVectorTests {
    static let abis: [String: ABI] = {
        var abis: [String: ABI] = [:]
        for (name, json) in Vectors.actions["abis"]?.members ?? [] { abis[name] = try? ABI(json: json) }
        precondition(!abis.isEmpty, "the vectors have no interfaces")
        return abis
    }()

    static func abi(_ account: String) throws -> ABI { try #require(abis[account]) }

    private static func type(of row: JSON) throws -> ABIType {
        try abi(row.text("account")).type(ofAction: try Name(row.text("name")))
    }

    @Test("packed and read back", arguments: Vectors.actions.rows("actions"))
    func actions(row: JSON) throws {
        let data = try #require(row["data"])
        let type = try Self.type(of: row)
        #expect(try type.pack(data) == row.bytes("hex"))
        let value = try type.unpack(row.bytes("hex"))
        #expect(value.json == data)
        #expect(try type.value(from: data) == value)
    }

    @Test("every truncation says where; so does anything more", arguments: Vectors.actions.rows("actions"))
    func truncations(row: JSON) throws {
        let type = try Self.type(of: row)
        let bytes = row.bytes("hex")
        for length in bytes.indices {
            // The last field of the last vector is an extension: without it, the rest is whole.
            if row.text("account") == "alltypes", length == bytes.count - 2 { continue }
            let error = #expect(throws: UnpackError.self) { try type.unpack(Array(bytes[..<length])) }
            #expect(error?.code == .truncated)
            #expect(error?.offset == length)
            #expect(error?.path.isEmpty == false)
        }
        let error = #expect(throws: UnpackError.self) { try type.unpack(bytes + [0]) }
        #expect(error == unpackError(.trailingBytes, bytes.count))
    }

    @Test("a binary extension at the end may be left off, in JSON and in bytes")
    func extensions() throws {
        let row = try #require(Vectors.actions.rows("actions").last)
        let type = try Self.type(of: row)
        let members = try #require(row["data"]?.members).dropLast()
        let bytes = try type.pack(.object(Array(members)))
        #expect(bytes == row.bytes("hex").dropLast(2))
        #expect(try type.unpack(bytes)["ext"] == nil)
        #expect(try type.unpack(row.bytes("hex"))["ext"] == .string("z"))
    }

    @Test("SDKs drop nulls: an optional field may be missing, no other")
    func missing() throws {
        let row = try #require(Vectors.actions.rows("actions").last)
        let type = try Self.type(of: row)
        let members = try #require(row["data"]?.members)
        for name in members.map(\.name) {
            let rest = JSON.object(members.filter { $0.name != name })
            switch name {
            case "none": #expect(try type.pack(rest) == row.bytes("hex"))
            case "opt": #expect(try type.value(from: rest)["opt"] == .optional(nil))
            case "ext": #expect(try type.value(from: rest)["ext"] == nil)
            default: #expect(throws: packError(name)) { try type.pack(rest) }
            }
        }
    }

    @Test("what does not fit, and where")
    func places() throws {
        let newAccount = try Self.abi("eosio").type(ofAction: try Name("newaccount"))
        let text = """
            {"creator":"bobbobbobbob","name":"carolcarol11","owner":{"threshold":1,"keys":[],"accounts":[],"waits":[]},
            "active":{"threshold":1,"keys":[{"key":"EOS6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5GDW5CV",
            "weight":65536}],"accounts":[],"waits":[]}}
            """
        let json = try JSON(reading: Array(text.utf8), limits: .link)
        #expect(throws: packError("active.keys[0].weight")) { try newAccount.pack(json) }
        let buyRAM = try Self.abi("eosio").type(ofAction: try Name("buyram"))
        let stranger = JSON.object([
            ("amount", .string("1.0000 EOS")), ("payer", .string("bob")), ("receiver", .string("bob")),
        ])
        #expect(throws: packError("amount")) { try buyRAM.pack(stranger) }
        #expect(throws: packError("")) { try buyRAM.pack(.string("{}")) }
        #expect(throws: packError("payer")) {
            try buyRAM.pack(.array([.string("UPPER"), .string("bob"), .string("1.0000 EOS")]))
        }
        #expect(throws: abiError(.unknownAction, "selfdestruct")) {
            try Self.abi("eosio").type(ofAction: try Name("selfdestruct"))
        }
    }

    @Test("struct values in order, as nodes take them too")
    func positional() throws {
        let transfer = try Self.abi("eosio.token").type(ofAction: try Name("transfer"))
        let row = Vectors.actions.rows("actions")[0]
        let values = try #require(row["data"]?.members).map(\.value)
        #expect(try transfer.pack(.array(values)) == row.bytes("hex"))
        #expect(throws: packError("memo")) { try transfer.pack(.array(Array(values.dropLast()))) }
        #expect(throws: packError("")) { try transfer.pack(.array(values + [.null])) }
    }

    @Test("an interface that a real chain took, in its packed form")
    func packedInterface() throws {
        let row = try #require(Vectors.realTransactions.rows().first)
        let bytes = try #require(row.rows("data").first).bytes("abi")
        let abi = try ABI(packed: bytes)
        #expect(abi.version == "eosio::abi/1.2")
        #expect(abi.actionNames.map(\.description) == ["test"])
        let test = try abi.type(ofAction: try Name("test"))
        #expect(
            try test.unpack(try test.pack(.object([("eos_account", .string("bob"))])))["eos_account"]
                == .name(Name("bob")))
        #expect(try abi.type(named: "Result").unpack([7, 0, 0, 0])["id"] == .uint32(7))
        for length in bytes.indices {
            // Up to the extensions of the interface of interfaces, where it is whole without the rest.
            guard let partial = try? ABI(packed: Array(bytes[..<length])) else { continue }
            #expect(partial.version == abi.version && length > bytes.count - 20)
        }
    }
}
