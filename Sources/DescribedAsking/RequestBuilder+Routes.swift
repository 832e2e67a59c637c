import RouterDapp
import SchemeRouter

extension RequestBuilder {
    /// A builder for links of a scheme that descriptors describe.
    /// - Parameters:
    ///   - scheme: a scheme in the descriptors, in any case.
    ///   - coin: the coin, if the scheme has several, as `pay` has; the link itself does not name it.
    ///   - routes: the descriptors.
    ///   - reader: reads each link before it is returned; nil if the app has no coin plugin.
    ///
    /// Throws ``RequestError/Code/unsupportedScheme`` if links of the scheme are not supported, and
    /// ``RequestError/Code/ambiguousCoin`` if the scheme has several coins and `coin` is needed.
    public init(
        scheme: String, coin: CoinID? = nil, of routes: RouteTable, reader: Router? = nil
    ) throws(RequestError) {
        guard Sender.isScheme(scheme.utf8), let descriptor = routes.scheme(named: scheme.utf8) else {
            throw RequestError(
                .unsupportedScheme, "No descriptor defines the scheme \(Quoted(scheme, limit: 64)).",
                hint: Remedy.schemes.text { "\($0) lists the configured schemes." })
        }
        guard descriptor.isEnabled, descriptor.grammar != .jsonParameter, descriptor.grammar != .uri,
            descriptor.hasUsualNames
        else {
            throw RequestError(.unsupportedScheme, "“\(descriptor.name)” requests cannot be built.")
        }
        let meant = descriptor.coins.filter { coin == nil || $0 == coin }
        guard meant.count == 1, let found = routes.coin(meant[0]) else {
            throw RequestError(
                .ambiguousCoin, "“\(descriptor.name)” links do not identify their coin.",
                hint: "Name one of these: \(descriptor.coins.map(\.name).joined(separator: ", ")).",
                candidates: descriptor.coins)
        }
        let coin = WalletCoin(found)
        self.init(
            WalletScheme(name: descriptor.name, coin: coin, grammar: descriptor.grammar, actions: descriptor.actions),
            isWalletScheme: { routes.isOwnScheme($0) }, check: reader.map { $0.check(linksAbout: coin) })
    }
}

extension Router {
    /// Reads links as a wallet would, and checks that they are for the coin.
    fileprivate func check(linksAbout coin: WalletCoin) -> RequestBuilder.LinkCheck {
        { (text) throws(RequestError) in
            let link: ReadLink
            do throws(RequestError) {
                link = try read(text)
            } catch {
                // A position is useless in a link that nobody has seen.
                var error = error
                error.range = nil
                throw error
            }
            guard link.coin.id == coin.id else {
                throw RequestError(
                    .wrongNetwork, "This is an address for \(link.coin.title), not for \(coin.title).",
                    parameter: "pay",
                    detected: [link.coin.id])
            }
        }
    }
}
