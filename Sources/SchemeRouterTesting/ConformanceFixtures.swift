import Glibc
import SchemeRouter

/// What checks need besides the plugin, its descriptors and its links. Everything is optional; the report names what
/// could not be checked without it.
public struct ConformanceFixtures: Sendable {
    /// The network of the links.
    public var network: NetworkKind = .main
    /// Addresses of other networks and coins, which must not be accepted.
    public var foreignAddresses: [String] = []
    /// Whether addresses have a checksum that detects every single wrong character.
    public var addressesHaveChecksum = true
    /// The network of a coin, including its own wallet if the person's keys do not pay; nil for a network that has
    /// money at the addresses of a wallet that signs nothing.
    public var configuredNetwork: (@Sendable (CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork)?
    /// The address that the wallet would share; a plugin may need one of a certain kind. Nil for the recipient of the
    /// first payment.
    public var ownAddress: String?
    /// The person's account, for coins with named accounts.
    public var signer = AccountSigner(account: "signer", permission: "active")
    /// The accounts of dapps' users.
    public var bindings: [DappBinding] = []
    /// Lets time pass between two readings of the same links: 1.1 seconds by default.
    public var pause: @Sendable () async -> Void = { try? await Task.sleep(for: .milliseconds(1_100)) }
    /// The cost of work, in any unit; nil if it cannot be measured. By default, the processor time of its thread.
    public var cost: (@Sendable (_ work: () -> Void) -> Int64)? = Self.threadTime

    public init() {}

    /// The processor time of the thread in nanoseconds, as the minimum of several runs, to exclude other load.
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
