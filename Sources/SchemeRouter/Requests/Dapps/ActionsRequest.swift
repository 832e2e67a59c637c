import ExactJSON

/// A dapp asks for a transaction: contract calls, all or none of which take effect.
public struct ActionsRequest: Sendable, Hashable {
    /// A transfer, where the dapp asks for nothing else.
    public struct Transfer: Sendable, Hashable {
        /// The account of the contract.
        public let contract: String
        /// Whether the contract is one whose transfers are known to be payments. What other contracts do when they are
        /// asked for a transfer is their own affair.
        public let isPayment: Bool
        /// The account that pays; nil where the wallet is to say.
        public let from: String?
        /// The account that is paid.
        public let to: String
        /// How much, with the token's decimals: `1.0000 EOS`.
        public let quantity: String
        /// The note for the recipient.
        public let memo: String

        /// Makes a transfer from its parts.
        public init(
            contract: String, isPayment: Bool, from: String?, to: String, quantity: String, memo: String
        ) {
            self.contract = contract
            self.isPayment = isPayment
            self.from = from
            self.to = to
            self.quantity = quantity
            self.memo = memo
        }
    }

    /// What every request says.
    public let header: RequestHeader
    /// What the dapp says.
    public let dapp: DappClaims
    /// What is called, in order.
    public let calls: [ActionCall]
    /// The transfer that the only call is, where the request is one.
    public let transfer: Transfer?

    /// Creates a request.
    public init(header: RequestHeader, dapp: DappClaims, calls: [ActionCall], transfer: Transfer?) {
        self.header = header
        self.dapp = dapp
        self.calls = calls
        self.transfer = transfer
    }

    /// The call, with the account as payer if the dapp left that to the wallet.
    func calls(by signer: AccountSigner) -> [ActionCall] {
        guard let transfer, transfer.from == nil, let call = calls.first else { return calls }
        var members = call.data.members ?? []
        members.removeAll { $0.name == "from" }
        let data = JSON.object([("from", .string(signer.account))] + members)
        return [ActionCall(contract: call.contract, name: call.name, data: data, note: call.note)]
    }
}
