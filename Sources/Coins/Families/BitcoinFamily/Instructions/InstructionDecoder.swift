import RouterBitcoinFormat
import SchemeRouter

/// Decodes ways to pay, wherever a link has them: in a parameter of `bitcoin:` or after `lightning:`.
package struct InstructionDecoder {
    let coin: CoinDescriptor
    let network: NetworkParameters?
    let range: Range<Int>
    /// The parameter with the way to pay, in lower case; nil if it is the whole link.
    let parameter: String?
    let isRequired: Bool

    /// - Parameters:
    ///   - coin: the coin of the link.
    ///   - network: the network that is paid on.
    ///   - range: the text's range in the link as received.
    ///   - parameter: the parameter with the way to pay; nil if it is the whole link.
    ///   - isRequired: whether the link must not be paid in another way (S3).
    package init(
        coin: CoinDescriptor, network: NetworkParameters?, at range: Range<Int>, parameter: String? = nil,
        isRequired: Bool = false
    ) {
        (self.coin, self.network, self.range) = (coin, network, range)
        (self.parameter, self.isRequired) = (parameter, isRequired)
    }

    /// A Lightning invoice (BOLT11), with the key that signed it.
    package func invoice(_ text: some BidirectionalCollection<UInt8>) throws -> PaymentInstruction {
        let invoice = try LightningInvoice(text, network: network?.bech32 ?? "")
        try checkAmount(invoice.amountMsat)
        guard let payee = InvoiceSignature.payee(of: invoice.signed) else { throw InstructionError.senseless }
        return PaymentInstruction(
            .lightning, String(decoding: text, as: UTF8.self), parameter: parameter, isRequired: isRequired,
            checked: .checksum, amountMsat: invoice.amountMsat,
            description: invoice.description.map { ForeignText($0) },
            expires: invoice.expires, payee: payee.hex,
            fallbacks: invoice.fallbacks.compactMap { address in network.flatMap { address.text(on: $0) } })
    }

    /// A Lightning offer (BOLT12).
    package func offer(_ text: some Collection<UInt8>) throws -> PaymentInstruction {
        let offer = try LightningOffer(text, genesis: network?.genesis)
        try checkAmount(offer.amountMsat)
        return PaymentInstruction(
            .offer, String(decoding: text, as: UTF8.self), parameter: parameter, isRequired: isRequired,
            checked: .shape, amountMsat: offer.amountMsat, currency: offer.currency,
            description: offer.description.map { ForeignText($0) }, expires: offer.expires,
            issuer: offer.issuer.map { ForeignText($0) }, amountMinor: offer.amountMinor, isPerItem: offer.isPerItem)
    }

    private func checkAmount(_ amount: Int64?) throws(RequestError) {
        // Rounded up: not a thousandth more than can exist.
        guard let amount, (amount - 1) / 1_000 >= coin.maxMoney.units else { return }
        throw RequestError(
            .amountOutOfRange,
            "\(parameter.map { "“\($0)”" } ?? "The link") asks for more than the \(coin.text(coin.maxMoney)) that can exist.",
            at: range, parameter: parameter)
    }
}
