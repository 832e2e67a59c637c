import Glibc
import RouterLinux
import RouterProcesses
import SchemeRouter

/// Shows lists in a desktop window, and asks everything else with another prompt.
///
/// In such a window the return key may select a row, so it is used only for ``select(_:from:)``. If the result is
/// neither one of our numbers nor a refusal, the other prompt asks. This includes the end of the program by a signal or
/// with its display.
struct ListPrompt: Prompt {
    let program: ListProgram
    let then: any Prompt
    let environment: [String: String]
    /// Seconds until an unanswered list counts as refused, and how much longer the program may run.
    let limits: PromptLimits

    func confirm(_ dialogue: Dialogue) async throws(PromptError) { try await then.confirm(dialogue) }

    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        try await then.passcode(dialogue, mistake: mistake)
    }

    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        try await then.line(dialogue, label: label, mistake: mistake)
    }

    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice {
        try await then.choose(dialogue, otherwise: otherwise)
    }

    var columns: Int { then.columns }

    func tell(_ dialogue: Dialogue) async throws(PromptError) { try await then.tell(dialogue) }

    func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int {
        let shown = try await OwnThread.run { () throws(PromptError) in try show(dialogue, options) }
        if let shown { return shown }
        return try await then.select(dialogue, from: options)
    }

    /// The position that the person selected; nil if the program did not report one.
    private func show(_ dialogue: Dialogue, _ options: [PromptOption]) throws(PromptError) -> Int? {
        let deadline = limits.deadline()
        let spawn = Spawn(
            program: program.path, arguments: program.arguments(dialogue, options, seconds: limits.seconds),
            environment: ProcessEnvironment.clean(environment).merging(program.variables) { $1 })
        let said: [UInt8]?
        let end: ProcessEnd?
        var errors: [UInt8] = []
        do throws(SystemError) {
            let pipe = try OwnedDescriptor.pipe()
            // Nothing reads the pipe until the program has ended, so writing to it must not block.
            for number in [pipe.writing.number, pipe.reading.number] { _ = fcntl(number, F_SETFL, O_NONBLOCK) }
            let child = try ChildProcess.start(spawn, error: .descriptor(pipe.writing.number))
            said = try child.readAll(limit: Self.longestAnswer, until: deadline)
            if let said, said.count > Self.longestAnswer { child.kill() }
            end = child.end(until: deadline)
            errors = [UInt8](repeating: 0, count: Self.longestErrors)
            errors.removeSubrange(Swift.max(0, Linux.read(pipe.reading.number, into: &errors))...)
        } catch {
            return nil
        }
        guard let said, let end else { throw .timedOut }
        switch end.status {
        // zenity then also reports the selected row.
        case 5 where program.kind == .zenity: throw .timedOut
        case program.refusal:
            if program.kind == .kdialog, ListProgram.lostDisplay(errors) { return nil }
            throw .refused
        case 0: return options.indices.first { said == Array("\($0 + 1)\n".utf8) }
        default: return nil
        }
    }

    private static let longestAnswer = 64
    /// The capacity of a pipe.
    private static let longestErrors = 65_536
}
