import PostgresJournal
import SchemeRouter

/// A question as the approvers see it.
public struct OpenQuestion: Sendable {
    /// The kind of answer.
    public enum Kind: String, Sendable {
        /// Yes or no.
        case confirm
        /// Yes or no, and yes lets the worker sign.
        case approve
        /// Yes, the alternative, or no.
        case choose
        /// A line of text, or no.
        case line
        /// The position of an option, or no.
        case select
        /// None: it is only a notice.
        case notice
    }

    /// An answer.
    public enum Answer: Sendable, Equatable {
        /// Agreed.
        case agree
        /// The alternative of ``Kind/choose``.
        case otherwise
        /// Refused.
        case refuse
        /// A line of text.
        case text(String)
        /// The option at this position, from 0.
        case option(Int)
    }

    /// Its number.
    public let id: Int64
    /// The queue's row that it is about.
    public let link: Int64
    /// The kind of answer.
    public let kind: Kind
    /// The title of the dialogue.
    public let title: String
    /// The pages to read before answering.
    public let pages: [String]
    /// The options, for ``Kind/select``.
    public let options: [PromptOption]
    /// The label for agreeing.
    public let agree: String
    /// The label for refusing.
    public let refuse: String
    /// The label for the alternative of ``Kind/choose``.
    public let otherwise: String?
    /// What was wrong with the previous answer.
    public let mistake: String?
}

/// The open questions of a wallet, for the approvers. The database decides who they are: everyone who may log in with
/// the approvers' role.
public struct QuestionTable: Sendable {
    private let database: Database
    private let wallet: String

    /// The questions about `wallet`.
    public init(_ database: Database, wallet: String) {
        self.database = database
        self.wallet = wallet
    }

    /// The questions that a worker is waiting for, oldest first.
    public func open() throws(ServiceError) -> [OpenQuestion] {
        try database.read { (connection) throws(DatabaseError) in
            let rows = try connection.run(
                """
                SELECT id, link, question.kind, title, agree, refuse, otherwise, mistake FROM question
                    JOIN wallet ON wallet.name = question.wallet AND wallet.fence = question.fence
                    WHERE question.wallet = $1 AND answer IS NULL AND kind <> 'notice' AND expires > clock_timestamp()
                        AND lease_until IS NOT NULL
                    ORDER BY id
                """, .text(wallet))
            var found: [OpenQuestion] = []
            for row in rows {
                guard let id = row.integer(0), let link = row.integer(1),
                    let kind = row.text(2).flatMap({ OpenQuestion.Kind(rawValue: $0) })
                else { continue }
                let texts = try connection.run(
                    "SELECT kind, text, detail FROM question_text WHERE question = $1 ORDER BY place", .integer(id))
                found.append(
                    OpenQuestion(
                        id: id, link: link, kind: kind, title: row.text(3) ?? "",
                        pages: texts.filter { $0.text(0) == "page" }.map { $0.text(1) ?? "" },
                        options: texts.filter { $0.text(0) == "option" }.map {
                            PromptOption($0.text(1) ?? "", detail: $0.text(2))
                        },
                        agree: row.text(4) ?? "", refuse: row.text(5) ?? "", otherwise: row.text(6),
                        mistake: row.text(7)))
            }
            return found
        }
    }

    /// Answers a question. The database refuses late answers, and people without permission.
    public func answer(_ question: OpenQuestion, _ answer: OpenQuestion.Answer) throws(ServiceError) {
        let (word, text): (String, String?) =
            switch answer {
            case .agree: ("agree", nil)
            case .otherwise: ("otherwise", nil)
            case .refuse: ("refuse", nil)
            case .text(let text): ("text", text)
            case .option(let position): ("option", String(position))
            }
        let rows = try database.write { (connection) throws(DatabaseError) in
            try connection.run(
                "UPDATE question SET answer = $1, answer_text = $2 WHERE id = $3 AND answer IS NULL RETURNING id",
                .text(word), SQLValue(text), .integer(question.id))
        }
        guard rows.isEmpty else { return }
        throw ServiceError(.refusedByPolicy, "Question \(question.id) was answered by somebody else.")
    }
}
