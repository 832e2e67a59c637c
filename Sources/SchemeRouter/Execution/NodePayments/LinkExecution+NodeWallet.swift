/// Payments with the keys of the person's own node. The promises about the wallet's payments apply to them, too: the
/// person agrees with their passcode, the journal records it first, and no link is paid twice (S5, S6).
extension LinkExecution {
    /// Checks an earlier order for the same link before the link is carried out again.
    /// - Returns: the outcome if the node's wallet has paid; nil if there is nothing to finish.
    ///
    /// Throws ``ServiceError/Code/answerUnknown`` if the order may still be in transit.
    func finishOrder(
        of link: ReadLink, by wallet: any NodeWallet, on chain: ChainID, _ attempt: inout Attempt
    ) async throws -> Outcome? {
        let now = services.now()
        let orders = try services.journal.entries(changedSince: now - OpenOrder.memory).compactMap(OpenOrder.init)
            .filter { $0.entry.request.fingerprint == link.fingerprint && $0.entry.request.chain == chain }
        var budget = ReadBudget(services.readTime)
        for open in orders {
            let isClosed = open.entry.end != nil
            guard let payment = try await open.payment(by: wallet, now: now, &budget) else {
                if !isClosed { try services.journal.note(.ended(.failed), of: open.entry.id, at: services.now()) }
                continue
            }
            let transaction = payment.transaction
            if !isClosed {
                try services.journal.note(
                    .signed(transaction, inputs: payment.inputs), of: open.entry.id, at: services.now())
            }
            let receiver = try services.receiver(of: link.reply, about: link.request, on: chain)
            (attempt.entry, attempt.wasAsked, attempt.hasAgreed) = (open.entry.id, true, true)
            let intent = PaymentIntent(
                chain: chain, inputs: [], recipient: open.order.recipient, amount: open.order.amount, change: nil)
            // A closed entry gets no further step, but the requesting app is notified whenever its link is opened.
            let callback =
                isClosed
                ? await services.deliver(
                    link.callback?.completed(with: transaction.values), to: receiver, open.entry.id)
                : await reply(to: link, transaction.values, to: receiver, &attempt).callback
            return .paid(transaction, intent, callback: callback)
        }
        return nil
    }

    func order(
        _ intent: PaymentIntent, of link: ReadLink, from wallet: any NodeWallet, to receiver: Receiver,
        _ attempt: inout Attempt
    ) async throws -> Outcome {
        guard let entry = attempt.entry,
            let open = try services.journal.entries(changedSince: attempt.agreed).first(where: { $0.id == entry })
                .flatMap(OpenOrder.init)
        else { throw ServiceError(.internalError, "The approved payment is not in the journal.") }
        let payment: NodePayment
        do throws(ServiceError) {
            payment = try await wallet.pay(open.order)
        } catch {
            guard error.code == .answerUnknown else { throw error }
            // The entry stays open: its mark will find the payment.
            attempt.isOrdered = true
            return .unknown(nil, error)
        }
        // The money is gone even if the journal cannot be written: the mark will find the payment again, as an entry
        // whose answer is owed stays open.
        guard
            (try? services.journal.note(
                .signed(payment.transaction, inputs: payment.inputs), of: entry, at: services.now())) != nil
        else {
            let callback = CallbackDelivery.none(
                "The journal cannot be written. Open the link again to notify the requesting app.")
            return .paid(payment.transaction, intent, callback: callback)
        }
        let delivery = await reply(to: link, payment.transaction.values, to: receiver, &attempt)
        return .paid(payment.transaction, intent, callback: delivery.callback)
    }
}
