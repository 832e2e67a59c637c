/// A link with the `authority-params` grammar: the parts common to all its coins, the action and the sender.
///
/// `dashwallet://pay=<address>&amount=<amount>&sender=<sender>` and `dashwallet://request=<what>&sender=<sender>`
/// (Documentation/protocols/dash-axe.md §1.1), in any order and any of the forms of `AuthorityForm`.
public struct AuthorityLink: ~Copyable, Sendable {
    /// What the link asks for.
    public let action: Action
    /// Its parameters: only those that the descriptor names for this action.
    public let parameters: LinkParameters
    /// The descriptor's rules for them.
    public let rules: [ParameterRule]
    /// Warnings about the link.
    public let warnings: [LinkWarning]

    /// Reads a routed link.
    public init(_ link: borrowing RoutedLink) throws(RequestError) {
        let form = AuthorityForm(link.received)
        var parameters = try LinkParameters(link.bytes, form.parameters, isPlain: link.isPlain)

        // An unknown request is reported first, because it matters most.
        let action = try Self.action(of: parameters, in: form.parameters)
        try Self.refuseLeftovers(link.bytes, form.parameters)
        try parameters.checkRequired()
        guard let rules = link.scheme.actions[action] else {
            throw RequestError(
                .unsupportedAction, "“\(link.scheme.name)” links do not offer “\(action.rawValue)”.",
                at: form.parameters)
        }
        if action != .scanQR {
            try parameters.keep(rules)
            try parameters.checkRequired(by: link)
        }
        self.action = action
        self.rules = action == .scanQR ? [] : rules
        let isWhole = action == .scanQR || parameters.ignoresNothing
        warnings = isWhole ? form.warnings : form.warnings + parameters.warnings
        self.parameters = parameters
    }

    private static func action(
        of parameters: borrowing LinkParameters, in range: Range<Int>
    ) throws(RequestError) -> Action {
        guard let request = parameters[.request] else {
            if parameters.has(.pay) { return .payment }
            if parameters.isOnly("scanqr") { return .scanQR }
            throw RequestError(
                .unknownAction, "The link neither pays nor requests anything.", at: range,
                hint: "A link contains “pay=<address>” or “request=<what>”.")
        }
        if let pay = parameters[.pay] {
            throw RequestError(
                .ambiguousAction, "The link asks for a payment and requests something else at the same time.",
                at: min(
                    pay.range.lowerBound, request.range.lowerBound)..<max(
                        pay.range.upperBound, request.range.upperBound),
                hint: "A link may ask for only one thing.")
        }
        // Desktops lower-case what they take for a host, so case does not matter here.
        for action in [Action.address, .masterPublicKey] {
            let name = action.rawValue.utf8
            guard request.value.count == name.count else { continue }
            if request.value.elementsEqual(name, by: { $0.lowercasedASCII == $1.lowercasedASCII }) { return action }
        }
        let asked = Quoted(String(decoding: request.value, as: UTF8.self), limit: 40)
        throw RequestError(
            .unknownAction, "\(asked) cannot be requested.", at: request.range,
            hint: "A link may request “address” or “masterPublicKey”.")
    }

    /// Rejects what other programs would take for a port, a path or a query (S1).
    private static func refuseLeftovers(_ bytes: [UInt8], _ range: Range<Int>) throws(RequestError) {
        guard let index = bytes.span.extracting(range).firstIndex(where: \.separatesElsewhere) else { return }
        throw .stray(
            bytes, at: range.lowerBound + index, "among the parameters",
            hint: "The sender must percent-encode it inside a value.")
    }
}

extension UInt8 {
    /// Whether this byte starts a port, a path, a query or a fragment.
    fileprivate var separatesElsewhere: Bool {
        self == UInt8(ascii: ":") || self == UInt8(ascii: "/") || self == UInt8(ascii: "?") || self == UInt8(ascii: "#")
    }
}
