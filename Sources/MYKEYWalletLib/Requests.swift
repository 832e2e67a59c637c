import ExactJSON
import RouterEOSIO

/// Asks the person to log in with an account of the wallet.
public struct LoginRequest: Sendable, Hashable {
    /// The name of the dapp's user, for the person.
    public var userName: String?
    /// A description for the person.
    public var info: String?
    /// The dapp's server, which receives the signed login before the dapp and checks it.
    public var server: String?

    public init(userName: String? = nil, info: String? = nil, server: String? = nil) {
        self.userName = userName
        self.info = info
        self.server = server
    }
}

/// Asks the person to send tokens.
public struct TokenTransferRequest: Sendable, Hashable {
    /// The paying account; nil to let the person choose.
    public var from: Name?
    /// The recipient.
    public var to: Name
    /// The amount, in whole tokens, with the digits to send.
    public var amount: JSONNumber
    /// The token's symbol.
    public var symbol: SymbolCode
    /// The token's decimals, 0…18; nil if the wallet should ask the chain.
    public var precision: UInt8?
    /// The token's contract.
    public var contract: Name
    /// A public note on the chain, at most 256 bytes.
    public var memo: String?
    /// A description for the person.
    public var info: String?
    /// The dapp's own order number.
    public var orderID: String?
    /// The dapp's server, which is notified of the transaction before the dapp.
    public var server: String?
}

extension TokenTransferRequest {
    /// A transfer of an amount that has all its decimals, `1.0000 EOS`.
    public init(
        _ quantity: Asset, of contract: Name, to: Name, from: Name? = nil, memo: String? = nil, info: String? = nil,
        orderID: String? = nil, server: String? = nil
    ) {
        guard let amount = JSONNumber(quantity.amount) else { preconditionFailure("an amount is a number") }
        self.init(
            from: from, to: to, amount: amount, symbol: quantity.symbol.code, precision: quantity.symbol.precision,
            contract: contract, memo: memo, info: info, orderID: orderID, server: server)
    }

    /// Checks the amount digit by digit, as wallets do: nothing is rounded (S9).
    func checkAmount() throws(MYKEYError) {
        if let precision, precision > Symbol.maxPrecision {
            throw .invalid("decimal", "A token can have at most \(Symbol.maxPrecision) decimals.")
        }
        let decimals = Int(precision ?? Symbol.maxPrecision)
        let tooLarge = MYKEYError.invalid("amount", "The amount is not valid for a token.")
        let units: Int128
        do {
            units = try amount.decimal.units(decimals: decimals)
        } catch {
            guard error == .tooPrecise else { throw tooLarge }
            throw .invalid("amount", "\(amount.text) has more than \(decimals) decimals.")
        }
        guard units > 0 else { throw .invalid("amount", "The amount must be more than zero.") }
        guard precision == nil || units <= Asset.maxUnits else { throw tooLarge }
    }
}

/// Asks the person to run actions of contracts, all in one transaction.
public struct ContractCallRequest: Sendable, Hashable {
    /// The actions, in order; 1…32.
    public var actions: [Action]
    /// A description for the person.
    public var info: String?
    /// The dapp's own order number.
    public var orderID: String?
    /// The dapp's server, which is notified of the transaction before the dapp.
    public var server: String?

    public init(_ actions: [Action], info: String? = nil, orderID: String? = nil, server: String? = nil) {
        self.actions = actions
        self.info = info
        self.orderID = orderID
        self.server = server
    }

    /// One action of a contract. The wallet decides which account authorises it.
    public struct Action: Sendable, Hashable {
        /// The account of the contract.
        public var account: Name
        /// The action.
        public var name: Name
        /// A description for the person.
        public var info: String?
        /// Its arguments by the names in the contract's ABI: an object.
        public var data: JSON
        /// Whether it has the members of MYKEY's transfers, instead of those of other actions.
        let isTransfer: Bool

        /// An action of any contract.
        public init(account: Name, name: Name, data: JSON, info: String? = nil) {
            self.init(account: account, name: name, data: data, info: info, isTransfer: false)
        }

        /// A transfer of a token.
        public static func transfer(
            _ quantity: Asset, of contract: Name, from: Name, to: Name, memo: String = "", info: String? = nil
        ) -> Action {
            let data = JSON.object([
                ("from", .string(from.description)), ("memo", .string(memo)),
                ("quantity", .string(quantity.description)), ("to", .string(to.description)),
            ])
            return Action(account: contract, name: Self.transferName, data: data, info: info, isTransfer: true)
        }

        static let transferName: Name = {
            guard let name = try? Name(WalletActionConstants.TRANSFER.rawValue) else { preconditionFailure("a name") }
            return name
        }()

        private init(account: Name, name: Name, data: JSON, info: String?, isTransfer: Bool) {
            self.account = account
            self.name = name
            self.info = info
            self.data = data
            self.isTransfer = isTransfer
        }
    }
}

/// Asks the person to sign a text.
public struct SigningRequest: Sendable, Hashable {
    /// The text: 1…16,384 bytes without control characters, except line breaks and tabs. Include a random part from
    /// your server, or an old signature can be reused.
    public var message: String
    /// The dapp's server, which receives the signature before the dapp.
    public var server: String?

    public init(_ message: String, server: String? = nil) {
        self.message = message
        self.server = server
    }
}
