import ExactJSON

/// A call of a contract, as a dapp asks for it. What will be signed is made of it by the contract's own interface, and
/// read back before it is shown.
public struct ActionCall: Sendable, Hashable {
    /// The account of the contract.
    public let contract: String
    /// The action of the contract.
    public let name: String
    /// What it says, by the names of the contract's interface.
    public let data: JSON
    /// What the dapp says it is for.
    public let note: ForeignText?

    /// Creates a call.
    public init(contract: String, name: String, data: JSON, note: ForeignText?) {
        self.contract = contract
        self.name = name
        self.data = data
        self.note = note
    }
}
