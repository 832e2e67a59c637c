import BitcoinFormat
import SchemeRouter

/// Proposes payments, addresses and keys of Bitcoin-like coins.
public enum PaymentProposal {
    /// The payment a request asks for, or the question that must be answered first.
    public static func step(
        _ request: PaymentRequest, answers: Answers, with services: PaymentServices
    ) throws(ServiceError) -> Step {
        guard let amount = request.amount ?? answers.amount else { return .ask(.amount) }
        if let question = InstantSend.question(request.instantSend, answers: answers, on: services.chain) {
            return .ask(question)
        }
        let coin = services.chain.coin
        guard let recipient = try? Address(request.address, on: services.chain.parameters) else {
            throw ServiceError(.internalError, "The request's address is not one of its network.")
        }
        let rules = PaymentRules(
            // An output is its amount (8 bytes), the length of its script (1) and the script.
            recipientSize: Int64(9 + recipient.script.count), feePerKB: services.feePerKB,
            highestFeePerKB: coin.feePerKB.max, dust: coin.dust)
        let needsLock = InstantSend.isLockRequired(by: request.instantSend, answers: answers)
        let selection = try select(from: services, paying: amount, by: rules, needsLock: needsLock, coin: coin)
        let change = selection.change.map {
            PaymentIntent.Change(path: services.changeAddress.path, amount: $0)
        }
        return .propose(
            .payment(
                PaymentIntent(
                    chain: services.chain.id, inputs: selection.inputs, recipient: request.address, amount: amount,
                    change: change)))
    }

    /// Coins in a block are preferred: nobody can take them back, and InstantSend locks them certainly. Where they do not
    /// suffice, what our own payments that still wait for a block brought back is spent too, unless the payment must be
    /// locked.
    private static func select(
        from services: PaymentServices, paying amount: Amount, by rules: PaymentRules, needsLock: Bool,
        coin: CoinDescriptor
    ) throws(ServiceError) -> CoinSelection {
        let (coins, sets) = (services.coins, services.mustSpend)
        let lockable = coins.filter(InstantSend.isLockable)
        let usable = needsLock ? lockable : coins.filter(\.isSpendable)
        if let selection = try? CoinSelection(from: lockable, paying: amount, by: rules, spendingOneOfEach: sets) {
            return selection
        }
        do throws(CoinSelection.Failure) {
            return try CoinSelection(from: usable, paying: amount, by: rules, spendingOneOfEach: sets)
        } catch {
            switch error {
            case .insufficient:
                guard sets.isEmpty || (try? CoinSelection(from: usable, paying: amount, by: rules)) == nil else {
                    throw ServiceError(
                        .insufficientFunds,
                        "This payment must replace an earlier one that was given up, by spending one of its coins, and there "
                            + "is not enough money for that.",
                        hint: "Nothing was sent. A smaller payment can replace the earlier one.")
                }
                throw insufficient(amount, usable: usable, all: coins, needsLock: needsLock, coin: coin)
            case .tooManyCoins(let most):
                throw ServiceError(
                    .insufficientFunds,
                    "\(coin.text(amount)) would take more coins than one payment can spend. At most \(coin.text(most)) "
                        + "can be paid at once.",
                    hint: "Nothing was sent. Ask for several smaller payments.")
            }
        }
    }

    private static func insufficient(
        _ amount: Amount, usable: [OwnedCoin], all: [OwnedCoin], needsLock: Bool, coin: CoinDescriptor
    ) -> ServiceError {
        let available = Amount.sum(usable.map(\.amount)) ?? .zero
        let waiting = (Amount.sum(all.map(\.amount)) ?? .zero).subtracting(available) ?? .zero
        var message = "\(coin.text(amount)) and the fee are more than the \(coin.text(available)) that can be spent."
        if waiting > .zero {
            message += " Another \(coin.text(waiting)) \(needsLock ? "cannot be locked yet" : "wait to be confirmed")."
        }
        return ServiceError(.insufficientFunds, message, hint: "Nothing was sent.")
    }
}
