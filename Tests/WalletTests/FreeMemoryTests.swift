import Testing

@testable import RouterWallet

@Suite struct FreeMemoryTests {
    private static func free(_ meminfo: String, _ limits: String = "", _ status: String = "") -> [UInt64?] {
        let memory = FreeMemory(
            meminfo: Array(meminfo.utf8), limits: Array(limits.utf8), status: Array(status.utf8))
        return [memory.withoutSwap, memory.most]
    }

    @Test(
        "MemAvailable and SwapFree are read from /proc/meminfo",
        arguments: [
            ("MemTotal:       24000000 kB\nMemAvailable:    1234567 kB\nBuffers: 1 kB\n", 1_234_567, 1_234_567),
            ("MemAvailable: 5 kB\nSwapTotal: 9 kB\nSwapFree:\t7 kB\n", 5, 12),
            ("MemTotal: 1 kB\nSwapFree: 7 kB\n", nil, nil),
            ("MemAvailable: x kB\n", nil, nil), ("MemAvailable: -1 kB\n", nil, nil), ("MemAvailable:\n", nil, nil),
            ("", nil, nil),
        ] as [(String, UInt64?, UInt64?)])
    func meminfo(text: String, withoutSwap: UInt64?, most: UInt64?) {
        #expect(Self.free(text) == [withoutSwap, most])
    }

    @Test("the limit of this process counts, less what it already has")
    func limits() {
        let name = "Max address space        "
        let status = "Name:\tx\nVmSize:\t    1000 kB\n"
        let much = "MemAvailable: 9000 kB\nSwapFree: 9000 kB\n"
        #expect(Self.free(much, name + "unlimited unlimited bytes\n", status) == [9_000, 18_000])
        #expect(Self.free(much, name + "4096000 unlimited bytes\n", status) == [3_000, 3_000])
        #expect(Self.free(much, name + "12288000 12288000 bytes\n", status) == [9_000, 11_000])
        #expect(Self.free(much, name + "1000 1000 bytes\n", status) == [0, 0])
        #expect(Self.free("", name + "4096000 unlimited bytes\n", "") == [4_000, 4_000])
    }

    @Test func thisSystemSays() {
        let memory = FreeMemory.now()
        #expect(memory.withoutSwap ?? 0 > 0 && memory.most ?? 0 > 0)
    }
}
