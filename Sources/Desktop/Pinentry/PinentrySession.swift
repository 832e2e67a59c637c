import RouterBytes
import RouterLinux
import SchemeRouter

/// One run of pinentry, which shows one dialogue.
struct PinentrySession: ~Copyable {
    private var connection: AssuanConnection
    private let limits: PromptLimits
    /// Where the program shows its dialogues.
    let kind: PromptKind
    /// The previous state of the terminal: a text pinentry that is killed does not restore it.
    private let terminal: TerminalState?

    /// Starts `program` and sends what all dialogues share.
    ///
    /// All errors here are `PromptError/unavailable(_:)`: nothing has been shown yet, so another prompt may ask.
    static func open(
        _ program: String, title: String, environment: [String: String], terminal: OwnTerminal?, limits: PromptLimits
    ) throws(PromptError) -> PinentrySession {
        do throws(PromptError) {
            return try start(program, title: title, environment: environment, terminal: terminal, limits: limits)
        } catch {
            guard case .interrupted(let reason) = error else { throw error }
            throw .unavailable("\(program) does not work: \(reason)")
        }
    }

    private static func start(
        _ program: String, title: String, environment: [String: String], terminal: OwnTerminal?, limits: PromptLimits
    ) throws(PromptError) -> PinentrySession {
        let deadline = limits.deadline()
        var variables = ProcessEnvironment.clean(environment)
        if terminal != nil { variables["TERM"] = environment["TERM"] }
        let state = terminal.flatMap { TerminalState.of($0.input) }
        let spawn = Spawn(program: program, arguments: [program], environment: variables)
        let child = try rethrowing(try ChildProcess.start(spawn)) { (error: SystemError) in
            PromptError.unavailable("\(program) does not start: \(error)")
        }
        var connection = AssuanConnection(to: child)
        try connection.greeting(until: deadline)
        for option in options(terminal: terminal, environment: environment) {
            // An option that the program does not know affects the look of the dialogue, not its meaning.
            _ = try connection.send("OPTION", Array(option.utf8), until: deadline)
        }
        let flavour = try connection.send("GETINFO", Array("flavor".utf8), takesData: true, until: deadline)
        let name = flavour.data.withBytes { String(decoding: Array($0), as: UTF8.self) }
        var session = PinentrySession(
            connection: connection, limits: limits, kind: PromptKind(flavour: name, environment: variables),
            terminal: state)
        try session.set("SETTITLE", AssuanEncoding.encode(title), until: deadline)
        try session.set("SETTIMEOUT", Array(String(limits.seconds).utf8), until: deadline)
        return session
    }

    // `allow-external-password-cache` is left out on purpose: with it, a keyring would store the passcode.
    private static func options(terminal: OwnTerminal?, environment: [String: String]) -> [String] {
        var options: [(String, String)] = []
        if let terminal {
            options.append(("ttyname", terminal.name))
            options.append(("ttytype", environment["TERM"] ?? "dumb"))
        }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        options.append(("lc-ctype", locale ?? "C.UTF-8"))
        return options.filter { $0.1.utf8.count < 200 && $0.1.unicodeScalars.allSatisfy { (0x21...0x7E) ~= $0.value } }
            .map { "\($0.0)=\($0.1)" }
    }

    /// Shows all pages but the last, and sets up the last one with the button `agree`.
    private mutating func turnPages(of dialogue: Dialogue, until deadline: inout Deadline) throws(PromptError) {
        // The person could agree to a question without words.
        guard !dialogue.pages.isEmpty else { throw .unavailable("there is nothing to show") }
        try turn(dialogue.pages.dropLast(), refuse: dialogue.refuse, until: &deadline)
        try set("SETDESC", AssuanEncoding.encode(dialogue.pages.last ?? ""), until: deadline)
        try set("SETOK", AssuanEncoding.encodeLabel(dialogue.agree), until: deadline)
        try set("SETCANCEL", AssuanEncoding.encodeLabel(dialogue.refuse), until: deadline)
    }

    private mutating func turn(
        _ pages: ArraySlice<String>, refuse: String, until deadline: inout Deadline
    ) throws(PromptError) {
        for page in pages {
            deadline = limits.deadline()
            try set("SETDESC", AssuanEncoding.encode(page), until: deadline)
            try set("SETOK", AssuanEncoding.encodeLabel("Next"), until: deadline)
            try set("SETCANCEL", AssuanEncoding.encodeLabel(refuse), until: deadline)
            try demand(try connection.send("CONFIRM", until: deadline).status)
        }
        deadline = limits.deadline()
    }

