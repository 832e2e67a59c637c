import RouterSecrets
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What counts as an answer of the person (S4), and how often they are asked.
@Suite struct ConversationTests {
    private static let chain = ChainID(coin: "dash", network: .main, isPractice: false)

    private static func conversation(_ fixture: ExecutionFixture, by prompt: (any Prompt)? = nil) throws -> Conversation
    {
        var services = fixture.services
        if let prompt { services.prompt = prompt }
        return Conversation(
            services: services,
            consent: ConsentText(
                link: try fixture.read(ExecutionFixture.pay), chain: chain, receiver: .server("shop.example"),
                failures: FailureReplies(), columns: 60))
    }

    private static func payment(fee: Int64) -> PaymentIntent {
        PaymentIntent(
            chain: chain, inputs: [.example(50_000_000 + fee)], recipient: ExecutionFixture.address,
            amount: Amount(units: 50_000_000)!, change: nil)
    }

    private static func choice(_ level: FeeLevel, fee: Int64) -> LevelledPayment {
        LevelledPayment(level: level, payment: payment(fee: fee), previous: [:])
    }

    @Test(
        "S4: agreeing and refusing are answers; a dialogue that nobody closed is none",
        arguments: [
            (.type("right passcode"), true), (.fail(.refused), true), (.fail(.timedOut), false),
            (.fail(.unavailable("gone")), false), (.fail(.interrupted("gone")), false),
        ] as [(FakePrompt.Answer, Bool)])
    func answers(_ answer: FakePrompt.Answer, isAnswer: Bool) async throws {
        let conversation = try Self.conversation(ExecutionFixture(answer))
        #expect(conversation.answered == nil)
        _ = try? await conversation.agree(to: .payment(Self.payment(fee: 226)), after: nil)
        #expect((conversation.answered != nil) == isAnswer)
        #expect(conversation.answered.map { $0.receiver == .server("shop.example") } ?? true)
    }

    @Test(
        "S4: what is told is seen if the dialogue was closed, and says who hears of it",
        arguments: [(nil, true), (.refused, true), (.timedOut, false)] as [(PromptError?, Bool)])
    func told(_ failure: PromptError?, wasSeen: Bool) async throws {
        let fixture = ExecutionFixture()
        fixture.prompt.tellFails = failure
        let conversation = try Self.conversation(fixture)
        #expect(await conversation.tell(Announcement(["It failed."])) == wasSeen)
        #expect((conversation.answered != nil) == wasSeen)
        #expect(
            fixture.prompt.told.allSatisfy { $0.flowing.contains("The server shop.example will receive the result.") })
    }

    @Test("a plugin asks each question once")
    func twice() async throws {
        let conversation = try Self.conversation(ExecutionFixture(.type("1"), .agree, .agree))
        var answers = Answers()
        answers.amount = Amount(units: 1)
        answers.usesLock = false
        for question in [
            Question.amount, .lock(name: "InstantSend", isRequired: true),
            .lock(name: "InstantSend", isRequired: false),
        ] {
            await #expect(throws: ServiceError(.internalError, "")) {
                try await conversation.ask(question, answers, most: nil)
            }
        }
    }

    @Test("a lock is used if the person says so, and a link that requires it is refused without it")
    func lock() async throws {
        for (answer, isRequired, uses) in [
            (.agree, true, true), (.agree, false, true), (.otherwise, false, false),
        ] as [(FakePrompt.Answer, Bool, Bool)] {
            let conversation = try Self.conversation(ExecutionFixture(answer))
            let question = Question.lock(name: "InstantSend", isRequired: isRequired)
            #expect(try await conversation.ask(question, Answers(), most: nil).usesLock == uses)
        }
        let required = Question.lock(name: "InstantSend", isRequired: true)
        let refused = try Self.conversation(ExecutionFixture(.fail(.refused)))
        let error = await #expect(throws: RequestError.self) { try await refused.ask(required, Answers(), most: nil) }
        #expect(error?.code == .lockRequired)
        let late = try Self.conversation(ExecutionFixture(.fail(.timedOut)))
        await #expect(throws: PromptError.timedOut) { try await late.ask(required, Answers(), most: nil) }
    }

    @Test("a passcode may be typed three times, and any other failure of the wallet ends the link at once")
    func passcodes() async throws {
        let wrong = FakePrompt.Answer.type("wrong")
        let fixture = ExecutionFixture(wrong, wrong, wrong, .type("right passcode"))
        let conversation = try Self.conversation(fixture)
        await #expect(throws: ServiceError(.tooManyPasscodes, "")) {
            try await conversation.agree(to: .payment(Self.payment(fee: 226)), after: nil)
        }
        #expect(
            fixture.prompt.mistakes == [
                "The passcode is wrong. 2 tries left.", "The passcode is wrong. One try left.",
            ])
        var broken = ExecutionFixture(wrong, wrong)
        broken.keyring = FakeKeyring(unlockFailure: ServiceError(.cannotWrite, "The disk is gone."))
        let other = try Self.conversation(broken)
        await #expect(throws: ServiceError(.cannotWrite, "")) {
            try await other.agree(to: .payment(Self.payment(fee: 226)), after: nil)
        }
        #expect(broken.prompt.shown.count == 1)
    }

    @Test("a fee is chosen if there is a choice, and is one of those that were shown")
    func fees() async throws {
        let choices = [Self.choice(.normal, fee: 3_000_000), Self.choice(.slow, fee: 226)]
        let fixture = ExecutionFixture(.pick(1))
        #expect(try await Self.conversation(fixture).choose(among: choices)?.level == .slow)
        #expect(
            fixture.prompt.options == [
                [
                    PromptOption("“normal” for a fee of 0.03 DASH", detail: "within about 6 blocks"),
                    PromptOption("“slow” for a fee of 0.00000226 DASH", detail: "within about 144 blocks"),
                ]
            ])
        let nothing = ExecutionFixture()
        #expect(try await Self.conversation(nothing).choose(among: []) == nil)
        #expect(nothing.prompt.shown.isEmpty)
        let wild = try Self.conversation(ExecutionFixture(), by: WildPrompt())
        await #expect(throws: PromptError.refused) { try await wild.choose(among: choices) }
    }

    /// Answers with an option that it was not offered.
    private struct WildPrompt: Prompt {
        func confirm(_ dialogue: Dialogue) async throws(PromptError) { throw .timedOut }
        func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret { throw .timedOut }
        func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
            throw .timedOut
        }
        func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice { throw .timedOut }
        func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int {
            options.count
        }
        func tell(_ dialogue: Dialogue) async throws(PromptError) {}
    }
}
