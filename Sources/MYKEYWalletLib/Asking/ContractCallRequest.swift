import ExactJSON
import RouterEOSIO

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

    /// Creates a request.
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
