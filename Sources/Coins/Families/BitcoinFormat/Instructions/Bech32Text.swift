import RouterBytes

/// Any bech32 (BIP173) or bech32m (BIP350) text: segwit addresses, and longer texts than those may be.
package struct Bech32Text: Sendable {
    /// The human-readable part, in lower case.
    package let prefix: String
    /// The values between the separator and the checksum, 5 bits each.
    package let values: [UInt8]
    /// Which of the two checksums it has.
    package let checksum: Bech32.Checksum

    /// Reads a text; see ``init(_:)-(Span<UInt8>)``.
    package init?(_ text: some Collection<UInt8>) { self.init(Array(text).span) }

    /// Reads a text in linear time; nil if a character or the checksum is wrong, or it has mixed case.
    package init?(_ text: Span<UInt8>) {
        guard let folded = Self.folded(text), let separator = folded.lastIndex(of: UInt8(ascii: "1")), separator >= 1,
            folded.count - separator > 6, folded[..<separator].allSatisfy({ (33...126).contains($0) }),
            var data = Self.values(of: folded[(separator + 1)...]),
            let checksum = Bech32.Checksum(
                rawValue: Bech32.polymod(data, behind: folded[..<separator]))
        else { return nil }
        data.removeLast(6)
        prefix = String(decoding: folded[..<separator], as: UTF8.self)
        values = data
        self.checksum = checksum
    }

    /// The values from `index` on, as whole bytes; nil if the remainder is more than padding.
    package func bytes(from index: Int) -> [UInt8]? {
        guard index <= values.count else { return nil }
        return Bech32.regroup(values[index...], from: 5, to: 8, pads: false)
    }

    /// The text in lower case; nil if it has letters of both cases.
    package static func folded(_ text: Span<UInt8>) -> [UInt8]? {
        var (hasLower, hasUpper) = (false, false)
        var folded = [UInt8](text)
        var span = folded.mutableSpan
        for offset in span.indices where span[offset].isASCIILetter {
            if span[offset] & 0x20 == 0 { hasUpper = true } else { hasLower = true }
            span[offset] |= 0x20
        }
        return hasLower && hasUpper ? nil : folded
    }

    /// The values of lower-case characters; nil if one is not in the alphabet.
    package static func values(of text: ArraySlice<UInt8>) -> [UInt8]? {
        let known = Bech32.values
        var data = Array(text)
        var span = data.mutableSpan
        for offset in span.indices {
            let value = known[Int(span[offset])]
            guard value >= 0 else { return nil }
            span[offset] = UInt8(value)
        }
        return data
    }
}
