extension RouteTable {
    /// A copy of the table in which the keys of some coins use other coin types (BIP44), on all their networks.
    public func moving(_ coinTypes: [CoinID: UInt32]) -> RouteTable {
        guard !coinTypes.isEmpty else { return self }
        let coins = coinList.map { coin in coinTypes[coin.id].map(coin.moved) ?? coin }
        return RouteTable(coins: coins, schemes: schemes, stopped: stoppedFiles)
    }
}

extension CoinDescriptor {
    fileprivate func moved(to coinType: UInt32) -> CoinDescriptor {
        var coin = self
        switch ledger {
        case .addresses(var ledger):
            for kind in ledger.networks.keys { ledger.networks[kind]?.coinType = coinType }
            coin.ledger = .addresses(ledger)
        case .accounts(var chain):
            chain.coinType = coinType
            coin.ledger = .accounts(chain)
        case .foreign: break
        }
        return coin
    }
}
