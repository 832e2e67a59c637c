import ExactJSON
import Foundation
import RouterTestSupport
import Testing

@testable import RouterEOSIO

/// Built-in types against what is known of them elsewhere.
@Suite struct BuiltInTests {
    private static func type(_ name: String) throws -> ABIType {
        try ABI(json: .object([("version", .string("eosio::abi/1.2"))])).type(named: name)
    }

    private static func json(_ text: String) throws -> JSON {
        try JSON(reading: Array(text.utf8), limits: .link)
    }

    @Test(
        "JSON and bytes",
        arguments: [
            ("varuint32", "127", "7f"), ("varuint32", "128", "8001"), ("varuint32", "4294967295", "ffffffff0f"),
            ("varint32", "-1", "01"), ("varint32", "1", "02"), ("varint32", "-64", "7f"),
            ("varint32", "-2147483648", "ffffffff0f"), ("varint32", "2147483647", "feffffff0f"),
            ("uint64", "4294967295", "ffffffff00000000"), ("uint64", #""4294967296""#, "0000000001000000"),
            ("int64", #""-4294967296""#, "00000000ffffffff"),
            ("uint128", #""340282366920938463463374607431768211455""#, String(repeating: "f", count: 32)),
            ("int128", #""-1""#, String(repeating: "f", count: 32)), ("bool", "true", "01"),
            ("float32", #""-1.5""#, "0000c0bf"), ("float64", #""0.10000000000000001""#, "9a9999999999b93f"),
            ("float64", #""0x000000000000f07f""#, "000000000000f07f"),
            ("float128", #""0x000102030405060708090a0b0c0d0e0f""#, "000102030405060708090a0b0c0d0e0f"),
            ("time_point_sec", #""2106-02-07T06:28:15""#, "ffffffff"),
            ("time_point", #""1970-01-01T00:00:00.001""#, "e803000000000000"),
            ("block_timestamp_type", #""2000-01-01T00:00:00.500""#, "01000000"), ("string", #""é""#, "02c3a9"),
            ("symbol", #""4,EOS""#, "04454f5300000000"), ("symbol_code", #""EOS""#, "454f530000000000"),
            (
                "extended_asset", #"{"quantity":"1.0000 EOS","contract":"eosio.token"}"#,
                "102700000000000004454f530000000000a6823403ea3055"
            ),
        ])
    func knownAnswers(name: String, text: String, hex: String) throws {
        let type = try Self.type(name)
        #expect(try type.pack(Self.json(text)).hex == hex)
        #expect(try type.unpack(#require([UInt8](hexDigits: hex))).json.text == text)
    }

    @Test(
        "JSON that means the same",
        arguments: [
            ("uint8", #""255""#, "ff"), ("uint32", "1E3", "e8030000"), ("int8", "-1.0", "ff"), ("bool", "1", "01"),
            ("bool", "0", "00"), ("float64", "0.5", "000000000000e03f"), ("bytes", #""00FF""#, "0200ff"),
            ("time_point_sec", #""2020-01-02T03:04:05.000Z""#, "a55d0d5e"), ("varint32", #""-1""#, "01"),
        ])
    func spellings(name: String, text: String, hex: String) throws {
        #expect(try Self.type(name).pack(Self.json(text)).hex == hex)
    }

    @Test(
        "JSON that is not a value of the type",
        arguments: [
            ("uint8", "256"), ("uint8", "-1"), ("int8", "128"), ("uint32", "0.5"), ("uint64", #""0x10""#),
            ("uint64", #""+1""#), ("uint64", #""""#), ("int64", #""-""#), ("uint64", "true"), ("uint64", "null"),
            ("int64", "1e400"), ("bool", #""true""#), ("bool", "2"), ("string", "5"), ("name", "5"), ("bytes", #""0""#),
            ("bytes", #""0g""#), ("checksum256", #""00""#), ("float64", #""1e999""#), ("float64", #""nan""#),
            ("float64", #""0x00""#), ("float128", "1"), ("float32", #""1e39""#), ("symbol", #""EOS""#),
            ("extended_asset", #"{"quantity":"1.0000 EOS"}"#),
            ("public_key", #""5KQwrPbwdL6PhXujxW37FSSQZ1JiwsST4cqQzDeyXtP79zkvFD3""#),
            ("block_timestamp_type", #""2000-01-01T00:00:00.250""#),
        ])
    func wrongJSON(name: String, text: String) throws {
        let error = try #require(throws: PackError.self) { try Self.type(name).pack(Self.json(text)) }
        #expect(!error.message.isEmpty && !error.message.contains("5KQ"))
    }

    @Test(
        "bytes that are not a value of the type",
        arguments: [
            ("bool", "02", UnpackError.Code.badValue), ("varuint32", "8000", .badVariableNumber),
            ("varuint32", "ffffffff10", .badVariableNumber), ("varuint32", "ffffffffff01", .badVariableNumber),
            ("varuint32", "80", .truncated), ("string", "01ff", .invalidUTF8), ("string", "ffffffff0f", .truncated),
            ("asset", "000000000000004004454f5300000000", .badValue), ("symbol", "13454f5300000000", .badValue),
            ("symbol", "0400000000000000", .badValue), ("symbol_code", "454f530000000100", .badValue),
            ("symbol_code", "0045000000000000", .badValue), ("public_key", "03", .badValue),
            ("public_key", "00" + String(repeating: "00", count: 33), .badValue), ("signature", "03", .badValue),
            ("signature", "00" + String(repeating: "ff", count: 65), .badValue),
            ("uint8[]", "ffffffff0f00", .truncated),
            ("uint8?", "02", .badValue),
        ])
    func wrongBytes(name: String, hex: String, code: UnpackError.Code) throws {
        let error = try #require(throws: UnpackError.self) {
            try Self.type(name).unpack(#require([UInt8](hexDigits: hex)))
        }
        #expect(error.code == code)
    }

    @Test("fractions are rounded as Foundation’s are")
    func fractions() throws {
        let type = try Self.type("float64")
        var numbers = SeededGenerator(seed: 754)
        for _ in 0..<500 {
            let text =
                "\(Int64.random(in: .min ... .max, using: &numbers))e\(Int.random(in: -330...280, using: &numbers))"
            let bits = try #require(Double(text)).bitPattern
            #expect(try type.value(from: .string(text)) == .float64(BinaryFraction(bits: bits)))
        }
    }
}
