import Glibc
import RouterLinux
import RouterSecrets
import SchemeRouter
import Synchronization

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

/// Delays signals that would end this process while input is hidden, so that the terminal is restored first.
///
/// Only a handler can do this: the library cannot block signals in threads that it does not own. The handler is
/// installed only while a passcode is typed, and only one passcode is typed at a time. Ignored signals stay ignored.
struct TerminalSignals: ~Copyable {
    private static let caught: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// Where the handler writes; -1 while nothing listens.
    private static let listener = Atomic<Int32>(-1)

    private let pipe: Pipe
    private let previous: [Linux.Action]

    /// Starts catching. Nil if another caller already does, or the system provides no pipe.
    static func `catch`() -> TerminalSignals? {
        guard let pipe = try? OwnedDescriptor.pipe() else { return nil }
        let listens = listener.compareExchange(
            expected: -1, desired: pipe.writing.number, ordering: .sequentiallyConsistent)
        guard listens.exchanged else { return nil }
        return TerminalSignals(pipe: pipe)
    }

    private init(pipe: consuming Pipe) {
        _ = fcntl(pipe.writing.number, F_SETFL, O_NONBLOCK)
        self.pipe = pipe
        previous = Linux.handle(Self.caught, exceptIgnored: true) { signal in
            let saved = errno
            let listener = TerminalSignals.listener.load(ordering: .sequentiallyConsistent)
            Linux.writeByte(listener, UInt8(truncatingIfNeeded: signal))
            errno = saved
        }
    }

    /// Readable after a signal.
    var descriptor: Int32 { pipe.reading.number }

    /// Stops catching, and delivers a signal that was caught.
    consuming func release() {
        Linux.restore(previous)
        Self.listener.store(-1, ordering: .sequentiallyConsistent)
        _ = fcntl(pipe.reading.number, F_SETFL, O_NONBLOCK)
        var number: [UInt8] = [0]
        guard Linux.read(pipe.reading.number, into: &number) == 1 else { return }
        // Raised in this thread, so that it takes effect before we continue; a signal to the process might arrive after
        // the answer. Dispatch's threads, and threads that they start, block signals.
        let mask = Linux.mask(SIG_UNBLOCK, [Int32(number[0])])
        raise(Int32(number[0]))
        Linux.mask(SIG_SETMASK, mask)
    }
}

/// The settings of a terminal: echo, line editing, special keys.
struct TerminalState: Sendable {
    private let descriptor: Int32
    private let settings: termios

    /// The current state of the terminal at `descriptor`; nil if that is not a terminal.
    static func of(_ descriptor: Int32) -> TerminalState? {
        var settings = termios()
        guard Linux.tcgetattr(descriptor, &settings) == 0 else { return nil }
        return TerminalState(descriptor: descriptor, settings: settings)
    }

    /// Restores this state. Discards unread input.
    func restore() { Linux.tcsetattr(descriptor, TCSAFLUSH, settings) }

    /// Stops showing input, except the end of the line, and discards earlier input.
    ///
    /// The suspend key is disabled meanwhile: the shell would return with echo switched off.
    func hideTyping() -> Bool {
        var hidden = settings
        hidden.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK)
        hidden.c_lflag |= tcflag_t(ICANON | ISIG | ECHONL)
        hidden.disable(VSUSP)
        return Linux.tcsetattr(descriptor, TCSAFLUSH, hidden) == 0
    }
}

/// The terminal of the person who started this process.
///
/// A desktop, or any program, starts the handler of a link, with any descriptors. A terminal counts as the person's own
/// only if input and output are the same device and this process is in its foreground.
public struct OwnTerminal: Sendable, Equatable {
    let input: Int32
    let output: Int32
    /// The path of the device, such as `/dev/pts/3`.
    public let name: String

    /// The terminal of this process, from its standard input and standard error; nil if it has none.
    public static func find() -> OwnTerminal? { find(input: STDIN_FILENO, output: STDERR_FILENO) }

    static func find(input: Int32, output: Int32) -> OwnTerminal? {
        guard isatty(input) == 1, isatty(output) == 1, let typed = device(input), typed == device(output) else {
            return nil
        }
        guard let path = Linux.ttyname(input) else { return nil }
        let terminal = OwnTerminal(input: input, output: output, name: path)
        return terminal.isOurs ? terminal : nil
    }

    /// Whether this process is now in the foreground of the terminal.
    var isOurs: Bool { tcgetpgrp(input) == getpgrp() }

    /// The columns of a line of a dialogue here: a prompt program draws a frame around it. A terminal of fewer than 46
    /// columns breaks lines again.
    var textColumns: Int { min(60, max(40, (Linux.terminalColumns(input) ?? 80) - Self.frame)) }

    /// pinentry-curses takes 5 columns for its frame and margins, and leaves the last one of the terminal empty.
    private static let frame = 6

    private static func device(_ descriptor: Int32) -> dev_t? {
        guard let status = Linux.fstat(descriptor), status.kind == S_IFCHR else { return nil }
        return status.st_rdev
    }
}
