import Foundation
import SchemeRouter
import Synchronization
import Testing

@testable import RouterProgram

/// How the command line shows long work, and how Ctrl-C ends it.
@Suite struct ProgressTests {
    /// A line whose clock stands still until it is moved, and what it wrote.
    private final class Screen: Sendable {
        private let time = Mutex(ContinuousClock.now)
        private let text = Mutex("")

        func line(isTerminal: Bool) -> ProgressLine {
            ProgressLine(isTerminal: isTerminal, now: { self.time.withLock { $0 } }) { text in
                self.text.withLock { $0 += text }
            }
        }

        func wait(_ duration: Duration) { time.withLock { $0 += duration } }

        /// What was written since this was asked last.
        var written: String {
            text.withLock { text in
                defer { text = "" }
                return text
            }
        }
    }

    private static let half = WorkProgress("Looking", done: 50, total: 100)

    @Test("work that is over within a second shows nothing", arguments: [false, true])
    func quick(isTerminal: Bool) {
        let screen = Screen()
        let line = screen.line(isTerminal: isTerminal)
        line.report(Self.half)
        screen.wait(.milliseconds(999))
        line.report(Self.half)
        line.end()
        #expect(screen.written.isEmpty)
    }

    @Test("on a terminal one line changes, ten times a second at most, and is gone in the end")
    func terminal() {
        let screen = Screen()
        let line = screen.line(isTerminal: true)
        screen.wait(.seconds(1))
        line.report(Self.half)
        #expect(screen.written == "\r\u{1B}[2K[############············] Looking: 50 of 100")
        line.report(Self.half)
        screen.wait(.milliseconds(99))
        line.report(Self.half)
        #expect(screen.written.isEmpty)
        screen.wait(.milliseconds(1))
        line.report(WorkProgress("Looking", done: 75, total: 100))
        #expect(screen.written.hasSuffix("[##################······] Looking: 75 of 100"))
        line.end()
        #expect(screen.written == "\r\u{1B}[2K")
        screen.wait(.seconds(9))
        line.report(Self.half)
        line.end()
        #expect(screen.written.isEmpty)
    }

    @Test("elsewhere there are whole lines without control characters, one every ten seconds")
    func log() {
        let screen = Screen()
        let line = screen.line(isTerminal: false)
        screen.wait(.seconds(1))
        line.report(Self.half)
        #expect(screen.written == "Looking: 50 of 100\n")
        screen.wait(.milliseconds(9_999))
        line.report(Self.half)
        #expect(screen.written.isEmpty)
        screen.wait(.milliseconds(1))
        line.report(Self.half)
        #expect(screen.written == "Looking: 50 of 100\n")
        line.end()
        #expect(screen.written.isEmpty)
    }

    @Test(
        "numbers that make no sense make no bar that is too long",
        arguments: [
            (0, 10, "[························] Work: 0 of 10"), (10, 10, "[########################] Work: 10 of 10"),
            (99, 10, "[########################] Work: 10 of 10"), (-1, 10, "[························] Work: 0 of 10"),
            (Int.max, Int.max, "[########################] Work: \(Int.max) of \(Int.max)"),
            (7, 0, "Work: 7"), (7, nil, "Work: 7"), (0, nil, "Work …"), (-5, nil, "Work …"),
        ] as [(Int, Int?, String)])
    func bounds(done: Int, total: Int?, text: String) {
        #expect(ProgressLine.text(WorkProgress("Work", done: done, total: total), hasBar: true) == text)
    }

    @Test("Ctrl-C ends long work where it can be ended, with the exit code of a refusal")
    func interruption() async throws {
        // A shell lets its background jobs ignore this signal, and those that do are not stopped.
        let before = signal(SIGINT, SIG_DFL)
        defer { signal(SIGINT, before) }
        let isEnded = Mutex(false)
        let end = await #expect(throws: CommandEnd.self) {
            try await LongWork.run { _ in
                kill(getpid(), SIGINT)
                while !Task.isCancelled { await Task.yield() }
                isEnded.withLock { $0 = true }
            }
        }
        #expect(end?.code == .refused)
        #expect(isEnded.withLock { $0 })
    }
}
