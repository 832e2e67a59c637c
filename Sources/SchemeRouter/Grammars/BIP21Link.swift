/// A link with the `bip21` grammar: the parts common to all its coins, an address, other ways to pay, and parameters.
///
/// `bitcoin:<address>?amount=<amount>&label=<label>&message=<message>` (BIP21, BIP321): keys are compared ignoring
/// case, so that upper-case QR codes can be read; each known key may appear once; an unknown `req-` rejects the link
/// (S3).
public struct BIP21Link: ~Copyable, Sendable {
    /// The address before the parameters, decoded; empty only if there are ``instructions``.
    public let address: ArraySlice<UInt8>
    /// The address's range in the link as received.
    public let addressRange: Range<Int>
    /// The parameters that offer ways to pay, in the order of the link. A name may appear more than once (BIP321).
    public let instructions: [InstructionParameter]
    /// Its parameters: only those that the descriptor names.
    public let parameters: LinkParameters
    /// The descriptor's rules for them.
    public let rules: [ParameterRule]
    /// Warnings about the link.
    public let warnings: [LinkWarning]

    /// Reads a routed link.
    /// - Parameters:
    ///   - link: the link.
    ///   - isInstruction: whether a parameter with this name, in lower case, offers a way to pay the coin.
    public init(
        _ link: borrowing RoutedLink, where isInstruction: (_ name: String) -> Bool = { _ in false }
    ) throws(RequestError) {
        let form = BIP21Form(link.received)
        try Self.refuseLeftovers(link.bytes, form.address)
        let rules = link.scheme.actions[.payment] ?? []
        var parameters = try LinkParameters(link.bytes, form.parameters, isPlain: link.isPlain, knowing: rules)
        let instructions = try parameters.takeInstructions(of: link.bytes, where: isInstruction)
        let address = try PercentDecoding.decode(link.bytes.span, form.address)
        try parameters.checkRequired()
        try parameters.checkRequired(by: link)
        guard !address.isEmpty || !instructions.isEmpty else { throw Self.noAddress(parameters, at: form.address) }
        try parameters.keep(rules)
        self.address = address[...]
        addressRange = form.address
        self.instructions = instructions
        self.rules = rules
        warnings = form.warnings + parameters.warnings
        self.parameters = parameters
    }

    /// Rejects what other programs would take for a port or a path (S1). Many real links have both after the `?`.
    private static func refuseLeftovers(_ bytes: [UInt8], _ address: Range<Int>) throws(RequestError) {
        let span = bytes.span.extracting(address)
        guard let index = span.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }) else {
            return
        }
        throw .stray(
            bytes, at: address.lowerBound + index, "in the address",
            hint: "A link looks like “scheme:address?amount=…”.")
    }

    private static func noAddress(_ parameters: borrowing LinkParameters, at range: Range<Int>) -> RequestError {
        if let request = parameters[.paymentRequest] {
            return .onlyPaymentRequest(at: request.range)
        }
        if parameters.ignores("lightning") {
            return RequestError(
                .paymentProtocolUnsupported, "The link has no address, only “lightning”, which is not supported here.",
                at: range, hint: "Ask the sender for a link with an address.")
        }
        return RequestError(
            .invalidAddress, "The link has no address.", at: range, hint: "A link looks like “scheme:address?amount=…”."
        )
    }
}

extension RequestError {
    /// A link whose only instruction is a BIP70 payment request.
    public static func onlyPaymentRequest(at range: Range<Int>) -> RequestError {
        RequestError(
            .paymentProtocolUnsupported, "The link has no address, only a BIP70 payment request, which is not fetched.",
            at: range, hint: "Ask the sender for a link with an address.")
    }
}
