import ExactJSON
import RouterEOSIO

/// What a dapp's server checks of a login (Documentation/protocols/mykey.md §6, proved with a signature of MYKEY's live
/// app):
/// ```
/// let reply = try LoginReply(body: body)
/// let keys = …  // of reply.account, from a node
/// let login = try verifier.verify(reply, user: issuedID, keys: keys, now: now) { store.insertIfNew($0) }
/// ```
public struct LoginVerifier: Sendable, Hashable {
    /// The dapp's key from MYKEY; nil for a dapp in simple mode.
    public let dappKey: String?
    /// The words of the wallets that are taken.
    public let refs: [String]
    /// The protocols that the dapp offers.
    public let protocols: [LoginProtocol]
    /// How far, in seconds, the signature's time may be from the server's.
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

    /// A login that was signed by a key of its account.
    public struct VerifiedLogin: Sendable, Hashable {
        /// Who logged in.
        public let account: Name
        /// As which of the dapp's users.
        public let uuID: String
        /// The wallet's own id of the person, where it gave and signed one.
        public let walletID: String?
        /// The key that signed.
        public let key: PublicKey

        /// The answer to the wallet (Documentation/protocols/mykey.md §3.2).
        public var answer: JSON { .object([("code", .number(0)), ("message", .string(""))]) }
    }

    /// What tells one login from another; a server keeps it as long as ``LoginVerifier/tolerance`` lasts, twice over.
    public struct LoginID: Sendable, Hashable {
        /// The dapp's user, in lower case.
        public let uuID: String
        /// When it was signed.
        public let timestamp: String
    }

    /// Checks a login. The signature comes before the last step, so that a forged one uses nothing up.
    /// - Parameters:
    ///   - reply: what was posted.
    ///   - uuID: the user that the server asked to log in; upper and lower case are the same, as SDKs differ in it.
    ///   - keys: the keys of `reply.account`.
    ///   - now: seconds since 1970.
    ///   - isFirstUse: notes the login, and says whether it is new.
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
        // All that is signed must be, by one and the same key.
        guard let key = signers.first ?? nil, signers.allSatisfy({ $0 == key }) else { throw .wrongSignature }
        guard isFirstUse(LoginID(uuID: reply.uuID.lowercased(), timestamp: reply.timestamp)) else { throw .replayed }
        return VerifiedLogin(account: reply.account, uuID: reply.uuID, walletID: reply.wallet?.id, key: key)
    }
}
