import ExactJSON

/// A dapp asks who the person is: it wants a signature of their account over a text that names the dapp's user.
public struct LoginRequest: Sendable, Hashable {
    /// What every request says.
    public let header: RequestHeader
    /// What the dapp says.
    public let dapp: DappClaims
    /// The dapp's user, or the id of this login; it goes into the text that is signed.
    public let userID: String

    /// A request as given.
    public init(header: RequestHeader, dapp: DappClaims, userID: String) {
        self.header = header
        self.dapp = dapp
        self.userID = userID
    }
}

/// A dapp asks for a transaction: calls of contracts, all or none of which take effect.
public struct ActionsRequest: Sendable, Hashable {
    /// A payment, where the dapp asks for nothing else.
    public struct Transfer: Sendable, Hashable {
        /// The account that pays; nil where the wallet is to say.
        public let from: String?
        /// The account that is paid.
        public let to: String
        /// How much, with the token's decimals: `1.0000 EOS`.
        public let quantity: String
        /// What stands beside it for the recipient.
        public let memo: String

        /// A payment as given.
        public init(from: String?, to: String, quantity: String, memo: String) {
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
    /// The payment that the only call is, where the request is one.
    public let transfer: Transfer?

    /// A request as given.
    public init(header: RequestHeader, dapp: DappClaims, calls: [ActionCall], transfer: Transfer?) {
        self.header = header
        self.dapp = dapp
        self.calls = calls
        self.transfer = transfer
    }
}

extension ActionsRequest {
    /// What is called, with the account in the place of a payer that the dapp left to the wallet.
    func calls(by signer: AccountSigner) -> [ActionCall] {
        guard let transfer, transfer.from == nil, let call = calls.first else { return calls }
        var members = call.data.members ?? []
        members.removeAll { $0.name == "from" }
        let data = JSON.object([("from", .string(signer.account))] + members)
        return [ActionCall(contract: call.contract, name: call.name, data: data, note: call.note)]
    }
}

/// A dapp asks for a signature over a text.
public struct SignRequest: Sendable, Hashable {
    /// What every request says.
    public let header: RequestHeader
    /// What the dapp says.
    public let dapp: DappClaims
    /// The text that will be signed, exactly.
    public let message: String

    /// A request as given.
    public init(header: RequestHeader, dapp: DappClaims, message: String) {
        self.header = header
        self.dapp = dapp
        self.message = message
    }
}

/// A link that opens something and asks for nothing.
public struct OpenRequest: Sendable, Hashable {
    /// What every request says.
    public let header: RequestHeader
    /// The page of a dapp; nil for the wallet itself.
    public let page: ServerAddress?

    /// A request as given.
    public init(header: RequestHeader, page: ServerAddress?) {
        self.header = header
        self.page = page
    }
}
