import RouterEOSIO
import SchemeRouter

/// The person's account on the practice chain of a coin (S14).
package struct PracticeAccount {
    package let ledger: PracticeLedger
    private let coin: CoinDescriptor
    package let name: String

    package init(of coin: CoinDescriptor, signer: AccountSigner, in directory: String) throws(ServiceError) {
        ledger = try PracticeLedger(of: coin, in: directory)
        self.coin = coin
        name = signer.account
    }

    /// Creates the account if there is none, or if the existing one has the key for real money, as in the first
    /// versions of this program.
    package func make(with key: String, insteadOf real: String?) throws(ServiceError) {
        if try ledger.hasAccount(name) {
            guard let real, try ledger.hasKey(real, name) else { return }
        }
        try ledger.setAccount(name, key: key)
    }

    /// Creates practice money for an account; for this one by default.
    package func fund(_ amount: Amount, _ account: String?) throws(ServiceError) -> (account: String, quantity: String)
    {
        guard let quantity = try? Asset(units: amount.units, symbol: ledger.symbol).description else {
            throw ServiceError(
                .badConfiguration, "The descriptor of \(coin.title) is not that of a coin on an EOSIO chain.")
        }
        let account = account ?? name
        try ledger.fund(account, quantity)
        return (account, quantity)
    }
}
