/// Where the payer's wallet is to send the proof of a payment (BIP321, "pop").
///
/// The link gives the beginning of another link. It is followed by the name of the instruction that was paid, `=`, and
/// the whole transaction in hex.
public struct ProofOfPayment: Sendable, Hashable {
    /// What the proof is appended to, exactly as given.
    public let prefix: String
    /// The scheme with which it begins, as given.
    public let scheme: String
    /// What was paid: `onchain` for the address in front of the parameters, otherwise the name of a parameter.
    public let instruction: String
    /// Whether nothing may be paid where the proof cannot be given (`req-pop`).
    public let isRequired: Bool

    /// Reads a `pop` parameter. It may go where callbacks may (S4); BIP321 forbids what opens in a browser too.
    /// - Parameters:
    ///   - parameter: the parameter as it was split.
    ///   - instruction: what is paid.
    ///   - link: the link.
    public init(
        _ parameter: LinkParameter, paying instruction: String, of link: RoutedLink
    ) throws(RequestError) {
        let routes = link.routes
        scheme = try ProofLink.scheme(of: parameter.value, at: parameter.range) { routes.isOwnScheme($0) }
        prefix = String(decoding: parameter.value, as: UTF8.self)
        self.instruction = instruction
        isRequired = parameter.isRequired
    }
}
