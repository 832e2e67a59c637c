import RouterLinks

/// Addresses of a coin that its wallet here knows and cannot pay, such as those of another ledger of the same coin.
extension Router {
    /// The error that says what an address is instead; nil if it is none of these and does not look like one.
    /// - Parameters:
    ///   - error: why the coin's plugin refused the link, with the address's place.
    ///   - link: the link.
    func otherAddress(_ error: RequestError, in link: RoutedLink) -> RequestError? {
        guard error.code == .invalidAddress || error.code == .wrongNetwork, let range = error.range,
            !link.coin.otherAddresses.isEmpty,
            let reader = plugins.entry(named: LinkRules.plugin)?.reader as? any DescribedLinkReader,
            let text = try? PercentDecoding.decode(link.bytes.span, range)
        else { return nil }
        do throws(RequestError) {
            _ = try reader.address(
                text[...], at: range, of: link, forms: link.coin.otherAddresses, chain: nil, parameter: error.parameter)
        } catch {
            if error.isAboutOtherAddress(of: link.coin) || error.reason == RequestError.misspeltOther { return error }
        }
        return nil
    }

    /// A link to such an address, which is passed on unchanged; nil if the link has another mistake.
    func linkToOtherAddress(_ bytes: [UInt8]) -> ForeignLink? {
        do throws(RequestError) {
            let (link, route) = try routed(bytes)
            do throws(RequestError) {
                _ = try route.reader.request(from: link)
            } catch {
                guard let refusal = otherAddress(error, in: link), refusal.isAboutOtherAddress(of: link.coin),
                    let range = refusal.range, !link.received.isBareAddress
                else { return nil }
                return ForeignLink(
                    scheme: link.scheme.name, coins: link.scheme.coins, text: link.text,
                    other: .init(
                        address: String(decoding: link.bytes[range], as: UTF8.self).lowercased(),
                        message: refusal.message))
            }
        } catch {}
        return nil
    }
}

extension AddressForm {
    /// The reason of a refusal that says what an address is: its name in one word, `platformAddress`.
    package var reason: String? {
        guard let words = name?.split(separator: " "), let first = words.first else { return nil }
        return words.dropFirst().reduce(first.lowercased()) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}

extension RequestError {
    /// The reason if an address begins like one that the wallet here cannot pay, but is none.
    package static let misspeltOther = "addressMisspelt"

    /// Whether a link was refused because its address is one of those that the coin's wallet here cannot pay.
    func isAboutOtherAddress(of coin: CoinDescriptor) -> Bool {
        reason.map { reason in coin.otherAddresses.contains { $0.reason?.isSame(reason) == true } } ?? false
    }
}
