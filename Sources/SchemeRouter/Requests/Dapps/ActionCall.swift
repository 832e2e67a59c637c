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
    /// What it says, as the contract's interface packs it, with the names of EEP-7 where the signer's stand; nil where
    /// ``data`` says it.
    public let packed: [UInt8]?
    /// Who must authorise it; nil for the signer.
    public let authorizer: WantedSigner?
    /// What the dapp says it is for.
    public let note: ForeignText?

    /// Creates a call.
    public init(
        contract: String, name: String, data: JSON, packed: [UInt8]? = nil, authorizer: WantedSigner? = nil,
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

/// Who should sign, if the dapp names anyone.
public struct WantedSigner: Sendable, Hashable {
    /// The account; nil where any of the person's will do.
    public let account: String?
    /// Its permission; nil where that is left to the wallet.
    public let permission: String?

    /// Creates what a dapp wants.
    public init(account: String?, permission: String?) {
        self.account = account
        self.permission = permission
    }

    /// Whether a signer is the one that is wanted.
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
    /// Who is asked to sign.
    var wantedSigners: [WantedSigner] {
        switch self {
        case .login(let login): [login.identity?.prover].compactMap(\.self)
        case .actions(let actions): actions.calls.compactMap(\.authorizer)
        case .payment, .otherPayment, .described, .address, .key, .scanQR, .sign, .open: []
        }
    }
}
