import RouterEOSIO
import RouterEOSIOFamily
import SchemeRouter

/// Signing requests of EOSIO chains, `esr:` (EEP-7), for the accounts of every coin with a descriptor for its chain. A
/// request that this wallet cannot carry out is still read, explained and handed over unchanged.
public struct SigningRequestPlugin: AccountPlugin, LinkReader, DescribedLinkReader {
    /// The plugin's name in `schemes.yaml`.
    public static let name = "signing-request"

    public init() {}

    /// The coin of the request's chain, if this wallet can carry out the request completely.
    public func coin(of link: RoutedLink) -> CoinID? {
        guard let reading = try? Self.reading(of: link), OwnAnswer(to: reading, of: link) != nil else { return nil }
        return reading.coin?.id
    }

    /// The decoded request: links contain it compressed or not, and with two schemes.
    public func deduplicationKey(of link: RoutedLink) -> [UInt8]? {
        guard let split = try? DescribedLink(link), let piece = split.piece(.payload),
            let text = try? split.text(of: piece)
        else { return nil }
        return SigningRequest.bytes(ofPayload: text[...])
    }

    public func request(from link: RoutedLink) throws(RequestError) -> WalletRequest {
        let described = try DescribedRequest(link, by: self)
        guard link.coin.accountChain != nil else { return WalletRequest(described) }
        let reading = try Self.reading(of: link)
        guard reading.coin?.id == link.coin.id, let answer = OwnAnswer(to: reading, of: link) else {
            return WalletRequest(described)
        }
        return answer.request(described, of: link)
    }

    /// The callback with its blanks filled, or the posted object.
    public var replyForms: [ReplyForm] { [SigningReply.form] }

    /// Only success is reported: the protocol defines nothing else. The journal does not store the destination.
    public func reply(to request: ReplyRequest, ending: Ending) -> ReplyTemplate? {
        guard ending == .done, case .link(let request) = request else { return nil }
        return SigningReply.reply(to: request)
    }

    /// Any dapp may ask: the engine compares the required signer with the person's account.
    public func check(
        _ request: WalletRequest, by signer: AccountSigner, bindings: any BindingMemory
    ) throws(ServiceError) {}

    /// None: a proof of identity is a transaction.
    public func texts(
        for request: WalletRequest, by signer: AccountSigner, at time: UnixTime
    ) throws(ServiceError) -> [String] {
        throw ServiceError(.internalError, "This request has no text to sign.")
    }

    /// No binding is remembered.
    public func binding(after request: WalletRequest, by signer: AccountSigner) -> DappBinding? { nil }

    /// Decodes the request.
    public func payload(
        _ text: ArraySlice<UInt8>, at range: Range<Int>, of link: RoutedLink, formats: [InstructionFormat]
    ) throws(RequestError) -> DecodedPayload {
        try SigningRequestReading(text, at: range, of: link).payload
    }

    private static func reading(of link: RoutedLink) throws(RequestError) -> SigningRequestReading {
        let split = try DescribedLink(link)
        guard let piece = split.piece(.payload) else {
            throw RequestError(.missingParameter, "The link has no request.", at: link.body)
        }
        return try SigningRequestReading(try split.text(of: piece)[...], at: piece.range, of: link)
    }
}
