import SchemeRouter

/// Reads `bip21` links of Bitcoin-like coins into payment requests (BIP21, BIP321).
enum BIP21Requests {
    static func request(from link: RoutedLink, hasLock: Bool) throws(RequestError) -> WalletRequest {
        let read = try BIP21Link(link) { InstructionKey($0, in: link) != nil }
        var address: String?
        if !read.address.isEmpty {
            address = try AddressReading.read(read.address, at: read.addressRange, of: link, parameter: nil)
        }
        var offered = try OfferedInstructions(read, address: address, of: link)
        let payable = offered.payable
        let amount = try Amount.requested(
            read.parameters[.amount], of: link.coin, minimum: read.rules[.amount]?.minimum,
            isOnChain: address != nil || payable != nil)
        if !offered.all.isEmpty { try offered.checkAmounts(amount, read) }
        var warnings = read.warnings + offered.warnings
        let lock = try PaymentLock.wish(hasLock ? read.parameters[.lock] : nil, warnings: &warnings)
        let label = CallerText.read(read.parameters[.label], rule: read.rules[.label], warnings: &warnings)
        let message = CallerText.read(read.parameters[.message], rule: read.rules[.message], warnings: &warnings)
        CallerText.noteIgnoredRequest(read.parameters, warnings: &warnings)

        // Dash and Axe links may name the requesting app as their wallets' own links do
        // (Documentation/protocols/dash-axe.md §1.6).
        var sender: Sender?
        if let parameter = read.parameters[.sender] { sender = try Sender(parameter, of: link) }
        let paid = address == nil ? payable ?? offered.all.first : nil
        let proof = try proof(read, paying: paid, of: link, sender: sender, warnings: &warnings)
        let header = RequestHeader(
            read.parameters, unread: offered.unread, of: link, sender: sender, warnings: warnings)
        guard let address = address ?? payable?.text else {
            return .otherPayment(
                OtherPayment(
                    header: header, amount: amount, label: label, message: message, proof: proof,
                    instructions: offered.all))
        }
        return .payment(
            PaymentRequest(
                header: header, form: .bip21, address: address, amount: amount, lock: lock, label: label,
                message: message, proof: proof, instructions: offered.all))
    }

    /// One reply goes to one app: if a sender is named, it receives the reply, and nobody else receives a proof.
    /// - Parameter instruction: the payment's destination; nil for the address before the parameters.
    private static func proof(
        _ read: borrowing BIP21Link, paying instruction: PaymentInstruction?, of link: RoutedLink, sender: Sender?,
        warnings: inout [LinkWarning]
    ) throws(RequestError) -> ProofOfPayment? {
        guard let parameter = read.parameters[.proofOfPayment] else { return nil }
        guard sender == nil else {
            guard !parameter.isRequired else { throw .unsupportedRequired("pop", at: parameter.range) }
            warnings.append(LinkWarning(.proofIgnored, "The sender receives the answer; no proof is sent to “pop”."))
            return nil
        }
        do throws(RequestError) {
            return try ProofOfPayment(parameter, paying: instruction?.parameter ?? "onchain", of: link)
        } catch {
            // An optional proof is not sent; a link that requires one is not paid (BIP321).
            guard !parameter.isRequired else { throw error }
            warnings.append(LinkWarning(.proofIgnored, "\(error.message) No proof is sent."))
            return nil
        }
    }
}
