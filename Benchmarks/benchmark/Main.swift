import Foundation
import RouterBitcoinFormat
import RouterDash
import SchemeRouter

/// Times reading links beside Foundation's URLComponents, and the wallet's work beside bare libsecp256k1, each in one run
/// and in turn, so that the ratio holds although the machine's speed drifts.
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
        let texts = links.map { String(decoding: $0, as: UTF8.self) }
        let length = links.map(\.count).reduce(0, +) / links.count
        var results = [
            Measurement(name: "split into parameters, with ranges") {
                links.reduce(0) { $0 + ((try? hasAmount($1)) == true ? 1 : 0) }
            },
            Measurement(name: "typed request, address and amount checked") {
                links.reduce(0) { $0 + ((try? router.request(from: $1)) == nil ? 1_000 : 0) }
            },
            Measurement(name: "typed request, and its reply compared with it") {
                links.reduce(0) { $0 + ((try? router.read($1)) == nil ? 1_000 : 0) }
            },
            Measurement(name: "Foundation URLComponents, host only") {
                texts.reduce(0) { $0 + (URLComponents(string: $1)?.host?.utf8.count ?? 0) }
            },
        ]
        for _ in 0..<15 {
            for index in results.indices { results[index].round(of: links.count) }
        }
        let reference = results[3].median
        print("\(links.count) links of \(length) bytes; median of 15 rounds in turn, CPU time")
        for result in results {
            let ratio = Double(result.median) / Double(reference)
            print(String(format: "%8lld ns a link  %5.2f × URLComponents  ", result.median, ratio) + result.name)
        }
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

    /// Everything the engine does to a link before it looks a descriptor up or reads a value.
    private static func hasAmount(_ bytes: [UInt8]) throws(RequestError) -> Bool {
        let link = try LinkBytes(bytes)
        try link.checkBytes(limit: Router.maxLinkLength)
        return try LinkParameters(bytes, AuthorityForm(bytes, body: link.body).parameters).has(.amount)
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

/// One thing that is timed.
struct Measurement {
    let name: String
    // Sendable, so that the closures are not the main actor's: it would be looked for at every link.
    private let body: @Sendable () -> Int
    private var rounds: [Int64] = []

    private let repetitions: Int

    /// - Parameter repetitions: how often the body runs in a round.
    init(name: String, repetitions: Int = 40, _ body: @escaping @Sendable () -> Int) {
        self.name = name
        self.repetitions = repetitions
        self.body = body
    }

    /// Runs the body often enough to measure, and keeps the time of one link in nanoseconds.
    mutating func round(of links: Int) {
        let start = Self.cpuTime()
        var sum = 0
        for _ in 0..<repetitions { sum &+= body() }
        let time = Self.cpuTime() - start
        precondition(sum >= 0)
        rounds.append(time / Int64(repetitions * links))
    }

    var median: Int64 { rounds.sorted()[rounds.count / 2] }

    private static func cpuTime() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
