import RouterBitcoinFormat
import SchemeRouter

/// Proposes payments of Bitcoin-like coins.
public enum PaymentProposal {
    /// The payment for a request, after the person answered the questions about it.
    public static func payment(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) throws(ServiceError) -> PaymentIntent {
        guard let amount = request.amount ?? answers.amount else {
            throw ServiceError(.internalError, "No amount was given.")
        }
        let coin = services.chain.coin
        guard let address = request.address, let rules = rules(of: request, services) else {
            throw ServiceError(.internalError, "The request's address does not belong to its network.")
        }
        let needsLock = PaymentLock.isRequired(by: request.lock, answers: answers)
        let selection = try select(from: services, paying: amount, by: rules, needsLock: needsLock, coin: coin)
        // What reads the data refunds to the address of the first input.
        let own = request.data == nil ? services.changeAddress.path : selection.inputs[0].path
        return PaymentIntent(
            chain: services.chain.id, inputs: selection.inputs, recipient: address, amount: amount,
            data: request.data, change: selection.change.map { .init(path: own, amount: $0) })
    }

    /// The most that a request can be paid with: ``payment(_:answers:with:)`` proposes exactly this amount, and not a
    /// unit more. Nil if nothing can be paid.
    public static func most(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) -> Amount? {
        guard let rules = rules(of: request, services) else { return nil }
        let usable = usable(services.utxos, needsLock: PaymentLock.isRequired(by: request.lock, answers: answers))
        return UTXOSelection.most(from: usable, by: rules, spendingOneOfEach: services.mustSpend)
    }

    /// Nil if the address is not on the network.
    private static func rules(of request: PaymentRequest, _ services: PaymentServices) -> PaymentRules? {
        guard let address = request.address, let recipient = try? Address(address, on: services.chain.parameters),
            let ledger = services.chain.coin.addressLedger
        else { return nil }
        let scripts = [recipient.script] + (request.data.map { [Script.recording($0.bytes)] } ?? [])
        return PaymentRules(
            // An output is its amount (8 bytes), the length of its script (1) and the script.
            recipientSize: scripts.reduce(0) { $0 + Int64(9 + $1.count) }, feePerKB: services.feePerKB,
            highestFeePerKB: ledger.feePerKB.max, dust: ledger.dust,
            // Which input is the first is not known yet; the longest script costs the most.
            change: request.data == nil ? services.changeAddress.path.keyScript : .keyHash)
    }

    private static func usable(_ utxos: [OwnedUTXO], needsLock: Bool) -> [OwnedUTXO] {
        needsLock ? utxos.filter(PaymentLock.isLockable) : utxos.filter(\.isSpendable)
    }

    /// Confirmed UTXOs are preferred: nobody can cancel them, and a network with locks certainly locks them. If they do
    /// not suffice, the unconfirmed change of our own payments is spent too, unless the payment must be locked.
    private static func select(
        from services: PaymentServices, paying amount: Amount, by rules: PaymentRules, needsLock: Bool,
        coin: CoinDescriptor
    ) throws(ServiceError) -> UTXOSelection {
        let (utxos, sets) = (services.utxos, services.mustSpend)
        let lockable = utxos.filter(PaymentLock.isLockable)
        let usable = usable(utxos, needsLock: needsLock)
        if let selection = try? UTXOSelection(from: lockable, paying: amount, by: rules, spendingOneOfEach: sets) {
            return selection
        }
        do throws(UTXOSelection.Failure) {
            return try UTXOSelection(from: usable, paying: amount, by: rules, spendingOneOfEach: sets)
        } catch {
            switch error {
            case .insufficient:
                guard sets.isEmpty || (try? UTXOSelection(from: usable, paying: amount, by: rules)) == nil else {
                    throw ServiceError(
                        .insufficientFunds,
                        "This payment must replace an earlier one that was given up by spending some of its money, but there "
                            + "is not enough money for that.",
                        hint: "Nothing was sent. A smaller payment can replace the earlier one.")
                }
                throw insufficient(amount, usable: usable, all: utxos, needsLock: needsLock, coin: coin)
            case .tooManyUTXOs:
                throw ServiceError(
                    .insufficientFunds, "\(coin.text(amount)) needs more inputs than one payment can have.",
                    hint: "Nothing was sent. Ask for several smaller payments.")
            }
        }
    }

    private static func insufficient(
        _ amount: Amount, usable: [OwnedUTXO], all: [OwnedUTXO], needsLock: Bool, coin: CoinDescriptor
    ) -> ServiceError {
        let available = Amount.sum(usable.map(\.amount)) ?? .zero
        let waiting = (Amount.sum(all.map(\.amount)) ?? .zero).subtracting(available) ?? .zero
        var message = "\(coin.text(amount)) plus the fee is more than the \(coin.text(available)) that can be spent."
        if waiting > .zero {
            message += " Another \(coin.text(waiting)) \(needsLock ? "cannot be locked yet" : "is not confirmed yet")."
        }
        return ServiceError(.insufficientFunds, message, hint: "Nothing was sent.")
    }
}
