import ExactJSON
import RouterEOSIO
import RouterMYKEYFormat
import Synchronization

/// The requesting side of MYKEY, for code with `async`:
/// ```
/// let dapp = MYKEYDapp(try DappIdentity.simple(name: "Shop", scheme: "shop", userID: UserIDFile(…).read()))
/// let login = try await dapp.authorize(LoginRequest(info: "Log in"))
/// ```
/// If the program is started with a link of the dapp's scheme, it passes the link to ``handle(_:)``.
public final class MYKEYDapp: Sendable {
    /// How long to wait for an answer: as long as a person may take with a wallet.
    public static let patience = Duration.seconds(600)

    /// The requesting dapp.
    public let identity: DappIdentity
    private let opener: any LinkOpener
    private let encoding: RequestParam.Encoding
    private let patience: Duration
    private let pending: PendingRequests

    /// A dapp that makes requests.
    /// - Parameters:
    ///   - identity: the requesting dapp.
    ///   - opener: opens the links.
    ///   - encoding: how requests are encoded in links; wallets on phones know only `mykey`.
    ///   - patience: the time after which a request without an answer ends.
    public convenience init(
        _ identity: DappIdentity, opener: any LinkOpener = DesktopLinkOpener(),
        encoding: RequestParam.Encoding = .mykey, patience: Duration = patience
    ) {
        self.init(identity, opener: opener, encoding: encoding, patience: patience, pending: PendingRequests())
    }

    init(
        _ identity: DappIdentity, opener: any LinkOpener, encoding: RequestParam.Encoding, patience: Duration,
        pending: PendingRequests
    ) {
        self.identity = identity
        self.opener = opener
        self.encoding = encoding
        self.patience = patience
        self.pending = pending
    }

    /// Asks the person to log in. The reply proves nothing until a `LoginVerifier` has checked it, preferably on the
    /// dapp's server.
    public func authorize(_ request: LoginRequest) async throws(MYKEYError) -> LoginReply {
        let payload = try await payload(of: .login(request))
        do {
            return try LoginReply(json: payload)
        } catch {
            guard case .malformed(let member) = error else { throw .unreadable(nil, error.message) }
            throw .unreadable(member, "The wallet's login cannot be read: \(error.message)")
        }
    }

    /// Asks the person to send tokens.
    public func transfer(_ request: TokenTransferRequest) async throws(MYKEYError) -> TransactionAnswer {
        try TransactionAnswer(payload: try await payload(of: .transfer(request)))
    }

    /// Asks the person to run actions of contracts.
    public func contract(_ request: ContractCallRequest) async throws(MYKEYError) -> TransactionAnswer {
        try TransactionAnswer(payload: try await payload(of: .contract(request)))
    }

    /// Asks the person to sign a text.
    public func sign(_ request: SigningRequest) async throws(MYKEYError) -> SignatureAnswer {
        try SignatureAnswer(payload: try await payload(of: .sign(request)), message: request.message)
    }

    /// The link of a request, for a QR code or a page. This process does not receive its answer, so set `server` in the
    /// request.
    public func link(
        for request: MYKEYRequest, encoding: RequestParam.Encoding = .plain
    ) throws(MYKEYError) -> String {
        try LinkWriter(dapp: identity, encoding: encoding).link(for: request, id: CallbackID.random())
    }

    /// Handles a link that this dapp was started with. Returns false if it answers no pending request: it has another
    /// scheme or host, was already answered, came too late, or was made up.
    @discardableResult
    public func handle(_ link: String) -> Bool {
        guard let callback = WalletCallback(link), callback.scheme == identity.scheme, callback.host == identity.host,
            let id = callback.id
        else { return false }
        return pending.finish(id, Self.answer(callback))
    }

    /// Sends the request and waits for the text of the wallet's answer.
    func answer(to request: MYKEYRequest) async throws(MYKEYError) -> String {
        let id = CallbackID.random()
        let link = try LinkWriter(dapp: identity, encoding: encoding).link(for: request, id: id)
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // First, because the answer may arrive before the opener returns.
                pending.add(id, patience: patience, continuation)
                guard !Task.isCancelled else {
                    pending.finish(id, .failure(Self.abandoned))
                    return
                }
                Task { [opener, pending] in
                    do throws(LinkOpenerError) {
                        try await opener.open(link)
                    } catch {
                        pending.finish(id, .failure(error.asMYKEYError))
                    }
                }
            }
        } onCancel: {
            pending.finish(id, .failure(Self.abandoned))
        }
        return try answer.get()
    }

    private func payload(of request: MYKEYRequest) async throws(MYKEYError) -> JSON {
        let text = try await answer(to: request)
        guard let json = try? JSON(reading: Array(text.utf8), limits: .link), json.members != nil else {
            throw .unreadable("payload", "The wallet reports success, but the rest cannot be read.")
        }
        return json
    }

    private static func answer(_ callback: WalletCallback) -> PendingRequests.Answer {
        switch callback.result {
        case ErrorCode.Success.rawValue?: .success(callback.payload ?? "")
        case ErrorCode.Cancel.rawValue?: .failure(MYKEYError(.cancelled, .Cancel))
        // MYKEY's SDK treats this as a refusal. A dapp that then asks again might be paid twice.
        case nil: .failure(.unreadable("result", "The wallet does not say how the request ended."))
        case let number?:
            .failure(MYKEYError(wallet: number, message: callback.payload.flatMap(message)))
        }
    }

    private static func message(of payload: String) -> String? {
        let json = try? JSON(reading: Array(payload.utf8), limits: .link)
        return json?["errorMsg"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static let abandoned = MYKEYError(
        .abandoned, .Failure, "The request was abandoned. The wallet may still do it: check the chain.")
}

/// The requests without an answer, by the id in their callback. Each is answered once.
final class PendingRequests: Sendable {
    typealias Answer = Result<String, MYKEYError>

    private struct Entry {
        let continuation: CheckedContinuation<Answer, Never>
        var timer: Task<Void, Never>?
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Adds a request that ends with ``MYKEYError/Reason/noAnswer`` after `patience`.
    func add(_ id: String, patience: Duration, _ continuation: CheckedContinuation<Answer, Never>) {
        entries.withLock { $0[id] = Entry(continuation: continuation) }
        let timer = Task { [self] in
            guard (try? await Task.sleep(for: patience)) != nil else { return }
            let message = "No answer arrived. The wallet may still have done it: check the chain."
            finish(id, .failure(MYKEYError(.noAnswer, .Failure, message)))
        }
        let isWaiting = entries.withLock { entries in
            entries[id]?.timer = timer
            return entries[id] != nil
        }
        if !isWaiting { timer.cancel() }
    }

    /// Ends a request. Returns false if no such request is pending: it never was, or it has ended.
    @discardableResult
    func finish(_ id: String, _ answer: Answer) -> Bool {
        guard let entry = entries.withLock({ $0.removeValue(forKey: id) }) else { return false }
        entry.timer?.cancel()
        entry.continuation.resume(returning: answer)
        return true
    }
}
