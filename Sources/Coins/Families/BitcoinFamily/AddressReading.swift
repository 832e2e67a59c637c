import RouterBitcoinFormat
import SchemeRouter

/// Reads the address of a link, and says what it is if it is not the coin's.
package enum AddressReading {
    /// The address, exactly as given, valid on the link's network.
    /// - Parameters:
    ///   - bytes: the decoded address.
    ///   - range: its range in the link as received.
    ///   - parameter: the name of its parameter, if it has one.
    package static func read(
        _ bytes: ArraySlice<UInt8>, at range: Range<Int>, of link: RoutedLink, parameter: String?
    ) throws(RequestError) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let network = link.parameters else {
            throw RequestError(
                .wrongNetwork, "\(link.coin.title) has no network “\(link.network.rawValue)”.", at: range)
        }
        do {
            try Address.check(text, on: network)
            // QR codes have capitals, which take less room; everything that is shown and handed over is in small letters.
            return network.bech32.map { begins(text, with: $0) } == true ? text.lowercased() : text
        } catch {
            let own = AddressHolder(link.coin.id, title: link.coin.title, network: link.network)
            throw refusal(of: text, error, link).error(
                at: range, parameter: parameter, coin: own.description, hasSlashes: link.hasSlashes)
        }
    }

    /// A warning about an address whose money anybody can take, today or by a later rule; nil if there is none.
    package static func warning(about address: String, of link: RoutedLink) -> LinkWarning? {
        guard let network = link.parameters, let prefix = network.bech32, begins(address, with: prefix),
            // Version 0, as nearly all are.
            address.utf8.dropFirst(prefix.utf8.count + 1).first != UInt8(ascii: "q"),
            let script = try? Address(address, on: network).script,
            let version = script.first, (0x51...0x60).contains(version)
        else { return nil }
        let program = script.dropFirst(2)
        // BIP433.
        if version == 0x51, program.elementsEqual([0x4E, 0x73]) {
            return LinkWarning(
                .unprotectedAddress,
                "Anybody can take the money at this address: it belongs to nobody (pay to anchor).")
        }
        guard version > 0x51 || program.count != 32 else { return nil }
        return LinkWarning(
            .unprotectedAddress,
            "No rule of the network protects money at this address yet (segwit version \(version - 0x50), \(program.count) "
                + "bytes): until there is one, anybody can take it.")
    }

    /// Why a text is not an address of the link's coin.
    private static func refusal(of text: String, _ error: AddressError, _ link: RoutedLink) -> AddressRefusal {
        switch error {
        case .privateKey: return .privateKey
        case .extendedKey: return .extendedKey
        case .wrongVersion:
            let owners = owners(of: text, link.routes)
            if !owners.isEmpty { return .otherCoins(owners) }
        case .malformed: break
        }
        if let other = MisplacedText(text) { return .misplaced(other.name, advice: other.advice) }
        // One that begins like a segwit address has letters of one case only, and a longer one is not Base58 at all.
        guard text.utf8.span.onlyLetterCase != nil, text.utf8.count <= 35,
            !link.routes.coinList.lazy.flatMap(\.networks.bech32).contains(where: { begins(text, with: $0) })
        else { return .malformed }
        return .caseFolded
    }

    private static func begins(_ text: String, with prefix: String) -> Bool {
        text.utf8.starts(with: (prefix + "1").utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
    }

    /// The networks that an address belongs to: main networks if there are any.
    ///
    /// Some coins read addresses that they would write differently, as Litecoin does Bitcoin's old ones. The coin that
    /// writes it this way comes first.
    private static func owners(of text: String, _ routes: RouteTable) -> [AddressHolder] {
        let address = Address.Decoded(text)
        // In the order of precedence.
        let places: [([NetworkKind], asWritten: Bool)] = [
            ([.main], true), ([.main], false), ([.test, .regtest], true), ([.test, .regtest], false),
        ]
        var owners = places.map { _ in [AddressHolder]() }
        for coin in routes.coinList where coin.addressLedger != nil {
            let networks = coin.networks
            for (index, place) in places.enumerated() {
                let kind = place.0.first { kind in
                    networks[kind].map { address.isAddress(on: $0, asWritten: place.asWritten) } ?? false
                }
                if let kind { owners[index].append(AddressHolder(coin.id, title: coin.title, network: kind)) }
            }
        }
        return owners.first { !$0.isEmpty } ?? []
    }
}
