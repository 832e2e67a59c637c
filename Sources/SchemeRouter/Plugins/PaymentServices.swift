/// Everything that a plugin may read to propose a payment.
public struct PaymentServices: Sendable {
    /// The coin and network.
    public let chain: ChainFacts
    /// The account's UTXOs that no other payment has reserved.
    public let utxos: [OwnedUTXO]
    /// The payment must spend a UTXO of each of these sets of ``utxos``. They belong to payments that were given up and
    /// that somebody may have kept; the new payment replaces those, so that only one of them is paid (S16).
    public let mustSpend: [Set<Outpoint>]
    /// Where change goes.
    public let changeAddress: OwnAddress
    /// The fee for 1,000 bytes, within the coin's limits.
    public let feePerKB: Amount

    /// Creates services.
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

    /// The same for another fee.
    func paying(_ rate: Amount) -> PaymentServices {
        PaymentServices(
            chain: chain, utxos: utxos, mustSpend: mustSpend, changeAddress: changeAddress, feePerKB: rate)
    }

    /// The same without some UTXOs.
    func without(_ others: [OwnedUTXO]) -> PaymentServices {
        PaymentServices(
            chain: chain, utxos: utxos.filter { !others.contains($0) }, mustSpend: mustSpend,
            changeAddress: changeAddress, feePerKB: feePerKB)
    }
}
