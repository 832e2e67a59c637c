import SchemeRouter

/// A kind of network from another package, for coins with addresses; a value is what the person wrote under such a coin
/// in `networks` of config.yaml. Only that file chooses a network (S7).
///
/// A family whose keys are not in the person's wallet returns a `NodeWallet` from ``network(_:)``: it signs, and the
/// engine asks and records before instructing it.
public protocol AddedNetwork: Sendable, Hashable {
    /// The name after `use:`. It must differ from all built-in names.
    static var name: String { get }

    /// Whether it is a practice ledger, with practice money (S14), which uses no network. All its texts start by saying
    /// so.
    static var isPractice: Bool { get }

    /// Its settings in addition to `use:`. All are text.
    static var settings: [String] { get }

    /// Reads the settings.
    /// - Parameter settings: the values that were written, by setting name.
    init(settings: [String: String], of coin: CoinDescriptor) throws(SettingMistake)

    /// The network of a coin. It opens no connection before it is asked (S13), and connects only through
    /// ``NetworkContext/connections``.
    func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork

    /// The findings for `router doctor`: whether a payment over it would work. Each check takes at most five seconds.
    func checks(_ context: NetworkContext) async -> [HealthCheck]
}

extension AddedNetwork {
    /// No settings.
    public static var settings: [String] { [] }

    /// No checks.
    public func checks(_ context: NetworkContext) async -> [HealthCheck] { [] }

    /// The type as a ``NetworkUse`` of this package.
    package static var use: any NetworkUse.Type { AddedUse<Self>.self }
}

/// A setting that cannot be used.
public struct SettingMistake: Error, Sendable, Hashable {
    /// The setting; nil if the coin cannot use this network at all.
    public let setting: String?
    /// The problem.
    public let message: String
    /// What to do about it.
    public let hint: String?

    /// Creates a mistake; its position in config.yaml is added later.
    public init(in setting: String? = nil, _ message: String, hint: String? = nil) {
        self.setting = setting
        self.message = message
        self.hint = hint
    }
}

/// Wraps another package's network as a ``NetworkUse``.
struct AddedUse<Added: AddedNetwork>: NetworkUse {
    static var name: String { Added.name }
    static var servesAccounts: Bool { false }
    static var isPractice: Bool { Added.isPractice }
    static var keys: [String] { [networkKey] + Added.settings.filter { $0 != networkKey } }

    let added: Added

    static func read(
        _ fields: Fields, of coin: CoinDescriptor, on network: NetworkKind, _ document: inout DocumentReader
    ) -> CoinNetwork? {
        var texts: [String: String] = [:]
        for key in Added.settings where key != networkKey && fields[key] != nil {
            guard let text = document.required(key, in: fields, { $0.text($1) }) else { return nil }
            texts[key] = text
        }
        do throws(SettingMistake) {
            return CoinNetwork(use: AddedUse(added: try Added(settings: texts, of: coin)), network: network)
        } catch {
            let entry = fields.entry(error.setting ?? "use")
            document.note(
                .invalidValue, at: entry?.value.mark, in: entry?.value ?? fields.node, error.message, hint: error.hint)
            return nil
        }
    }

    func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork {
        let network = try added.network(context)
        // Practice money is never mistaken for real money, nor one coin for another (S14).
        guard network.id == context.id(isPractice: Self.isPractice) else {
            throw ServiceError(
                .internalError, "The network “\(Self.name)” returned a different network than requested.",
                hint: "This is a bug in the network plugin; please report it.")
        }
        return network
    }

    func checks(_ context: NetworkContext) async -> [HealthCheck] { await added.checks(context) }
}
