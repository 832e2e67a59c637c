import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterDesktop

/// A second prompt asks where the first one reaches nobody.
@Suite struct FallbackPromptTests {
    private static let dialogue = Dialogue(title: "Wallet Router", pages: ["Pay 1.5 DASH"], agree: "Pay")
    private static let nobody = FakePrompt.Answer.fail(.unavailable("no display"))

    /// Asks each kind of question, and returns the answers as text.
    private static func answers(of prompt: FallbackPrompt) async throws -> [String] {
        var answers: [String] = []
        try await prompt.confirm(dialogue)
        let secret = try await prompt.passcode(dialogue, mistake: "wrong")
        answers.append(secret.withBytes { bytes in String(decoding: Array(bytes), as: UTF8.self) })
        answers.append(try await prompt.line(dialogue, label: "Amount", mistake: "too much"))
        answers.append("\(try await prompt.choose(dialogue, otherwise: "Ask again"))")
        answers.append("\(try await prompt.select(dialogue, from: [PromptOption("one"), PromptOption("two")]))")
        try await prompt.tell(dialogue)
        return answers
    }

    private static let given: [FakePrompt.Answer] = [.agree, .type("secret"), .type("0.5"), .otherwise, .pick(1)]
    private static let expected = ["secret", "0.5", "otherwise", "1"]

    @Test("every question that the first cannot ask is asked by the second, with the same words")
    func second() async throws {
        let first = FakePrompt(Array(repeating: Self.nobody, count: 5))
        first.tellFails = .unavailable("no display")
        let second = FakePrompt(Self.given)
        #expect(try await Self.answers(of: FallbackPrompt(first: first, second: second)) == Self.expected)
        #expect(second.shown.map(\.pages) == first.shown.map(\.pages) && second.shown.count == 5)
        #expect(second.mistakes == ["wrong", "too much"] && second.options.map(\.count) == [2])
        #expect(second.told.map(\.pages) == [Self.dialogue.pages])
    }

    @Test("what the first one answers is final, and its lines fit both")
    func first() async throws {
        let (first, second) = (FakePrompt(Self.given, columns: 50), FakePrompt(Self.given, columns: 40))
        let prompt = FallbackPrompt(first: first, second: second)
        #expect(prompt.columns == 40)
        #expect(try await Self.answers(of: prompt) == Self.expected)
        #expect(second.shown.isEmpty && second.told.isEmpty && first.told.count == 1)
    }

    @Test(
        "the second one does not ask again what was refused, not answered or broken off",
        arguments: [PromptError.refused, .timedOut, .interrupted("killed")])
    func notAgain(error: PromptError) async throws {
        let second = FakePrompt([.agree])
        let prompt = FallbackPrompt(first: FakePrompt([.fail(error)]), second: second)
        await #expect(throws: error) { try await prompt.confirm(Self.dialogue) }
        #expect(second.shown.isEmpty)
    }
}