    /// See ``Prompt/confirm(_:)``. Asks for the word `yes` unless the program certainly has a window, because in a
    /// terminal the return key agrees to whatever is shown; and whenever the dialogue requires it.
    mutating func confirm(_ dialogue: Dialogue) throws(PromptError) {
        var deadline = limits.deadline()
        try turnPages(of: dialogue, until: &deadline)
        if kind != .window || dialogue.mustBeTyped {
            let answer = try typed(prompt: "Type yes to agree:", mistake: nil, until: deadline)
            guard answer.withBytes({ $0.elementsEqual("yes".utf8) }) else { throw .refused }
        } else {
            try demand(try connection.send("CONFIRM", until: deadline).status)
        }
    }

    /// What the person typed below the dialogue.
    mutating func text(_ dialogue: Dialogue, label: String, mistake: String?) throws(PromptError) -> Secret {
        var deadline = limits.deadline()
        try turnPages(of: dialogue, until: &deadline)
        return try typed(prompt: label, mistake: mistake, until: deadline)
    }

    /// See ``Prompt/choose(_:otherwise:)``. Any answer but a number refuses.
    mutating func choose(_ dialogue: Dialogue, otherwise: String) throws(PromptError) -> Choice {
        let options = [PromptOption(dialogue.agree), PromptOption(otherwise)]
        return try number(dialogue, from: options, tries: 1) == 0 ? .agreed : .otherwise
    }

    /// The position of the option whose number the person typed. pinentry-gnome3 shows no third button, and text
    /// programs have no real buttons, so all programs show numbered options. The button beside the field says that it
    /// takes a number.
    mutating func number(
        _ dialogue: Dialogue, from options: [PromptOption], tries: Int
    ) throws(PromptError) -> Int {
        let list = NumberedList(options, refuse: dialogue.refuse)
        let question = Dialogue(title: dialogue.title, pages: dialogue.pages, agree: "OK", refuse: dialogue.refuse)
        var deadline = limits.deadline()
        try turnPages(of: question.followed(by: list.lines), until: &deadline)
        for attempt in 0..<tries {
            let mistake = attempt == 0 ? nil : NumberedList.mistake
            let answer = try typed(prompt: list.label, mistake: mistake, until: limits.deadline())
            if let position = try list.position(of: answer) { return position }
        }
        throw .refused
    }

    /// See ``Prompt/tell(_:)``. Closing the window also counts as an answer.
    mutating func tell(_ dialogue: Dialogue) throws(PromptError) {
        var deadline = limits.deadline()
        try turnPages(of: dialogue, until: &deadline)
        let status = try connection.send("MESSAGE", until: deadline).status
        if case .failed(let code, _) = status, AssuanStatus.reason(code) == AssuanStatus.cancelled { return }
        try demand(status)
    }

    /// Ends the program and restores the terminal.
    consuming func close() {
        let terminal = terminal
        connection.close(until: Deadline(in: limits.grace))
        _ = consume connection
        terminal?.restore()
    }

    private mutating func typed(
        prompt: String, mistake: String?, until deadline: Deadline
    ) throws(PromptError) -> Secret {
        try set("SETPROMPT", AssuanEncoding.encode(prompt), until: deadline)
        if let mistake { try set("SETERROR", AssuanEncoding.encode(mistake), until: deadline) }
        let answer = try connection.send("GETPIN", takesData: true, until: deadline)
        try demand(answer.status)
        return answer.data
    }

    /// The text of an error without the name of the library that reports it, as in `No such file <Pinentry>`.
    private static func withoutSource(_ text: String) -> Substring {
        guard text.hasSuffix(">"), let end = text.lastIndex(of: "<") else { return text[...] }
        let words = text[..<end]
        return words.last == " " ? words.dropLast() : words
    }

    private mutating func set(_ command: String, _ text: [UInt8], until deadline: Deadline) throws(PromptError) {
        try demand(try connection.send(command, text, until: deadline).status)
    }

    private func demand(_ status: AssuanStatus) throws(PromptError) {
        guard case .failed(let code, let text) = status else { return }
        switch AssuanStatus.reason(code) {
        case AssuanStatus.cancelled, AssuanStatus.notConfirmed: throw .refused
        case AssuanStatus.timeout: throw .timedOut
        default: throw .unavailable("the prompt program reports “\(Self.withoutSource(text))”")
        }
    }
}
