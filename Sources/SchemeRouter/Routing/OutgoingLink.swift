import RouterBytes

/// The link that another wallet program receives for a link that was read (S15).
///
/// Wallets read the same link differently: they lose the address after `//`, use the last of two amounts, or pay an
/// invoice next to the address. So a link is handed over as received only if it is in the form that all wallets read in
/// the same way. Any other link is rewritten in that form, with exactly what is shown and one way to pay.
struct OutgoingLink: Sendable, Hashable {
    let text: String
    /// Its scheme, in lower case.
    let scheme: String
    let instruction: PaymentInstruction
    let isRewritten: Bool

    /// Its fingerprint if it comes back (``RoutedLink/fingerprint``).
    var fingerprint: String { Self.fingerprint(of: text) }

    static func fingerprint(of text: String) -> String { PublicDigest.blake2b(Array(text.utf8), count: 16).hex }
}

extension ReadLink {
    /// The links by which other programs can make the payment, one for each way to pay, in the order of the link. Empty
    /// if it does not request a payment, requires what other wallets may not support, such as a proof or a lock, or would
    /// lose the reference by which the recipient tells whose payment it is.
    var outgoing: [OutgoingLink] { lostReference == nil ? plainWays : [] }

    /// The reference that the plain links lack; nil if there is none.
    var lostReference: String? {
        guard !request.header.ignored.isEmpty, let first = plainWays.first else { return nil }
        return leftOut(from: first.text, paying: first.instruction).names.first(where: PayerReference.isOne)
    }

    /// The plain links for all ways to pay, whatever they lose.
    var plainWays: [OutgoingLink] {
        switch request {
        case .payment(let payment):
            if let details = payment.details { return [link(of: details)] }
            guard payment.proof?.isRequired != true, payment.lock?.isRequired != true else { return [] }
            // No other way to pay carries the data.
            if payment.data != nil {
                return payment.instructions.first { $0.kind == .onchain }.flatMap { onchain($0, of: payment) }
                    .map { [$0] } ?? []
            }
            return Self.sufficient(payment.instructions).compactMap { instruction in
                instruction.kind == .onchain ? onchain(instruction, of: payment) : other(instruction)
            }
        case .foreign(let request): return [link(of: request)]
        // If any change would invalidate a link, other programs receive the same one.
        case .login, .actions: return isExact ? request.asDescribed.map { [link(of: $0)] } ?? [] : []
        case .address, .key, .scanQR, .sign, .open: return []
        }
    }

    /// The ways to pay that each satisfy the link by themselves: a required one excludes the others, and two required
    /// ones exclude each other (S3).
    private static func sufficient(_ instructions: [PaymentInstruction]) -> [PaymentInstruction] {
        let required = instructions.filter(\.isRequired)
        return required.isEmpty ? instructions : required.count == 1 ? required : []
    }

    /// The address that this wallet would pay; a link can have several as alternatives.
    private func onchain(_ instruction: PaymentInstruction, of payment: PaymentRequest) -> OutgoingLink? {
        guard let address = payment.address, instruction.text == address else { return nil }
        if payment.data != nil {
            // Only the link itself says all of it. What follows “#” is not shown.
            guard !payment.header.warnings.contains(where: { $0.code == .fragmentIgnored }) else { return nil }
            return OutgoingLink(
                text: received, scheme: payment.header.scheme, instruction: instruction, isRewritten: false)
        }
        if isPlain(payment, to: address) {
            return OutgoingLink(
                text: received, scheme: payment.header.scheme, instruction: instruction, isRewritten: false)
        }
        return rewritten(instruction, of: payment, paying: payment.amount)
    }

    private func rewritten(
        _ instruction: PaymentInstruction, of payment: PaymentRequest, paying amount: Amount?
    ) -> OutgoingLink? {
        guard let address = payment.address, let scheme = plainScheme(of: payment) else { return nil }
        let text = "\(scheme):\(address)" + query(of: scheme, [], amount, payment.label, payment.message)
        return OutgoingLink(text: text, scheme: scheme, instruction: instruction, isRewritten: true)
    }

    /// The link for another program to pay an amount that the person gave; nil if it has no address or has an amount.
    func outgoing(_ instruction: PaymentInstruction, paying amount: Amount) -> OutgoingLink? {
        guard let payment = request.payable, payment.amount == nil, payment.data == nil,
            instruction.kind == .onchain
        else {
            return nil
        }
        return rewritten(instruction, of: payment, paying: amount)
    }

