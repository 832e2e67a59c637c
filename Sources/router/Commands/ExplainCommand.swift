import ExactJSON
import Glibc
import SchemeRouter
import Synchronization

/// `router explain`: says what a link would do, without a wallet, prompt, network or write.
struct ExplainCommand {
    let arguments: LinkArguments

    var isBatch: Bool { arguments.source == .batch }

    func runBatch(_ options: GlobalOptions) async throws -> ExitCode {
        var batch = try BatchExplanation(options)
        try await batch.run()
        return .done
    }

    /// Explains one link.
    func run(_ options: GlobalOptions) throws -> ExitCode {
        switch arguments.source {
        case .batch: preconditionFailure("The links of a batch take several threads.")
        case .argument(let link):
            return try explain(givenBytes(of: link), options)
        case .standardInput:
            return try explain(try StandardStreams.readLink(), options)
        case .picture(let source):
            let found = try PictureLinks(in: source, options)
            let link = try found.only()
            if !arguments.isJSON, let says = found.says(link) { StandardStreams.print(says) }
            return try explain(link, options)
        }
    }

    private func explain(_ link: [UInt8], _ options: GlobalOptions) throws -> ExitCode {
        if arguments.isJSON { return try explainAsJSON(link, options) }
        let context = try AppContext(options, for: link)
        var explanation = Explanation(of: link, by: context.router)
        var code = ExitCode.done
        if case .failure(let error) = explanation.reading {
            code = ExitCode(error)
            explanation.suggest(among: options)
            StandardStreams.complain(explanation.text)
        } else {
            StandardStreams.print(explanation.text)
        }
        // Exit here: freeing all of that would take as long as reading the link.
        withExtendedLifetime(context) { withExtendedLifetime(explanation) { ProgramEnd.exit(code) } }
    }

    /// Names the other wallets, too. That means reading the desktop's files, which the output for people does not wait
    /// for.
    private func explainAsJSON(_ link: [UInt8], _ options: GlobalOptions) throws -> ExitCode {
        let context = try AppContext(options, for: link)
        var explanation = Explanation(of: link, by: context.router)
        explanation.suggest(among: options)
        explanation.handOver = HandOverReport(of: explanation.reading, link, context)
        var json = JSONWriter()
        explanation.write(to: &json)
        StandardStreams.print(json.string)
        if case .failure(let error) = explanation.reading { return ExitCode(error) }
        return .done
    }
}

/// Explains the links on standard input, one a line, in order, on one thread per processor.
struct BatchExplanation {
    private let explainers: [Explainer]
    /// The explanations in progress, earliest lines first; an explainer has at most one of them.
    private var running: [(explainer: Explainer, task: Task<Void, Never>)] = []
    private var started = 0

    /// The longest link with white space around it, as `explain -` reads it.
    fileprivate static let maxLineLength = StandardStreams.maxLinkLength

    init(_ options: GlobalOptions) throws {
        let processors = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 64)
        explainers = try (0..<processors).map { _ in Explainer(try AppContext(options).router) }
    }

    /// Ends with the input, or when nothing more can be printed. Memory use does not grow with the number of links, and
    /// answers do not wait for input that has not arrived yet.
    mutating func run() async throws {
        var lines = InputLines(limit: Self.maxLineLength)
        do {
            while let piece = try lines.next() {
                if !piece.isEmpty, !(await start(piece)) { return }
                if !InputLines.isReady, !(await finish()) { return }
            }
        } catch {
            // The lines before the failure were complete.
            _ = await finish()
            throw error
        }
        _ = await finish()
    }

    /// - Returns: whether earlier answers could be printed.
    private mutating func start(_ lines: [UInt8]) async -> Bool {
        if running.count == explainers.count, !(await writeFirst()) { return false }
        let explainer = explainers[started % explainers.count]
        started += 1
        running.append((explainer, Task { explainer.explain(lines) }))
        return true
    }

    private mutating func writeFirst() async -> Bool {
        let (explainer, task) = running.removeFirst()
        await task.value
        return explainer.write()
    }

    private mutating func finish() async -> Bool {
        while !running.isEmpty {
            guard await writeFirst() else { return false }
        }
        return true
    }
}

/// Explains some lines at a time.
private final class Explainer: Sendable {
    /// Its own: threads that count references to the same values slow each other down.
    private let router: Router
    /// The answers to the last lines, in memory that is used for all of them in turn.
    private let answers = Mutex(JSONWriter())

    init(_ router: Router) {
        self.router = router
    }

    func explain(_ lines: [UInt8]) {
        answers.withLock { json in
            json.removeAll()
            InputLines.each(of: lines) { link in
                if link.count > BatchExplanation.maxLineLength {
                    Explanation.write(refusal(of: link), to: &json)
                } else {
                    Explanation.write(link, by: router, to: &json)
                }
                json.endLine()
            }
        }
    }

    /// The error about a line that is too long for a link, of which only the beginning was read.
    private func refusal(of line: [UInt8]) -> RequestError {
        let end = BatchExplanation.maxLineLength
        let overlong = RequestError(
            .urlTooLong, "The line is longer than a link can be.", at: end..<end + 1,
            hint: "Ask the sender for a shorter link.")
        do throws(RequestError) {
            _ = try router.read(line)
            return overlong
        } catch {
            return error.code == .urlTooLong ? error : overlong
        }
    }

    /// - Returns: whether all answers could be printed.
    func write() -> Bool {
        answers.withLock { $0.withBytes { StandardStreams.write($0, to: STDOUT_FILENO) } }
    }
}
