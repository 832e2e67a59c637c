import RouterLinks

/// A request to pay somebody, in whatever protocol and by whichever wallet.
///
/// A plugin can pay it if it names an ``address`` of the coin. Everything else – an invoice, a token, several recipients,
/// a currency – is only shown and handed over.
public struct PaymentRequest: Sendable, Hashable {
    /// How the link was written. The raw values are those of `explain --json`.
    public enum Form: String, Sendable, Hashable {
        /// `scheme://pay=…`.
        case native
        /// `scheme:address?…` (BIP21).
        case bip21
        /// As the scheme's own protocol describes it.
        case uri
    }

    /// Indirect, because few links have details, and a request is passed through every layer.
    private indirect enum Source: Sendable, Hashable {
        case plain
        case described(DescribedRequest)
    }

    /// Whether the caller wants the network to lock the payment within seconds.
    public typealias LockWish = RouterLinks.LockWish

    /// What all requests have in common.
    public let header: RequestHeader
    /// How the link was written.
    public let form: Form
    /// The address that a plugin of the coin can pay, unchanged, and valid on the header's network; nil if only other
    /// wallets may support the payment.
    public let address: String?
    /// The amount, exact, in the smallest unit of the header's coin; nil if the link has none in that unit. An instruction
    /// may have its own, and the recipients of ``details`` theirs.
    public let amount: Amount?
    /// Whether a lock is requested; nil if the link does not say, or the coin has none.
    public let lock: LockWish?
    /// A name the caller gives the recipient; links of the dash family never show it.
    public let label: ForeignText?
    /// A note from the caller.
    public let message: ForeignText?
    /// The destination of the proof of payment, which the paying wallet sends; nil if none is requested.
    public let proof: ProofOfPayment?
    /// What the payment must record on the chain beside the money; nil if nothing.
    public let data: PaymentData?
    /// What a link of a described protocol says: its recipients, with amounts in their own units, and its other facts.
    /// Nil for links that only name an address or ways to pay.
    public var details: DescribedRequest? {
        if case .described(let request) = source { request } else { nil }
    }
    private let source: Source
    /// All ways to pay; empty if the address is the only one, as in most links, to avoid an allocation.
    private let offered: [PaymentInstruction]

    /// All ways to pay that the link offers, in its order. The first on-chain one is ``address``, which this wallet
    /// pays; the others are alternatives. Empty if the link names neither an address of the coin nor an instruction.
    public var instructions: [PaymentInstruction] {
        guard offered.isEmpty, let address else { return offered }
        return [PaymentInstruction(.onchain, address, checked: .checksum)]
    }

    /// When the request ends, in seconds since 1970; nil if the link does not say.
    public var expires: Int64? { details?.expires ?? offered.first { $0.kind == .onchain }?.expires }

    /// When its only way to pay, or the address, ends.
    var end: Int64? { expires ?? (address == nil && offered.count == 1 ? offered[0].expires : nil) }

    /// Whether the link offers any way to pay other than ``address``.
    public var hasAlternatives: Bool { offered.count > 1 }

    /// A way to pay other than ``address`` that the link requires: such a link must not be paid in another way (S3).
    /// Nil if the address may be paid, or there is none.
    package var unmetInstruction: PaymentInstruction? {
        guard let address else { return nil }
        // The address of such an instruction may be in upper case.
        return offered.first {
            $0.isRequired && ($0.kind != .onchain || !$0.text.lowercased().isSame(address.lowercased()))
        }
    }

    /// Creates a request.
    /// - Parameters:
    ///   - header: what all requests have in common.
    ///   - form: how the link was written.
    ///   - address: the address that a plugin of the coin can pay; nil if there is none.
    ///   - amount: the amount; nil if the link has none in the coin.
    ///   - lock: whether a lock is requested.
    ///   - label: a name the caller gives the recipient.
    ///   - message: a note from the caller.
    ///   - proof: the destination of the proof of payment.
    ///   - data: what the payment must record on the chain.
    ///   - instructions: all ways to pay, in the order of the link; may be empty if ``address`` is the only one.
    public init(
        header: RequestHeader, form: Form, address: String?, amount: Amount?, lock: LockWish?,
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
        source = .plain
        offered = instructions
    }

    /// The payment that a described link asks for.
    init(_ described: DescribedRequest) {
        header = described.header
        form = .uri
        address = nil
        amount = described.paidAmount
        (lock, label, message, proof, data) = (nil, nil, nil, nil, nil)
        source = .described(described)
        offered = described.instructions
    }

    /// A copy with another header, without the link that a described one is handed over as.
    package func replacing(header: RequestHeader) -> PaymentRequest {
        if let details { return PaymentRequest(details.replacing(header: header, keepsPlain: false)) }
        return PaymentRequest(
            header: header, form: form, address: address, amount: amount, lock: lock, label: label, message: message,
            proof: proof, data: data, instructions: offered)
    }
}

extension WalletLink {
    /// How the link was written.
    public var form: PaymentRequest.Form { addressName == nil ? .bip21 : .native }
}
