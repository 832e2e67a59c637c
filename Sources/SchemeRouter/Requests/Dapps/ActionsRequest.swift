import ExactJSON

/// A dapp asks for a transaction: contract calls, all or none of which take effect.
public struct ActionsRequest: Sendable, Hashable {
    /// A transfer, if the dapp requests nothing else.
    public struct Transfer: Sendable, Hashable {
        /// The account of the contract.
        public let contract: String
        /// Whether transfers of this contract are known to be payments. Transfers of other contracts can do anything.
        public let isPayment: Bool
        /// The account that pays; nil if the wallet chooses it.
        public let from: String?
        /// The account that is paid.
        public let to: String
        /// The amount, with the token's decimals: `1.0000 EOS`.
        public let quantity: String
        /// The note for the recipient.
        public let memo: String

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

    /// What all requests have in common.
    public let header: RequestHeader
    public let dapp: DappClaims
    /// The calls, in order.
    public let calls: [ActionCall]
    /// The transfer, if the only call is one.
    public let transfer: Transfer?

    public init(header: RequestHeader, dapp: DappClaims, calls: [ActionCall], transfer: Transfer?) {
        self.header = header
        self.dapp = dapp
        self.calls = calls
        self.transfer = transfer
    }

    /// The calls, with the signer's account as payer if the dapp left that to the wallet.
    func calls(by signer: AccountSigner) -> [ActionCall] {
        guard let transfer, transfer.from == nil, let call = calls.first else { return calls }
        var members = call.data.members ?? []
        members.removeAll { $0.name == "from" }
        let data = JSON.object([("from", .string(signer.account))] + members)
        return [ActionCall(contract: call.contract, name: call.name, data: data, note: call.note)]
    }
}
