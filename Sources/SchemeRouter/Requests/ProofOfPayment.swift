/// Where the payer's wallet must send the proof of a payment (BIP321, "pop").
///
/// The link contains the beginning of another link. The name of the paid instruction, `=`, and the whole transaction in
/// hex are appended to it.
public struct ProofOfPayment: Sendable, Hashable {
    /// The text in front of the proof, byte for byte as in the link.
    public let prefix: String
    /// The scheme of that text, in the link's own case.
    public let scheme: String
    /// What was paid: `onchain` for the address before the parameters, otherwise the name of a parameter.
    public let instruction: String
    /// Whether the payment must not be made if the proof cannot be given (`req-pop`).
    public let isRequired: Bool

    /// Reads a `pop` parameter. It may go wherever callbacks may (S4), except that BIP321 also forbids what opens in a
    /// browser.
    /// - Parameters:
    ///   - parameter: the parameter as it was split.
    ///   - instruction: the name of what is paid.
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
