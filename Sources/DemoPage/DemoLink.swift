import SchemeRouter

/// One link of the page.
struct DemoLink: Equatable {
    /// Its name in paths and in the page.
    let id: String
    /// What it asks for, in a few words.
    let title: String
    /// The link itself.
    let url: String
    /// What it asks for, as the log of `router` has it.
    let action: Action
    /// The scheme that its callback goes to. Each link has one of its own: it tells the answers apart.
    let sender: String?

    /// A link for each request of each enabled scheme, to the address given for its coin.
    static func all(of routes: RouteTable, addresses: [String: String]) -> [DemoLink] {
        schemes(of: routes).flatMap { scheme in
            addresses[scheme.coins[0].name].map { links(of: scheme, coin: routes, address: $0) } ?? []
        }
    }

    /// The enabled schemes that the page has links of. Each is about a coin at least; of several the first is used.
    static func schemes(of routes: RouteTable) -> [SchemeDescriptor] {
        routes.schemes.filter { $0.isEnabled && !$0.coins.isEmpty && $0.grammar != .jsonParameter }
    }

    /// Every sender that the links of these schemes name.
    static func senders(of schemes: [SchemeDescriptor]) -> [String] {
        schemes.flatMap { scheme in requests(of: scheme, ticker: "").compactMap { $0.sender(of: scheme) } }
    }

    private static func links(of scheme: SchemeDescriptor, coin routes: RouteTable, address: String) -> [DemoLink] {
        let ticker = routes.coin(scheme.coins[0])?.ticker ?? ""
        return requests(of: scheme, ticker: ticker).map { request in
            let sender = request.sender(of: scheme)
            var parameters = request.parameters.map { name, value in "\(name)=\(PercentEncoding.encode(value))" }
            if let sender { parameters.append("sender=\(sender)") }
            return DemoLink(
                id: "\(scheme.name)-\(request.name)", title: request.title,
                url: url(of: scheme, request.action, address: address, parameters: parameters),
                action: request.action, sender: sender)
        }
    }

    private static func url(
        of scheme: SchemeDescriptor, _ action: Action, address: String, parameters: [String]
    ) -> String {
        let text = parameters.joined(separator: "&")
        switch (scheme.grammar, action) {
        case (.bip21, _): return "\(scheme.name):\(address)" + (text.isEmpty ? "" : "?\(text)")
        case (_, .scanQR): return "\(scheme.name)://scanqr"
        case (_, .payment): return "\(scheme.name)://pay=\(address)&\(text)"
        case (_, .address), (_, .masterPublicKey): return "\(scheme.name)://\(text)"
        }
    }

    private struct Request {
        let name: String
        let title: String
        let action: Action
        let parameters: [(String, String)]

        /// Scanning has no answer, and some schemes have none either: nobody is named there.
        func sender(of scheme: SchemeDescriptor) -> String? {
            let names = scheme.actions[action]?.map(\.name) ?? []
            return names.contains(.sender) ? "demo-\(scheme.name)-\(name)" : nil
        }
    }

    /// What a scheme's descriptor lets its links ask for.
    private static func requests(of scheme: SchemeDescriptor, ticker: String) -> [Request] {
        Action.allCases.flatMap { action -> [Request] in
            guard let rules = scheme.actions[action] else { return [] }
            switch action {
            case .payment: return payments(Set(rules.map(\.name)), ticker)
            case .address:
                return [
                    Request(
                        name: "address", title: "Ask for an address", action: action,
                        parameters: [("request", action.rawValue)])
                ]
            case .masterPublicKey:
                return [
                    Request(
                        name: "keys", title: "Ask for the master public keys of account 0", action: action,
                        parameters: [("request", action.rawValue), ("account", "0")])
                ]
            case .scanQR:
                return [Request(name: "scan", title: "Scan a QR code", action: action, parameters: [])]
            }
        }
    }

    private static func payments(_ names: Set<ParameterName>, _ ticker: String) -> [Request] {
        var requests: [Request] = []
        if names.contains(.amount) {
            requests.append(
                Request(
                    name: "pay", title: "Pay 0.5 \(ticker)", action: .payment, parameters: [("amount", "0.5")]))
        }
        requests.append(
            Request(name: "open", title: "Pay an amount that you choose", action: .payment, parameters: []))
        if names.isSuperset(of: [.amount, .message]) {
            requests.append(
                Request(
                    name: "message", title: "Pay 0.1 \(ticker), with a message", action: .payment,
                    parameters: [("amount", "0.1"), ("message", "Two coffees & a croissant – thank you!")]))
        }
        if names.isSuperset(of: [.amount, .instantSend]) {
            requests.append(
                Request(
                    name: "instant", title: "Pay 0.2 \(ticker) by InstantSend", action: .payment,
                    parameters: [("amount", "0.2"), ("IS", "1")]))
        }
        return requests
    }
}
