import RouterDapp
import SchemeRouter

/// A request that the page tries with each scheme that supports it.
struct DemoRequest: Sendable {
    let name: String
    /// A short title.
    let title: @Sendable (CoinDescriptor) -> String
    var action = Action.payment
    /// In whole coins; nil if the person chooses it.
    var amount: String?
    var message: String?
    var isInstant = false

    private static let all = [
        DemoRequest(name: "pay", title: { "Pay \($0.label("0.5"))" }, amount: "0.5"),
        DemoRequest(name: "open", title: { _ in "Pay an amount that you choose" }),
        DemoRequest(
            name: "message", title: { "Pay \($0.label("0.1")), with a message" }, amount: "0.1",
            message: "Two coffees & a croissant – thank you!"),
        DemoRequest(
            name: "instant", title: { "Pay \($0.label("0.2")) by InstantSend" }, amount: "0.2", isInstant: true),
        DemoRequest(name: "address", title: { _ in "Ask for an address" }, action: .address),
        DemoRequest(
            name: "keys", title: { _ in "Ask for the master public keys of account 0" }, action: .masterPublicKey),
        DemoRequest(name: "scan", title: { _ in "Scan a QR code, which this wallet cannot do" }, action: .scanQR),
    ]

    /// The requests that a scheme's descriptor supports.
    static func all(of scheme: SchemeDescriptor) -> [DemoRequest] {
        all.filter { request in
            scheme.actions[request.action].map { request.parameters.isSubset(of: $0.map(\.name)) } ?? false
        }
    }

    /// The parameters that it requires.
    private var parameters: Set<ParameterName> {
        let wanted: [ParameterName?] = [
            amount == nil ? nil : .amount, message == nil ? nil : .message, isInstant ? .lock : nil,
        ]
        return Set(wanted.compactMap(\.self))
    }

    /// Whether the request has a sender. Scanning has no reply, and payments of some schemes cannot name a sender.
    func hasSender(in scheme: SchemeDescriptor) -> Bool {
        scheme.actions[action]?.contains { $0.name == .sender } ?? false
    }

    /// The request to a wallet of the builder's scheme.
    func link(by builder: RequestBuilder, address: String, sender: String?) throws(RequestError) -> RequestLink {
        switch action {
        case .address: return try builder.address(sender: sender ?? "")
        case .masterPublicKey: return try builder.masterPublicKey(sender: sender ?? "")
        case .scanQR: return try builder.scanQR()
        default:
            var details = PaymentDetails(address: address)
            details.amount = try amount.map { (text) throws(RequestError) in try builder.amount(text) }
            details.message = message
            if isInstant { details.instantSend = .init(isRequested: true, isRequired: false) }
            return try builder.payment(details, sender: sender)
        }
    }
}
