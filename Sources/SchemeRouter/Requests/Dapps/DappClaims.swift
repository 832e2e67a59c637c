/// What a dapp says about itself and how to answer it. Claims, never an identity: anybody can write
/// them (Documentation/protocols/mykey.md §1.5 and §2).
public struct DappClaims: Sendable, Hashable {
    /// Its protocol, by the plugin's name for it.
    public let dialect: String
    /// What it calls itself.
    public let name: ForeignText?
    /// The key that MYKEY gave the dapp, or a substitute.
    public let appKey: String?
    /// Who the person is for the dapp (`uuID`).
    public let userID: String?
    /// What the dapp calls the person.
    public let userName: ForeignText?
    /// What it says the request is for.
    public let note: ForeignText?
    /// Its own number for the request.
    public let orderID: ForeignText?
    /// Where its server expects the result; nil if it does not.
    public let server: ServerAddress?
    /// The link that wakes it; nil where it is not woken.
    public let wake: WakeLink?
    /// Whether the request came in the SDK's encoding. Anybody can write that too.
    public let isEncoded: Bool
    /// The link itself, where it goes back to the dapp.
    public let request: String?
    /// What the link says, where other programs carry such links out as well and read them themselves.
    public let facts: [LinkFact]

    /// Creates claims.
    public init(
        dialect: String, name: ForeignText?, appKey: String?, userID: String?, userName: ForeignText?,
        note: ForeignText?, orderID: ForeignText?, server: ServerAddress?, wake: WakeLink?, isEncoded: Bool,
        request: String? = nil, facts: [LinkFact] = []
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
        self.request = request
        self.facts = facts
    }
}
