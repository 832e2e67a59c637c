import Foundation
import RouterBitcoinFamily
import RouterBitcoinFormat
import RouterDash
import RouterPluginPrograms
import SchemeRouter

/// The cost of running a plugin as a program: the same links through the Python sample, which keeps running, and
/// through Swift.
struct PluginPrograms {
    /// The maximum time for a link through the program, in milliseconds: a person waits for it.
    private static let goal = 5.0
    private static let rounds = 9

    /// Measures and prints. Returns false if the goal is missed.
    /// - Parameter sample: the folder of the sample.
    static func run(_ sample: String) throws -> Bool {
        let file = DescriptorFile(
            name: "abacus.yaml", bytes: Array(try Data(contentsOf: URL(fileURLWithPath: sample + "/abacus.yaml"))))
        let routes = try RouteTable.load([.shipped, file])
        let plugin = ProgramPlugin(PluginProgram(name: "abacus", path: sample + "/abacus-plugin"))
        let swift = Router(routes: routes, plugins: ["abacus": BitcoinLikePlugin(replies: DashReplies.all)])
        let program = Router(routes: routes, plugins: ["abacus": plugin])
        let links = (0..<64).map { number in
            let address = Base58Check.encode([23] + Array(Digest.sha256([UInt8(number)]).prefix(20)))
            return Array("abacus:pay=\(address)&amount=\(number + 1)&sender=myapp".utf8)
        }
        let start = ContinuousClock.now
        _ = try program.request(from: links[0])
        let first = start.duration(to: .now)
        var times: [(swift: Duration, program: Duration)] = []
        for _ in 0..<rounds {
            times.append((try time(links, swift, repetitions: 20), try time(links, program, repetitions: 1)))
        }
        // Wall time instead of processor time: the program's work happens in another process.
        let own = times.map(\.swift).sorted()[rounds / 2] / (20 * links.count)
        let other = times.map(\.program).sorted()[rounds / 2] / links.count
        let milliseconds = other / .milliseconds(1)
        print(
            String(
                format: "%8.0f links a second through a plugin in Python that is kept open, %.0f through Swift: %.1f × "
                    + "(goal: at most %.0f ms a link); the first takes %.0f ms",
                1_000 / milliseconds, .seconds(1) / own, other / own, goal, first / .milliseconds(1)))
        return milliseconds <= goal
    }

    private static func time(_ links: [[UInt8]], _ router: Router, repetitions: Int) throws -> Duration {
        let start = ContinuousClock.now
        for _ in 0..<repetitions {
            for link in links { _ = try router.request(from: link) }
        }
        return start.duration(to: .now)
    }
}
