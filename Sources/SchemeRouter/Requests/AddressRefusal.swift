/// Why a text is not an address that can be paid here.
public enum AddressRefusal: Error, Sendable, Hashable {
    /// No form matches: a character, the length or the checksum is wrong.
    case malformed
    /// No form matches; the letters have one case although the forms have both.
    case caseFolded
    /// The checksum in the case of its letters is wrong.
    case wrongLetterCase
    /// An address of the same coin on another network.
    case otherNetwork(AddressForm)
    /// An address of these coins or networks, one or more.
    case otherCoins([AddressHolder])
    /// Its checksum is correct, but its Base58 version or other beginning is not this coin's.
    case otherVersion
    /// Its checksum is correct with another prefix.
    case otherPrefix(String)
    /// Something else, and what to do with it.
    case misplaced(String, advice: String)
    /// A private key. The text must not be repeated.
    case privateKey
    /// An extended public key.
    case extendedKey
    /// Recognised, but cannot be paid; with the reason, if the descriptor gives one. `isElsewhere`: whether it is also
    /// one of another network.
    case notPayable(why: String?, AddressForm? = nil, isElsewhere: Bool = false)
    /// It begins like an address with a name that cannot be paid, but is none.
    case resembles([AddressForm])

    /// The more informative of two refusals: one after a correct checksum says more than one about a prefix.
    package func orBetter(_ other: AddressRefusal) -> AddressRefusal {
        switch self {
        case .malformed, .otherPrefix: other
        default: self
        }
    }

    /// The kind of mistake.
    public var code: RequestError.Code {
        switch self {
        case .notPayable(_, _, isElsewhere: true): .wrongNetwork
        case .malformed, .caseFolded, .wrongLetterCase, .misplaced, .extendedKey, .notPayable, .resembles:
            .invalidAddress
        case .otherNetwork, .otherCoins, .otherVersion, .otherPrefix: .wrongNetwork
        case .privateKey: .privateKeyInAddress
        }
    }

    /// The error that refuses a link.
    /// - Parameters:
    ///   - range: the text's range in the link as received.
    ///   - parameter: the name of its parameter, if it has one.
    ///   - coin: the name of the link's coin, with its network unless that is the main one.
    ///   - hasSlashes: whether `//` follows the link's scheme, which makes some desktops lower-case the address.
    public func error(
        at range: Range<Int>?, parameter: String? = nil, coin: String, hasSlashes: Bool = false
    ) -> RequestError {
        RequestError(
            code, message(coin: coin), at: range, hint: hint(hasSlashes: hasSlashes), reason: reason,
            parameter: parameter, detected: detected)
    }

    private func message(coin: String) -> String {
        switch self {
        case .malformed: "This is not a valid address: a character, the length or the checksum is wrong."
        case .caseFolded: "All letters of this address have the same case, so it was changed on the way or is wrong."
        case .wrongLetterCase:
            "This is not a valid address: its capital and small letters form a checksum, which is wrong."
        case .otherNetwork(let form): "This is an address for the \(form.network.rawValue) network of \(coin)."
        case .otherCoins(let holders):
            "This is an address for \(holders.map(\.description).joined(separator: " or ")), not for \(coin)."
        case .otherVersion: "This is an address for another coin or network, not for \(coin)."
        case .otherPrefix(let prefix):
            "This address begins with \(Quoted(prefix, limit: 83)): it is not for \(coin) on this network."
        case .misplaced(let name, _): "This is \(name), not an address of \(coin)."
        case .privateKey: "A private key was given instead of an address."
        case .extendedKey: "An extended key was given instead of an address."
        case .notPayable(let why, let form, _):
            (form?.name).map { "This is a \(coin) \($0) (\(form?.network.rawValue ?? "") network)" }
                .map { name in "\(name)\(why.map { ": \($0)" } ?? ", which cannot be paid here")." }
                ?? "This address cannot be paid\(why.map { ": \($0)" } ?? "")."
        case .resembles(let forms):
            "This looks like a \(coin) \(Self.names(of: forms)), but a character, the length or the checksum is wrong."
        }
    }

    private func hint(hasSlashes: Bool) -> String? {
        switch self {
        case .malformed: "Ask the sender for the link again; a single wrong character can cause this."
        case .caseFolded where !hasSlashes: "Ask the sender for the link again."
        case .caseFolded:
            Remedy.paste.text(
                { "Some desktops lower-case what follows “//”. Ask for a link without “//”, or paste it into \($0)." },
                or: "Some desktops lower-case what follows “//”. Ask for a link without “//”, or copy it.")
        case .wrongLetterCase: "Ask the sender for the link again; some programs change the case of letters."
        case .otherNetwork, .otherCoins, .otherVersion, .otherPrefix:
            "Paying it with the wrong coin would lose the money."
        case .misplaced(_, let advice): advice
        case .privateKey: "Whoever made this link exposed the key. Its money is no longer safe."
        case .extendedKey: "Ask for an address instead."
        case .notPayable(_, let form, _):
            form?.name == nil
                ? "Ask the sender for another address."
                : "Open the link with a wallet that pays such addresses, or ask the sender for another one."
        case .resembles: "Ask the sender for the link again; a single wrong character can cause this."
        }
    }

    private var reason: String? {
        switch self {
        case .caseFolded: "addressCaseFolded"
        case .wrongLetterCase: "addressLetterCase"
        case .extendedKey: RequestError.extendedKey
        case .notPayable(_, let form, _): form?.reason ?? "addressNotPayable"
        case .resembles: RequestError.misspeltOther
        default: nil
        }
    }

    /// The names of forms, each once: “Platform address or shielded address”.
    private static func names(of forms: [AddressForm]) -> String {
        forms.compactMap(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            .joined(separator: " or ")
    }

    private var detected: [CoinID]? {
        if case .otherCoins(let holders) = self { holders.map(\.coin) } else { nil }
    }
}

/// A coin to which an address belongs.
public struct AddressHolder: Sendable, Hashable, CustomStringConvertible {
    public let coin: CoinID
    /// Its name for people.
    public let title: String
    /// Which of its networks has the address.
    public let network: NetworkKind

    public init(_ coin: CoinID, title: String, network: NetworkKind) {
        (self.coin, self.title, self.network) = (coin, title, network)
    }

    /// The coin's name, with the network unless it is the main one.
    public var description: String { network == .main ? title : "\(title) (\(network.rawValue) network)" }
}
