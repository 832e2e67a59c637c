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
        let needsLock = InstantSend.needsLockableCoins(request.instantSend)
        let coin = services.chain.coin
        let usable = services.coins.filter { Self.isUsable($0, needsLock: needsLock) }
        guard let recipient = try? Address(request.address, on: services.chain.parameters) else {
            throw ServiceError(.internalError, "The request's address is not one of its network.")
        }
        // An output is its amount (8 bytes), the length of its script (1) and the script.
        let recipientSize = Int64(9 + recipient.script.count)
        let selection = CoinSelection(
            from: usable, paying: amount, recipientSize: recipientSize, feePerKB: services.feePerKB, dust: coin.dust)
        guard let selection else {
            throw insufficient(amount, usable: usable, all: services.coins, needsLock: needsLock, coin: coin)
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

    /// Coins in a block can be spent: on Dash and Axe a block is chain-locked within seconds (DIP-8), which makes them
    /// eligible for InstantSend (DIP-10). Of coins still waiting for a block only our own change is spent, because
    /// nobody else can take it back.
    private static func isUsable(_ coin: OwnedCoin, needsLock: Bool) -> Bool {
        if coin.confirmations > 0 { return true }
        let isChange = coin.path.steps.dropLast().last == 1
        return isChange && !needsLock
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
