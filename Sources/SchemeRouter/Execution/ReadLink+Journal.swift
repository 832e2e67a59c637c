extension ReadLink {
    /// What the journal stores of the request: no text of the caller, no keys.
    /// - Parameters:
    ///   - chain: where it is carried out.
    ///   - way: the way to pay that another program receives; nil if none does.
    ///   - opener: who opened the link; nil if that is unknown.
    package func journalRequest(
        on chain: ChainID, by way: PaymentInstruction? = nil, openedBy opener: Opener? = nil
    ) -> JournalRequest {
        let header = request.header
        var recipient: String?
        var amount: Amount?
        var account: UInt32?
        switch request {
        case .payment(let payment):
            if let asked = payment.details {
                (recipient, amount) = (asked.onlyRecipient, asked.paidAmount)
            } else if let way, way.kind != .onchain || payment.address == nil {
                // The other ways to pay in the link are not this payment.
                (recipient, amount) = (way.address, way.amountMsat == nil ? payment.amount : way.exactAmount)
            } else {
                (recipient, amount) = (payment.address, shownAmount)
            }
        case .foreign(let asked): (recipient, amount) = (asked.onlyRecipient, asked.paidAmount)
        case .key(let key): account = key.account
        case .actions(let actions): recipient = actions.transfer.flatMap { $0.isPayment ? $0.to : nil }
        case .address, .scanQR, .login, .sign, .open: break
        }
        return JournalRequest(
            action: request.action, scheme: header.scheme, fingerprint: fingerprint, chain: chain,
            sender: header.sender?.scheme, recipient: recipient, amount: amount, account: account, reply: owedReply,
            opener: isTyped ? .typed : opener)
    }

    /// A payment to one of a link's recipients, as an earlier one may have been made.
    struct JournalPayment {
        /// The recipient, in one of the spellings of the address.
        let recipient: String
        /// The recipient as the link has it, if it has several; otherwise nil.
        let named: String?
        /// What the recipient is paid; nil if it is not an amount of the coin.
        let amount: Amount?
    }

    /// Each recipient of the link in all spellings, with the amount that an earlier payment to them had if it was the same.
    /// - Parameters:
    ///   - request: of the journal, for this link.
    ///   - amount: what a single recipient is paid; nil if it is not an amount of the coin.
    func journalPayments(_ request: JournalRequest, amount: Amount?) -> [JournalPayment] {
        var payments = request.recipient.map { [(recipient: $0, named: String?.none, amount: amount)] } ?? []
        if self.request.dapp == nil, let asked = self.request.asDescribed, asked.payments.count > 1 {
            payments = asked.payments.compactMap { payment in
                // The amounts of the others may be open.
                let amount = asked.isOfOtherCoin ? nil : payment.amount?.exactUnits(of: coin)
                return payment.address.map { (recipient: $0.text, named: $0.text, amount: amount) }
            }
        }
        return payments.flatMap { payment in
            spellings(of: payment.recipient).map {
                JournalPayment(recipient: $0, named: payment.named, amount: payment.amount)
            }
        }
    }

    /// What the requesting app is owed once the payment was sent. Addresses, keys and signatures are shared at once or
    /// never.
    private var owedReply: JournalReply? {
        switch request {
        case .payment(let payment) where (payment.address != nil || payment.details != nil) && callback != nil:
            payment.header.sender == nil ? .proof : .toSender
        case .actions: .dapp
        case .payment, .foreign, .address, .key, .scanQR, .login, .sign, .open: nil
        }
    }
}

extension DescribedRequest {
    /// Nil if there are several recipients: the journal has one for each entry, who is not paid the sum of several payments.
    var onlyRecipient: String? { payments.count == 1 ? payments[0].address?.text : nil }
}

extension PaymentInstruction {
    /// Its text if that is only an address. Invoices and offers have a text of the caller, which the journal does not keep
    /// (S6).
    fileprivate var address: String? {
        switch kind {
        case .onchain, .silentPayment, .privatePayment, .lightningAddress: text
        case .lightning, .offer, .lnurl, .link: nil
        }
    }
}
