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
        // An output is its amount (8 bytes), the length of its script (1) and the script.
        let recipientSize = Int64(9 + recipient.script.count)
        func select(from coins: [OwnedCoin]) -> CoinSelection? {
            CoinSelection(
                from: coins, paying: amount, recipientSize: recipientSize, feePerKB: services.feePerKB, dust: coin.dust)
        }
        let usable = services.coins.filter(isUsable)
        let lockable = usable.filter(InstantSend.isLockable)
        let selection: CoinSelection?
        switch InstantSend.need(of: request.instantSend, answers: answers) {
        case .required: selection = select(from: lockable)
        case .wished: selection = select(from: lockable) ?? select(from: usable)
        case .none: selection = select(from: usable)
        }
        guard let selection else {
            let needsLock = InstantSend.need(of: request.instantSend, answers: answers) == .required
            throw insufficient(
                amount, usable: needsLock ? lockable : usable, all: services.coins, needsLock: needsLock, coin: coin)
        }
        let change = selection.change.map {
            PaymentIntent.Change(path: services.changeAddress.path, amount: $0)
        }
        return .propose(
            .payment(
                PaymentIntent(
                    chain: services.chain.id, inputs: selection.inputs, recipient: request.address, amount: amount,
                    change: change)))
    }

    /// Coins in a block can be spent. Of coins still waiting for one only our own change is, because nobody else can take
    /// it back.
    private static func isUsable(_ coin: OwnedCoin) -> Bool {
        coin.confirmations > 0 || coin.path.steps.dropLast().last == 1
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
