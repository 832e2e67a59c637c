extension Sender {
    /// Reads a sender that matches the grammar of URL schemes (RFC 3986 3.1), ASCII only, and may receive callbacks
    /// (S4), so it is not a scheme that opens this program.
    public init(_ parameter: LinkParameter, of link: borrowing RoutedLink) throws(RequestError) {
        try self.init(parameter.value, at: parameter.range, of: link)
    }

    /// Reads the decoded value of a parameter.
    @inline(__always) init(
        _ value: ArraySlice<UInt8>, at range: Range<Int>, of link: borrowing RoutedLink
    ) throws(RequestError) {
        guard !value.isEmpty else {
            throw RequestError(
                .missingParameter, "The link does not say who is asking.", at: range, parameter: "sender")
        }
        guard Self.isScheme(value) else {
            throw RequestError(
                .invalidSender, "The sender is not a URL scheme.", at: range,
                hint:
                    "A sender is the scheme of the requesting app: letters, digits, “+”, “-” and “.”, at most \(Self.maxLength).",
                parameter: "sender")
        }
        guard !Self.couldBeSecret(value) else {
            throw RequestError(
                .invalidSender, "The sender could be a private key or the words of a wallet.", at: range,
                hint: "A sender is the scheme of the requesting app. Whoever has the link knows it.",
                parameter: "sender")
        }
        let scheme = String(decoding: value, as: UTF8.self)
        if let reason = CallbackRules.reasonToRefuse(scheme: scheme, routes: link.routes) {
            throw RequestError(
                .forbiddenSender, "“\(scheme)” must not receive callbacks: \(reason).", at: range,
                hint: "The sender must be the requesting app's own scheme.", parameter: "sender")
        }
        self.init(checked: scheme)
    }

    /// A dapp as a sender: the scheme of the link that wakes it, which has been checked.
    public init(wakenBy wake: WakeLink) {
        self.init(checked: wake.scheme)
    }
}

extension CallbackRules {
    /// Why `scheme` must not receive callbacks, with the wallets' schemes from these descriptors; nil if it may.
    package static func reasonToRefuse(scheme: String, routes: RouteTable) -> String? {
        reasonToRefuse(scheme: scheme) { routes.isOwnScheme($0) }
    }
}
