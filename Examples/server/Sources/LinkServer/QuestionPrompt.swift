import PostgresJournal
import RouterSecrets
import SchemeRouter

/// Asks the approvers through the table of questions, and waits for an answer.
///
/// An answer is valid only for this worker and this lease. If the worker ends, or another one takes over the wallet,
/// the question is void and the next worker asks again: an approval ends with its process (S6).
struct QuestionPrompt: Prompt {
    let database: Database
    let lease: Lease
    /// The queue's row that is being carried out.
    let link: Int64
    /// Seconds to wait for an answer.
    let patience: Int64

    func confirm(_ dialogue: Dialogue) async throws(PromptError) {
        guard try await ask(.confirm, dialogue) == .agree else { throw .refused }
    }

    /// The passcode was given when the worker started (``OpenWallet``). This only asks for an approval.
    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        guard try await ask(.approve, dialogue, mistake: mistake) == .agree else { throw .refused }
        return Secret(count: 0) { _ in }
    }

    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        let labelled = Dialogue(
            title: dialogue.title, pages: dialogue.pages + [label], agree: dialogue.agree, refuse: dialogue.refuse)
        guard case .text(let text) = try await ask(.line, labelled, mistake: mistake) else { throw .refused }
        return text
    }

    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice {
        switch try await ask(.choose, dialogue, otherwise: otherwise) {
        case .agree: return .agreed
        case .otherwise: return .otherwise
        case .refuse, .text, .option: throw .refused
        }
    }

    func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int {
        guard case .option(let position) = try await ask(.select, dialogue, options: options),
            options.indices.contains(position)
        else { throw .refused }
        return position
    }

    /// It stays in the table, so nobody has to be there to read it.
    func tell(_ dialogue: Dialogue) async throws(PromptError) {
        _ = try insert(.notice, dialogue)
    }

    private func ask(
        _ kind: OpenQuestion.Kind, _ dialogue: Dialogue, otherwise: String? = nil, options: [PromptOption] = [],
        mistake: String? = nil
    ) async throws(PromptError) -> OpenQuestion.Answer {
        let question = try insert(kind, dialogue, otherwise: otherwise, options: options, mistake: mistake)
        while true {
            if let answer = try answer(to: question) { return answer }
            do { try await Task.sleep(for: .milliseconds(100)) } catch { throw .unavailable("the worker is to end") }
        }
    }

    private func insert(
        _ kind: OpenQuestion.Kind, _ dialogue: Dialogue, otherwise: String? = nil, options: [PromptOption] = [],
        mistake: String? = nil
    ) throws(PromptError) -> Int64 {
        do throws(ServiceError) {
            return try lease.write { (connection) throws(DatabaseError) in
                let rows = try connection.run(
                    """
                    INSERT INTO question (wallet, fence, link, kind, title, agree, refuse, otherwise, mistake, expires)
                        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp() + make_interval(secs => $10))
                        RETURNING id
                    """,
                    .text(lease.wallet), .integer(lease.fence), .integer(link), .text(kind.rawValue),
                    .text(dialogue.title), .text(dialogue.agree), .text(dialogue.refuse), SQLValue(otherwise),
                    SQLValue(mistake), .integer(patience))
                guard let id = rows.first?.integer(0) else {
                    throw .rule(ServiceError(.internalError, "A question has no number."))
                }
                let texts =
                    dialogue.pages.map { ("page", $0, nil) } + options.map { ("option", $0.label, $0.detail) }
                for (place, text) in texts.enumerated() {
                    try connection.run(
                        "INSERT INTO question_text (question, kind, place, text, detail) VALUES ($1, $2, $3, $4, $5)",
                        .integer(id), .text(text.0), .integer(Int64(place)), .text(text.1), SQLValue(text.2))
                }
                return id
            }
        } catch { throw .unavailable(error.message) }
    }

    /// The answer; nil if there is none yet.
    private func answer(to question: Int64) throws(PromptError) -> OpenQuestion.Answer? {
        let row: Row?
        do throws(ServiceError) {
            row = try database.read { (connection) throws(DatabaseError) in
                try connection.run(
                    """
                    SELECT answer, answer_text, expires <= clock_timestamp(),
                        question.fence <> (SELECT fence FROM wallet WHERE name = question.wallet)
                        FROM question WHERE id = $1
                    """, .integer(question)
                ).first
            }
        } catch { throw .unavailable(error.message) }
        guard let row else { throw .unavailable("the question was removed") }
        guard !row.isTrue(3) else { throw .unavailable("another worker took the wallet over") }
        switch row.text(0) {
        case "agree": return .agree
        case "otherwise": return .otherwise
        case "text": return .text(row.text(1) ?? "")
        case "option": return row.integer(1).flatMap { Int(exactly: $0) }.map { .option($0) } ?? .refuse
        case nil: break
        default: return .refuse
        }
        guard !row.isTrue(2) else { throw .timedOut }
        return nil
    }
}
