import RouterBytes
import SchemeRouter

extension AddressText {
    /// 20 bytes in hexadecimal digits. The case of the letters can be a checksum (EIP-55), which on some chains
    /// includes the chain id (EIP-1191).
    /// - Parameter chain: the id of such a chain.
    func hex20(
        hasChecksum: Bool, chain: UInt64?, _ keccak: @Sendable () -> Keccak256?
    ) -> AddressReading {
        let digits = bytes.dropFirst(2)
        guard bytes.count == 42, bytes.starts(with: "0x".utf8), digits.allSatisfy({ $0.hexDigitValue != nil }) else {
            return .unknown
        }
        let hasSmall = digits.contains { $0 >= UInt8(ascii: "a") }
        let hasCapital = digits.contains { $0.isASCIILetter && $0 < UInt8(ascii: "a") }
        guard hasChecksum, hasSmall, hasCapital else {
            return .address(
                .shape("This address has no checksum, so a typing error cannot be detected."))
        }
        let folded = digits.map(\.lowercasedASCII)
        let start = chain.map { Array("\($0)0x".utf8) } ?? []
        guard let digest = keccak()?.digest(start + folded) else { return .address(.shape(Keccak256.missing)) }
        for (index, digit) in digits.enumerated() where digit.isASCIILetter {
            let half = digest[index / 2] >> (index.isMultiple(of: 2) ? 4 : 0) & 15
            guard (half >= 8) == (digit < UInt8(ascii: "a")) else { return .refused(.wrongLetterCase) }
        }
        return .address(AddressDetails())
    }
}
