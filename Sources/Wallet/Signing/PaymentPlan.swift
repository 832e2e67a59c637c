import RouterBitcoinFormat
import SchemeRouter

/// The unsigned transaction of a payment, built by the wallet alone and checked before a key is used (S11, S12).
///
/// Version 2, no lock time, inputs in the order of the intent. If the coin's network does not lock payments, the
/// transaction may be replaced by one with a higher fee (BIP125). Outputs are in the order of BIP69 – by amount, then
/// by script – so that their order does not reveal which one is the change. A payment that records data has the order that
/// services expect: the recipient, the data, and the change, which returns to the address of the first input.
struct PaymentPlan {
    /// The transaction without input scripts and witnesses.
    let transaction: Transaction
    /// The output that each input spends.
    let spent: [Transaction.Output]

    /// Turns an approved intent into a transaction.
    /// - Parameters:
    ///   - account: the account of the payment, from ``AccountPaths``.
    ///   - previous: the whole transaction of each spent output.
    ///   - ownScript: the script of outputs to the wallet's key at a path.
    init(
        _ intent: PaymentIntent, coin: CoinDescriptor, parameters: NetworkParameters, account: AccountPaths,
        previous: [TransactionID: [UInt8]], ownScript: (DerivationPath) throws(ServiceError) -> [UInt8]
    ) throws(ServiceError) {
        try Self.checkAmounts(of: intent, coin: coin)
        let ledger = try coin.requiredAddressLedger()
        guard Set(intent.inputs.map(\.outpoint)).count == intent.inputs.count, !intent.inputs.isEmpty else {
            throw .refused("the payment spends nothing or spends an output twice")
        }
        var spent: [Transaction.Output] = []
        for input in intent.inputs {
            let script = try ownScript(try account.checked(input.path))
            if let doubt = Self.doubt(
                input, pays: script, previous[input.outpoint.transaction], as: ledger.transactions)
            {
                throw .refused(doubt)
            }
            spent.append(Transaction.Output(amount: input.amount, script: script))
        }
        self.spent = spent

        guard let recipient = try? Address(intent.recipient, on: parameters) else {
            throw .refused("\(intent.recipient) is not an address of \(coin.title) on this network")
        }
        var outputs = [Transaction.Output(amount: intent.amount, script: recipient.script)]
        if let data = intent.data {
            outputs.append(Transaction.Output(amount: .zero, script: Script.recording(data.bytes)))
            if let change = intent.change {
                guard change.path == intent.inputs[0].path else {
                    throw .refused(
                        "the change of a payment with data does not return to its first input's address (S11)")
                }
                outputs.append(Transaction.Output(amount: change.amount, script: spent[0].script))
            }
        } else {
            if let change = intent.change {
                let script = try ownScript(try account.checked(change.path, branches: [.change]))
                outputs.append(Transaction.Output(amount: change.amount, script: script))
            }
            outputs.sort { left, right in
                left.amount == right.amount
                    ? left.script.lexicographicallyPrecedes(right.script) : left.amount < right.amount
            }
        }
        // If a lock prevents replacement, the payment must not signal that it can be replaced.
        let sequence = ledger.hasLock ? Transaction.Input.finalSequence : Transaction.Input.replaceableSequence
        transaction = Transaction(
            version: 2, inputs: intent.inputs.map { Transaction.Input(outpoint: $0.outpoint, sequence: sequence) },
            outputs: outputs, lockTime: 0)
        try Self.checkFee(of: intent, transaction, coin: coin, below: ledger.feePerKB.max)
    }

    /// Why a UTXO cannot be spent; nil if its transaction proves it. Its amount and script come from the transaction with
    /// the right id, not from the network's claim (S12).
    /// - Parameters:
    ///   - input: the UTXO as the network reported it.
    ///   - script: the script of outputs to the wallet's key.
    ///   - bytes: its whole transaction; nil if the network does not show it.
    ///   - form: how the coin writes its transactions.
    static func doubt(
        _ input: OwnedUTXO, pays script: [UInt8], _ bytes: [UInt8]?, as form: TransactionForm
    ) -> String? {
        let outpoint = input.outpoint
        guard let bytes else { return "the transaction \(outpoint.transaction) that it spends is missing (S12)" }
        guard let transaction = try? Transaction(bytes: bytes, as: form), transaction.id == outpoint.transaction else {
            return "the network returned another transaction for \(outpoint.transaction) (S12)"
        }
        guard let index = Int(exactly: outpoint.index), transaction.outputs.indices.contains(index) else {
            return "there is no output \(outpoint) (S12)"
        }
        let output = transaction.outputs[index]
        guard output.amount == input.amount else {
            return "the output \(outpoint) does not hold the amount that the network reported (S12)"
        }
        guard output.script == script else {
            return "the output \(outpoint) does not pay the wallet's key at \(input.path) (S12)"
        }
        return nil
    }

    private static func checkAmounts(of intent: PaymentIntent, coin: CoinDescriptor) throws(ServiceError) {
        let amounts = [intent.amount, intent.change?.amount].compactMap(\.self)
        guard amounts.allSatisfy({ $0 > .zero && $0 <= coin.maxMoney }) else {
            throw .refused("an amount is zero or more \(coin.ticker) than can exist")
        }
    }

    /// The size uses the largest possible signatures, one byte an input above the usual.
    private static func checkFee(
        of intent: PaymentIntent, _ transaction: Transaction, coin: CoinDescriptor, below highest: Amount
    ) throws(ServiceError) {
        guard let fee = intent.fee else { throw .refused("it spends less than it pays") }
        let inputs = InputsWeight(spending: intent.inputs)
        // An input is 41 bytes without its signature data.
        let size = Int64(transaction.bytes.count) - 41 * inputs.count + inputs.size
        let (product, overflow) = highest.units.multipliedReportingOverflow(by: size)
        guard !overflow, fee.units <= product / 1000 + (product % 1000 > 0 ? 1 : 0) else {
            throw .refused("the fee of \(coin.text(fee)) is too high for \(size) bytes (S11)")
        }
    }
}
