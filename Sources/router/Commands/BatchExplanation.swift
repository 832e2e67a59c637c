import ExactJSON
import Glibc
import SchemeRouter

/// The links of standard input, a line each, explained in their order by as many threads as there are processors.
struct BatchExplanation {
    /// A router for each thread, because threads that count references to the same values slow each other down.
    private let routers: [Router]
    /// What is being explained, the first lines first; a router has at most one of them.
    private var running: [Task<JSONWriter, Never>] = []
    private var started = 0

    init(_ options: GlobalOptions) throws {
        let processors = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 64)
        routers = try (0..<processors).map { _ in try Installation(options).router }
    }

    /// Ends with the input, or when nothing can be printed any more. Memory stays flat however many links there are, and
    /// answers do not wait for input that is not there yet.
    mutating func run() async {
        var lines = InputLines(limit: Router.maxJSONLinkLength)
        while let piece = lines.next() {
            if !piece.isEmpty, !(await start(piece)) { return }
            if !InputLines.isReady, !(await finish()) { return }
        }
        _ = await finish()
    }

    /// - Returns: whether earlier answers could be printed.
    private mutating func start(_ lines: [UInt8]) async -> Bool {
        if running.count == routers.count, !(await writeFirst()) { return false }
        let router = routers[started % routers.count]
        started += 1
        running.append(
            Task {
                // Answers are some six times as long as links.
                var json = JSONWriter(capacity: lines.count * 7)
                InputLines.each(of: lines) { link in
                    Explanation.write(link, by: router, to: &json)
                    json.endLine()
                }
                return json
            })
        return true
    }

    private mutating func writeFirst() async -> Bool {
        await running.removeFirst().value.withBytes { StandardStreams.write($0, to: STDOUT_FILENO) }
    }

    private mutating func finish() async -> Bool {
        while !running.isEmpty {
            guard await writeFirst() else { return false }
        }
        return true
    }
}
