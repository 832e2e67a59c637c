/// What a link can ask for. The raw values are those of `explain --json`.
public enum Action: String, Sendable, Hashable, CaseIterable {
    /// Pay somebody.
    case payment = "pay"
    /// Tell an address to be paid at.
    case address
    /// Tell the extended public keys of an account.
    case masterPublicKey
    /// Scan a QR code.
    case scanQR = "scanqr"

    /// The name of the action in `schemes.yaml`.
    public var descriptorKey: String {
        switch self {
        case .payment: "payment"
        case .address: "address"
        case .masterPublicKey: "master-public-key"
        case .scanQR: "scan-qr"
        }
    }
}
