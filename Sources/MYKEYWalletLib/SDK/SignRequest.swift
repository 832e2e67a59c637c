/// The argument of `sign` (Documentation/protocols/mykey.md §4).
public final class SignRequest {
    /// The text to sign.
    public var message = ""
    /// The dapp's server, which receives the signature before the dapp.
    public var callbackUrl: String?

    /// An empty request.
    public init() {}

    var checked: SigningRequest { SigningRequest(message, server: callbackUrl) }
}
