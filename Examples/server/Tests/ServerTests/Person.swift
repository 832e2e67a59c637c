import Foundation
import LinkServer
import PostgresJournal
import SchemeRouter
import Synchronization

/// A person who reads and approves all questions of the workers, and looks things up if asked to.
final class Person: Sendable {
    private let state = Mutex((answers: 0, complaints: [String]()))
    private let questions: QuestionTable
    private let database: Database

    init(_ database: Database, wallet: String) {
        questions = QuestionTable(database, wallet: wallet)
        self.database = database
    }

    /// The number of answers.
    var answers: Int { state.withLock { $0.answers } }
    /// Questions that should never have been asked.
    var complaints: [String] { state.withLock { $0.complaints } }

    /// Answers until the task is cancelled.
    func work() async {
        while !Task.isCancelled {
            for question in (try? questions.open()) ?? [] {
                // The worker may have stopped by now; then the next one asks again.
                guard let answer = try? answer(question), (try? questions.answer(question, answer)) != nil else {
                    continue
                }
                state.withLock { $0.answers += 1 }
            }
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    private func answer(_ question: OpenQuestion) throws -> OpenQuestion.Answer {
        let text = question.pages.joined(separator: "\n")
        if question.agree == "Pay once more" {
            state.withLock { $0.complaints.append("A link that was paid is to be paid again: \(text)") }
            return .refuse
        }
        switch question.kind {
        case .confirm, .approve, .notice: return .agree
        case .choose:
            guard question.agree == "Notify it" else { return .agree }
            // “Look there”: the requesting program has the reply that is in the table.
            guard let id = text.firstMatch(of: /[0-9a-f]{64}/)?.output else { throw Mistake("no transaction: \(text)") }
            let told = try database.read { (connection) throws(DatabaseError) in
                try connection.run("SELECT 1 FROM reply WHERE position($1 IN reply) > 0", .text(String(id)))
            }
            return told.isEmpty ? .agree : .otherwise
        case .line, .select:
            state.withLock { $0.complaints.append("Nothing is left to be chosen: \(text)") }
            return .refuse
        }
    }
}
