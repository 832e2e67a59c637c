/// What `sign` takes (Documentation/protocols/mykey.md §4).
public final class SignRequest {
    /// The text to be signed.
    public var message = ""
    /// The dapp's server, which receives the signature before the dapp.
    public var callbackUrl: String?

    /// An empty one.
    public init() {}

    var checked: SigningRequest { SigningRequest(message, server: callbackUrl) }
}
