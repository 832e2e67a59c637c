import SchemeRouter

/// Keccak-256 with the padding from before SHA-3, as in some coins' checksums.
///
/// No linked library has it. One that helps is loaded when an address needs it: linking it would slow the start of every
/// command.
public struct Keccak256: Sendable {
    private let function: @Sendable ([UInt8]) -> [UInt8]?

    /// Takes a function, which is tested on an empty input first; nil if it is not Keccak-256.
    public init?(_ function: @escaping @Sendable ([UInt8]) -> [UInt8]?) {
        self.function = function
        guard digest([])?.elementsEqual(Self.digestOfNothing) == true else { return nil }
    }

    /// The 32 bytes of the digest; nil if the library fails.
    func digest(_ bytes: [UInt8]) -> [UInt8]? {
        guard let digest = function(bytes), digest.count == 32 else { return nil }
        return digest
    }

    private static let digestOfNothing: [UInt8] = [
        0xC5, 0xD2, 0x46, 0x01, 0x86, 0xF7, 0x23, 0x3C, 0x92, 0x7E, 0x7D, 0xB2, 0xDC, 0xC7, 0x03, 0xC0,
        0xE5, 0x00, 0xB6, 0x53, 0xCA, 0x82, 0x27, 0x3B, 0x7B, 0xFA, 0xD8, 0x04, 0x5D, 0x85, 0xA4, 0x70,
    ]

    /// The remark on an address if no library is installed.
    static let missing = "The checksum letters were not checked: that needs the library Nettle 3 or OpenSSL 3.2."
}

extension AddressForm {
    /// Whether the checksum of its addresses is computed with ``Keccak256``.
    public var needsKeccak: Bool {
        switch rule {
        case .cryptonote: true
        case .hex20(let hasChecksum, _): hasChecksum
        default: false
        }
    }
}
