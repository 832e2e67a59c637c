/// The argument of `authorize` (Documentation/protocols/mykey.md §4).
public final class AuthorizeRequest {
    /// The name of the dapp's user, for the person.
    public var userName: String?
    /// The dapp's server, which receives the signed login before the dapp.
    public var callbackUrl: String?
    /// A description for the person.
    public var info: String?

    /// An empty request.
    public init() {}

    /// The other documented spelling of ``callbackUrl``.
    public var callBackUrl: String? {
        get { callbackUrl }
        set { callbackUrl = newValue }
    }

    var checked: LoginRequest { LoginRequest(userName: userName, info: info, server: callbackUrl) }
}
