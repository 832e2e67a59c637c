/// A request to pay somebody in ways that this wallet does not support: none of its instructions is an address.
public struct OtherPayment: Sendable, Hashable {
    /// What all requests have in common.
    public let header: RequestHeader
    /// The amount of the link's own parameter; nil if it has none. An instruction may have an amount, too.
    public let amount: Amount?
    /// A name the caller gives the recipient.
    public let label: ForeignText?
    /// A note from the caller.
    public let message: ForeignText?
    /// The destination of the proof of payment; nil if none is requested. The paying wallet sends it.
    public let proof: ProofOfPayment?
    /// All ways to pay, in the order of the link; never empty, and none of them ``PaymentInstruction/Kind/onchain``.
    public let instructions: [PaymentInstruction]

    public init(
        header: RequestHeader, amount: Amount?, label: ForeignText?, message: ForeignText?,
        proof: ProofOfPayment? = nil, instructions: [PaymentInstruction]
    ) {
        self.header = header
        self.amount = amount
        self.label = label
        self.message = message
        self.proof = proof
        self.instructions = instructions
    }
}
