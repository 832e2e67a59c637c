import ExactJSON
import RouterEOSIO
import RouterTestSupport
import Testing

/// S9: amounts are whole units, from and to decimal text.
@Suite struct AssetTests {
    @Test("amounts, their units and bytes", arguments: Vectors.assets.rows("valid"))
    func valid(row: JSON) throws {
        let asset = try Asset(row.text("asset"))
        #expect("\(asset.units)" == row.text("amount"))
        #expect(asset.symbol.precision == row.integer("precision") as UInt8)
        #expect(asset.symbol.code.description == row.text("code"))
        #expect(asset.description == row.text("asset"))
        #expect(ABIValue.asset(asset).packed == row.bytes("hex"))
    }

    @Test("what is no amount", arguments: Vectors.assets.rows("invalid").map { $0.text("asset") })
    func invalid(text: String) {
        #expect(throws: Asset.Failure.self) { try Asset(text) }
    }

    @Test(
        "why it is none",
        arguments: [
            ("1.0000EOS", Asset.Failure.malformed), ("", .malformed), (" EOS", .malformed), ("1. EOS", .malformed),
            ("-.5 EOS", .malformed), ("1.0.0 EOS", .malformed), ("--1 EOS", .malformed), ("٣ EOS", .malformed),
            ("0.0000000000000000001 EOS", .tooPrecise), ("4611686018427387904 X", .outOfRange),
            ("-4611686018427387904 X", .outOfRange), ("99999999999999999999 X", .outOfRange),
        ])
    func reasons(text: String, failure: Asset.Failure) {
        #expect(throws: failure) { try Asset(text) }
    }

    @Test("a transfer’s amount is scaled, never rounded")
    func scaled() throws {
        let eos = try #require(Symbol("4,EOS"))
        func asset(_ text: String) throws -> String {
            try Asset(try #require(ExactDecimal(text)), of: eos).description
        }
        #expect(try asset("1.0E-4") == "0.0001 EOS")
        #expect(try asset("1") == "1.0000 EOS")
        #expect(try asset("1.31000") == "1.3100 EOS")
        #expect(throws: Asset.Failure.tooPrecise) { try asset("0.00001") }
        #expect(throws: Asset.Failure.outOfRange) { try asset("461168601842738.7904") }
    }

    @Test("symbols", arguments: ["4,EOS", "0,A", "18,ABCDEFG"])
    func symbols(text: String) throws {
        #expect(try #require(Symbol(text)).description == text)
    }

    @Test(arguments: [
        "", "4", "4,", ",EOS", "04,EOS", "19,EOS", "4,eos", "4,EOS ", "4, EOS", "4,ABCDEFGH", "-1,A", "4,E,S",
    ])
    func noSymbols(text: String) {
        #expect(Symbol(text) == nil)
    }

    @Test("read(print(x)) == x for random amounts")
    func roundTrip() throws {
        var numbers = SeededGenerator(seed: 62)
        for _ in 0..<3000 {
            let letters = (0..<Int.random(in: 1...7, using: &numbers)).map { _ in
                "ABCDEFGHIJKLMNOPQRSTUVWXYZ".randomElement(using: &numbers)!
            }
            let precision = UInt8.random(in: 0...18, using: &numbers)
            let code = try #require(SymbolCode(String(letters)))
            let symbol = try #require(Symbol(precision: precision, code: code))
            #expect(Symbol(symbol.description) == symbol)
            #expect(SymbolCode(value: symbol.code.value) == symbol.code)
            let bound = Asset.maxUnits >> Int64.random(in: 0...61, using: &numbers)
            let asset = try Asset(units: Int64.random(in: -bound...bound, using: &numbers), symbol: symbol)
            #expect(try Asset(asset.description) == asset)
            let decimal = try #require(ExactDecimal(asset.amount))
            #expect(try Asset(decimal, of: symbol) == asset)
        }
    }

    @Test(
        "a token's letters are told as they were read: a thousand codes of every length, and all of one and two letters"
    )
    func symbolCodeText() throws {
        var numbers = SeededGenerator(seed: 63)
        let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { Character(Unicode.Scalar($0)) }
        var codes = letters.map { String($0) }
        codes += letters.flatMap { first in letters.map { "\(first)\($0)" } }
        for length in 3...7 {
            for _ in 0..<200 { codes.append(String((0..<length).map { _ in letters.randomElement(using: &numbers)! })) }
        }
        for text in codes {
            let code = try #require(SymbolCode(text))
            #expect(code.description == text)
            #expect(SymbolCode(value: code.value) == code)
            #expect(code.value == text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) })
        }
    }
}
