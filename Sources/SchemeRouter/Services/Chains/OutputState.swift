/// Whether an output is spent.
public enum OutputState: Sendable, Hashable {
    /// No transaction spends it, and none that waits for a block.
    case unspent
    /// A transaction that waits for a block spends it; which one, where the network says so.
    case spentByWaiting(TransactionID?)
    /// A transaction in a block spends it; which one, where the network says so.
    case spent(TransactionID?)
}
