extension RouteTable {
    /// The same table, with the keys of some coins at other coin types (BIP44), on all their networks.
    public func moving(_ coinTypes: [CoinID: UInt32]) -> RouteTable {
        guard !coinTypes.isEmpty else { return self }
        let coins = coinList.map { coin in coinTypes[coin.id].map(coin.moved) ?? coin }
        return RouteTable(coins: coins, schemes: schemes)
    }
}

extension CoinDescriptor {
    fileprivate func moved(to coinType: UInt32) -> CoinDescriptor {
        var networks = networks
        for kind in networks.keys { networks[kind] = networks[kind]?.moved(to: coinType) }
        return CoinDescriptor(
            id: id, title: title, ticker: ticker, unit: unit, decimals: decimals, maxMoney: maxMoney, dust: dust,
            feePerKB: feePerKB, coinbaseMaturity: coinbaseMaturity, hasInstantSend: hasInstantSend,
            hasOldAccount: hasOldAccount, plugin: plugin, networks: networks,
            accountChain: accountChain.map { AccountChainParameters(chainID: $0.chainID, coinType: coinType) },
            origin: origin, lineage: lineage)
    }
}

extension NetworkParameters {
    fileprivate func moved(to coinType: UInt32) -> NetworkParameters {
        NetworkParameters(
            p2pkh: p2pkh, p2sh: p2sh, wif: wif, xpub: xpub, xprv: xprv, bech32: bech32, coinType: coinType,
            genesis: genesis)
    }
}
