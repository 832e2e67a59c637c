import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterWallet

/// A wallet with two UTXOs, and the transactions that paid them.
struct PaymentSetup {
    static let recipient = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"

    let wallet: TestWallet
    let unlocked: UnlockedWallet
    let account = DerivationPath.bip44(coinType: 5, account: 0)
    var previous: [TransactionID: [UInt8]] = [:]
    var inputs: [OwnedUTXO] = []
    var recipient = Self.recipient
    var amount: Int64 = 150_000_000
    var changePath: DerivationPath
    /// Change so that the fee is 500 duffs.
    var changeAmount: Int64 = 49_999_500
    var chain = ChainID(coin: "dash", network: .main, isPractice: false)
    var coin = CoinDescriptor.dash
    var data: PaymentData?

    init() throws {
        wallet = try TestWallet()
        unlocked = try wallet.files.unlock(with: Secret(TestWallet.passcode))
        changePath = account.appending(1, 0)
        // m/44'/5'/0'/0/0 and /0/1 of the known words.
        for (index, address) in ["XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5", "XbctnEsgWTn5j1co3emZynemxSFPqkLRKZ"]
            .enumerated()
        {
            let script = try Address(address, on: coin.networks[.main]!).script
            let transaction = Transaction(
                inputs: [Transaction.Input(outpoint: Outpoint(transaction: SignedTransaction.example.id, index: 0))],
                outputs: [
                    Transaction.Output(amount: Amount(units: 7)!, script: [0x6a]),
                    Transaction.Output(amount: Amount(units: 100_000_000 + Int64(index))!, script: script),
                ])
            previous[transaction.id] = transaction.bytes
            inputs.append(
                OwnedUTXO(
                    outpoint: Outpoint(transaction: transaction.id, index: 1),
                    amount: Amount(units: 100_000_000 + Int64(index))!,
                    path: account.appending(0, UInt32(index)), confirmations: 6))
        }
    }

    var intent: PaymentIntent {
        PaymentIntent(
            chain: chain, inputs: inputs, recipient: recipient, amount: Amount(units: amount)!, data: data,
            change: changeAmount == 0
                ? nil : PaymentIntent.Change(path: changePath, amount: Amount(units: changeAmount)!))
    }

    /// Signs what was approved.
    func sign() throws(ServiceError) -> SignedTransaction {
        try unlocked.sign(intent, approved: IntentDigest(.payment(intent)), coin: coin, previous: previous)
    }

    /// The message of the refusal; nil if it was signed.
    func refusal() -> String? {
        do throws(ServiceError) {
            _ = try sign()
            return nil
        } catch {
            return error.code == .refusedByCheck ? error.message : "\(error)"
        }
    }

    /// Replaces the first input's transaction by `change` of it.
    mutating func lie(_ change: (inout Transaction) -> Void, keepingID: Bool) throws {
        let old = inputs[0]
        var transaction = try Transaction(bytes: try #require(previous[old.outpoint.transaction]))
        change(&transaction)
        let id = keepingID ? old.outpoint.transaction : transaction.id
        previous[id] = transaction.bytes
        inputs[0] = OwnedUTXO(
            outpoint: Outpoint(transaction: id, index: 1), amount: old.amount, path: old.path, confirmations: 6)
    }
}
