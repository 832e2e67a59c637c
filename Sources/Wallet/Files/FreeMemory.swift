import RouterStorage

enum FreeMemory {
    /// Memory available to new programs without swapping, in KiB; nil if the system does not say.
    static func available() -> UInt64? {
        guard let meminfo = try? AtomicFile.read("/proc/meminfo", limit: 16 << 10) else { return nil }
        return kibibytes(meminfo: meminfo)
    }

    /// The number of `MemAvailable` in the text of `/proc/meminfo`, in KiB; nil if it is missing.
    static func kibibytes(meminfo: [UInt8]) -> UInt64? {
        for line in meminfo.split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " "))
            guard words.count == 3, words[0].elementsEqual("MemAvailable:".utf8) else { continue }
            return UInt64(String(decoding: words[1], as: UTF8.self))
        }
        return nil
    }
}
