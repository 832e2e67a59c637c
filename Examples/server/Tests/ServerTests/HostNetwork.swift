import Foundation

/// The network of one host: a network namespace of Linux, which only root can make.
struct HostNetwork: Sendable {
    /// Where the database listens, and from where workers may come.
    static let (database, addresses) = ("10.77.0.1", "10.77.0.0/24")
    /// How workers of all hosts connect to it.
    static let info = "host=\(database) dbname=postgres user=worker"

    private static let tool = ["/usr/sbin/ip", "/sbin/ip"].first(where: FileManager.default.isExecutableFile)

    /// Whether this process may make such networks.
    static let isPossible: Bool = {
        guard getuid() == 0, let probe = try? Pair() else { return false }
        probe.remove()
        return true
    }()

    private let name: String

    private init(_ name: String) throws {
        self.name = "links-\(name)-\(getpid())"
        try Self.ip("netns", "add", self.name)
    }

    /// What a program in this network is started by.
    var entering: [String] { [Self.tool ?? "ip", "netns", "exec", name] }

    private func remove() { try? Self.ip("netns", "delete", name) }

    private static func ip(_ arguments: String...) throws {
        guard let tool else { throw Mistake("“ip” is not installed") }
        try PostgresServer.run(tool, arguments)
    }

    /// Two networks with a link between them, which can be cut. The database is at the first.
    final class Pair: Sendable {
        let first: HostNetwork
        let second: HostNetwork

        init() throws {
            first = try HostNetwork("a")
            do {
                second = try HostNetwork("b")
            } catch {
                first.remove()
                throw error
            }
            do {
                try join()
            } catch {
                remove()
                throw error
            }
        }

        private func join() throws {
            try HostNetwork.ip(
                "link", "add", "links", "netns", first.name, "type", "veth", "peer", "name", "links", "netns",
                second.name)
            for (network, address) in [(first, HostNetwork.database), (second, "10.77.0.2")] {
                try HostNetwork.ip("-n", network.name, "address", "add", address + "/24", "dev", "links")
                for device in ["lo", "links"] { try HostNetwork.ip("-n", network.name, "link", "set", device, "up") }
            }
        }

        /// Cuts the link at the database's end, as a broken cable would: the other host hears nothing.
        func cut() throws { try HostNetwork.ip("-n", first.name, "link", "set", "links", "down") }

        func mend() throws { try HostNetwork.ip("-n", first.name, "link", "set", "links", "up") }

        func remove() {
            first.remove()
            second.remove()
        }
    }
}
