import RouterBitcoinFormat
import RouterBytes
import SchemeRouter

/// Reads the address of a link according to the forms in a descriptor.
public struct AddressCheck: Sendable {
    /// The longest text that is read, in bytes. Kinds that take more than linear time have lower limits of their own.
    public static let maxLength = 8_192

    /// The forms of the coin's addresses, on all of its networks. The first match counts.
    public let forms: [AddressForm]
    /// The link's network; nil if the address determines it.
    public let network: NetworkKind?
    /// The scheme of the link in lower case.
    public let scheme: String
    /// The chain id in the link; nil if it has none, or one beyond 64 bits, which no form has.
    public let chain: UInt64?
    /// Other coins, to identify an address that is not this coin's. Only a refusal asks for them.
    let others: @Sendable () -> [AddressOwner]
    /// The hash for kinds that need it, loaded only by them; nil if no library has it.
    let keccak: @Sendable () -> Keccak256?

    /// Creates a check.
    /// - Parameters:
    ///   - forms: the forms of the coin's addresses, on all of its networks.
    ///   - network: the link's network; nil if the address determines it.
    ///   - scheme: the scheme of the link in lower case.
    ///   - chain: the chain id in the link.
    ///   - others: other coins, to say whose address it is.
    ///   - keccak: the hash for kinds that need it.
    public init(
        _ forms: [AddressForm], network: NetworkKind?, scheme: String, chain: UInt64? = nil,
        others: @autoclosure @escaping @Sendable () -> [AddressOwner] = [],
        keccak: @escaping @Sendable () -> Keccak256? = { Keccak256.installed }
    ) {
        (self.forms, self.network, self.scheme, self.chain) = (forms, network, scheme, chain)
        (self.others, self.keccak) = (others, keccak)
    }

    /// Reads the decoded text of a link, which follows the scheme if the scheme is the address's prefix.
    public func read(_ text: some Collection<UInt8>) throws(AddressRefusal) -> FoundAddress {
        try read(text, mayHavePrefix: false)
    }

    /// Reads a text with an optional prefix, as in ``FoundAddress/text``.
    public func read(whole text: some Collection<UInt8>) throws(AddressRefusal) -> FoundAddress {
        try read(text, mayHavePrefix: true)
    }

    private func read(
        _ text: some Collection<UInt8>, mayHavePrefix: Bool
    ) throws(AddressRefusal) -> FoundAddress {
        guard let text = AddressText(text, mayHavePrefix: mayHavePrefix) else { throw .malformed }
        var refusal = AddressRefusal.malformed
        // Prefer a form of the link's network to one of another network.
        for isOwn in [true, false] {
            for form in forms where (network == nil || form.network == network) == isOwn {
                switch reading(text, by: form, scheme: scheme) {
                case .address(let details): return try found(details, by: form, in: text)
                case .refused(let other): refusal = refusal.orBetter(other)
                case .unknown: break
                }
            }
        }
        guard !text.isPrivateKey else { throw .privateKey }
        guard !text.isExtendedKey else { throw .extendedKey }
        for owner in others() {
            for form in owner.forms where text.mayBe(form) {
                // Without a checksum, one coin's address looks like many others'.
                guard !form.looksLikeOther, case .address(let details) = reading(text, by: form, scheme: owner.scheme),
                    details.checked == .checksum
                else {
                    continue
                }
                guard form.use != .secret else { throw .privateKey }
                throw .otherCoins([AddressHolder(owner.coin, title: owner.title, network: form.network)])
            }
        }
        if case .otherPrefix(let prefix) = refusal, forms.contains(where: { $0.rule.prefix == prefix }) {
            refusal = .malformed
        }
        if refusal == .malformed {
            let alike = forms.filter { $0.name != nil && text.begins(like: $0) }
            guard alike.isEmpty else { throw .resembles(alike) }
        }
        if refusal == .malformed, let other = MisplacedText(text.string) {
            throw .misplaced(other.name, advice: other.advice)
        }
        guard refusal != .malformed || !hasLostCase(text) else { throw .caseFolded }
        throw refusal
    }

