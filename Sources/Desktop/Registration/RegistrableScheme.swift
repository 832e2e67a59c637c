import SchemeRouter

/// A scheme of the descriptors from the desktop's point of view: its MIME types, and whether we take it without being
/// asked.
public struct RegistrableScheme: Sendable, Hashable {
    /// When a scheme is registered.
    public enum Standing: String, Sendable, Hashable {
        /// By default.
        case standard
        /// Only if the person names it: other wallets open such links, too.
        case byName = "by-name"
        /// Never: its links are not supported yet.
        case reserved
    }

    /// The scheme in lower case.
    public let name: String
    /// Its name for people.
    public let title: String
    /// The ids of its coins; empty if they are not known yet.
    public let coins: [String]
    /// Schemes, in lower case, whose links have the same meaning.
    public let aliases: [String]
    /// When it is registered.
    public let standing: Standing

    /// The scheme that a descriptor describes.
    public init(_ descriptor: SchemeDescriptor) {
        let standing: Standing =
            if !descriptor.isEnabled {
                .reserved
            } else {
                // Links that begin with an address belong to a coin and not to one wallet, and other programs open
                // links that only a descriptor describes.
                descriptor.grammar == .bip21 || descriptor.grammar == .uri ? .byName : .standard
            }
        self.init(
            name: descriptor.name, title: descriptor.title, coins: descriptor.coins.map(\.name),
            aliases: descriptor.aliases,
            standing: standing)
    }

    init(name: String, title: String, coins: [String], aliases: [String] = [], standing: Standing = .standard) {
        self.name = name
        self.title = title
        self.coins = coins
        self.aliases = aliases
        self.standing = standing
    }

    /// The MIME types that desktops use for links of the scheme and of its aliases.
    public var types: [String] { ([name] + aliases).map { Self.typePrefix + $0 } }

    static let typePrefix = "x-scheme-handler/"

    /// Whether `type` is the type of a scheme (RFC 3986 3.1, lower case): it contains nothing that could end a line or
    /// a list.
    static func isType(_ type: String) -> Bool {
        guard type.hasPrefix(typePrefix) else { return false }
        let name = type.utf8.dropFirst(typePrefix.utf8.count)
        return Sender.isScheme(name) && !name.contains { (0x41...0x5A).contains($0) }
    }
}
