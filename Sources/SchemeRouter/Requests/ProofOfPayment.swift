/// Where the payer's wallet is to send the proof of a payment (BIP321, "pop").
///
/// The link gives the beginning of another link. It is followed by the name of the instruction that was paid, `=`, and
/// the whole transaction in hex.
public struct ProofOfPayment: Sendable, Hashable {
    /// The longest beginning that is read, in bytes after decoding.
    public static let maxLength = 1_024

    /// What the proof is appended to, exactly as given.
    public let prefix: String
    /// The scheme with which it begins, as given.
    public let scheme: String
    /// What was paid: `onchain` for the address in front of the parameters, otherwise the name of a parameter.
    public let instruction: String
    /// Whether nothing may be paid where the proof cannot be given (`req-pop`).
    public let isRequired: Bool

    /// Reads a `pop` parameter. It may go where callbacks may (S4); BIP321 forbids what opens in a browser too.
    /// - Parameter instruction: what is paid.
    public init(
        _ parameter: LinkParameter, paying instruction: String, of link: RoutedLink
    ) throws(RequestError) {
        scheme = try Self.scheme(of: parameter.value, routes: link.routes, at: parameter.range)
        prefix = String(decoding: parameter.value, as: UTF8.self)
        self.instruction = instruction
        isRequired = parameter.isRequired
    }

    /// The scheme with which the beginning of a proof's link begins, where a proof may go there.
    package static func scheme(
        of value: some Collection<UInt8>, routes: RouteTable, at range: Range<Int>?
    ) throws(RequestError) -> String {
        guard let colon = value.firstIndex(of: UInt8(ascii: ":")), Sender.isScheme(value[..<colon]),
            value.count <= maxLength, value.allSatisfy(\.standsInLinks)
        else {
            throw RequestError(
                .invalidSender, "The proof of payment would go to an invalid link.", at: range,
                hint: "“pop” is the beginning of a link, such as “myapp:”, percent-encoded once.", parameter: "pop")
        }
        let scheme = String(decoding: value[..<colon], as: UTF8.self)
        if let reason = CallbackRules.reasonToRefuse(scheme: scheme, routes: routes) {
            throw RequestError(
                .forbiddenSender, "“\(scheme)” must not receive a proof of payment: \(reason).", at: range,
                hint: "The proof must go to the requesting app's own scheme.", parameter: "pop")
        }
        return scheme
    }
}

extension UInt8 {
    /// Whether RFC 3986 allows the byte in a link: letters, digits, and some symbols.
    fileprivate var standsInLinks: Bool {
        isASCIILetter || isASCIIDigit || "-._~:/?#[]!$&'()*+,;=%".utf8.contains(self)
    }
}
