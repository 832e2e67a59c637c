import ExactJSON
import RouterEOSIO
import RouterEOSIOFamily
import SchemeRouter

/// A request that a wallet here can answer: everything it asks for can be done and reported as requested.
struct OwnAnswer {
    /// The most actions of one transaction.
    private static let mostActions = 32

    private let request: SigningRequest
    /// The server that the result is posted to; nil for none.
    private let server: ServerAddress?
    /// The link that is opened; nil if none is.
    private let wake: WakeLink?

    /// Nil if another wallet must answer: where the signer is not to send the transaction itself, where its header or
    /// who authorises it is fixed, and where the answer must go if nothing of this program sends one.
    init?(to reading: SigningRequestReading, of link: RoutedLink) {
        request = reading.request
        switch request.content {
        case .identity: break
        case .actions(let actions):
            guard request.isBroadcast, Self.canSign(actions) else { return nil }
        case .transaction(let transaction):
            guard request.isBroadcast, Self.canSign(transaction.actions), transaction.isOpen else { return nil }
        }
        guard !request.callback.isEmpty else {
            (server, wake) = (nil, nil)
            return
        }
        if request.isBackground {
            guard let server = ServerAddress(request.callback), !server.isPlain else { return nil }
            (self.server, wake) = (server, nil)
        } else {
            guard let wake = try? WakeLink(template: request.callback, routes: link.routes),
                wake.blanks.allSatisfy(SigningReply.isKnown)
            else { return nil }
            (server, self.wake) = (nil, wake)
        }
    }

    private static func canSign(_ actions: [TransactionAction]) -> Bool {
        actions.count <= mostActions
            && actions.allSatisfy { $0.authorization.count == 1 && $0.account.value > 2 && $0.name.value > 2 }
    }

    /// - Parameter described: what the link says.
    func request(_ described: DescribedRequest, of link: RoutedLink) -> WalletRequest {
        let header = RequestHeader(
            of: link, sender: wake.flatMap { $0.isPage ? nil : Sender(wakenBy: $0) },
            warnings: described.header.warnings)
        let dapp = DappClaims(
            dialect: link.scheme.name, name: request.signer.map { ForeignText($0.description.utf8) }, appKey: nil,
            userID: nil, userName: nil, note: nil, orderID: nil, server: server, wake: wake, isEncoded: false,
            request: link.text, facts: described.facts)
        guard case .identity(let identity) = request.content else {
            let calls = request.actions.map { action in
                ActionCall(
                    contract: action.account.description, name: action.name.description, data: .null,
                    packed: action.data, authorizer: action.authorization.first.map(WantedSigner.init), note: nil)
            }
            return .actions(ActionsRequest(header: header, dapp: dapp, calls: calls, transfer: nil))
        }
        let proof = LoginRequest.Identity(
            scope: identity.scope?.description, prover: identity.permission.map(WantedSigner.init))
        return .login(LoginRequest(header: header, dapp: dapp, userID: "", identity: proof))
    }
}

extension Transaction {
    /// Whether its signer makes everything but the actions.
    fileprivate var isOpen: Bool {
        !hasHeader && maxNetUsageWords == 0 && maxCPUUsageMilliseconds == 0 && delaySeconds == 0
            && contextFreeActions.isEmpty && extensions.isEmpty
    }
}

extension WantedSigner {
    /// The named account, if it is not left to the signer (EEP-7).
    fileprivate init(_ level: PermissionLevel) {
        let isOpen = level.permission == .signerPermission || level.permission == .signer
        self.init(
            account: level.actor == .signer ? nil : level.actor.description,
            permission: isOpen ? nil : level.permission.description)
    }
}
