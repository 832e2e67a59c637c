import SchemeRouter

/// What an address of Monero or a coin like it contains.
package struct CryptoNoteKeys: Sendable, Hashable {
    /// Whoever has the private key of this one can spend.
    let spend: [UInt8]
    /// Whoever has the private key of this one sees what the address receives.
    let view: [UInt8]
    /// Whether it is one of many addresses of a wallet: then payers multiply its spend key, not the base point.
    let isSubaddress: Bool

    /// The tags of subaddresses on the main, test and stage networks (`cryptonote_config.h`).
    private static let subaddressTags: Set<UInt64> = [42, 63, 36]

    /// Reads an address whose checksum somebody has checked; nil for anything else.
    package init?(_ address: String) {
        let bytes = Array(address.utf8)
        guard (90...110).contains(bytes.count), let data = AddressText.cryptoNoteBlocks(bytes),
            let (tag, size) = AddressText.tag(of: data), [64, 72].contains(data.count - size - 4)
        else { return nil }
        spend = Array(data[size..<size + 32])
        view = Array(data[(size + 32)..<(size + 64)])
        isSubaddress = Self.subaddressTags.contains(tag)
    }

    /// Whether a text is an address of the kind that a wallet has many of, whose checksum somebody has checked.
    package static func isSubaddress(_ address: String) -> Bool { CryptoNoteKeys(address)?.isSubaddress ?? false }

    /// What payers multiply by their secret keys, by another number.
    func base(times scalar: [UInt8]) -> EdwardsPoint? {
        isSubaddress ? EdwardsPoint(scalar, times: spend) : EdwardsPoint(timesBase: scalar)
    }
}
