import Synchronization

/// Proof that the person answered a dialogue that showed a request and who hears its result (S4).
///
/// Without one, nothing about a failed request leaves this program (``FailureNotice``). Only a ``Conversation`` creates
/// one, from an answer: a dialogue that nobody answered, or whose program crashed, may never have been seen.
struct AnsweredRequest: Sendable {
    let receiver: Receiver

    fileprivate init(receiver: Receiver) {
        self.receiver = receiver
    }
}

/// Talks with the person about one link: the plugin's questions and the consent (S5).
final class Conversation: Sendable {
    let services: Services
    let consent: ConsentText
    private let answer = Mutex<AnsweredRequest?>(nil)

    /// How many wrong amounts may be typed before the link counts as refused.
    private static let tries = 3

    init(services: Services, consent: ConsentText) {
        self.services = services
        self.consent = consent
    }

    var link: ReadLink { consent.link }

    var answered: AnsweredRequest? { answer.withLock { $0 } }

    /// Shows a dialogue that says what is requested and who hears of it. Both agreeing and refusing are answers.
    private func show<Value: ~Copyable>(
        _ dialogue: () async throws(PromptError) -> Value
    ) async throws(PromptError) -> Value {
        let value: Value
        do throws(PromptError) {
            value = try await dialogue()
        } catch {
            if error == .refused { noteAnswer() }
            throw error
        }
        noteAnswer()
        return value
    }

    private func noteAnswer() {
        answer.withLock { $0 = AnsweredRequest(receiver: consent.receiver) }
    }

    /// Tells the person that the request cannot be carried out and that the requesting app will hear of it. Returns
    /// whether they saw it.
    func tell(_ announcement: Announcement) async -> Bool {
        guard await announcement.adding(consent.afterwards).show(by: services.prompt) else { return false }
        noteAnswer()
        return true
    }

    /// - Parameter most: the most that can be paid; nil if unknown.
    func ask(_ question: Question, _ answers: Answers, most: Amount?) async throws -> Answers {
        var answers = answers
        let dialogue = try consent.question(question, most: most)
        switch question {
        case .amount:
            guard answers.amount == nil else { throw Self.askedTwice }
            return try await askAmount(dialogue, answers, most)
        case .lock(let name, isRequired: true):
            guard answers.usesLock == nil else { throw Self.askedTwice }
            try await requireLock(dialogue, name)
            answers.usesLock = true
        case .lock(_, isRequired: false):
            guard answers.usesLock == nil else { throw Self.askedTwice }
            let choice = try await show { () throws(PromptError) in
                try await services.prompt.choose(dialogue, otherwise: "Pay without it")
            }
            answers.usesLock = choice == .agreed
        }
        return answers
    }

    /// If the link requires the lock, a person who does not switch it on refuses the link: a normal payment is not
    /// offered.
    private func requireLock(_ dialogue: Dialogue, _ name: String) async throws {
        do throws(PromptError) {
            try await show { () throws(PromptError) in try await services.prompt.confirm(dialogue) }
        } catch {
            guard error == .refused else { throw error }
            throw RequestError(
                .lockRequired, "The link requires \(name), which is switched off, so nothing was paid.",
                hint: "Use \(name) for this payment, or switch it on in config.yaml.", parameter: "IS")
        }
    }

    /// Asks which of these payments to make; nil if there is no choice. The answer agrees to nothing yet.
    func choose(among choices: [LevelledPayment]) async throws -> LevelledPayment? {
        guard let question = try consent.feeQuestion(about: choices) else { return nil }
        let picked = try await show { () throws(PromptError) in
            try await services.prompt.select(question.dialogue, from: question.options)
        }
        guard choices.indices.contains(picked) else { throw PromptError.refused }
        return choices[picked]
    }

    /// Shows how the same link ended before and throws unless the person wants to go on.
    func goOn(after text: ReplayText) async throws {
        let shown = try consent.layOut(groups: text.groups, isPractice: text.entry.request.chain.isPractice)
        try await services.prompt.confirm(
            Dialogue(title: consent.title, text: shown, agree: text.agree, refuse: "Stop"))
    }

    /// Shows everything that will be done. Returns the opened wallet if the action needs it, after the correct
    /// passcode.
    ///
    /// Throws ``ServiceError/Code/tooManyPasscodes`` after too many wrong ones.
    /// - Parameters:
    ///   - level: the fee that the person has just chosen; nil if there was no choice.
    ///   - paid: a notice that the same was paid before; nil if it was not.
    ///   - leaves: what a payment of everything leaves; nil if it leaves nothing or pays a given amount.
    ///   - warning: a warning about the network's answers; nil if there is none.
    func agree(
        to intent: Intent, at level: FeeLevel? = nil, after paid: PaidText?, leaving leaves: Amount? = nil,
        warning: String? = nil
    ) async throws -> (any UnlockedKeyring)? {
        var consent = consent
        (consent.paid, consent.leaves, consent.networkWarning) = (paid, leaves, warning)
        if let level { (consent.fee, consent.hasChosenFee) = (.level(level), true) }
        if let warning = try consent.warning(about: intent) {
            try await show { () throws(PromptError) in try await services.prompt.confirm(warning) }
        }
        let dialogue = try consent.dialogue(intent)
        guard needsPasscode(intent) else {
            try await show { () throws(PromptError) in try await services.prompt.confirm(dialogue) }
            return nil
        }
        do {
            let keyring = try await unlocked(by: dialogue)
            await services.prompt.passcodeIsDone()
            return keyring
        } catch {
            await services.prompt.passcodeIsDone()
            throw error
        }
    }

    private func unlocked(by dialogue: Dialogue) async throws -> any UnlockedKeyring {
        var tries = PasscodeTries()
        while true {
            let passcode = try await show { [mistake = tries.mistake] () throws(PromptError) in
                try await services.prompt.passcode(dialogue, mistake: mistake)
            }
            do throws(ServiceError) {
                return try await services.keyring.unlock(with: passcode)
            } catch {
                try tries.count(error, of: services.keyring)
            }
        }
    }

    private func needsPasscode(_ intent: Intent) -> Bool {
        // Handing over pays nothing, and the other wallet asks for its own consent.
        if case .handOver = intent { return false }
        return switch link.request.action {
        // No wallet here carries out the last five.
        case .payment, .masterPublicKey, .login, .transfer, .transaction, .sign, .withdraw, .channel, .askServer,
            .delegate, .claim, .contact:
            true
        case .address, .scanQR, .openHome, .openDapp: services.settings.passcodeActions.contains(link.request.action)
        }
    }

    private func askAmount(_ dialogue: Dialogue, _ answers: Answers, _ most: Amount?) async throws -> Answers {
        var answers = answers
        var mistake: String?
        for _ in 1...Self.tries {
            let text = try await show { [mistake] () throws(PromptError) in
                try await services.prompt.line(
                    dialogue, label: "Amount in \(link.coin.ticker):", mistake: mistake)
            }
            if text == Answers.all, most != nil { return try answers.payingAll(most) }
            do {
                answers.amount = try Amount.typed(text, of: link.coin)
                return answers
            } catch {
                mistake = error.message
            }
        }
        throw PromptError.refused
    }

    private static let askedTwice = ServiceError(.internalError, "The coin's plugin asked the same question twice.")
}

extension Answers {
    /// What the person types to pay everything.
    static let all = "all"

    /// These answers, with the highest amount that can be paid.
    func payingAll(_ most: Amount?) throws(ServiceError) -> Answers {
        guard let most else { throw .nothingToPay }
        var answers = self
        (answers.amount, answers.paysAll) = (most, true)
        return answers
    }
}
