import ExactJSON
import RouterEOSIO

/// The checks of a login by a dapp's server (Documentation/protocols/mykey.md §6, tested with a signature from MYKEY's
/// live app):
/// ```
/// let reply = try LoginReply(body: body)
/// let keys = …  // of reply.account, from a node
/// let login = try verifier.verify(reply, user: issuedID, keys: keys, now: now) { store.insertIfNew($0) }
/// ```
public struct LoginVerifier: Sendable, Hashable {
    /// The dapp's key from MYKEY; nil for a dapp in simple mode.
    public let dappKey: String?
    /// The accepted values of `ref`.
    public let refs: [String]
    /// The protocols that the dapp offers.
    public let protocols: [LoginProtocol]
    /// How far, in seconds, the signature's time may differ from the server's.
    public let tolerance: Int64

    /// A verifier for one dapp.
    public init(
        dappKey: String?, refs: [String] = ["mykey"], protocols: [LoginProtocol] = LoginProtocol.allCases,
        tolerance: Int64 = 300
    ) {
        self.dappKey = dappKey
        self.refs = refs
        self.protocols = protocols
        self.tolerance = tolerance
    }

    /// A login signed by a key of its account.
    public struct VerifiedLogin: Sendable, Hashable {
        /// The account that logged in.
        public let account: Name
        /// The dapp's user.
        public let uuID: String
        /// The wallet's own id of the person, if the wallet sent and signed one.
        public let walletID: String?
        /// The key that signed.
        public let key: PublicKey

        /// The answer to the wallet (Documentation/protocols/mykey.md §3.2).
        public var answer: JSON { .object([("code", .number(0)), ("message", .string(""))]) }
    }

    /// Identifies a login; a server keeps it for twice ``LoginVerifier/tolerance``.
    public struct LoginID: Sendable, Hashable {
        /// The dapp's user, in lower case.
        public let uuID: String
        /// When it was signed.
        public let timestamp: String
    }

    /// Checks a login. The signature is checked before the last step, so that a forged login does not use up an id.
    /// - Parameters:
    ///   - reply: the posted login.
    ///   - uuID: the user that the server asked to log in; case does not matter, because SDKs differ in it.
    ///   - keys: the keys of `reply.account`.
    ///   - now: seconds since 1970.
    ///   - isFirstUse: records the login, and returns whether it is new.
    public func verify(
        _ reply: LoginReply, user uuID: String, keys: AccountKeys, now: Int64, isFirstUse: (LoginID) -> Bool
    ) throws(LoginRefusal) -> VerifiedLogin {
        guard protocols.contains(reply.kind) else { throw .unexpectedProtocol }
        guard reply.dappKey == (reply.kind == .mykey ? dappKey : nil) else { throw .wrongDapp }
        guard reply.uuID.lowercased() == uuID.lowercased() else { throw .wrongUser }
        guard refs.contains(reply.ref) else { throw .unknownRef }
        let (age, overflow) = now.subtractingReportingOverflow(reply.time)
        guard !overflow, age.magnitude <= tolerance.magnitude else { throw .wrongTime }
        if case .reserved(_, isFrozen: true) = keys { throw .frozenKey }
        let signers = [
            reply.signature.map { keys.signer(ofText: reply.signedText, $0) },
            reply.wallet.map { keys.signer(ofText: reply.signedText + $0.id, $0.signature) },
        ].compactMap(\.self)
        // Everything that is signed must be signed by one and the same key.
        guard let key = signers.first ?? nil, signers.allSatisfy({ $0 == key }) else { throw .wrongSignature }
        guard isFirstUse(LoginID(uuID: reply.uuID.lowercased(), timestamp: reply.timestamp)) else { throw .replayed }
        return VerifiedLogin(account: reply.account, uuID: reply.uuID, walletID: reply.wallet?.id, key: key)
    }
}

/// The protocol of a login, as named in the request.
public enum LoginProtocol: String, Sendable, Hashable, CaseIterable {
    /// The dapp has users of its own, and an `appKey` from MYKEY.
    case mykey = "MYKEY"
    /// The dapp has neither.
    case mykeySimple = "MYKEYSimple"
    /// SimpleWallet 1.0.
    case simpleWallet = "SimpleWallet"
}

/// Why a dapp's server refuses a login.
public enum LoginRefusal: Error, Sendable, Equatable {
    /// The body is not a JSON object (empty name), or this member is missing or wrong.
    case malformed(String)
    /// The server does not offer its protocol.
    case unexpectedProtocol
    /// It is for another dapp, or has a key although simple mode has none.
    case wrongDapp
    /// It is for another user than the one the server asked.
    case wrongUser
    /// Its `ref` is unknown to the server.
    case unknownRef
    /// It was signed too long ago, or in the future.
    case wrongTime
    /// The account's key is frozen.
    case frozenKey
    /// It was not signed by a key that controls the account.
    case wrongSignature
    /// The same login was already accepted.
    case replayed

    /// The problem, for the server's log and the person.
    public var message: String {
        switch self {
        case .malformed(""): "The body is not a JSON object."
        case .malformed(let member): "“\(member)” is missing or wrong."
        case .unexpectedProtocol: "The protocol of this login is not supported."
        case .wrongDapp: "The login is for another dapp."
        case .wrongUser: "The login is for another user."
        case .unknownRef: "The wallet is unknown."
        case .wrongTime: "The login was signed too long ago, or the clock is wrong."
        case .frozenKey: "The account is frozen."
        case .wrongSignature: "The signature was not made by a key of this account."
        case .replayed: "The login has already been used."
        }
    }

    /// The answer to the wallet (Documentation/protocols/mykey.md §3.2): anything above 0 is a refusal.
    public var answer: JSON { .object([("code", .number(1)), ("message", .string(message))]) }
}