    /// A described link: in its plain form, or as received if any change would invalidate it.
    private func link(of request: DescribedRequest) -> OutgoingLink {
        let text = request.plain ?? received
        let first = request.payments.first?.address
        let instruction =
            request.instructions.first
            ?? PaymentInstruction(.link, first?.text ?? request.header.scheme, checked: first?.checked ?? .shape)
        return OutgoingLink(
            text: text, scheme: request.header.scheme, instruction: instruction, isRewritten: text != received)
    }

    /// Anything except an address: an invoice, or something from which a wallet obtains one, has its own scheme; all
    /// others stay alone in their original parameter.
    private func other(_ instruction: PaymentInstruction) -> OutgoingLink? {
        switch instruction.kind {
        case .onchain: return nil
        case .lightning, .lnurl:
            return OutgoingLink(
                text: "\(PaymentInstruction.lightningScheme):" + PercentEncoding.encode(instruction.text),
                scheme: PaymentInstruction.lightningScheme, instruction: instruction, isRewritten: true)
        case .lightningAddress, .link: return nil
        case .offer, .silentPayment, .privatePayment:
            guard let parameter = instruction.parameter, case .payment(let payment) = request else { return nil }
            let scheme = request.header.scheme
            let text = query(
                of: scheme, [(parameter, instruction.text)], payment.amount, payment.label, payment.message)
            return OutgoingLink(text: "\(scheme):\(text)", scheme: scheme, instruction: instruction, isRewritten: true)
        }
    }

    private func query(
        of scheme: String, _ way: [(String, String)], _ amount: Amount?, _ label: ForeignText?, _ message: ForeignText?
    ) -> String {
        let isOwn = scheme.isSame(request.header.scheme)
        let names = isOwn ? link.route.wallet.names : routes.plainNames(of: scheme)
        let values: [(ParameterName, String?)] = [
            (.amount, amount?.text(decimals: coin.decimals)), (.label, label?.text), (.message, message?.text),
        ]
        let parameters = way + values.compactMap { name, value in value.map { (names.text(of: name), $0) } }
        guard !parameters.isEmpty else { return "" }
        return "?" + parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
    }

    /// The scheme of links that begin with an address of the coin: the link's own if it is such a scheme.
    private func plainScheme(of payment: PaymentRequest) -> String? {
        guard payment.form != .bip21 else { return payment.header.scheme }
        return routes.addressScheme(of: coin.id)
    }

    /// Whether every wallet reads the link in the same way as this program (Documentation/protocols/hand-over.md §1):
    /// `scheme:address?amount=…&label=…&message=…`, keys in lower case without duplicates, and nothing else.
    private func isPlain(_ payment: PaymentRequest, to address: String) -> Bool {
        guard payment.form == .bip21, !payment.hasAlternatives, payment.header.warnings.isEmpty,
            payment.header.ignored.isEmpty
        else { return false }
        let bytes = Array(received.utf8)
        let start = Array("\(payment.header.scheme):\(address)".utf8)
        guard bytes.starts(with: start) else { return false }
        let rest = bytes.dropFirst(start.count)
        guard let question = rest.first else { return true }
        guard question == UInt8(ascii: "?") else { return false }
        let names = link.route.wallet.names
        var keys: Set<String> = []
        for part in rest.dropFirst().split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            let pieces = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard pieces.count == 2, keys.insert(String(decoding: pieces[0], as: UTF8.self)).inserted else {
                return false
            }
            let key = String(decoding: pieces[0], as: UTF8.self)
            if key.isSame(names.text(of: .amount)) {
                guard Self.isPlainAmount(pieces[1]) else { return false }
            } else {
                guard [.label, .message].contains(where: { key.isSame(names.text(of: $0)) }),
                    pieces[1].allSatisfy(\.isPlainText)
                else { return false }
            }
        }
        return true
    }

    /// `digits [ "." digits ]`: some wallets accept no amount that begins or ends with a point.
    private static func isPlainAmount(_ text: ArraySlice<UInt8>) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }
    }
}

extension UInt8 {
    /// Unreserved characters and escapes. Some wallets read `+` as a space, and others end a parameter at `;`.
    fileprivate var isPlainText: Bool {
        isASCIILetter || isASCIIDigit
            || [
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
                UInt8(ascii: "%"),
            ].contains(self)
    }
}

extension ReadLink {
    /// The plainest links that pay the same as this one (S2, S15), to the address that this wallet pays.
    package var plainLinks: [String] { outgoing.filter { $0.instruction.kind == .onchain }.map(\.text) }

    /// The fingerprints that identify the same payment, however its link is written.
    var fingerprints: Set<String> {
        hasSecrets
            ? [fingerprint] : Set([fingerprint, OutgoingLink.fingerprint(of: received)] + outgoing.map(\.fingerprint))
    }
}
