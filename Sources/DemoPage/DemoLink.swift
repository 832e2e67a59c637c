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
        routes.schemes.filter(\.isEnabled).flatMap { scheme in
            scheme.coin.flatMap { addresses[$0.name] }.map { links(of: scheme, coin: routes, address: $0) } ?? []
        }
    }

    /// The enabled schemes that the page has links of, and their coins.
    static func schemes(of routes: RouteTable) -> [SchemeDescriptor] {
        routes.schemes.filter { $0.isEnabled && $0.coin != nil && $0.grammar == .authorityParameters }
    }

    /// Every sender that the links of these schemes name.
    static func senders(of schemes: [SchemeDescriptor]) -> [String] {
        schemes.flatMap { scheme in requests(of: scheme, ticker: "").compactMap { $0.sender(of: scheme) } }
    }

    private static func links(of scheme: SchemeDescriptor, coin routes: RouteTable, address: String) -> [DemoLink] {
        guard scheme.grammar == .authorityParameters else { return [] }
        let ticker = scheme.coin.flatMap { routes.coins[$0]?.ticker } ?? ""
        return requests(of: scheme, ticker: ticker).map { request in
            let sender = request.sender(of: scheme)
            let parameters = request.parameters.map { name, value in
                name == ParameterName.pay.rawValue ? "pay=\(address)" : "\(name)=\(PercentEncoding.encode(value))"
            }
            let tail = sender.map { ["sender=\($0)"] } ?? []
            let body = request.action == .scanQR ? "scanqr" : (parameters + tail).joined(separator: "&")
            return DemoLink(
                id: "\(scheme.name)-\(request.name)", title: request.title, url: "\(scheme.name)://\(body)",
                action: request.action, sender: sender)
        }
    }

    private struct Request {
        let name: String
        let title: String
        let action: Action
        let parameters: [(String, String)]

        /// Scanning has no answer, so nobody is named for it.
        func sender(of scheme: SchemeDescriptor) -> String? {
            action == .scanQR ? nil : "demo-\(scheme.name)-\(name)"
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
        let pay = ("pay", "")
        var requests: [Request] = []
        if names.contains(.amount) {
            requests.append(
                Request(
                    name: "pay", title: "Pay 0.5 \(ticker)", action: .payment, parameters: [pay, ("amount", "0.5")]))
        }
        requests.append(
            Request(name: "open", title: "Pay an amount that you choose", action: .payment, parameters: [pay]))
        if names.isSuperset(of: [.amount, .message]) {
            requests.append(
                Request(
                    name: "message", title: "Pay 0.1 \(ticker), with a message", action: .payment,
                    parameters: [pay, ("amount", "0.1"), ("message", "Two coffees & a croissant – thank you!")]))
        }
        if names.isSuperset(of: [.amount, .instantSend]) {
            requests.append(
                Request(
                    name: "instant", title: "Pay 0.2 \(ticker) by InstantSend", action: .payment,
                    parameters: [pay, ("amount", "0.2"), ("IS", "1")]))
        }
        return requests
    }
}
