/// What a network knows of a transaction.
public enum TransactionState: Sendable, Hashable {
    /// Nothing: it never had it, or dropped it.
    case unknown
    /// It waits for a block. `isLocked`: InstantSend keeps every other spend of its inputs away.
    case waiting(isLocked: Bool)
    /// So many blocks confirm it, 1 or more. `isLocked`: a ChainLock keeps the block from being replaced.
    case confirmed(Int, isLocked: Bool)
}
