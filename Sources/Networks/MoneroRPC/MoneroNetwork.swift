import RouterNetworkBackend
import SchemeRouter

/// A network of Monero, as config.yaml names it.
enum MoneroNetwork: String, Sendable, Hashable, CaseIterable {
    case main, test, stage
    /// A private network of the person's own, whose addresses look like those of the main one.
    case regtest

    var kind: NetworkKind {
        switch self {
        case .main: .main
        case .test, .stage: .test
        case .regtest: .regtest
        }
    }

    /// The first characters of its primary addresses and subaddresses.
    private var beginnings: String {
        switch self {
        case .main, .regtest: "48"
        case .stage: "57"
        case .test: "9AB"
        }
    }

    func has(_ address: String) -> Bool { address.first.map(beginnings.contains) ?? false }

    /// The lowest height that a wallet of the main network can have read: nothing else tells that network from a private one.
    /// It was above this in 2023.
    static let lowestHeight = 3_000_000
}
