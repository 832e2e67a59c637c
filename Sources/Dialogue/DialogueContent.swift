/// What a dialogue shows, as values, for windows that lay it out themselves. It says the same as the dialogue's pages.
///
/// Our own words come first and the caller's words last, marked as such (S5). Nobody may read markup in any of its texts.
public struct DialogueContent: Sendable, Equatable {
    /// What the dialogue is about. A window may choose a picture by it, and no more.
    public enum Subject: String, Sendable, CaseIterable {
        case payment, address, keys, actions, identity, signature, choice, question, announcement
        case handOver = "hand-over"
    }

    /// What it is about.
    public var subject: Subject
    /// Whether it is about practice money, which must be recognisable at a glance (S14).
    public var isPractice: Bool
    /// Who receives how much: what the person must see first.
    public var heading: [DialogueParagraph]
    /// The rest, in groups of paragraphs that belong together.
    public var groups: [[DialogueParagraph]]

    public init(
        subject: Subject, isPractice: Bool = false, heading: [DialogueParagraph] = [], groups: [[DialogueParagraph]]
    ) {
        self.subject = subject
        self.isPractice = isPractice
        self.heading = heading
        self.groups = groups
    }
}

/// A paragraph of a dialogue.
public struct DialogueParagraph: Sendable, Equatable {
    /// What a paragraph says.
    public enum Role: String, Sendable, CaseIterable {
        /// What will be done.
        case text
        /// A value with its name, such as the fee; the paragraph begins with the name and a colon.
        case fact
        /// What can cost the person more than it seems.
        case warning
        /// What they should know.
        case note
        /// Who asks.
        case asker
        /// Who receives the answer.
        case answer
        /// The caller's words.
        case quote
    }

    /// Whose words a part of a paragraph is.
    public enum Run: Sendable, Equatable {
        /// Words of ours. They may have line ends.
        case own(String)
        /// An amount with its coin.
        case amount(String)
        /// An address, invoice or the like, which people compare.
        case address(String)
        /// Foreign text, with its quotation marks; invisible characters are already written as numbers.
        case quoted(String)

        /// The text, whosever it is.
        public var text: String {
            switch self {
            case .own(let text), .amount(let text), .address(let text), .quoted(let text): text
            }
        }
    }

    /// What it says.
    public let role: Role
    /// Its parts, which follow each other without a space.
    public let runs: [Run]

    public init(_ role: Role = .text, _ runs: [Run]) {
        self.role = role
        self.runs = runs
    }

    /// All of its text.
    public var text: String { runs.map(\.text).joined() }
}
