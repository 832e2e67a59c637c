import RouterNetworkBackend
import SchemeRouter

/// `use: sandbox` for a coin with named accounts: the embedded practice chain (S14).
package struct PracticeUse: NetworkUse {
    package static let (name, servesAccounts, isPractice) = ("sandbox", true, true)
    package static let keys = ["account", "permission"]
    /// The default account.
    private static let standardAccount = "practiceuser"

    package static func read(
        _ fields: Fields, of coin: CoinDescriptor, on network: NetworkKind, _ document: inout DocumentReader
    ) -> CoinNetwork? {
        let signer = document.signer(in: fields, account: standardAccount)
        return signer.map { CoinNetwork(use: PracticeUse(), signer: $0) }
    }

    /// Opens the chain, and creates the person's account if it is missing and the wallet's key is known.
    package func accountNetwork(_ context: NetworkContext) throws(ServiceError) -> AccountNetwork {
        let (id, signer) = (context.id(isPractice: true), try context.account())
        let practice = try PracticeAccount(of: context.coin, signer: signer, in: context.ledgers)
        // If the line was written into config.yaml by hand, there is no account yet.
        if let key = try? context.keyring.accountKey(of: context.coin, on: id) {
            let real = context.id(isPractice: false)
            try practice.make(with: key, insteadOf: try? context.keyring.accountKey(of: context.coin, on: real))
        }
        return AccountNetwork(id: id, signer: signer, chain: PracticeEOSIOChain(practice.ledger, now: context.now))
    }
}
