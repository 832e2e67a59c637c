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
            throw explain(error, text, range, parameter, link)
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

    private static func explain(
        _ error: AddressError, _ text: String, _ range: Range<Int>, _ name: String?, _ link: RoutedLink
    ) -> RequestError {
        switch error {
        case .privateKey:
            // Never repeat the text itself: it is somebody's money.
            return RequestError(
                .privateKeyInAddress, "A private key was given instead of an address.", at: range,
                hint: "Whoever made this link exposed the key. Its money is no longer safe.", parameter: name)
        case .wrongVersion:
            let owners = Self.owners(of: text, link)
            guard !owners.isEmpty else { return invalid(text, range, name, link) }
            return RequestError(
                .wrongNetwork,
                "This is an address for \(owners.map(\.description).joined(separator: " or ")), "
                    + "not for \(Owner(coin: link.coin, network: link.network)).",
                at: range, hint: "Paying it with the wrong coin would lose the money.", parameter: name,
                detected: owners.map(\.coin.id))
        case .extendedKey:
            return RequestError(
                .invalidAddress, "An extended key was given instead of an address.", at: range,
                hint: "Ask for an address instead.", reason: "extendedKey", parameter: name)
        case .malformed:
            return invalid(text, range, name, link)
        }
    }

    /// Whether it begins like any coin's segwit address, which has letters of one case only, or is not Base58 at all.
    private static func beginsAsSegwit(_ text: String, _ link: RoutedLink) -> Bool {
        link.routes.coinList.lazy.flatMap(\.networks.bech32).contains { begins(text, with: $0) }
    }

    private static func begins(_ text: String, with prefix: String) -> Bool {
        text.utf8.starts(with: (prefix + "1").utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
    }

    private static func invalid(
        _ text: String, _ range: Range<Int>, _ name: String?, _ link: RoutedLink
    ) -> RequestError {
        if let other = MisplacedText(text) {
            return RequestError(
                .invalidAddress, "This is \(other.name), not an address of \(link.coin.title).", at: range,
                hint: other.advice, parameter: name)
        }
        guard text.utf8.span.onlyLetterCase != nil, !beginsAsSegwit(text, link), text.utf8.count <= 35
        else {
            return RequestError(
                .invalidAddress, "This is not a valid address: a character, the length or the checksum is wrong.",
                at: range,
                hint: "Ask the sender for the link again; a single wrong character can cause this.", parameter: name)
        }
        return RequestError(
            .invalidAddress,
            "All letters of this address have the same case, so it was changed on the way or is wrong.", at: range,
            hint: link.hasSlashes
                ? "Some desktops lower-case what follows “//”. Ask for a link without “//”, or paste it into “router open -”."
                : "Ask the sender for the link again.",
            reason: "addressCaseFolded", parameter: name)
    }

    /// The networks that an address belongs to: main networks if there are any.
    ///
    /// Some coins read addresses that they would write differently, as Litecoin does Bitcoin's old ones. The coin that
    /// writes it this way comes first.
    private static func owners(of text: String, _ link: RoutedLink) -> [Owner] {
        for kinds in [[NetworkKind.main], [.test, .regtest]] {
            for mustWriteIt in [true, false] {
                let owners = link.routes.coinList.compactMap { coin -> Owner? in
                    let kind = kinds.first { kind in
                        guard let network = coin.networks[kind], let address = try? Address(text, on: network) else {
                            return false
                        }
                        return !mustWriteIt || address.text(on: network) == text
                    }
                    return kind.map { Owner(coin: coin, network: $0) }
                }
                if !owners.isEmpty { return owners }
            }
        }
        return []
    }

    private struct Owner: CustomStringConvertible {
        let coin: CoinDescriptor
        let network: NetworkKind

        var description: String {
            network == .main ? coin.title : "\(coin.title) (\(network.rawValue) network)"
        }
    }
}
