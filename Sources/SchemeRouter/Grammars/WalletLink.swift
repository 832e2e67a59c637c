import RouterBytes

/// A link that this wallet answers itself, split as its scheme's descriptor says: the action, the address, other ways to
/// pay, and the parameters.
///
/// `bitcoin:<address>?amount=<amount>` (BIP21, BIP321) begins with an address;
/// `dashwallet://pay=<address>&amount=<amount>&sender=<sender>` (Documentation/protocols/dash-axe.md §1.1) with its
/// parameters. Names are compared ignoring case, so that upper-case QR codes can be read; each known one may appear once; an
/// unknown `req-` rejects the link (S3).
public struct WalletLink: ~Copyable, Sendable {
    /// What the link asks for.
    public let action: Action
    /// The address to pay, decoded; empty if there is none, or only ``instructions``.
    public let address: ArraySlice<UInt8>
    /// The address's range in the link as received.
    public let addressRange: Range<Int>
    /// The parameter that has the address; nil if the address comes before all parameters.
    public let addressName: String?
    /// The parameters that offer ways to pay, in the order of the link. A name may appear more than once (BIP321).
    public let instructions: [InstructionParameter]
    /// Its parameters: only those that the descriptor names for this action.
    public let parameters: LinkParameters
    /// The descriptor's rules for them.
    public let rules: [ParameterRule]
    /// Warnings about the link.
    public let warnings: [LinkWarning]

    private let unused: ParameterNames

    /// Whether the descriptor says of a parameter that it is neither shown nor used.
    package func isUnused(_ name: ParameterName) -> Bool { unused.contains(ParameterNames(name)) }

    /// Reads a routed link.
    /// - Parameters:
    ///   - link: the link.
    ///   - isInstruction: whether a parameter with this name, in lower case, offers a way to pay the coin.
    public init(
        _ link: borrowing RoutedLink, where isInstruction: (_ name: String) -> Bool = { _ in false }
    ) throws(RequestError) {
        let wallet = link.route.wallet
        if wallet.beginsWithParameters {
            try self.init(parametersOf: link, by: wallet, where: isInstruction)
        } else {
            try self.init(addressOf: link, by: wallet, where: isInstruction)
        }
    }

    // MARK: An address, then parameters

    private init(
        addressOf link: borrowing RoutedLink, by wallet: WalletRules, where isInstruction: (String) -> Bool
    ) throws(RequestError) {
        let frame = AddressFrame(link.received)
        try frame.refuseLeftovers(link.bytes)
        let rules = link.scheme.actions[.payment] ?? []
        var parameters = try LinkParameters(
            link.received, frame.parameters, names: wallet.names, knowing: ParameterNames(rules))
        let instructions = try parameters.takeInstructions(of: link.bytes, where: isInstruction)
        let address = try PercentDecoding.decode(link.bytes.span, frame.address)
        try parameters.checkRequired()
        try parameters.checkRequired(by: link)
        guard !address.isEmpty || !instructions.isEmpty else {
            throw Self.noAddress(parameters, at: frame.address)
        }
        try parameters.keep(rules)
        action = .payment
        self.address = address[...]
        addressRange = frame.address
        addressName = nil
        self.instructions = instructions
        self.rules = rules
        unused = wallet.unused
        warnings = frame.warnings + parameters.warnings
        self.parameters = parameters
    }

    /// Ways to pay that wallets of today read and this program does not (NUT-26; Arkade).
    private static let otherWays = ["creq", "ark"]

    private static func noAddress(_ parameters: borrowing LinkParameters, at range: Range<Int>) -> RequestError {
        if let request = parameters[.paymentRequest] { return .onlyPaymentRequest(at: request.range) }
        if parameters.ignores("lightning") {
            return RequestError(
                .paymentProtocolUnsupported, "The link has no address, only “lightning”, which is not supported here.",
                at: range, hint: "Ask the sender for a link with an address.")
        }
        for name in otherWays where parameters.ignores(name) {
            let what = ProgramTable.shipped.loss(with: name) ?? "another way to pay"
            return RequestError(
                .unsupportedAction, "The link has no address, only \(what) (\(name)), which is not supported here.",
                at: range, hint: "Open it in a wallet that supports this, or ask for a link with an address.",
                parameter: name)
        }
        return RequestError(
            .invalidAddress, "The link has no address.", at: range, hint: "A link looks like “scheme:address?amount=…”."
        )
    }

    // MARK: Parameters only

    private init(
        parametersOf link: borrowing RoutedLink, by wallet: WalletRules, where isInstruction: (String) -> Bool
    ) throws(RequestError) {
        let frame = AuthorityForm(link.received)
        var parameters = try LinkParameters(
            link.received, frame.parameters, names: wallet.names)

        // An unknown request is reported first, because it matters most.
        let action = try Self.action(of: parameters, by: wallet, in: frame.parameters)
        try Self.refuseLeftovers(link.bytes, frame.parameters)
        let instructions = try parameters.takeInstructions(of: link.bytes, where: isInstruction)
        try parameters.checkRequired()
        let rules = try link.rules(of: action, at: frame.parameters)
        if action != .scanQR {
            try parameters.keep(rules)
            try parameters.checkRequired(by: link)
        }
        self.action = action
        self.rules = action == .scanQR ? [] : rules
        unused = wallet.unused
        let isWhole = action == .scanQR || parameters.ignoresNothing
        warnings = isWhole ? frame.warnings : frame.warnings + parameters.warnings
        let recipient = action == .payment ? parameters[.pay] : nil
        address = recipient?.value ?? []
        addressRange = recipient?.range ?? frame.parameters
        addressName = ParameterName.pay.rawValue
        self.instructions = instructions
        self.parameters = parameters
    }

