import ExactJSON
import RouterTestSupport
import Testing

/// S9: what a number says is read from its digits.
@Suite struct ExactDecimalTests {
    private static func units(_ text: String, _ decimals: Int) throws -> Int64 {
        try #require(ExactDecimal(text)).units(decimals: decimals)
    }

    @Test(
        "the spellings of Java, JavaScript and MYKEY's page",
        arguments: [
            ("1.0E-4", 4, 1), ("1", 4, 10000), ("1.0000", 4, 10000), ("1.31", 4, 13100),
            ("1.23456789E7", 4, 123_456_789_000),
            ("0.1", 1, 1), ("0.10", 1, 1), ("1e-18", 18, 1), ("-1", 4, -10000), ("0", 4, 0), ("-0.000", 0, 0),
            ("0e999999999999", 4, 0), ("9223372036854775807", 0, .max), ("-9223372036854775808", 0, .min),
            ("100e-2", 0, 1), ("1E+3", 0, 1000),
        ] as [(String, Int, Int64)])
    func scaled(text: String, decimals: Int, expected: Int64) throws {
        #expect(try Self.units(text, decimals) == expected)
    }

    @Test(arguments: ["1e-5", "0.00001", "1.00001", "1e-999999999999999999999"])
    func neverRounded(text: String) {
        #expect(throws: ExactDecimal.ScalingError.tooPrecise) { try Self.units(text, 4) }
    }

    @Test(arguments: ["9223372036854775808", "-9223372036854775809", "1e400", "1e999999999999999999999"])
    func neverWrapped(text: String) {
        #expect(throws: ExactDecimal.ScalingError.tooLarge) { try Self.units(text, 0) }
    }

    @Test(arguments: [
        "", "-", "01", "00", "1.", ".5", "+1", "1e", "1e+", "1,0", " 1", "1 ", "0x1", "NaN", "1.0.0", "--1",
    ])
    func noNumbers(text: String) {
        #expect(ExactDecimal(text) == nil)
        #expect(JSONNumber(text) == nil)
    }

    @Test("every spelling of a number is the same number")
    func spellings() throws {
        var numbers = SeededGenerator(seed: 9)
        for _ in 0..<500 {
            let units = Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &numbers)
            let shift = Int.random(in: 0...18, using: &numbers)
            #expect(try Self.units("\(units)e-\(shift)", shift) == units)
            #expect(ExactDecimal("\(units)000e-\(shift + 3)") == ExactDecimal("\(units)E-\(shift)"))
        }
        #expect(try #require(ExactDecimal("340282366920938463463374607431768211455")).units(decimals: 0) == UInt128.max)
        #expect(throws: ExactDecimal.ScalingError.tooLarge) {
            try ExactDecimal("-1")?.units(decimals: 0, as: UInt64.self)
        }
    }
}
