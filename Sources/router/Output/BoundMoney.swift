import SchemeRouter

/// Money of the wallet that no payment spends now, as the journal has it.
struct BoundMoney {
    /// What payments spend that were signed and are not decided (S6).
    var outputs: Set<Outpoint> = []
    /// Payments that were given up: what they bring back is not spent, or both they and the next one could be confirmed (S16).
    var givenUp: Set<TransactionID> = []

    func includes(_ utxo: OwnedUTXO) -> Bool {
        outputs.contains(utxo.outpoint) || givenUp.contains(utxo.outpoint.transaction)
    }
}
