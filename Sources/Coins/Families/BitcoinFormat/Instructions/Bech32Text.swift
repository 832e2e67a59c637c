/// Any bech32 (BIP173) or bech32m (BIP350) text: segwit addresses, and longer texts than those may be.
package struct Bech32Text: Sendable {
    /// The human-readable part, in lower case.
    package let prefix: String
    /// The values between the separator and the checksum, 5 bits each.
    package let values: [UInt8]
    /// Which of the two checksums it has.
    package let checksum: Bech32.Checksum

    /// Reads a text in linear time; nil if a character or the checksum is wrong, or it has mixed case.
    package init?(_ text: some BidirectionalCollection<UInt8>) {
        guard let folded = Self.folded(text), let separator = folded.lastIndex(of: UInt8(ascii: "1")), separator >= 1,
            folded.count - separator > 6, folded[..<separator].allSatisfy({ (33...126).contains($0) }),
            let data = Self.values(of: folded[(separator + 1)...]),
            let checksum = Bech32.Checksum(
                rawValue: Bech32.polymod(Bech32.expand(Array(folded[..<separator])) + data))
        else { return nil }
        prefix = String(decoding: folded[..<separator], as: UTF8.self)
        values = Array(data.dropLast(6))
        self.checksum = checksum
    }

    /// The values from `index` on, as whole bytes; nil if the remainder is more than padding.
    package func bytes(from index: Int) -> [UInt8]? {
        guard index <= values.count else { return nil }
        return Bech32.regroup(values[index...], from: 5, to: 8, pads: false)
    }

    /// The text in lower case; nil if it has letters of both cases.
    package static func folded(_ text: some Collection<UInt8>) -> [UInt8]? {
        let hasLower = text.contains { (0x61...0x7A).contains($0) }
        let hasUpper = text.contains { (0x41...0x5A).contains($0) }
        guard !(hasLower && hasUpper) else { return nil }
        return hasUpper ? text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } : Array(text)
    }

    /// The values of lower-case characters; nil if one is not in the alphabet.
    package static func values(of text: ArraySlice<UInt8>) -> [UInt8]? {
        var data: [UInt8] = []
        data.reserveCapacity(text.count)
        for byte in text {
            let value = Bech32.values[Int(byte)]
            guard value >= 0 else { return nil }
            data.append(UInt8(value))
        }
        return data
    }
}
