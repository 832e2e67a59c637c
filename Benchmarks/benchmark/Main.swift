import Foundation
import RouterBitcoinFormat
import RouterDash
import SchemeRouter

/// Compares reading links with URL parsers, and the wallet's work with bare libsecp256k1, alternating in one run, so
/// that the ratio holds even if the machine's speed drifts.
@main
enum Main {
    static func main() async throws {
        guard CommandLine.arguments.count == 3 else {
            print("usage: benchmark COURIER PLUGIN-FOLDER")
            exit(64)
        }
        let courier = CommandLine.arguments[1]
        let links = corpus()
        let router = Router(routes: try RouteTable.load([.shipped]), plugins: [DashPlugin.name: DashPlugin()])
        let ada = ProcessInfo.processInfo.environment["ADA_LIBRARY"]
        guard LinkSpeed.run(links, router, ada: ada) else { exit(1) }
        try JournalSpeed.run()
        guard try ManySchemes.run(links) else {
            print("error: many schemes cost more than they may")
            exit(1)
        }
        guard try PluginPrograms.run(CommandLine.arguments[2]) else {
            print("error: a plugin program takes longer than it may")
            exit(1)
        }
        guard try ManyEntries.run() else {
            print("error: finding the programs of a scheme takes longer than it may")
            exit(1)
        }
        guard try await WalletWork.run(router, courier: courier) else {
            print("error: the wallet takes longer than it may")
            exit(1)
        }
    }

    /// Payment links with valid addresses of random hashes.
    private static func corpus() -> [[UInt8]] {
        (0..<256).map { number in
            let hash = Array(Digest.sha256([UInt8(number)]).prefix(20))
            let address = Base58Check.encode([76] + hash)
            return Array("dashwallet://pay=\(address)&amount=0.\(1_000 + number)&sender=myapp".utf8)
        }
    }
}

/// Something to measure.
struct Measurement {
    let name: String
    // Sendable, so that the closures are not isolated to the main actor, which would have to be looked up for every
    // link.
    private let body: @Sendable () -> Int
    private var rounds: [Int64] = []

    private let repetitions: Int
    private let clock: clockid_t

    /// - Parameters:
    ///   - repetitions: how often the body runs per round.
    ///   - usesThreads: whether the body starts threads. Then the time that passes is measured, not that of one thread.
    init(name: String, repetitions: Int = 40, usesThreads: Bool = false, _ body: @escaping @Sendable () -> Int) {
        self.name = name
        self.repetitions = repetitions
        self.clock = usesThreads ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID
        self.body = body
    }

    /// Runs the body often enough to measure, and records the time per link in nanoseconds.
    mutating func round(of links: Int) {
        let start = now()
        var sum = 0
        for _ in 0..<repetitions { sum &+= body() }
        let time = now() - start
        precondition(sum >= 0)
        rounds.append(time / Int64(repetitions * links))
    }

    var median: Int64 { rounds.sorted()[rounds.count / 2] }

    private func now() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
