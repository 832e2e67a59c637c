import SchemeRouter

/// An address that was read and checked as far as its kind allows.
public struct FoundAddress: Sendable, Hashable {
    /// The address to show and hand over, as in the link. A CashAddr is in lower case, after its prefix.
    public let text: String
    /// The form that it matched.
    public let form: AddressForm
    /// How far it was checked.
    public let checked: PaymentInstruction.Check
    /// Whether a payment to it can have a private memo.
    public let takesMemo: Bool
    /// Whether it contains a payment id.
    public let hasPaymentID: Bool
    /// The tag inside it; nil if its kind has none.
    public let tag: CheckedAddress.Tag?
    /// A sentence on what could not be checked; nil if a checksum was checked.
    public let unchecked: String?
    /// Its peculiarities.
    public let warnings: [Warning]

    /// A peculiarity of an address that is not a reason to reject it.
    public enum Warning: Sendable, Hashable {
        /// Another coin's addresses look the same.
        case looksLikeOther
        /// The server that resolves it is this computer or on its local network.
        case serverIsLocal(host: String)
        /// It expires, with when.
        case ends(String)
        /// Its content is only zeros.
        case isPlaceholder
        /// What the descriptor says of all such addresses.
        case note(String)

        /// The code for programs.
        public var code: LinkWarning.Code {
            switch self {
            case .looksLikeOther: .looksLikeOther
            case .serverIsLocal: .serverIsLocal
            case .ends: .addressEnds
            case .isPlaceholder: .addressIsPlaceholder
            case .note: .addressNote
            }
        }

        /// The message for people.
        public var message: String {
            switch self {
            case .looksLikeOther:
                "Addresses of another coin look the same: nothing in this address shows which coin is meant."
            case .serverIsLocal(let host): "A wallet would contact this computer or its local network: \(host)."
            case .ends(let time): "The address expires \(time): nobody should pay it later."
            case .isPlaceholder:
                "The address consists of zeros: it stands for no address, nobody has its key, and money sent there is lost."
            case .note(let sentence): "\(sentence)."
            }
        }
    }

    /// The address's network.
    public var network: NetworkKind { form.network }
}
