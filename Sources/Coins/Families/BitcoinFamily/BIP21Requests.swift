import SchemeRouter

/// Reads `bip21` links of Bitcoin-like coins into payment requests (BIP21, BIP321).
enum BIP21Requests {
    static func request(from link: RoutedLink, hasLock: Bool) throws(RequestError) -> PaymentRequest {
        let read = try BIP21Link(link)
        let address = try AddressReading.read(read.address, at: read.addressRange, of: link, parameter: nil)
        let amount = try Amount.requested(
            read.parameters[.amount], of: link.coin, minimum: read.rules[.amount]?.minimum)
        var warnings = read.warnings
        let lock = try PaymentLock.wish(hasLock ? read.parameters[.lock] : nil, warnings: &warnings)
        let label = CallerText.read(read.parameters[.label], rule: read.rules[.label], warnings: &warnings)
        let message = CallerText.read(read.parameters[.message], rule: read.rules[.message], warnings: &warnings)
        CallerText.noteIgnoredRequest(read.parameters, warnings: &warnings)

        // Links of Dash and Axe may name the asking app as their wallets' own links do
        // (Documentation/protocols/dash-axe.md §1.6).
        var sender: Sender?
        if let parameter = read.parameters[.sender] { sender = try Sender(parameter, of: link) }
        let proof = try proof(read, of: link, sender: sender, warnings: &warnings)
        return PaymentRequest(
            header: RequestHeader(read.parameters, of: link, sender: sender, warnings: warnings), form: .bip21,
            address: address, amount: amount, lock: lock, label: label, message: message, proof: proof)
    }

    /// One reply goes to one app: where a sender is named, it gets the reply, and nobody else a proof.
    private static func proof(
        _ read: borrowing BIP21Link, of link: RoutedLink, sender: Sender?, warnings: inout [LinkWarning]
    ) throws(RequestError) -> ProofOfPayment? {
        guard let parameter = read.parameters[.proofOfPayment] else { return nil }
        guard sender == nil else {
            guard !parameter.isRequired else { throw .unsupportedRequired("pop", at: parameter.range) }
            warnings.append(LinkWarning(.proofIgnored, "The sender gets the answer; no proof goes to “pop”."))
            return nil
        }
        do throws(RequestError) {
            return try ProofOfPayment(parameter, paying: read.addressParameter ?? "onchain", of: link)
        } catch {
            // Who only may get a proof gets none; who must have it is not paid (BIP321).
            guard !parameter.isRequired else { throw error }
            warnings.append(LinkWarning(.proofIgnored, "No proof of payment is given: \(error.message)"))
            return nil
        }
    }
}
