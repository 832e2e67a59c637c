/// A payment as it will be signed: one recipient, change to the wallet itself, and the rest is the fee.
///
/// It names keys by path and recipients by address text. Scripts and signatures are made from it by the wallet, so that
/// what is shown and what is signed cannot be told apart by a plugin.
public struct PaymentIntent: Sendable, Hashable {
    /// The coin and network that is paid on.
    public let chain: ChainID
    /// The coins that are spent, in the order of the transaction's inputs. None where a node's wallet chooses them.
    public let inputs: [OwnedUTXO]
    /// The address paid to, exactly as the request has it.
    public let recipient: String
    /// What the recipient receives.
    public let amount: Amount
    /// What comes back to the wallet; nil where nothing does.
    public let change: Change?
    /// What a node's wallet says that its payment costs; nil where the person's own keys pay.
    public let quote: NodeQuote?

    /// The output that returns the rest to the wallet.
    public struct Change: Sendable, Hashable {
        /// The path of the change output's key.
        public let path: DerivationPath
        /// How much comes back.
        public let amount: Amount

        /// Creates change.
        public init(path: DerivationPath, amount: Amount) {
            self.path = path
            self.amount = amount
        }
    }

    /// Creates an intent; the engine compares it with the request (S11).
    public init(chain: ChainID, inputs: [OwnedUTXO], recipient: String, amount: Amount, change: Change?) {
        self.chain = chain
        self.inputs = inputs
        self.recipient = recipient
        self.amount = amount
        self.change = change
        quote = nil
    }

    /// A payment by a node's wallet, which chooses its coins itself. No key of this program signs it.
    public init(chain: ChainID, recipient: String, amount: Amount, quote: NodeQuote) {
        self.chain = chain
        self.recipient = recipient
        self.amount = amount
        self.quote = quote
        inputs = []
        change = nil
    }

    /// The network's fee: inputs less outputs, or a node wallet's estimate. Nil where the outputs are more than
    /// the inputs.
    public var fee: Amount? {
        if let quote { return quote.fee }
        return Amount.sum(inputs.map(\.amount))?.subtracting(amount)?.subtracting(
            change?.amount ?? .zero)
    }
}
