/// All addresses with a common prefix, such as `10.0.0.0/8`.
package struct AddressRange: Sendable, Equatable {
    private let first: IPAddress
    private let length: Int

    /// Reads an address with a prefix length, which is the full length by default. Nil if `text` is neither, or has
    /// bits set beyond the prefix: one of its two parts is then a mistake.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(String(parts[0])) else { return nil }
        let bits = address.bytes.count * 8
        first = address
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(parts[1]), length <= bits
            else {
                return nil
            }
            self.length = length
        } else {
            length = bits
        }
        let rest = address.bytes.enumerated().contains { index, byte in byte & ~mask(index) != 0 }
        guard !rest else { return nil }
    }

    package func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == first.bytes.count else { return false }
        return address.bytes.indices.allSatisfy { (address.bytes[$0] ^ first.bytes[$0]) & mask($0) == 0 }
    }

    /// The bits of the byte at `index` that belong to the prefix.
    private func mask(_ index: Int) -> UInt8 {
        let bits = min(8, max(0, length - index * 8))
        return bits == 0 ? 0 : ~UInt8(0) << UInt8(8 - bits)
    }
}
