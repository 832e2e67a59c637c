import RouterBitcoinFormat
import RouterBytes
import SchemeRouter

extension AddressText {
    /// A tag, two public keys, an optional payment id, and four bytes of a hash over all of them, in Base58 blocks.
    func cryptoNote(
        tags: [UInt64], withPaymentID: [UInt64], _ keccak: @Sendable () -> Keccak256?
    ) -> AddressReading {
        guard let data = cryptoNoteBlocks, let (tag, size) = Self.tag(of: data) else { return .unknown }
        let rest = data.count - size - 4
        guard rest == 64 || rest == 72 else { return .unknown }
        let digest = keccak()?.digest(Array(data.dropLast(4)))
        if let digest, !digest.prefix(4).elementsEqual(data.suffix(4)) { return .unknown }
        guard tags.contains(tag) else { return digest == nil ? .unknown : .refused(.otherVersion) }
        let hasPaymentID = withPaymentID.contains(tag)
        guard rest == (hasPaymentID ? 72 : 64) else { return .unknown }
        var details = digest == nil ? AddressDetails.shape(Keccak256.missing) : AddressDetails()
        details.hasPaymentID = hasPaymentID
        return .address(details)
    }

    /// The number of characters of a block, by its number of bytes.
    private static let cryptoNoteSizes = [0, 2, 3, 5, 6, 7, 9, 10, 11]

    /// Decodes Base58 blocks: each of eight bytes is a number of eleven digits, and the last may be shorter.
    static func cryptoNoteBlocks(_ text: [UInt8]) -> [UInt8]? {
        var data: [UInt8] = []
        for start in stride(from: 0, to: text.count, by: 11) {
            let block = text[start..<min(start + 11, text.count)]
            guard let size = cryptoNoteSizes.firstIndex(of: block.count) else { return nil }
            var number: UInt64 = 0
            for character in block {
                guard let digit = Base58.value(of: character) else { return nil }
                let (product, isTooLarge) = number.multipliedReportingOverflow(by: 58)
                let (sum, overflows) = product.addingReportingOverflow(UInt64(digit))
                guard !isTooLarge, !overflows else { return nil }
                number = sum
            }
            guard number >> UInt64(size * 8) == 0 else { return nil }
            for shift in (0..<size).reversed() { data.append(UInt8(truncatingIfNeeded: number >> UInt64(shift * 8))) }
        }
        return data
    }

    /// The leading number, in little-endian groups of seven bits, and its length in bytes.
    static func tag(of data: [UInt8]) -> (tag: UInt64, size: Int)? {
        var tag: UInt64 = 0
        for (index, byte) in data.prefix(9).enumerated() {
            tag |= UInt64(byte & 0x7F) << UInt64(index * 7)
            guard byte & 0x80 == 0 else { continue }
            // A zero group at the end would be a second encoding of the same number.
            return index > 0 && byte == 0 ? nil : (tag, index + 1)
        }
        return nil
    }
}
