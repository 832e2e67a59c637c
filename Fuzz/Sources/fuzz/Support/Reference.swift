/// Minimal parsers, to compare others with.
enum Reference {
    /// Percent-decodes bytes with complete escapes.
    static func decoded(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
        var rest = Array(bytes)[...]
        var decoded: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return decoded
    }

    /// Parses a decimal number with a point, in units: appends missing fraction digits, or removes excess zeros.
    static func units(_ text: String, decimals: Int) -> Int64? {
        let halves = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(halves.count), text.utf8.contains(where: { (0x30...0x39).contains($0) }),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        let fraction = halves.count == 2 ? String(halves[1]) : ""
        guard fraction.utf8.count <= decimals else { return nil }
        let digits = halves[0] + fraction + String(repeating: "0", count: decimals - fraction.utf8.count)
        let significant = digits.drop { $0 == "0" }
        guard significant.utf8.count <= 19 else { return nil }
        return significant.isEmpty ? 0 : Int64(significant)
    }
}
