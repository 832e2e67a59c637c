import ExactJSON
import RouterEOSIO
import RouterEOSIOFamily
import SchemeRouter

/// A request that this wallet can answer: it can do and report everything as requested.
struct OwnAnswer {
    /// The most actions of one transaction.
    private static let mostActions = 32

    private let request: SigningRequest
    /// The server that receives the result; nil for none.
    private let server: ServerAddress?
    /// The link to open; nil for none.
    private let wake: WakeLink?

    /// Nil if another wallet must answer: if the signer must not send the transaction itself, its header or
    /// authorisation is fixed, or this program cannot send the answer where it must go.
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

    /// - Parameter described: the contents of the link.
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
                    packed: action.data, authorizer: action.authorization.first.map(RequestedSigner.init), note: nil)
            }
            return .actions(ActionsRequest(header: header, dapp: dapp, calls: calls, transfer: nil))
        }
        let proof = LoginRequest.Identity(
            scope: identity.scope?.description, prover: identity.permission.map(RequestedSigner.init))
        return .login(LoginRequest(header: header, dapp: dapp, userID: "", identity: proof))
    }
}

extension Transaction {
    /// Whether its signer determines everything but the actions.
    fileprivate var isOpen: Bool {
        !hasHeader && maxNetUsageWords == 0 && maxCPUUsageMilliseconds == 0 && delaySeconds == 0
            && contextFreeActions.isEmpty && extensions.isEmpty
    }
}

extension RequestedSigner {
    /// The account, if the request does not leave it to the signer (EEP-7).
    fileprivate init(_ level: PermissionLevel) {
        let isOpen = level.permission == .signerPermission || level.permission == .signer
        self.init(
            account: level.actor == .signer ? nil : level.actor.description,
            permission: isOpen ? nil : level.permission.description)
    }
}
