import Glibc
import RouterLinux
import RouterProcesses
import RouterSecrets
import SchemeRouter

/// One dialogue on a terminal. Each page has its own time limit.
struct TerminalSession {
    private static let longestLine = 1_024

    private let terminal: OwnTerminal
    private let timeout: Duration

    /// Throws if the terminal is no longer ours: a background process would compete with the shell for input.
    static func open(_ terminal: OwnTerminal, timeout: Duration) throws(PromptError) -> TerminalSession {
        guard terminal.isOurs else { throw .unavailable("the terminal now belongs to another program") }
        return TerminalSession(terminal: terminal, timeout: timeout)
    }

    /// Shows the title and all pages. The person turns them with the return key.
    func show(_ dialogue: Dialogue) throws(PromptError) {
        try write("\n\(dialogue.title)\n")
        for page in dialogue.pages.dropLast() {
            try write("\n\(page)\n")
            _ = try ask("\nReturn: next page, Ctrl-C: \(dialogue.refuse) ")
        }
        try write("\n\(dialogue.pages.last ?? "")\n\n")
    }

    /// Shows `label` and reads a line. Earlier input is discarded.
    func ask(_ label: String) throws(PromptError) -> Secret {
        tcflush(terminal.input, TCIFLUSH)
        try write(label)
        return try line(interruptedBy: nil)
    }

    /// The same without showing the input. The terminal is restored on every exit, including signals.
    func askHidden(_ label: String) throws(PromptError) -> Secret {
        guard let state = TerminalState.of(terminal.input), let signals = TerminalSignals.catch() else {
            throw .unavailable("the terminal cannot hide what is typed")
        }
        let result = Result { () throws(PromptError) in
            guard state.hideTyping() else { throw .unavailable("the terminal cannot hide what is typed") }
            try write(label)
            return try line(interruptedBy: signals.descriptor)
        }
        state.restore()
        signals.release()
        return try result.get()
    }

    /// Writes one of our own texts, made safe for a terminal.
    func write(_ text: String) throws(PromptError) {
        guard Linux.writeAll(terminal.output, Array(VisibleText.of(text).utf8).span) else {
            throw .unavailable("the terminal cannot be written to: \(SystemError.last)")
        }
    }

    private func line(interruptedBy signals: Int32?) throws(PromptError) -> Secret {
        let deadline = Deadline(in: timeout)
        var requests = [pollfd(fd: terminal.input, events: Int16(POLLIN), revents: 0)]
        if let signals { requests.append(pollfd(fd: signals, events: Int16(POLLIN), revents: 0)) }
        guard try rethrowing(try deadline.wait(for: &requests), { (_: SystemError) in PromptError.refused }) else {
            try write("\nNobody answered.\n")
            throw .timedOut
        }
        if requests.count > 1, requests[1].revents != 0 { throw .refused }
        // The terminal does the line editing and delivers whole lines. A line that fills the buffer was longer than
        // that.
        var length = 0
        let typed = Secret(capacity: Self.longestLine) { memory in
            length = max(0, Linux.read(terminal.input, into: &memory))
            return length > 0 && memory[length - 1] == 0x0A ? length - 1 : length
        }
        guard length > 0, length < Self.longestLine else {
            tcflush(terminal.input, TCIFLUSH)
            throw .refused
        }
        return typed
    }
}
