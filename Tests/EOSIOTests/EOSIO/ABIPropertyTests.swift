import ExactJSON
import RouterEOSIO
import RouterTestSupport
import Testing

@Suite struct ABIPropertyTests {
    @Test("unpack(pack(x)) == x and read(print(x)) == x for every built-in type", arguments: RandomValues.names)
    func builtIns(name: String) throws {
        var numbers = SeededGenerator(seed: name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
        let abi = try ABI(json: .object([("version", .string("eosio::abi/1.2"))]))
        for (typeName, wrap) in [(name, { $0 }), ("\(name)[]", { .array([$0]) }), ("\(name)?", { .optional($0) })]
            as [(String, (ABIValue) -> ABIValue)]
        {
            let type = try abi.type(named: typeName)
            for _ in 0..<40 { try Self.check(wrap(RandomValues.value(name, using: &numbers)), of: type) }
        }
    }

    /// All that must hold for a value of a type.
    static func check(_ value: ABIValue, of type: ABIType, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let packed = value.packed
        #expect(try type.unpack(packed) == value, sourceLocation: sourceLocation)
        let json = try JSON(reading: value.json.bytes, limits: .answer)
        #expect(try type.value(from: json) == value, "\(json.text)", sourceLocation: sourceLocation)
    }

    @Test("names are told apart by their bytes, as contracts do, and at once whatever they are")
    func names() throws {
        let marks = String(repeating: "\u{301}\u{316}", count: 500_000)
        let names = ["\u{e9}", "e\u{301}", "a" + marks, "a\u{316}" + marks, "string" + marks]
        let abi = try ABI(
            json: .object([
                ("version", .string("eosio::abi/1.2")),
                (
                    "structs",
                    .array(
                        names.enumerated().map { index, name in
                            .object([
                                ("name", .string(name)), ("base", .string("")),
                                (
                                    "fields",
                                    .array(
                                        names[...index].map {
                                            .object([("name", .string($0)), ("type", .string("uint8[]$"))])
                                        })
                                ),
                            ])
                        })
                ),
            ]))
        for name in names {
            let type = try abi.type(named: name + "[]")
            #expect(try type.unpack([0]) == .array([]))
        }
        #expect(throws: ABIError.self) { try abi.type(named: "uint8" + marks) }
    }

    @Test("the same for random interfaces: bases, aliases, optional values, arrays, variants, extensions")
    func interfaces() throws {
        var numbers = SeededGenerator(seed: 1776)
        for _ in 0..<60 {
            var made = RandomABI(using: &numbers)
            let abi = try ABI(json: made.json)
            let type = try abi.type(ofAction: try Name("act"))
            for _ in 0..<5 {
                let value = made.value(using: &numbers)
                try Self.check(value, of: type)
                try Self.damage(value.packed, of: type, using: &numbers)
            }
        }
    }

    /// Bytes cut short or changed give a value or an error with a place, and what gives a value gives its own bytes.
    private static func damage(_ packed: [UInt8], of type: ABIType, using numbers: inout SeededGenerator) throws {
        let lengths = packed.count < 60 ? Array(packed.indices) : (0..<60).map { $0 * packed.count / 60 }
        var damaged = lengths.map { Array(packed[..<$0]) }
        for _ in 0..<20 where !packed.isEmpty {
            var bytes = packed
            bytes[Int.random(in: bytes.indices, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            damaged.append(bytes)
        }
        for bytes in damaged {
            do {
                let value = try type.unpack(bytes)
                // A signature may come with another header byte for the same thing.
                if value.packed != bytes { #expect(try type.unpack(value.packed) == value) }
            } catch {
                #expect(error.offset >= 0 && error.offset <= bytes.count)
                #expect(!error.message.isEmpty)
            }
        }
    }

    @Test("types that are wrong or endless are refused, and never loop")
    func wrongTypes() throws {
        let text = """
            {"version":"eosio::abi/1.2",
            "types":[{"new_type_name":"a","type":"b"},{"new_type_name":"b","type":"a"},{"new_type_name":"c","type":"c[]"},
              {"new_type_name":"base_alias","type":"node"}],
            "structs":[{"name":"x","base":"y","fields":[]},{"name":"y","base":"x","fields":[]},
              {"name":"self","base":"","fields":[{"name":"s","type":"self"}]},
              {"name":"node","base":"","fields":[{"name":"v","type":"uint8"},{"name":"next","type":"node?"}]},
              {"name":"twice","base":"base_alias","fields":[{"name":"v","type":"uint8"}]},
              {"name":"late","base":"","fields":[{"name":"e","type":"uint8$"},{"name":"f","type":"uint8"}]},
              {"name":"bad","base":"","fields":[{"name":"f","type":"nosuch"}]},
              {"name":"nothing","base":"","fields":[]},{"name":"derived","base":"base_alias","fields":[]}],
            "variants":[{"name":"v","types":["v","uint8"]}],"actions":null}
            """
        let abi = try ABI(json: try JSON(reading: Array(text.utf8), limits: .answer))
        for (name, code) in [
            ("a", ABIError.Code.endlessType), ("c", .endlessType), ("x", .endlessType), ("twice", .malformed),
            ("late", .malformed), ("bad", .unknownType), ("", .unknownType), ("uint8$", .unknownType),
            ("uint8[3]", .unknownType), ("nosuch[]", .unknownType),
        ] {
            let error = #expect(throws: ABIError.self, "\(name)") { try abi.type(named: name) }
            #expect(error?.code == code, "\(name)")
        }
        #expect(throws: unpackError(.tooMuch, 0)) { try abi.type(named: "self").unpack([]) }
        let deep = [UInt8](repeating: 1, count: 200)
        #expect(throws: unpackError(.tooMuch, 32)) { try abi.type(named: "node").unpack(deep) }
        #expect(throws: unpackError(.tooMuch, 5)) { try abi.type(named: "nothing[]").unpack([255, 255, 255, 255, 15]) }
        #expect(throws: unpackError(.tooMuch, 32)) { try abi.type(named: "v").unpack([UInt8](repeating: 0, count: 99)) }
        let list = try abi.type(named: "derived")
        let value = try list.unpack([1, 1, 2, 0])
        #expect(value.json.text == #"{"v":1,"next":{"v":2,"next":null}}"#)
        #expect(throws: packError("next.next.next.v")) {
            try list.pack(
                try JSON(reading: Array(#"{"v":1,"next":{"v":1,"next":{"v":1,"next":{"v":-1}}}}"#.utf8), limits: .link))
        }
    }

    @Test("a hostile contract’s interface takes no quadratic time")
    func large() throws {
        func abi(fields: Int) throws -> ABI {
            let fields = (0..<fields).map { JSON.object([("name", .string("f\($0)")), ("type", .string("uint8"))]) }
            let actions = (0..<20_000).map { number in
                JSON.object([("name", .string("\(Name(value: UInt64(number) << 20))")), ("type", .string("s"))])
            }
            return try ABI(
                json: .object([
                    ("version", .string("eosio::abi/1.1")), ("actions", .array(actions)),
                    ("structs", .array([.object([("name", .string("s")), ("fields", .array(fields))])])),
                ]))
        }
        #expect(try abi(fields: 1024).type(named: "s").unpack([UInt8](repeating: 0, count: 1024))["f1023"] == .uint8(0))
        #expect(throws: abiError(.malformed, "s")) { try abi(fields: 1025).type(named: "s") }
    }

    @Test(
        "what is not an interface",
        arguments: [
            "null", "{}", #"{"version":1}"#, #"{"version":"eosio::abi/1.1","structs":{}}"#,
            #"{"version":"eosio::abi/1.1","structs":[{}]}"#, #"{"version":"eosio::abi/1.1","actions":[{"name":"A"}]}"#,
            #"{"version":"eosio::abi/1.1","actions":[{"name":"a","type":"b"},{"name":"a","type":"c"}]}"#,
            #"{"version":"eosio::abi/1.1","types":[{"new_type_name":"a","type":"b"},{"new_type_name":"a","type":"c"}]}"#,
            #"{"version":"eosio::abi/1.1","structs":[{"name":"a","fields":[{"name":"x"}]}]}"#,
        ])
    func malformed(text: String) throws {
        let json = try JSON(reading: Array(text.utf8), limits: .answer)
        let error = #expect(throws: ABIError.self) { try ABI(json: json) }
        #expect(error?.code == .malformed)
        #expect(throws: abiError(.unsupportedVersion, "eosio::abi/2.0")) {
            try ABI(json: .object([("version", .string("eosio::abi/2.0"))]))
        }
    }
}
