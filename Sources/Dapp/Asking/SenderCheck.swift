import SchemeRouter

/// Checks the asking app's own scheme, by the rules by which answers go out (S4).
struct SenderCheck {
    let routes: RouteTable
    let scheme: SchemeDescriptor

    func check(_ sender: String?, of action: Action, rules: [ParameterRule]) throws(RequestError) {
        guard let sender else {
            // Without a sender nobody could be answered; only payment URIs and scanning need no answer.
            guard scheme.grammar == .bip21 || action == .scanQR else {
                throw RequestError(.missingParameter, "The link would not say who asks.", parameter: "sender")
            }
            return
        }
        guard rules.contains(where: { $0.name == .sender }) else {
            throw RequestError(
                .unsupportedRequiredParameter, "“\(scheme.name)” links have no “sender”.", parameter: "sender")
        }
        guard Sender.isScheme(sender.utf8) else {
            throw RequestError(
                .invalidSender, "The sender is not a URL scheme.",
                hint: "It is the scheme of your app, without “:”: letters, digits, “+”, “-” and “.”, at most "
                    + "\(Sender.maxLength), the first one a letter.",
                parameter: "sender")
        }
        if let reason = CallbackRules.reasonToRefuse(scheme: sender, routes: routes) {
            throw RequestError(
                .forbiddenSender, "“\(sender)” must not receive callbacks: \(reason).",
                hint: "The sender must be a scheme of your app's own.", parameter: "sender")
        }
    }
}
