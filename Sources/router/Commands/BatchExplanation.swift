import ExactJSON
import Glibc
import SchemeRouter

/// Explains the links on standard input, one a line, in order, on one thread per processor.
struct BatchExplanation {
    /// One router per thread: threads that count references to the same values slow each other down.
    private let routers: [Router]
    /// The explanations in progress, earliest lines first; a router has at most one of them.
    private var running: [Task<JSONWriter, Never>] = []
    private var started = 0

    init(_ options: GlobalOptions) throws {
        let processors = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 64)
        routers = try (0..<processors).map { _ in try Installation(options).router }
    }

    /// Ends with the input, or when nothing more can be printed. Memory use does not grow with the number of links, and
    /// answers do not wait for input that has not arrived yet.
    mutating func run() async throws {
        var lines = InputLines(limit: Router.maxJSONLinkLength)
        while let piece = try lines.next() {
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
                // Answers are about six times as long as links.
                var json = JSONWriter(capacity: lines.count * 7)
                InputLines.each(of: lines, limit: Router.maxJSONLinkLength) { link in
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
