import Testing

@testable import RouterWallet

@Suite struct FreeMemoryTests {
    @Test(
        "MemAvailable is read from /proc/meminfo",
        arguments: [
            ("MemTotal:       24000000 kB\nMemAvailable:    1234567 kB\nBuffers: 1 kB\n", 1_234_567),
            ("MemTotal: 1 kB\n", nil), ("MemAvailable: x kB\n", nil), ("MemAvailable: -1 kB\n", nil),
            ("MemAvailable:\n", nil), ("", nil),
        ] as [(String, UInt64?)])
    func meminfo(text: String, expected: UInt64?) {
        #expect(FreeMemory.kibibytes(meminfo: Array(text.utf8)) == expected)
    }

    @Test func thisSystemSays() {
        #expect(FreeMemory.available() ?? 0 > 0)
    }
}
