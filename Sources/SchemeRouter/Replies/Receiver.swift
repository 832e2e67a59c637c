/// Who will be called back, determined before the person is asked (S4).
public enum Receiver: Sendable, Equatable {
    /// This program, with the one that received the sender's previous answers.
    case program(ReceivingProgram, before: KnownReceiver?)
    /// A page of this server is requested: SimpleWallet's way to notify a dapp that shows a QR code.
    case page(String)
    /// The result is posted to this server; nobody else is notified.
    case server(String)
    /// No program may be started, for this reason. The person gets the callback for copying.
    case unreachable(String)
    /// Nobody will be answered, for this reason.
    case nobody(String)
}

extension Services {
    /// Who will be called back about a request.
    /// - Parameter reply: the reply; nil for none.
    func receiver(
        of reply: ReplyTemplate?, about request: WalletRequest, on chain: ChainID
    ) throws(ServiceError) -> Receiver {
        guard let callback = reply?.link else {
            return reply?.post.map { .server($0.server.host) } ?? .nobody(Self.silence(about: request))
        }
        if let page = request.dapp?.wake?.page,
            mayReply(page.receiverName, isPractice: chain.isPractice)
        {
            return .page(page.host)
        }
        return try receiver(ofScheme: callback.scheme.lowercased(), isPractice: chain.isPractice)
    }

    /// Why nobody is notified: the request did not ask for it, or the plugin has no reply.
    private static func silence(about request: WalletRequest) -> String {
        guard let sender = request.header.sender else { return "The link does not ask for an answer." }
        return "The link names “\(sender.scheme)”, which will not be notified of the result."
    }

    /// Whether an answer may go there at all: for practice money, only to receivers that are listed for it (S14).
    /// Nothing else affects this.
    /// - Parameter receiver: one of ``WalletRequest/receiverNames``. Case does not matter.
    func mayReply(_ receiver: String, isPractice: Bool) -> Bool {
        !isPractice || settings.practiceSenders.contains(receiver.lowercased())
    }

    /// Throws ``ServiceError/Code/refusedByPolicy`` if a dapp's server may not receive the result
    /// (``mayReply(_:isPractice:)``).
    func checkMayReply(_ server: ServerAddress, isPractice: Bool) throws(ServiceError) {
        let name = server.receiverName
        guard !mayReply(name, isPractice: isPractice) else { return }
        throw ServiceError(
            .refusedByPolicy, "The dapp wants the result sent to \(name), which is not listed for practice money.",
            hint: "Nothing was signed. To try it, add the server in config.yaml: sandbox: { senders: [\"\(name)\"] }.")
    }

    /// Throws ``ServiceError/Code/refusedByPolicy`` if an answer would go to a server on this computer or on a private
    /// network, and the person did not allow that. The connection would be refused, too, but only after everything was
    /// done.
    func checkMayReach(_ server: ServerAddress) throws(ServiceError) {
        guard server.isPrivate, !settings.localServers.contains(server.bareHost.lowercased()) else { return }
        throw ServiceError(
            .refusedByPolicy,
            "The answer would go to \(server.host), which is this computer or is on a private network, "
                + "and your settings do not allow that.",
            hint: "Nothing was done. To allow it, write in config.yaml: allow-hosts: "
                + "[\"\(server.bareHost.lowercased())\"].")
    }

    /// The program that opens links of `scheme`, which must be lower-case and may receive callbacks (S4).
    func receiver(ofScheme scheme: String, isPractice: Bool) throws(ServiceError) -> Receiver {
        guard settings.policy.allows(scheme) else {
            return .nobody("Your settings do not allow replies to “\(scheme)”.")
        }
        guard mayReply(scheme, isPractice: isPractice) else {
            return .nobody("“\(scheme)” may not receive answers about practice money, so it gets none.")
        }
        let program: ReceivingProgram
        do throws(LaunchError) {
            guard let found = try launcher.receiver(ofScheme: scheme) else {
                return .unreachable(
                    "No program on this computer opens “\(scheme):” links, so the result cannot be sent back.")
            }
            program = found
        } catch {
            return .unreachable("The result cannot be sent back: \(error.explanation)")
        }
        return .program(program, before: try receivers.remembered(scheme))
    }
}

extension LaunchError {
    var explanation: String {
        switch self {
        case .forbidden(let text), .changed(let text), .failed(let text): text
        }
    }
}
