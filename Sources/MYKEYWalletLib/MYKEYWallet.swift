import RouterMYKEYFormat

/// The SDK of MYKEY under its documented names (Documentation/protocols/mykey.md §4), for existing code. New code may
/// prefer ``MYKEYDapp``.
///
/// Closures are called on the main actor, each at most once and never before the method that received them has
/// returned.
@MainActor
public final class MYKEYWallet {
    /// The shared instance of this program.
    public static let shared = MYKEYWallet()

    public var opener: any LinkOpener
    /// How requests are encoded in them.
    public var encoding: RequestParam.Encoding
    /// Where `initWalletSimple` stores the id of this installation; nil for ``UserIDFile/standard(scheme:)``.
    public var userIDFile: UserIDFile?
    /// Called before `failure` with 10002 if no wallet is installed, unless `disableInstall` is set: show how to get
    /// one. Linux has no standard page for that, so this is nil by default.
    public var install: (@MainActor () -> Void)?

    private enum State {
        case uninitialized
        case refused(MYKEYError)
        case ready(MYKEYDapp, disableInstall: Bool)
    }

    private var state = State.uninitialized
    /// Kept across a second `init…`, so that earlier requests are still answered.
    private let pending = PendingRequests()
    private let patience: Duration

    /// Another instance, for a program that makes requests as several dapps.
    public init(
        opener: any LinkOpener = DesktopLinkOpener(), encoding: RequestParam.Encoding = .mykey,
        userIDFile: UserIDFile? = nil, patience: Duration = MYKEYDapp.patience
    ) {
        self.opener = opener
        self.encoding = encoding
        self.userIDFile = userIDFile
        self.patience = patience
    }

    /// Starts the SDK for a dapp with its own users. Every later request reports mistakes in `initData`.
    public func initWallet(initData: InitRequest) {
        start(disableInstall: initData.disableInstall) { () throws(MYKEYError) in
            try DappIdentity(
                appKey: initData.appKey, userID: initData.UUID.description, name: initData.dappName,
                icon: initData.dappIcon, scheme: initData.scheme)
        }
    }

    /// Starts the SDK for a dapp without users. Every later request reports mistakes in `initSimpleData`.
    public func initWalletSimple(initSimpleData: InitSimpleRequest) {
        start(disableInstall: initSimpleData.disableInstall) { () throws(MYKEYError) in
            let scheme = initSimpleData.scheme
            // Checked before a file is named after it.
            let checked = try DappIdentity.simple(
                name: initSimpleData.dappName, icon: initSimpleData.dappIcon, scheme: scheme, userID: "-")
            guard let file = userIDFile ?? UserIDFile.standard(scheme: checked.scheme) else {
                throw .invalid("UUID", "HOME is not set, so this installation can have no id.")
            }
            return try DappIdentity.simple(
                name: checked.name, icon: checked.icon, scheme: checked.scheme, userID: try file.read())
        }
    }

    /// Asks the person to log in.
    public func authorize(authorizeRequest: AuthorizeRequest, response: MYKEYResponse) {
        ask(response) { () throws(MYKEYError) in .login(authorizeRequest.checked) }
    }

    /// Asks the person to send tokens.
    public func transfer(transferRequest: TransferRequest, response: MYKEYResponse) {
        ask(response) { () throws(MYKEYError) in .transfer(try transferRequest.checked()) }
    }

    /// Asks the person to run actions of contracts.
    public func contract(contractRequest: ContractRequest, response: MYKEYResponse) {
        ask(response) { () throws(MYKEYError) in .contract(try contractRequest.checked()) }
    }

    /// Asks the person to sign a text.
    public func sign(signRequest: SignRequest, response: MYKEYResponse) {
        ask(response) { () throws(MYKEYError) in .sign(signRequest.checked) }
    }

    /// Handles a link that the dapp was started with, as text or as Foundation's `URL`. Returns false if it answers no
    /// pending request; then it may be one of the dapp's other links.
    @discardableResult
    public func handleUrl(url: some CustomStringConvertible) -> Bool {
        guard case .ready(let dapp, _) = state else { return false }
        return dapp.handle(url.description)
    }

    private func start(disableInstall: Bool, _ identity: () throws(MYKEYError) -> DappIdentity) {
        do throws(MYKEYError) {
            let dapp = MYKEYDapp(
                try identity(), opener: opener, encoding: encoding, patience: patience, pending: pending)
            state = .ready(dapp, disableInstall: disableInstall)
        } catch {
            state = .refused(error)
        }
    }

    private func ask(_ response: MYKEYResponse, _ request: () throws(MYKEYError) -> MYKEYRequest) {
        let asked: Result<(dapp: MYKEYDapp, request: MYKEYRequest), MYKEYError>
        do throws(MYKEYError) {
            asked = .success((try ready(), try request()))
        } catch {
            asked = .failure(error)
        }
        Task {
            do throws(MYKEYError) {
                let (dapp, request) = try asked.get()
                response.success(try await dapp.answer(to: request))
            } catch {
                fail(response, error)
            }
        }
    }

    private func ready() throws(MYKEYError) -> MYKEYDapp {
        switch state {
        case .uninitialized: throw MYKEYError(.uninitialized, .Uninitialized)
        case .refused(let error): throw error
        case .ready(let dapp, _): return dapp
        }
    }

    private func fail(_ response: MYKEYResponse, _ error: MYKEYError) {
        guard error.reason != .cancelled else { return response.cancelled() }
        if error.reason == .noWallet, case .ready(_, disableInstall: false) = state { install?() }
        response.failure(error.json)
    }
}

/// Handlers for the end of a request: one of the three is called, once.
@MainActor
public final class MYKEYResponse {
    /// Called on success with the wallet's payload, JSON such as `{"txId":"…"}`, or empty if it sent none.
    public let success: @MainActor (String) -> Void
    /// Called on failure with `{"errorCode":N,"errorMsg":"…"}` and a number of ``ErrorCode``.
    public let failure: @MainActor (String) -> Void
    /// Called if the person refused.
    public let cancelled: @MainActor () -> Void

    /// Creates it from closures.
    public init(
        success: @escaping @MainActor (String) -> Void, failure: @escaping @MainActor (String) -> Void,
        cancelled: @escaping @MainActor () -> Void
    ) {
        self.success = success
        self.failure = failure
        self.cancelled = cancelled
    }

    /// For code without a handler for refusals: a refusal is a failure with `errorCode` 0, as documented
    /// (Documentation/protocols/mykey.md §3.5).
    public convenience init(_ response: MYKEYApiResponse) {
        self.init(success: response.success, failure: response.failure) {
            response.failure(MYKEYError(.cancelled, .Cancel).json)
        }
    }
}

/// Handlers for the end of a request, for code that does not distinguish a refusal from a failure; see
/// ``MYKEYResponse/init(_:)``.
@MainActor
public final class MYKEYApiResponse {
    /// Called on success with the wallet's payload.
    public let success: @MainActor (String) -> Void
    /// Called on failure with `{"errorCode":N,"errorMsg":"…"}`.
    public let failure: @MainActor (String) -> Void

    /// Creates it from closures.
    public init(success: @escaping @MainActor (String) -> Void, failure: @escaping @MainActor (String) -> Void) {
        self.success = success
        self.failure = failure
    }
}
