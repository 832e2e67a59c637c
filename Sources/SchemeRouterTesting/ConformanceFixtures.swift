import Glibc
import SchemeRouter

/// What checks need in addition to the plugin, its descriptors and its links. All of it can be left out; what then
/// cannot be checked is reported so.
public struct ConformanceFixtures: Sendable {
    /// Which of the coins' networks the links are about.
    public var network: NetworkKind = .main
    /// Addresses of other networks and coins, which must not be taken for addresses of these.
    public var foreignAddresses: [String] = []
    /// Whether addresses have a checksum, so that one wrong character is always found.
    public var addressesHaveChecksum = true
    /// The network of a coin, with its own wallet if the person's keys do not pay; nil for one that has money at the
    /// addresses of a wallet that signs nothing.
    public var configuredNetwork: (@Sendable (CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork)?
    /// The address that the wallet would share; a plugin may need one of its own kind. Nil for the recipient of the
    /// first payment.
    public var ownAddress: String?
    /// The person's account, for coins with named accounts.
    public var signer = AccountSigner(account: "signer", permission: "active")
    /// Which users of dapps are which accounts.
    public var bindings: [DappBinding] = []
    /// Lets time pass between two readings of the same links. Without anything else a second and a tenth go by.
    public var pause: @Sendable () async -> Void = { try? await Task.sleep(for: .milliseconds(1_100)) }
    /// What work costs, in any unit; nil if it cannot be measured here. Without anything else, the time that its thread
    /// computes.
    public var cost: (@Sendable (_ work: () -> Void) -> Int64)? = Self.threadTime

    /// Nothing but the usual.
    public init() {}

    /// The nanoseconds for which the thread computed, the least of several runs: what else the computer does counts little.
    @Sendable public static func threadTime(_ work: () -> Void) -> Int64 {
        var least = Int64.max
        for _ in 0..<5 {
            let start = clock()
            work()
            least = min(least, clock() - start)
        }
        return least
    }

    private static func clock() -> Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
