import RouterDialogue
import RouterLinux
import RouterSecrets
import SchemeRouter

/// A running `router-window`, which shows one question after the other.
///
/// Anything that is not the answer to the question that was asked is `PromptError/interrupted(_:)`: then nothing was agreed
/// to, whatever the person saw.
struct WindowSession: ~Copyable {
    /// What was answered, with the secret if one was asked for.
    struct Answer: ~Copyable {
        let answer: WindowAnswer
        let secret: Secret?
    }

    private let child: ChildProcess
    private let secrets: OwnedDescriptor
    private let limits: WindowLimits
    private var received: [UInt8] = []
    private var id = 0

    /// Starts the program and waits until it says that it can ask.
    ///
    /// All errors are `PromptError/unavailable(_:)`: nothing was shown yet.
    static func start(
        _ program: String, environment: [String: String], limits: WindowLimits
    ) throws(PromptError) -> WindowSession {
        let spawn = Spawn(
            program: program, arguments: [program], environment: WindowProgram.environment(environment))
        var session = try rethrowing(try begin(spawn, limits)) { (error: SystemError) in
            PromptError.unavailable("it does not start: \(error)")
        }
        let deadline = Deadline(in: limits.start)
        do throws(PromptError) {
            guard case .ready(let version) = try session.report(until: deadline) else {
                throw .unavailable("it did not say what it is")
            }
            guard version == WindowProtocol.version else {
                throw .unavailable("it speaks version \(version), and this program \(WindowProtocol.version)")
            }
        } catch {
            guard case .interrupted(let reason) = error else { throw error }
            throw .unavailable(reason)
        }
        return session
    }

    private static func begin(_ spawn: Spawn, _ limits: WindowLimits) throws(SystemError) -> WindowSession {
        let pipe = try OwnedDescriptor.pipe()
        let child = try ChildProcess.start(spawn, more: [.descriptor(pipe.writing.number)])
        return WindowSession(child: child, secrets: pipe.keepingReading(), limits: limits)
    }

    private init(child: consuming ChildProcess, secrets: consuming OwnedDescriptor, limits: WindowLimits) {
        self.child = child
        self.secrets = secrets
        self.limits = limits
    }

    /// Shows a question and waits for its answer.
    mutating func ask(_ question: WindowQuestion) throws(PromptError) -> Answer {
        var question = question
        id += 1
        (question.id, question.nonce, question.seconds) = (id, Self.nonce(), limits.seconds)
        try send(.ask(question))
        return try answer(to: question.nonce, question.form)
    }

    /// Asks the last question again, because the secret was wrong.
    mutating func askAgain(_ form: WindowQuestion.Form, mistake: String) throws(PromptError) -> Answer {
        id += 1
        let nonce = Self.nonce()
        try send(.again(id: id, nonce: nonce, mistake: mistake))
        return try answer(to: nonce, form)
    }

    /// Lets the window close. It stays ready for another question.
    mutating func finish() throws(PromptError) { try send(.finish) }

    private static func nonce() -> String {
        String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
    }

    private func send(_ order: WindowOrder) throws(PromptError) {
        let isSent = try rethrowing(try child.write(order.line, until: Deadline(in: limits.silence))) {
            (_: SystemError) in PromptError.interrupted("it ended")
        }
        guard isSent else { throw hanging() }
    }

    private mutating func answer(to nonce: String, _ form: WindowQuestion.Form) throws(PromptError) -> Answer {
        let end = Deadline(in: limits.whole)
        while true {
            switch try report(until: Deadline(in: limits.silence)) {
            case .ready: throw .interrupted("it answered what was not asked")
            case .alive:
                if end.isOver { throw .timedOut }
            case .answer(let id, let said, let answer):
                guard id == self.id, said.utf8.elementsEqual(nonce.utf8), form.allows(answer) else {
                    throw .interrupted("it answered what was not asked")
                }
                guard case .secret(let count) = answer else { return Answer(answer: answer, secret: nil) }
                return Answer(answer: answer, secret: try secret(of: count))
            }
        }
    }

    /// Reads a secret from its pipe into guarded memory (S8).
    private func secret(of count: Int) throws(PromptError) -> Secret {
        let deadline = Deadline(in: limits.silence)
        var problem: PromptError?
        let secret = Secret(capacity: count) { memory in
            var length = 0
            while length < count {
                guard (try? deadline.wait(forReading: secrets.number)) == true else { break }
                let read = Linux.read(secrets.number, into: &memory, from: length)
                guard read > 0 else { break }
                length += read
            }
            if length < count { problem = .interrupted("it did not send what was typed") }
            return length
        }
        if let problem { throw problem }
        return secret
    }

    private mutating func report(until deadline: Deadline) throws(PromptError) -> WindowReport {
        while true {
            if let end = received.firstIndex(of: 0x0A) {
                let line = Array(received[..<end])
                received.removeSubrange(...end)
                return try rethrowing(try WindowReport(line: line)) { (_: WindowProtocolError) in
                    PromptError.interrupted("it sent an invalid answer")
                }
            }
            guard received.count < WindowProtocol.longestReport else { throw .interrupted("its answer was too long") }
            var chunk = [UInt8](repeating: 0, count: 4_096)
            let count = try rethrowing(try child.read(into: &chunk, until: deadline)) { (_: SystemError) in
                PromptError.interrupted("it ended")
            }
            guard let count else { throw hanging() }
            guard count > 0 else { throw .interrupted("it ended") }
            received += chunk[..<count]
        }
    }

    /// A window that hangs gets no more time.
    private func hanging() -> PromptError {
        child.kill()
        return .interrupted("it did not respond")
    }
}

extension WindowQuestion.Form {
    /// Whether it can be an answer to such a question.
    fileprivate func allows(_ answer: WindowAnswer) -> Bool {
        switch (self, answer) {
        case (_, .refused), (_, .timedOut), (.confirm, .agreed), (.choose, .agreed), (.choose, .otherwise),
            (.tell, .agreed):
            true
        case (.secret, .secret(let count)): (1...WindowProtocol.longestSecret).contains(count)
        case (.line, .typed): true
        case (.select(let options), .selected(let position)): options.indices.contains(position)
        default: false
        }
    }
}
