import RouterNetworkBackend
import SchemeRouter

/// Tells from the age of a server's newest block whether the network went on without it: nothing else in the protocol
/// says so.
struct BlockClock: Sendable {
    let coin: CoinDescriptor
    let kind: NetworkKind
    /// The time; nil if nobody has a clock.
    let now: (@Sendable () -> UnixTime)?

    /// Nil if unknown.
    func age(of block: NewestBlock?) -> String? { now.flatMap { block?.ageText(at: $0()) } }

    /// Nil if there is nothing to warn of. A private network has a block only when somebody wants one.
    func warning(about server: LineServer, _ block: NewestBlock?) -> String? {
        guard kind != .regtest, let now else { return nil }
        return block?.warning(about: "\(server)", coin.networks[kind]?.upgrade, coin.title, at: now())
    }
}
