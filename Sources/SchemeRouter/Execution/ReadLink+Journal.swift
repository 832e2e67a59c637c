extension ReadLink {
    /// What the journal stores of the request: no text of the caller, no keys.
    package func journalRequest(on chain: ChainID) -> JournalRequest {
        let header = request.header
        var recipient: String?
        var amount: Amount?
        var account: UInt32?
        switch request {
        case .payment(let payment): (recipient, amount) = (payment.address, payment.amount)
        case .otherPayment(let payment): amount = payment.amount
        case .described(let asked): (recipient, amount) = (asked.payments.first?.address?.text, asked.amountOfCoin)
        case .key(let key): account = key.account
        case .actions(let actions): recipient = actions.transfer.flatMap { $0.isPayment ? $0.to : nil }
        case .address, .scanQR, .login, .sign, .open: break
        }
        return JournalRequest(
            action: request.action, scheme: header.scheme, fingerprint: fingerprint, chain: chain,
            sender: header.sender?.scheme, recipient: recipient, amount: amount, account: account, reply: owedReply)
    }

    /// What the requesting app is owed once the payment was sent. Addresses, keys and signatures are shared at once or
    /// never.
    private var owedReply: JournalReply? {
        switch request {
        case .payment(let payment) where callback != nil: payment.header.sender == nil ? .proof : .payack
        case .actions: .dapp
        case .payment, .otherPayment, .described, .address, .key, .scanQR, .login, .sign, .open: nil
        }
    }
}
