import RouterLinks

/// A request to pay somebody.
public struct PaymentRequest: Sendable, Hashable {
    /// How the link was written. The raw values are those of `explain --json`.
    public enum Form: String, Sendable, Hashable {
        /// `scheme://pay=…`.
        case native
        /// `scheme:address?…` (BIP21).
        case bip21
    }

    /// Whether the caller wants the network to lock the payment within seconds.
    public typealias LockWish = RouterLinks.LockWish

    /// What all requests have in common.
    public let header: RequestHeader
    /// How the link was written.
    public let form: Form
    /// The address to pay, exactly as given, valid on the header's network.
    public let address: String
    /// The amount; nil if the person chooses it.
    public let amount: Amount?
    /// Whether a lock is requested; nil if the link does not say, or the coin has none.
    public let lock: LockWish?
    /// A name the caller gives the recipient; links of the dash family never show it.
    public let label: ForeignText?
    /// A note from the caller.
    public let message: ForeignText?
    /// The destination of the proof of payment; nil if none is requested.
    public let proof: ProofOfPayment?
    /// What the payment must record on the chain beside the money; nil if nothing.
    public let data: PaymentData?
    /// All ways to pay; empty if the address is the only one, as in most links, to avoid an allocation.
    private let offered: [PaymentInstruction]

    /// All ways to pay that the link offers, in its order. The first on-chain one is ``address``, which this wallet
    /// pays; the others are alternatives.
    public var instructions: [PaymentInstruction] {
        offered.isEmpty ? [PaymentInstruction(.onchain, address, checked: .checksum)] : offered
    }

    /// When the request ends, in seconds since 1970; nil if the link does not say.
    public var expires: Int64? { offered.first { $0.kind == .onchain }?.expires }

    /// Whether the link offers any way to pay other than ``address``.
    public var hasAlternatives: Bool { offered.count > 1 }

    /// A way to pay other than ``address`` that the link requires: such a link must not be paid in another way (S3).
    /// Nil if the address may be paid.
    package var unmetInstruction: PaymentInstruction? {
        // The address of such an instruction may be in upper case.
        offered.first {
            $0.isRequired && ($0.kind != .onchain || !$0.text.lowercased().isSame(address.lowercased()))
        }
    }

    /// Creates a request.
    /// - Parameters:
    ///   - header: what all requests have in common.
    ///   - form: how the link was written.
    ///   - address: the address to pay.
    ///   - amount: the amount; nil if the person chooses it.
    ///   - lock: whether a lock is requested.
    ///   - label: a name the caller gives the recipient.
    ///   - message: a note from the caller.
    ///   - proof: the destination of the proof of payment.
    ///   - data: what the payment must record on the chain.
    ///   - instructions: all ways to pay, in the order of the link; may be empty if ``address`` is the only one.
    public init(
        header: RequestHeader, form: Form, address: String, amount: Amount?, lock: LockWish?,
        label: ForeignText?, message: ForeignText?, proof: ProofOfPayment? = nil, data: PaymentData? = nil,
        instructions: [PaymentInstruction] = []
    ) {
        self.header = header
        self.form = form
        self.address = address
        self.amount = amount
        self.lock = lock
        self.label = label
        self.message = message
        self.proof = proof
        self.data = data
        offered = instructions
    }
}

extension WalletLink {
    /// How the link was written.
    public var form: PaymentRequest.Form { addressName == nil ? .bip21 : .native }
}
