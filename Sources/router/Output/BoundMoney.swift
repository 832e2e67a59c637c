import SchemeRouter

/// Money of the wallet that payments must not spend now, according to the journal.
struct BoundMoney {
    /// Outputs that undecided payments spend (S6).
    var outputs: Set<Outpoint> = []
    /// Payments that were given up. Their change is not spent, or both they and the next payment could be confirmed
    /// (S16).
    var givenUp: Set<TransactionID> = []

    func includes(_ utxo: OwnedUTXO) -> Bool {
        outputs.contains(utxo.outpoint) || givenUp.contains(utxo.outpoint.transaction)
    }
}
