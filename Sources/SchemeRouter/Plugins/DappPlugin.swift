/// A plugin for coins whose money lies in named accounts, and whose links come from dapps.
///
/// What is asked for is made into bytes, and read back, by the coin's network and not by the plugin. A plugin knows the
/// protocol between wallet and dapp: who may ask, what is signed to log in, and how a dapp is answered.
public protocol DappPlugin: CoinPlugin {
    /// Throws where the account must not answer this dapp. ``ServiceError/dappCode`` is the number that its protocol has
    /// for it, for the person: the dapp is not told.
    func check(
        _ request: WalletRequest, by signer: AccountSigner, bindings: any BindingMemory
    ) throws(ServiceError)

    /// The texts that a login or a request for a signature has signed.
    func texts(for request: WalletRequest, by signer: AccountSigner, at time: UnixTime) throws(ServiceError) -> [String]

    /// What is remembered when what was asked for was done; nil for nothing.
    func binding(after request: WalletRequest, by signer: AccountSigner) -> DappBinding?

    /// How the dapp is answered when what it asked for was done.
    func reply(to request: WalletRequest, with result: DappResult) -> DappReply

    /// The callback that tells the dapp that nothing came of its request; nil where the protocol has none. It has no
    /// blanks, and goes where ``CoinPlugin/callback(for:)`` goes. The code is all that a plugin knows of the reason.
    func failureCallback(for request: WalletRequest, _ code: DappFailure) -> CallbackTemplate?
}

/// What was done for a dapp.
public struct DappResult: Sendable, Hashable {
    /// What was asked for.
    public let action: Action
    /// The account that did it.
    public let signer: AccountSigner
    /// The account's public key, as a text of its chain.
    public let publicKey: String
    /// What came of it.
    public let content: Content

    /// What came of it.
    public enum Content: Sendable, Hashable {
        /// A transaction was executed.
        case executed(TransactionID)
        /// Texts were signed; each with its signature.
        case signed([(text: String, signature: String)])

        /// Contents are the same when all of it is.
        public static func == (left: Content, right: Content) -> Bool {
            switch (left, right) {
            case (.executed(let left), .executed(let right)): left == right
            case (.signed(let left), .signed(let right)): left.elementsEqual(right, by: ==)
            default: false
            }
        }

        /// Hashes all of it.
        public func hash(into hasher: inout Hasher) {
            switch self {
            case .executed(let id): hasher.combine(id)
            case .signed(let signed): for (text, signature) in signed { hasher.combine([text, signature]) }
            }
        }
    }

    /// A result as given.
    public init(action: Action, signer: AccountSigner, publicKey: String, content: Content) {
        self.action = action
        self.signer = signer
        self.publicKey = publicKey
        self.content = content
    }
}

/// All that a dapp learns about a request that came to nothing: one of three words, which its protocol writes as
/// numbers.
///
/// A reason would tell what nobody agreed to tell, such as how much there is or which account it is.
public enum DappFailure: Sendable, Hashable, CaseIterable {
    /// The person saw the request and refused.
    case declined
    /// The person agreed, and it could not be done.
    case failed
    /// The person agreed and it was sent, but whether the network took it is not known. Asking again could pay twice.
    case unknown
}

/// How a dapp is answered: first its server, then the dapp itself.
public struct DappReply: Sendable, Hashable {
    /// What its server gets; nil where it gets nothing.
    public let post: Post?
    /// The link that wakes it, complete; nil where it is not woken.
    public let wake: String?
    /// The link that wakes it where its server did not take what it got; nil where that makes no difference.
    public let wakeWithoutServer: String?

    /// What a server gets.
    public struct Post: Sendable, Hashable {
        /// Where it is sent.
        public let server: ServerAddress
        /// The body, JSON in UTF-8.
        public let body: [UInt8]
        /// Whether it is tried again where it did not arrive: what it tells of has happened.
        public let isRetried: Bool

        /// A body as given.
        public init(server: ServerAddress, body: [UInt8], isRetried: Bool) {
            self.server = server
            self.body = body
            self.isRetried = isRetried
        }
    }

    /// A reply as given.
    public init(post: Post?, wake: String?, wakeWithoutServer: String? = nil) {
        self.post = post
        self.wake = wake
        self.wakeWithoutServer = wakeWithoutServer
    }
}
