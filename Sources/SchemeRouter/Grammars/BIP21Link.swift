/// A link of the `bip21` grammar, read as far as all its coins agree: an address and parameters.
///
/// `bitcoin:<address>?amount=<amount>&label=<label>&message=<message>` (BIP21, BIP321): keys compared without case, so
/// that upper-case QR codes are read; each known key once; an unknown `req-` refuses the link (S3).
public struct BIP21Link: ~Copyable, Sendable {
    /// The address, decoded; never empty.
    public let address: ArraySlice<UInt8>
    /// Where the address stands in the link as received.
    public let addressRange: Range<Int>
    /// The parameter the address was read from, as BIP321 names those of segwit addresses; nil where it stands in
    /// front of the parameters.
    public let addressParameter: String?
    /// Its parameters, only those that the descriptor names.
    public let parameters: LinkParameters
    /// The descriptor's rules for them.
    public let rules: [ParameterRule]
    /// What is odd about the link.
    public let warnings: [LinkWarning]

    /// Reads a routed link.
    public init(_ link: RoutedLink) throws(RequestError) {
        let form = BIP21Form(link.bytes, body: link.body)
        try Self.refuseLeftovers(link.bytes, form.address)
        var parameters = try LinkParameters(link.bytes, form.parameters)
        let rules = link.scheme.actions[.payment] ?? []
        let place = try Self.place(link, form, &parameters)
        try parameters.checkRequired()
        try parameters.keep(rules)
        try parameters.checkRequired(by: link)
        address = place.address[...]
        addressRange = place.range
        addressParameter = place.parameter
        self.rules = rules
        warnings = form.warnings + parameters.warnings
        self.parameters = parameters
    }

    private typealias Place = (address: [UInt8], range: Range<Int>, parameter: String?)

    /// Where the address stands. BIP321 lets a segwit address stand in a parameter that is called like the first part
    /// of such addresses.
    private static func place(
        _ link: RoutedLink, _ form: BIP21Form, _ parameters: inout LinkParameters
    ) throws(RequestError) -> Place {
        let address = try PercentDecoding.decode(link.bytes.span, form.address)
        guard address.isEmpty else { return (address, form.address, nil) }
        if let prefix = link.parameters?.bech32,
            let segwit = try parameters.takeUnknown(named: prefix, of: link.bytes)
        {
            return (segwit.value, segwit.range, prefix)
        }
        throw noAddress(parameters, at: form.address)
    }

    /// Refuses what other programs would take for a port or a path (S1). Behind the `?` both stand in many real links.
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
