import Testing

@testable import SchemeRouter

/// SplitMix64: the same numbers in every run.
struct FixedRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

@Suite struct MutationTests {
    @Test("Whatever bytes change, there is a table, or mistakes with a place", arguments: [1, 2, 3, 4] as [UInt64])
    func mutations(seed: UInt64) {
        var random = FixedRandom(state: seed)
        let spice = Array("{}[]:,-#&*!|>'\"%@`?<\n\t \u{0}\u{1B}".utf8) + [0x80, 0xC2, 0xE2, 0xFF]
        for _ in 0..<120 {
            var bytes = DescriptorFile.shipped.bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] = spice.randomElement(using: &random) ?? 0
                case 2: bytes.insert(spice.randomElement(using: &random) ?? 0, at: place)
                default:
                    let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
                    bytes.removeSubrange(place..<end)
                }
            }
            let lines = SourceLines(bytes).count
            let found = mistakes(DescriptorFile(name: "m.yaml", bytes: bytes))
            for mistake in found {
                #expect((1...lines).contains(mistake.line) && mistake.column >= 1 && mistake.length >= 1)
                #expect(!mistake.text.unicodeScalars.contains { $0 != "\n" && !$0.isSafeToPrint })
            }
        }
    }
}
