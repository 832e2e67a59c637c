/// What a link can ask for. The raw values are those of `explain --json`.
public enum Action: String, Sendable, Hashable, CaseIterable {
    /// Pay somebody.
    case payment = "pay"
    /// Give an address to be paid at.
    case address
    /// Give the extended public keys of an account.
    case masterPublicKey
    /// Scan a QR code.
    case scanQR = "scanqr"
    /// Log in to a dapp with an account.
    case login
    /// Pay somebody from an account, as a dapp asks.
    case transfer
    /// Call contracts from an account.
    case transaction
    /// Sign a text with an account's key.
    case sign
    /// Open the wallet.
    case openHome = "open-home"
    /// Open a dapp's page.
    case openDapp = "open-dapp"
    /// Take money that a server offers (LUD-03).
    case withdraw
    /// Let a server open a Lightning channel (LUD-02).
    case channel
    /// Ask a server what it wants (LUD-01).
    case askServer = "ask-server"
    /// Let a pool stake one's money (CIP-13).
    case delegate
    /// Claim what a server gives away (CIP-99), or what the link itself holds.
    case claim
    /// Add somebody to one's contacts.
    case contact

    /// The name of the action in `schemes.yaml`.
    public var descriptorKey: String {
        switch self {
        case .payment: "payment"
        case .masterPublicKey: "master-public-key"
        case .scanQR: "scan-qr"
        case .address, .login, .transfer, .transaction, .sign, .openHome, .openDapp, .withdraw, .channel, .askServer,
            .delegate, .claim, .contact:
            rawValue
        }
    }

    /// Whether it changes the state of a network with a signed transaction.
    public var isTransaction: Bool {
        switch self {
        case .payment, .transfer, .transaction: true
        case .address, .masterPublicKey, .scanQR, .login, .sign, .openHome, .openDapp, .withdraw, .channel, .askServer,
            .delegate, .claim, .contact:
            false
        }
    }
}
