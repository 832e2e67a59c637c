/// How a coin writes its transactions, which decides how they are read and how their ids are computed.
public enum TransactionForm: String, Sendable, Hashable, CaseIterable {
    /// Inputs and outputs, with or without witnesses (BIP144).
    case plain
    /// Never with witnesses. A transaction may have a type and a payload (DIP-2) and no inputs, and the id of a
    /// withdrawal does not cover its signature (DIP-27).
    case typed = "dip-2"
}
