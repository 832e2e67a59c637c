extension ReadLink {
    /// What the journal keeps of the request: no text of the caller, no keys.
    func journalRequest(on chain: ChainID) -> JournalRequest {
        let header = request.header
        var recipient: String?
        var amount: Amount?
        var account: UInt32?
        switch request {
        case .payment(let payment): (recipient, amount) = (payment.address, payment.amount)
        case .key(let key): account = key.account
        case .actions(let actions): recipient = actions.transfer?.to
        case .address, .scanQR, .login, .sign, .open: break
        }
        return JournalRequest(
            action: request.action, scheme: header.scheme, fingerprint: fingerprint, chain: chain,
            sender: header.sender?.scheme, recipient: recipient, amount: amount, account: account)
    }
}
