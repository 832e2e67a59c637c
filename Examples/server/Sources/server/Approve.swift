import ArgumentParser
import LinkServer
import PostgresJournal
import SchemeRouter

struct Approve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read what the workers ask, and answer.",
        discussion: "The database says who may: whoever can log in with the role of the people who approve.")

    @OptionGroup var options: DatabaseOptions

    @Flag(help: "Show the questions that are open now, and answer none.")
    var list = false

    func run() async throws {
        let questions = QuestionTable(try options.connect(), wallet: options.wallet)
        guard !list else {
            for question in try questions.open() { Self.show(question) }
            return
        }
        print("Waiting for questions. End with Ctrl-C.")
        // Questions that the person skipped.
        var left: Set<Int64> = []
        while true {
            guard let question = try questions.open().first(where: { !left.contains($0.id) }) else {
                try await Task.sleep(for: .milliseconds(500))
                continue
            }
            Self.show(question)
            print(Self.instruction(for: question), terminator: " ")
            guard let line = readLine() else { return }
            guard let answer = Self.answer(line, to: question) else {
                print("That is no answer to question \(question.id).")
                if line.isEmpty { left.insert(question.id) }
                continue
            }
            // Another person may have answered, or the worker may have stopped; then there are other questions.
            do { try questions.answer(question, answer) } catch { print(error.message) }
        }
    }

    private static func show(_ question: OpenQuestion) {
        print("\n── question \(question.id), about link \(question.link): \(Shown.line(question.title)) ──")
        for page in question.pages { print(Shown.page(page) + "\n") }
        for (position, option) in question.options.enumerated() {
            print("\(position + 1)  \(Shown.line(option.label)) \(option.detail.map(Shown.line) ?? "")")
        }
        if let mistake = question.mistake { print(Shown.line(mistake)) }
    }

    private static func instruction(for question: OpenQuestion) -> String {
        let agree = Shown.line(question.agree)
        let no = "“no”: \(Shown.line(question.refuse))."
        return switch question.kind {
        case .confirm, .approve, .notice: "Type “yes”: \(agree). \(no)"
        case .choose: "Type “1”: \(agree). “2”: \(Shown.line(question.otherwise ?? "")). \(no)"
        case .line: "Type it. \(no)"
        case .select: "Type a number. \(no)"
        }
    }

    /// What the person typed; nil if it is not an answer. The return key alone never is one (S5).
    static func answer(_ line: String, to question: OpenQuestion) -> OpenQuestion.Answer? {
        switch (question.kind, line) {
        case (_, ""): nil
        case (_, "no"): .refuse
        case (.confirm, "yes"), (.approve, "yes"), (.choose, "1"): .agree
        case (.choose, "2"): .otherwise
        case (.line, _): .text(line)
        case (.select, _):
            Int(line).flatMap { (1...max(question.options.count, 1)).contains($0) ? .option($0 - 1) : nil }
        default: nil
        }
    }
}
