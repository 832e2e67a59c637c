import SchemeRouter

/// An address that was read and checked as thoroughly as its kind allows.
public struct FoundAddress: Sendable, Hashable {
    /// The address as it is shown and handed over: as the link has it. For a CashAddr, in lower case after its prefix.
    public let text: String
    /// The form by which it was read.
    public let form: AddressForm
    /// How far it was checked.
    public let checked: PaymentInstruction.Check
    /// Whether what is paid to it can have a private memo.
    public let takesMemo: Bool
    /// Whether it has a payment id inside.
    public let hasPaymentID: Bool
    /// A sentence on what could not be checked; nil if a checksum was.
    public let unchecked: String?
    /// What is odd about it.
    public let warnings: [Warning]

    /// Something odd about an address that is not a reason to reject it.
    public enum Warning: Sendable, Hashable {
        /// Another coin's addresses look the same.
        case looksLikeOther
        /// The server that resolves it is this computer or is on its local network.
        case serverIsLocal(host: String)

        /// The code by which programs know it.
        public var code: LinkWarning.Code {
            switch self {
            case .looksLikeOther: .looksLikeOther
            case .serverIsLocal: .serverIsLocal
            }
        }

        /// What it means, for people.
        public var message: String {
            switch self {
            case .looksLikeOther:
                "Addresses of another coin look the same: nothing in this address shows which coin is meant."
            case .serverIsLocal(let host): "A wallet would contact this computer or its local network: \(host)."
            }
        }
    }

    /// The network whose address it is.
    public var network: NetworkKind { form.network }
}
