import RouterStorage

/// How much memory this program could still use, in KiB.
package struct FreeMemory: Sendable, Hashable {
    /// Without moving anything to a disk; nil if the system does not say.
    let withoutSwap: UInt64?
    /// With all space for that; nil if the system does not say.
    let most: UInt64?

    package init(withoutSwap: UInt64?, most: UInt64?) {
        self.withoutSwap = withoutSwap
        self.most = most
    }

    /// The memory that is free now, within the limit of this process (`ulimit -v`).
    package static func now() -> FreeMemory {
        func read(_ name: String) -> [UInt8] { (try? AtomicFile.read("/proc/\(name)", limit: 64 << 10)) ?? [] }
        return FreeMemory(meminfo: read("meminfo"), limits: read("self/limits"), status: read("self/status"))
    }

    /// - Parameters:
    ///   - meminfo: the text of `/proc/meminfo`.
    ///   - limits: the text of `/proc/self/limits`.
    ///   - status: the text of `/proc/self/status`.
    init(meminfo: [UInt8], limits: [UInt8], status: [UInt8]) {
        let available = Self.number(in: meminfo, after: ["MemAvailable:"])
        let swap = Self.number(in: meminfo, after: ["SwapFree:"]) ?? 0
        let used = Self.number(in: status, after: ["VmSize:"]) ?? 0
        // In bytes, or the word “unlimited”.
        let allowed = Self.number(in: limits, after: ["Max", "address", "space"]).map { limit in
            limit >> 10 > used ? limit >> 10 - used : 0
        }
        withoutSwap = [available, allowed].compactMap(\.self).min()
        most = [available.map { $0 + swap }, allowed].compactMap(\.self).min()
    }

    /// The number after these words at the beginning of a line; nil if there is none.
    private static func number(in text: [UInt8], after names: [String]) -> UInt64? {
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard words.count > names.count, zip(words, names).allSatisfy({ $0.elementsEqual($1.utf8) }) else {
                continue
            }
            return UInt64(String(decoding: words[names.count], as: UTF8.self))
        }
        return nil
    }
}
