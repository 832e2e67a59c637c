/// A link that will be handed to another wallet program. This pays nothing: that program asks the person itself (S15).
public struct HandOverIntent: Sendable, Hashable {
    /// The coin and network of the link.
    public let chain: ChainID
    public let program: WalletProgram
    /// The link that it receives, byte for byte.
    public let link: String
    /// The scheme of that link, in lower case.
    public let scheme: String
    /// The way to pay in that link.
    public let instruction: PaymentInstruction
    /// What the link costs, as far as that is known here.
    public let cost: LinkCost
    /// Whether it was rewritten and differs from the link as received.
    public let isRewritten: Bool

    public init(
        chain: ChainID, program: WalletProgram, link: String, scheme: String, instruction: PaymentInstruction,
        cost: LinkCost, isRewritten: Bool
    ) {
        self.chain = chain
        self.program = program
        self.link = link
        self.scheme = scheme
        self.instruction = instruction
        self.cost = cost
        self.isRewritten = isRewritten
    }
}
