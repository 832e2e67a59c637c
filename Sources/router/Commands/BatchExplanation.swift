import Glibc
import SchemeRouter

/// The links of standard input, a line each, explained in their order by as many threads as there are processors.
struct BatchExplanation {
    /// A router for each thread, because threads that count references to the same values slow each other down.
    private let routers: [Router]
    /// What is being explained, the first lines first; a router has at most one of them.
    private var running: [Task<[UInt8], Never>] = []
    private var started = 0

    init(_ options: GlobalOptions) throws {
        let processors = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 64)
        routers = try (0..<processors).map { _ in try Installation(options).router }
    }

    /// Ends with the input. Memory stays flat however many links there are, and answers do not wait for input that is not
    /// there yet.
    mutating func run() async {
        var lines = InputLines(limit: Router.maxJSONLinkLength)
        var piece: [[UInt8]] = []
        var size = 0
        while let line = lines.next() {
            piece.append(line)
            size += line.count
            let isReady = lines.isReady
            guard size > 32_768 || !isReady else { continue }
            await start(piece)
            piece.removeAll()
            size = 0
            if !isReady { await finish() }
        }
        await start(piece)
        await finish()
    }

    private mutating func start(_ links: [[UInt8]]) async {
        if running.count == routers.count { StandardStreams.write(await running.removeFirst().value, to: 1) }
        let router = routers[started % routers.count]
        started += 1
        running.append(
            Task {
                var output: [UInt8] = []
                for link in links {
                    Explanation(of: link, by: router).json.write(to: &output)
                    output.append(UInt8(ascii: "\n"))
                }
                return output
            })
    }

    private mutating func finish() async {
        for task in running { StandardStreams.write(await task.value, to: 1) }
        running.removeAll()
    }
}