    /// Whether the text lost its letter case in transit: all letters have one case but should not.
    private func hasLostCase(_ text: AddressText) -> Bool {
        let bytes = text.bytes
        guard let onlyCase = bytes.span.onlyLetterCase else { return false }
        let folded = bytes.map(\.lowercasedASCII)
        // If one form has letters of one case, a wrong character is likelier, unless that form begins differently.
        let mayBeRight = forms.contains { form in
            if let prefix = form.rule.prefix { return folded.starts(with: (prefix + "1").utf8) }
            // A name has characters that no other address has.
            if case .name(let shape) = form.rule {
                return shape == .any || text.bytes.contains { ".@*".utf8.contains($0) }
            }
            return [.cashaddr, .hex20, .iban].contains(form.kind)
                || [.strkey, .base32].contains(form.kind) && onlyCase == .capital
        }
        return !mayBeRight
            && forms.contains { [.base58check, .base58, .cryptonote, .byron, .strkey, .base64url].contains($0.kind) }
    }

    private func found(
        _ details: AddressDetails, by form: AddressForm, in text: AddressText
    ) throws(AddressRefusal) -> FoundAddress {
        // Even a valid checksum does not make a private key an address: a descriptor can list a private key's version.
        let mayBeKey = details.checked == .shape || form.kind == .base58check
        guard form.use != .secret, !mayBeKey || !text.isPrivateKey else { throw .privateKey }
        let isElsewhere = network != nil && form.network != network
        // Whatever its network, it is not paid.
        if case .unpaid(let why, let name) = form.use, name != nil {
            throw .notPayable(why: why, form, isElsewhere: isElsewhere)
        }
        guard !isElsewhere else { throw .otherNetwork(form) }
        // A scheme that is the prefix of a network's addresses promises those.
        if let prefix = form.cashAddrPrefix, prefix != scheme, forms.contains(where: { $0.cashAddrPrefix == scheme }) {
            throw .otherPrefix(prefix)
        }
        if case .unpaid(let why, _) = form.use { throw .notPayable(why: why) }
        return FoundAddress(
            text: details.text ?? text.string, form: form, checked: details.checked,
            takesMemo: form.takesMemo && details.hasPrivateReceiver, hasPaymentID: details.hasPaymentID,
            tag: details.tag, unchecked: details.unchecked,
            warnings: (form.looksLikeOther ? [.looksLikeOther] : []) + (form.note.map { [.note($0)] } ?? [])
                + details.warnings)
    }

    /// - Parameter scheme: the default prefix of a CashAddr; nil if unknown.
    private func reading(_ text: AddressText, by form: AddressForm, scheme: String?) -> AddressReading {
        switch form.rule {
        case .code(let code): text.coded(code, scheme: scheme)
        case .segwit(let prefix): text.segwit(prefix: prefix)
        case .hex20(let hasChecksum, let chains):
            text.hex20(hasChecksum: hasChecksum, chain: chain.flatMap { chains.contains($0) ? $0 : nil }, keccak)
        case .cryptonote(let tags, let withPaymentID):
            text.cryptoNote(tags: tags, withPaymentID: withPaymentID, keccak)
        case .shelley(let prefix, let id): text.shelley(prefix: prefix, networkID: id)
        case .byron(let magic): text.byron(magic: magic)
        case .unified(let prefix, let receivers): text.unified(prefix: prefix, receivers: receivers)
        case .iban: text.iban()
        case .name(let shape): text.name(shape)
        }
    }
}

extension AddressForm {
    /// The prefix of a CashAddr; nil if it is any, or another kind.
    fileprivate var cashAddrPrefix: String? {
        guard case .code(let code) = rule, case .cashaddr(let prefix) = code.writing else { return nil }
        return prefix
    }
}

/// How a form reads a text.
enum AddressReading {
    /// An address of the form.
    case address(AddressDetails)
    /// Recognised, but not an address of the form.
    case refused(AddressRefusal)
    /// Not recognised.
    case unknown
}

/// The properties of an address beyond its form.
struct AddressDetails {
    /// The address to show; nil if it is the text itself.
    var text: String?
    var checked = PaymentInstruction.Check.checksum
    /// What could not be checked.
    var unchecked: String?
    /// Whether it can receive a memo, if its form allows any.
    var hasPrivateReceiver = true
    var hasPaymentID = false
    /// The tag inside it; nil if its kind has none.
    var tag: CheckedAddress.Tag?
    /// Peculiarities of the address.
    var warnings: [FoundAddress.Warning] = []

    /// An address of which only the characters and structure could be checked.
    static func shape(_ unchecked: String) -> AddressDetails { AddressDetails(checked: .shape, unchecked: unchecked) }
}
