import RouterBytes

/// A link whose scheme has a descriptor but which no grammar of the wallet can read: `dash:python:os` of a
/// documentation browser, or a login redirect. Nothing in it is interpreted as a payment (S15).
public struct ForeignLink: Sendable {
    /// Its scheme as in the descriptor.
    public let scheme: String
    /// The coins of that scheme.
    public let coins: [CoinID]
    /// The link without surrounding white space.
    let text: String
    /// What it pays that no payment on the coin's chain can; nil for a link of another grammar.
    var other: OtherAddress?

    /// An address that the coin's wallet here knows and cannot pay (``CoinDescriptor/addresses``).
    struct OtherAddress: Sendable {
        /// The address, whose checksum is correct.
        let address: String
        /// What it is, in a sentence.
        let message: String
    }

    /// The scheme and the first part after it. The rest may contain secrets, such as a login code, and is never shown
    /// or written.
    public var beginning: String {
        let body = text.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()
        let first = body.drop { $0 == UInt8(ascii: "/") }.prefix(while: \.isASCIILetter)
        return "\(scheme):" + String(decoding: first.prefix(16), as: UTF8.self) + "…"
    }

    var fingerprint: String { PublicDigest.blake2b(Array(text.utf8), count: 16).hex }
}

extension Router {
    /// The longest such link, in bytes.
    private static let maxForeignLength = 8_192
    /// This many consecutive letters and digits could be an address.
    private static let addressLength = 25
    /// Payment parameters that no plugin here reads.
    private static let paymentKeys: Set<String> = [
        "lightning", "lno", "sp", "pj", "address", "tx_amount", "recipient", "recipient_address", "value", "invoice",
        "amt",
        "to", "name", "sig",
    ]

    /// An unreadable link, as a link of another grammar; nil if anything in it looks like a payment. Such a link is
    /// rejected for its mistake, because another wallet might not notice the mistake.
    public func foreignLink(_ bytes: [UInt8]) -> ForeignLink? {
        if let other = linkToOtherAddress(bytes) { return other }
        guard let link = try? LinkBytes(bytes), !link.isBareJSON, !link.isBareAddress,
            (try? link.checkBytes(limit: Self.maxForeignLength, leniency: .none)) != nil,
            let descriptor = routes.scheme(named: link.bytes[link.scheme]), descriptor.grammar != .jsonParameter,
            descriptor.grammar != .uri,
            let decoded = try? PercentDecoding.decode(link.bytes.span, link.body),
            // Programs that decode twice would read double encoding differently.
            !decoded.contains(UInt8(ascii: "%"))
        else { return nil }
        let body = decoded.drop { $0 == UInt8(ascii: "/") }
        let path = body.prefix { $0 != UInt8(ascii: "?") }
        guard decoded.count - body.count <= 3, !path.isEmpty, !path.contains(UInt8(ascii: "@")), !Self.hasAddress(path)
        else { return nil }
        let rules = [descriptor.links?.wallet, .authority, .bip21]
        let prefixes = descriptor.coins.compactMap(routes.coin).flatMap { $0.networks.bech32 }
        for part in body.split(whereSeparator: { "?&;/#".utf8.contains($0) }) {
            let name = part.prefix { $0 != UInt8(ascii: "=") }.map(\.lowercasedASCII)
            let key = String(decoding: name, as: UTF8.self)
            guard !rules.contains(where: { $0?.names[name.span] != nil }),
                !isAddress(part.dropFirst(name.count + 1), of: descriptor),
                !key.hasPrefix("req-"), !Self.paymentKeys.contains(key),
                !(prefixes.contains(key) && part.count > name.count)
            else { return nil }
        }
        return ForeignLink(
            scheme: descriptor.name, coins: descriptor.coins,
            text: String(decoding: link.bytes[link.scheme.lowerBound..<link.body.upperBound], as: UTF8.self))
    }

    private func isAddress(_ value: ArraySlice<UInt8>, of scheme: SchemeDescriptor) -> Bool {
        let text = String(decoding: value, as: UTF8.self)
        return scheme.coins.compactMap(routes.coin).contains { mayBeAddress(text, of: $0) }
    }

    private static func hasAddress(_ path: ArraySlice<UInt8>) -> Bool {
        var length = 0
        for byte in path {
            // Some programs skip invisible characters, or read a plus sign as a space.
            if byte == 0x20 || byte == UInt8(ascii: "+") || byte >= 0x80 { continue }
            length = byte.isASCIILetter || byte.isASCIIDigit ? length + 1 : 0
            if length >= addressLength { return true }
        }
        return false
    }
}
