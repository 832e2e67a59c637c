import SchemeRouter

/// The kind of payment that a parameter offers, by its name (BIP321; Documentation/protocols/payment-links.md §1).
enum InstructionKey {
    /// A segwit address of the network.
    case segwit
    /// A Lightning invoice, an LNURL, or either.
    case lightning([InstructionFormat])
    /// A Lightning offer.
    case offer
    /// A silent payment address with this human-readable part.
    case silentPayment(prefix: String)
    /// A BIP351 payment code with this human-readable part.
    case privatePayment(prefix: String)
    /// A payment on a network other than the person's.
    case otherNetwork(NetworkKind)

    /// The meaning of the name in a scheme's links, according to its descriptor; nil if it has none.
    ///
    /// Lightning invoices name their network by its segwit prefix, so only coins with segwit addresses have invoices.
    init?(_ name: String, in link: RoutedLink) {
        guard let kinds = link.scheme.links?.instructions.first(where: { $0.name == name })?.kinds,
            let bech32 = link.parameters?.bech32
        else { return nil }
        let codes = Self.codes(besides: bech32)
        let ofOthers = Self.network(with: name, of: link.coin).flatMap { $0 == link.network ? nil : $0 }
        switch kinds.first {
        case .segwit where name == bech32: self = .segwit
        // Invoices count in thousandths of 10^-8 coins.
        case .bolt11 where link.coin.decimals == 8, .lnurl where link.coin.decimals == 8: self = .lightning(kinds)
        case .bolt12 where link.coin.decimals == 8: self = .offer
        // BIP351 and BIP352 name the parameter like the code's prefix, or like the main network's on all networks.
        case .silentPayment where codes != nil && (ofOthers ?? .main == .main || name == codes?.forSilent):
            self = .silentPayment(prefix: codes?.forSilent ?? "")
        case .privatePayment where codes != nil && (ofOthers ?? .main == .main || name == codes?.forPrivate):
            self = .privatePayment(prefix: codes?.forPrivate ?? "")
        default:
            guard let kind = ofOthers else { return nil }
            self = .otherNetwork(kind)
        }
    }

    private typealias Codes = (forSilent: String, forPrivate: String)

    /// The human-readable parts of the BIP351 and BIP352 codes on Bitcoin's networks, by those of their addresses.
    private static func codes(besides bech32: String) -> Codes? {
        switch bech32 {
        case "bc": ("sp", "pay")
        case "tb", "bcrt": ("tsp", "payt")
        default: nil
        }
    }

    /// The coin's network whose addresses or codes have this prefix.
    private static func network(with prefix: String, of coin: CoinDescriptor) -> NetworkKind? {
        NetworkKind.allCases.first { kind in
            guard let bech32 = coin.networks[kind]?.bech32 else { return false }
            let codes = codes(besides: bech32)
            return prefix == bech32 || prefix == codes?.forSilent || prefix == codes?.forPrivate
        }
    }
}
