import ExactJSON

/// A contract call, as a dapp requests it. The contract's own interface encodes it for signing, and it is decoded again
/// before it is shown.
public struct ActionCall: Sendable, Hashable {
    /// The account of the contract.
    public let contract: String
    /// The action of the contract.
    public let name: String
    /// Its arguments, by their names in the contract's interface.
    public let data: JSON
    /// Its arguments, encoded with the contract's interface, with EEP-7's placeholders for the signer's names; nil if
    /// ``data`` has them.
    public let packed: [UInt8]?
    /// The required authorisation; nil for the signer's.
    public let authorizer: RequestedSigner?
    /// The dapp's note about its purpose.
    public let note: ForeignText?

    public init(
        contract: String, name: String, data: JSON, packed: [UInt8]? = nil, authorizer: RequestedSigner? = nil,
        note: ForeignText?
    ) {
        self.contract = contract
        self.name = name
        self.data = data
        self.packed = packed
        self.authorizer = authorizer
        self.note = note
    }
}

/// The requested signer, if the dapp names one.
public struct RequestedSigner: Sendable, Hashable {
    /// The account; nil for any of the person's accounts.
    public let account: String?
    /// Its permission; nil if the wallet chooses it.
    public let permission: String?

    public init(account: String?, permission: String?) {
        self.account = account
        self.permission = permission
    }

    /// Whether a signer satisfies the request.
    func isSatisfied(by signer: AccountSigner) -> Bool {
        (account.map { $0.isSame(signer.account) } ?? true) && (permission.map { $0.isSame(signer.permission) } ?? true)
    }

    /// For people.
    var text: String {
        switch (account, permission) {
        case (let account?, let permission?): "“\(account)” (\(permission))"
        case (let account?, nil): "“\(account)”"
        case (nil, let permission?): "the permission “\(permission)”"
        case (nil, nil): "anybody"
        }
    }
}

extension WalletRequest {
    var requestedSigners: [RequestedSigner] {
        switch self {
        case .login(let login): [login.identity?.prover].compactMap(\.self)
        case .actions(let actions): actions.calls.compactMap(\.authorizer)
        case .payment, .foreign, .address, .key, .scanQR, .sign, .open: []
        }
    }
}
