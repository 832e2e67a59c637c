import RouterBitcoinFormat
import SchemeRouter

/// Reads a payment sent earlier, so that one with a higher fee can replace it.
struct SentPaymentReading {
    let transaction: Transaction
    /// The transactions that it spends, with checked ids.
    let previous: [TransactionID: Transaction]
    /// The path of the account's key for a script; nil if it is not the account's.
    let path: ([UInt8]) -> DerivationPath?
    /// Whether a path is one for change.
    let isChange: (DerivationPath) -> Bool

    /// Nil if the payment is not the account's. Throws `ServiceError/Code/refusedByCheck` if it pays anything but
    /// `amount` to `recipient`, and change to the account.
    func payment(to recipient: [UInt8], _ amount: Amount) throws(ServiceError) -> SentPayment? {
        var inputs: [OwnedUTXO] = []
        for outpoint in transaction.inputs.map(\.outpoint) {
            guard let outputs = previous[outpoint.transaction]?.outputs, let index = Int(exactly: outpoint.index),
                outputs.indices.contains(index)
            else {
                throw ServiceError(
                    .networkRefused, "The network does not show the outputs that the payment spends.",
                    hint: "Nothing was sent. Try again, or use another server.")
            }
            guard let path = path(outputs[index].script) else { return nil }
            inputs.append(
                OwnedUTXO(
                    outpoint: outpoint, amount: outputs[index].amount, path: path, confirmations: 0,
                    isFromOwnPayment: true))
        }
        let paying = transaction.outputs.firstIndex { $0.script == recipient && $0.amount == amount }
        guard let paying, transaction.payload == nil, (1...2).contains(transaction.outputs.count) else {
            throw Self.refusal
        }
        let change = transaction.outputs.indices.first { $0 != paying }.map { ($0, transaction.outputs[$0]) }
        guard let spent = Amount.sum(inputs.map(\.amount)), let paid = Amount.sum(transaction.outputs.map(\.amount)),
            let fee = spent.subtracting(paid)
        else { throw Self.refusal }
        let weight = InputsWeight(spending: inputs)
        let bare = transaction.inputs.map { Transaction.Input(outpoint: $0.outpoint) }
        // An input is 41 bytes without its signature data.
        let unsigned = Int64(Transaction(inputs: bare, outputs: transaction.outputs).bytes.count)
        let size = SentPayment.Size(
            signed: Int64(transaction.virtualSize), largest: unsigned - 41 * weight.count + weight.size,
            change: change.map { Int64(9 + $0.1.script.count) } ?? 0)
        return SentPayment(
            inputs: inputs, previous: previous.mapValues(\.wholeBytes),
            change: try change.map { (_, output) throws(ServiceError) in
                guard let path = path(output.script), isChange(path) else { throw Self.refusal }
                return PaymentIntent.Change(path: path, amount: output.amount)
            },
            changeOutpoint: change.map { Outpoint(transaction: transaction.id, index: UInt32($0.0)) }, fee: fee,
            size: size, isReplaceable: transaction.isReplaceable)
    }

    private static let refusal = ServiceError(
        .refusedByCheck, "The payment does not match the journal.", hint: "Nothing was signed.")
}

extension WalletAccount {
    func sentPayment(
        _ signed: SignedTransaction, to recipient: String, amount: Amount
    ) async throws(ServiceError) -> SentPayment? {
        guard let transaction = try? Transaction(bytes: signed.bytes, as: form),
            transaction.id == signed.id,
            let address = try? Address(recipient, on: parameters)
        else { throw ServiceError(.refusedByCheck, "The journal does not contain the payment as it was sent.") }
        let previous = try await network.chain.readable(
            Set(transaction.inputs.map(\.outpoint.transaction)), as: form)
        let scripts = ([transaction] + previous.values).flatMap(\.outputs).map(\.script)
        let places = places(of: Set(scripts))
        return try SentPaymentReading(
            transaction: transaction, previous: previous, path: { places[$0].map(path) },
            isChange: { path in parts.contains { $0.account.place(of: path)?.branch == .change } }
        ).payment(to: address.script, amount)
    }
}

/// Distinguishes the wallet's own payments from others': the wallet's keys signed every input. Nobody else can make
/// such a transaction or cancel it, so its change can be spent before it is in a block (S16).
struct OwnPayments {
    /// The most unconfirmed transactions that are examined; outputs of any further ones count as others'.
    static let most = 50

    let ownScripts: Set<[UInt8]>

    /// The transactions whose outputs this one spends that ``include(_:spending:)`` needs; none if an input is
    /// obviously not the account's, or no input has a witness.
    func needed(for transaction: Transaction) -> [TransactionID] {
        let spends = transaction.inputs.map { KeySpend($0) }
        guard spends.allSatisfy({ $0.map { ownScripts.contains($0.script) } ?? false }) else { return [] }
        return zip(transaction.inputs, spends).compactMap { $1?.form == .keyHash ? nil : $0.outpoint.transaction }
    }

    /// Whether the account's keys signed every input, and with it the whole transaction.
    /// - Parameter previous: the known transactions of ``needed(for:)``, with checked ids.
    func include(_ transaction: Transaction, spending previous: [TransactionID: Transaction]) -> Bool {
        let hashes = SignatureHashes(of: transaction)
        return !transaction.inputs.isEmpty
            && transaction.inputs.enumerated().allSatisfy { index, input in
                guard let script = KeySpend(input)?.script, ownScripts.contains(script) else { return false }
                let outputs = previous[input.outpoint.transaction]?.outputs
                let place = Int(input.outpoint.index)
                // Without a witness, the signature does not depend on the amount.
                let amount = outputs.flatMap { $0.indices.contains(place) ? $0[place].amount : nil } ?? .zero
                return transaction.isSigned(input: index, spending: .init(amount: amount, script: script), hashes)
            }
    }
}
