/// Why a link is rejected: a code, what is wrong, where, and what to do.
public struct RequestError: Error, Sendable, Equatable {
    /// The kind of mistake. The raw values are those of `explain --json`.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// Not a link this grammar can read.
        case malformedURL
        /// Longer than its grammar allows.
        case urlTooLong
        /// A bad `%` escape, bytes that are not UTF-8, or a control character.
        case invalidEncoding
        /// No descriptor has the scheme, or it is only reserved.
        case unsupportedScheme
        /// Neither a payment nor a known request.
        case unknownAction
        /// More than one request at once.
        case ambiguousAction
        /// The descriptor does not offer this action for the scheme.
        case unsupportedAction
        /// A required parameter is missing.
        case missingParameter
        /// A repeated parameter, with or without `req-`.
        case duplicateParameter
        /// A `req-` parameter that this wallet does not support (S3).
        case unsupportedRequiredParameter
        /// The sender is not a URL scheme.
        case invalidSender
        /// The sender is a scheme that must not receive callbacks (S4).
        case forbiddenSender
        /// The account is not a number from 0 to 2^31-1.
        case invalidAccount
        /// Not an address: bad characters, length or checksum.
        case invalidAddress
        /// An address of another coin or network.
        case wrongNetwork
        /// A private key was given instead of an address.
        case privateKeyInAddress
        /// The address fits several coins, and the link does not say which.
        case ambiguousCoin
        /// The amount is not a decimal number.
        case invalidAmount
        /// The amount has more fraction digits than the coin.
        case amountTooPrecise
        /// The amount is zero or more than can exist.
        case amountOutOfRange
        /// The amount is below the dust limit.
        case dust
        /// A lock within seconds is required but switched off.
        case lockRequired = "instantSendRequired"
        /// The link has a BIP70 payment request and no address.
        case paymentProtocolUnsupported
        /// The ways to pay that a link offers ask for different amounts.
        case inconsistentInstructions
        /// A dapp's request cannot be decoded, or has an invalid member.
        case invalidRequest
        /// A dapp asks for a chain that is not supported.
        case unsupportedChain
        /// The request has expired.
        case expired
        /// More text than can be shown before consent.
        case tooMuchToShow
        /// The plugin that reads such links failed. The link may be valid.
        case pluginFailed
        /// The person's own descriptor of the scheme has mistakes. The link may be valid.
        case brokenDescriptor
    }

    /// The kind of mistake.
    public let code: Code
    /// What is wrong, for the person. Parts that could be a private key or a seed are `[hidden]` (S8), here and in
    /// ``hint`` and ``parameter``.
    public let message: String
    /// Half-open byte offsets in the link as received; nil if no place is known.
    public var range: Range<Int>?
    /// What to do about it.
    public var hint: String? {
        didSet { hint = hint.map(KeyMaterial.hidden(inSentence:)) }
    }
    /// A finer reason for programs, such as `addressCaseFolded`.
    public var reason: String?
    /// The parameter, without `req-`.
    public var parameter: String? {
        didSet { parameter = parameter.map(KeyMaterial.hidden(in:)) }
    }
    /// The coins that an address of another network belongs to.
    public var detected: [CoinID]?
    /// The coins that an ambiguous address fits.
    public var candidates: [CoinID]?
    /// The error number of the dapp's protocol. It helps people find the mistake; the dapp does not receive it.
    public var dappCode: Int?
    /// Whether nothing of the link may be shown, because such links have secrets (S8).
    package var hidesLink = false

    public init(
        _ code: Code, _ message: String, at range: Range<Int>? = nil, hint: String? = nil, reason: String? = nil,
        parameter: String? = nil, detected: [CoinID]? = nil, candidates: [CoinID]? = nil
    ) {
        self.code = code
        self.message = KeyMaterial.hidden(inSentence: message)
        self.range = range
        self.hint = hint.map(KeyMaterial.hidden(inSentence:))
        self.reason = reason
        self.parameter = parameter.map(KeyMaterial.hidden(in:))
        self.detected = detected
        self.candidates = candidates
    }

    /// Errors are equal if code and place are: the wording may change.
    public static func == (left: RequestError, right: RequestError) -> Bool {
        left.code == right.code && left.range == right.range
    }
}

extension RequestError: CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public var description: String { [message, hint].compactMap(\.self).joined(separator: " ") }
}

extension RequestError {
    /// The error for a byte that other programs would read differently (S1).
    package static func stray(
        _ bytes: [UInt8], at offset: Int, _ place: String, hint: String? = nil
    ) -> RequestError {
        let character = Character(Unicode.Scalar(bytes[offset]))
        return RequestError(
            .malformedURL, "“\(character)” is not allowed \(place).", at: offset..<offset + 1, hint: hint)
    }
}

/// What the requesting app is told if its request is not carried out and the person allows it.
///
/// One code covers everything that can end a request without effect. More codes would reveal what the person did not
/// agree to reveal: if “not enough money” differed from “refused”, or both from “the network said no”, a page could
/// find out a balance by asking for more and less. Silence reveals something, too. So whatever ends before the person
/// saw anything is silent, whatever the reason (`FailureNotice`), and whatever fails after the balance is read is shown
/// and reported like a refusal (`LinkExecution`).
public enum FailureCode: String, Sendable, Hashable, CaseIterable {
    /// The person saw the request, and nothing was done: refused or impossible.
    case declined
    /// The person agreed and a payment was signed, but whether the network accepted it is not known: a server that
    /// rejects it may have kept it. Asking again could pay twice.
    case unknown
}
