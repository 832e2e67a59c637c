import RouterDapp
import SchemeRouter

/// One request that the page tries with each scheme that offers it.
enum DemoRequest: CaseIterable {
    case pay
    case open
    case message
    case instant
    case address
    case keys
    case scan

    /// What a scheme's descriptor lets its links ask for.
    static func all(of scheme: SchemeDescriptor) -> [DemoRequest] {
        allCases.filter { request in
            scheme.actions[request.action].map { request.parameters.isSubset(of: $0.map(\.name)) } ?? false
        }
    }

    var name: String { "\(self)" }

    var action: Action {
        switch self {
        case .pay, .open, .message, .instant: .payment
        case .address: .address
        case .keys: .masterPublicKey
        case .scan: .scanQR
        }
    }

    /// In a few words.
    func title(ticker: String) -> String {
        switch self {
        case .pay: "Pay 0.5 \(ticker)"
        case .open: "Pay an amount that you choose"
        case .message: "Pay 0.1 \(ticker), with a message"
        case .instant: "Pay 0.2 \(ticker) by InstantSend"
        case .address: "Ask for an address"
        case .keys: "Ask for the master public keys of account 0"
        case .scan: "Scan a QR code"
        }
    }

    /// Scanning has no answer, and some schemes have none either: nobody is named there.
    func sender(of scheme: SchemeDescriptor) -> String? {
        let names = scheme.actions[action]?.map(\.name) ?? []
        return names.contains(.sender) ? "demo-\(scheme.name)-\(name)" : nil
    }

    /// The request to a wallet of the builder's scheme.
    func link(
        by builder: RequestBuilder, address: String, sender: String?
    ) throws(RequestError) -> RequestLink {
        var details = PaymentDetails(address: address)
        switch self {
        case .pay:
            details.amount = try builder.amount("0.5")
        case .message:
            details.amount = try builder.amount("0.1")
            details.message = "Two coffees & a croissant – thank you!"
        case .instant:
            details.amount = try builder.amount("0.2")
            details.instantSend = .init(isRequested: true, isRequired: false)
        case .address: return try builder.address(sender: sender ?? "")
        case .keys: return try builder.masterPublicKey(sender: sender ?? "")
        case .scan: return try builder.scanQR()
        case .open: break
        }
        return try builder.payment(details, sender: sender)
    }

    /// The parameters without which it makes no sense.
    private var parameters: Set<ParameterName> {
        switch self {
        case .pay: [.amount]
        case .message: [.amount, .message]
        case .instant: [.amount, .lock]
        case .open, .address, .keys, .scan: []
        }
    }
}
