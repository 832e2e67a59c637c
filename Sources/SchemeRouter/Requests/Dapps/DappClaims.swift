/// A dapp's claims about itself, and how to answer it. Never an identity: anybody can write them
/// (Documentation/protocols/mykey.md §1.5 and §2).
public struct DappClaims: Sendable, Hashable {
    /// Its protocol, by the plugin's name for it.
    public let dialect: String
    /// Its name for itself.
    public let name: ForeignText?
    /// The key that MYKEY gave the dapp, or a substitute.
    public let appKey: String?
    /// The dapp's id of the person (`uuID`).
    public let userID: String?
    /// The dapp's name for the person.
    public let userName: ForeignText?
    /// Its note about the purpose of the request.
    public let note: ForeignText?
    /// Its own number for the request.
    public let orderID: ForeignText?
    /// The server that expects the result; nil for none.
    public let server: ServerAddress?
    /// The link that wakes it; nil for none.
    public let wake: WakeLink?
    /// Whether the request came in the SDK's encoding. Anybody can write that, too.
    public let isEncoded: Bool
    /// The name of the chain in the protocol's requests and answers; nil if it has none.
    public let chain: String?
    /// The link itself, if it goes back to the dapp.
    public let request: String?
    /// The contents of the link, if other programs also read and carry out such links.
    public let facts: [LinkFact]

    public init(
        dialect: String, name: ForeignText?, appKey: String?, userID: String?, userName: ForeignText?,
        note: ForeignText?, orderID: ForeignText?, server: ServerAddress?, wake: WakeLink?, isEncoded: Bool,
        chain: String? = nil, request: String? = nil, facts: [LinkFact] = []
    ) {
        self.dialect = dialect
        self.name = name
        self.appKey = appKey
        self.userID = userID
        self.userName = userName
        self.note = note
        self.orderID = orderID
        self.server = server
        self.wake = wake
        self.isEncoded = isEncoded
        self.chain = chain
        self.request = request
        self.facts = facts
    }
}
