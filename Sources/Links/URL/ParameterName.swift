/// A parameter that the engine can read. The raw values are the names in links, whose case does not matter (BIP321).
public enum ParameterName: String, Sendable, Hashable, CaseIterable {
    /// The address to pay.
    case pay
    /// What is requested: `address` or `masterPublicKey`.
    case request
    /// The URL scheme of the requesting app.
    case sender
    /// The BIP32/BIP44 account.
    case account
    /// The amount, in whole coins.
    case amount
    /// Whether the network should lock the payment within seconds.
    case lock = "IS"
    /// A name the caller gives the recipient.
    case label
    /// A note from the caller.
    case message
    /// The address of a BIP70/BIP72 payment request.
    case paymentRequest = "r"
    /// The destination of the proof of a payment (BIP321).
    case proofOfPayment = "pop"
    /// Bytes that the payment records on the chain.
    case data = "op_return"

    /// The type of its value. The raw values are those of `type:` in `schemes.yaml`.
    public enum ValueType: String, Sendable, Hashable, CaseIterable {
        /// An address of the coin.
        case address
        /// The name of a request.
        case requestName = "request-name"
        /// A URL scheme (RFC 3986 3.1).
        case urlScheme = "url-scheme"
        /// An account number, 0…2^31-1.
        case accountIndex = "account-index"
        /// Decimal coins.
        case decimalAmount = "decimal-amount"
        /// `0` or `1`.
        case flag
        /// Third-party text.
        case text
        /// The address of a web page.
        case url
        /// The beginning of a link, to which something is appended.
        case linkPrefix = "link-prefix"
        /// Bytes in hexadecimal digits.
        case hex
    }

    /// The type of this parameter's value.
    public var type: ValueType {
        switch self {
        case .pay: .address
        case .request: .requestName
        case .sender: .urlScheme
        case .account: .accountIndex
        case .amount: .decimalAmount
        case .lock: .flag
        case .label, .message: .text
        case .paymentRequest: .url
        case .proofOfPayment: .linkPrefix
        case .data: .hex
        }
    }
}
