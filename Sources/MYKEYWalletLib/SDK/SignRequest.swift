/// What `sign` takes (seed document, “Class SignRequest”).
public final class SignRequest {
    /// The text to be signed.
    public var message = ""
    /// The dapp's server, which gets the signature before the dapp does.
    public var callbackUrl: String?

    /// An empty one.
    public init() {}

    var checked: SigningRequest { SigningRequest(message, server: callbackUrl) }
}
