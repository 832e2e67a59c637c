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

    /// What every request says.
    public let header: RequestHeader
    /// How the link was written.
    public let form: Form
    /// The address to pay, exactly as given, valid on the header's network.
    public let address: String
    /// How much; nil where the person is to say.
    public let amount: Amount?
    /// Whether a lock is asked for; nil where the link does not say, or the coin has none.
    public let lock: LockWish?
    /// A name the caller gives the recipient; links of the dash family never show it.
    public let label: ForeignText?
    /// A note from the caller.
    public let message: ForeignText?
    /// The destination of the proof of payment; nil if nobody asks for one.
    public let proof: ProofOfPayment?
    /// All ways to pay; empty where the address is the only one, as in most links, so that nothing is allocated for it.
    private let offered: [PaymentInstruction]

    /// All ways to pay that the link offers, in its order. The first on-chain one is ``address``, which the wallet here
    /// pays; the others are alternatives to it.
    public var instructions: [PaymentInstruction] {
        offered.isEmpty ? [PaymentInstruction(.onchain, address, checked: .checksum)] : offered
    }

    /// Whether the link offers any other way to pay than ``address``.
    public var hasAlternatives: Bool { offered.count > 1 }

    /// A way to pay that the link requires, other than to ``address``: such a link is paid in no other way (S3). Nil
    /// where the address may be paid.
    package var unmetInstruction: PaymentInstruction? {
        // Such an address may be written in capitals.
        offered.first {
            $0.isRequired && ($0.kind != .onchain || !$0.text.lowercased().isSame(address.lowercased()))
        }
    }

    /// Creates a request.
    /// - Parameters:
    ///   - header: what every request says.
    ///   - form: how the link was written.
    ///   - address: the address to pay.
    ///   - amount: how much; nil where the person is to say.
    ///   - lock: whether a lock is asked for.
    ///   - label: a name the caller gives the recipient.
    ///   - message: a note from the caller.
    ///   - proof: where the proof of the payment goes.
    ///   - instructions: all ways to pay, in the order of the link; may be empty where ``address`` is the only one.
    public init(
        header: RequestHeader, form: Form, address: String, amount: Amount?, lock: LockWish?,
        label: ForeignText?, message: ForeignText?, proof: ProofOfPayment? = nil,
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
        offered = instructions
    }
}