    private static func action(
        of parameters: borrowing LinkParameters, by rules: WalletRules, in range: Range<Int>
    ) throws(RequestError) -> Action {
        guard let request = parameters[.request] else {
            if rules.paysWithoutRequest, parameters.has(.pay) { return .payment }
            if let word = rules.scanWord, parameters.isOnly(word) { return .scanQR }
            let (pay, name) = (rules.names.text(of: .pay), rules.names.text(of: .request))
            throw RequestError(
                .unknownAction, "The link neither pays nor requests anything.", at: range,
                hint: "A link contains “\(pay)=<address>” or “\(name)=<what>”.")
        }
        if rules.paysWithoutRequest, let pay = parameters[.pay] {
            throw RequestError(
                .ambiguousAction, "The link asks for a payment and requests something else at the same time.",
                at: min(
                    pay.range.lowerBound, request.range.lowerBound)..<max(
                        pay.range.upperBound, request.range.upperBound),
                hint: "A link may ask for only one thing.")
        }
        // Desktops lower-case what they take for a host, so case does not matter here.
        for known in rules.requests {
            let name = known.value.utf8
            guard request.value.count == name.count else { continue }
            if request.value.elementsEqual(name, by: { $0.lowercasedASCII == $1.lowercasedASCII }) {
                return known.action
            }
        }
        let asked = Quoted(String(decoding: request.value, as: UTF8.self), limit: 40)
        let offered = rules.requests.map { "“\($0.value)”" }.joined(separator: " or ")
        throw RequestError(
            .unknownAction, "\(asked) cannot be requested.", at: request.range,
            hint: offered.isEmpty ? nil : "A link may request \(offered).")
    }

    /// Rejects what other programs would take for a port, a path or a query (S1).
    private static func refuseLeftovers(_ bytes: [UInt8], _ range: Range<Int>) throws(RequestError) {
        guard let index = bytes.span.extracting(range).firstIndex(where: \.separatesElsewhere) else { return }
        throw .stray(
            bytes, at: range.lowerBound + index, "among the parameters",
            hint: "The sender must percent-encode it inside a value.")
    }
}

/// Removes the framing of a link that begins with an address:
/// `scheme ":" [ "//" ] [ "/" ] [ address ] [ "/" ] [ "?" params ] [ "#" any ]`.
///
/// BIP21 and BIP321 write `bitcoin:<address>?…`. Apps have long written `dash://<address>`, too, and some programs add
/// a slash after what they take for a host.
struct AddressFrame {
    /// The address's range in the link as received.
    let address: Range<Int>
    let parameters: Range<Int>
    private let frame: LinkFrame

    var warnings: [LinkWarning] { frame.warnings }

    init(_ link: borrowing LinkBytes) {
        frame = LinkFrame(link)
        let bytes = link.bytes.span
        let (start, end) = (frame.content.lowerBound, frame.content.upperBound)
        let question = bytes.extracting(start..<end).firstIndex { $0 == UInt8(ascii: "?") }
        var addressEnd = question.map { start + $0 } ?? end
        parameters = question.map { start + $0 + 1..<end } ?? end..<end
        if addressEnd > start, bytes[addressEnd - 1] == UInt8(ascii: "/") { addressEnd -= 1 }
        address = start..<addressEnd
    }

    /// Rejects what other programs would take for a port or a path (S1). Many real links have both after the `?`.
    func refuseLeftovers(_ bytes: [UInt8]) throws(RequestError) {
        let span = bytes.span.extracting(address)
        guard let index = span.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }) else {
            return
        }
        // Addresses are longer.
        let before = bytes[address.lowerBound..<address.lowerBound + index]
        let isScheme = span[index] == UInt8(ascii: ":") && before.count <= 20 && Sender.isScheme(before)
        throw .stray(
            bytes, at: address.lowerBound + index, "in the address",
            hint: isScheme
                ? "A link begins with one scheme; “\(String(decoding: before, as: UTF8.self)):” is a second one."
                : "A link looks like “scheme:address?amount=…”.")
    }
}

extension UInt8 {
    /// Whether this byte starts a port, a path, a query or a fragment.
    fileprivate var separatesElsewhere: Bool {
        self == UInt8(ascii: ":") || self == UInt8(ascii: "/") || self == UInt8(ascii: "?") || self == UInt8(ascii: "#")
    }
}

extension RequestError {
    /// A link whose only instruction is a BIP70 payment request.
    public static func onlyPaymentRequest(at range: Range<Int>) -> RequestError {
        RequestError(
            .paymentProtocolUnsupported, "The link has no address, only a BIP70 payment request, which is not fetched.",
            at: range,
            hint:
                "The page of the invoice shows the address and the amount: copy them, or ask the sender for a link with an "
                + "address.")
    }
}
