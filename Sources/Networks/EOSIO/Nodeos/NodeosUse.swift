import RouterNetworkBackend
import SchemeRouter

/// `use: nodeos`: a node of an EOSIO chain.
package struct NodeosUse: NetworkUse {
    package static let (name, servesAccounts) = ("nodeos", true)
    /// The node's URL, the signer, and the chain.
    package static let keys = ["url", "account", "permission", "chain"]

    /// The node's URL, without a trailing slash.
    package let url: ServerAddress
    /// The id of the required chain, 32 bytes.
    package let chainID: [UInt8]

    package init(url: ServerAddress, chainID: [UInt8]) {
        self.url = url
        self.chainID = chainID
    }

    package static func read(
        _ fields: Fields, of coin: CoinDescriptor, on network: NetworkKind, _ document: inout DocumentReader
    ) -> CoinNetwork? {
        let signer = document.signer(in: fields, account: nil)
        let url = document.required("url", in: fields) { $0.nodeURL($1) }
        var chainID = coin.accountChain?.chainID
        if let node = fields["chain"] { chainID = document.chainID(node) }
        guard let signer, let url, let chainID else { return nil }
        return CoinNetwork(use: NodeosUse(url: url, chainID: chainID), signer: signer)
    }

    package func accountNetwork(_ context: NetworkContext) throws(ServiceError) -> AccountNetwork {
        let chain = try NodeosChain(
            url: url.text, chainID: chainID, coin: context.coin,
            client: context.connections.node(at: url, of: context.coin.id), now: context.now)
        return AccountNetwork(id: context.id(isPractice: false), signer: try context.account(), chain: chain)
    }

    package func start(_ context: NetworkContext) {
        _ = context.connections.node(at: url, of: context.coin.id, login: nil, isNeededSoon: true)
    }
}
