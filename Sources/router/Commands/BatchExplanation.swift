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

    /// Ends with the input, or when nothing can be printed any more. Memory stays flat however many links there are, and answers do not wait for input that is not
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
            guard await start(piece) else { return }
            piece.removeAll()
            size = 0
            if !isReady, !(await finish()) { return }
        }
        if await start(piece) { _ = await finish() }
    }

    /// - Returns: whether earlier answers could be printed.
    private mutating func start(_ links: [[UInt8]]) async -> Bool {
        if running.count == routers.count, !StandardStreams.write(await running.removeFirst().value, to: STDOUT_FILENO)
        {
            return false
        }
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
        return true
    }

    private mutating func finish() async -> Bool {
        while !running.isEmpty {
            guard StandardStreams.write(await running.removeFirst().value, to: STDOUT_FILENO) else { return false }
        }
        return true
    }
}
