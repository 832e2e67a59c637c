/// Everything that a plugin may read to propose a payment.
public struct PaymentServices: Sendable {
    /// The coin and network.
    public let chain: ChainFacts
    /// The account's UTXOs that no other payment has reserved.
    public let utxos: [OwnedUTXO]
    /// The payment must spend a UTXO of each of these sets of ``utxos``. They belong to payments that were given up but
    /// may have been kept by somebody; the new payment replaces those, so that only one of them is paid (S16).
    public let mustSpend: [Set<Outpoint>]
    /// The address for change.
    public let changeAddress: OwnAddress
    /// The fee per 1,000 bytes, within the coin's limits.
    public let feePerKB: Amount

    public init(
        chain: ChainFacts, utxos: [OwnedUTXO], mustSpend: [Set<Outpoint>] = [], changeAddress: OwnAddress,
        feePerKB: Amount
    ) {
        self.chain = chain
        self.utxos = utxos
        self.mustSpend = mustSpend
        self.changeAddress = changeAddress
        self.feePerKB = feePerKB
    }

    /// Whether a payment could spend a UTXO of each set in ``mustSpend``.
    var canReplace: Bool {
        mustSpend.allSatisfy { set in utxos.contains { set.contains($0.outpoint) } }
    }

    /// A copy with another fee.
    func paying(_ rate: Amount) -> PaymentServices {
        PaymentServices(
            chain: chain, utxos: utxos, mustSpend: mustSpend, changeAddress: changeAddress, feePerKB: rate)
    }

    /// A copy without some UTXOs.
    func without(_ others: [OwnedUTXO]) -> PaymentServices {
        PaymentServices(
            chain: chain, utxos: utxos.filter { !others.contains($0) }, mustSpend: mustSpend,
            changeAddress: changeAddress, feePerKB: feePerKB)
    }
}
