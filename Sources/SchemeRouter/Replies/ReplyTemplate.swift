import ExactJSON

/// How the result of a request is reported: first to the app's server, then to the app. A plugin writes it before
/// the person is asked; the engine checks it (`ReplyCheck`), fills its blanks afterwards, and delivers it (S4, S11).
public struct ReplyTemplate: Sendable, Hashable {
    /// The link that is opened; nil where none is.
    public let link: LinkTemplate?
    /// The link that is opened if the server did not accept what it received; nil if that makes no difference.
    public let linkWithoutServer: LinkTemplate?
    /// What the server receives; nil for nothing.
    public let post: PostTemplate?

    /// Creates a reply.
    public init(link: LinkTemplate?, linkWithoutServer: LinkTemplate? = nil, post: PostTemplate? = nil) {
        self.link = link
        self.linkWithoutServer = linkWithoutServer
        self.post = post
    }
}

/// What a server receives: a JSON object with blanks.
public struct PostTemplate: Sendable, Hashable {
    /// Where it is sent.
    public let server: ServerAddress
    /// The members of the object.
    public let body: [ReplyField]
    /// How the server says that it took it.
    public let receipt: Receipt

    /// How a server acknowledges what it received.
    public enum Receipt: Sendable, Hashable {
        /// By an object of JSON whose `code` is 0.
        case code
        /// By a status of success alone.
        case status
    }

    /// Creates a body.
    public init(server: ServerAddress, body: [ReplyField], receipt: Receipt = .code) {
        self.server = server
        self.body = body
        self.receipt = receipt
    }

    /// The body in UTF-8 with its blanks filled; nil where a value is missing.
    public func completed(with values: [ReplyBlank: String]) -> [UInt8]? {
        ReplyValue.object(body).json { values[$0] }?.bytes
    }
}

/// A reply form that a plugin writes, as `schemes.yaml` names it, and everything that its replies can contain by
/// themselves.
///
/// It is declared once, before any link is read, so that a plugin can put nothing into it that it learns of a request or
/// of the wallet.
public struct ReplyForm: Sendable {
    /// Its name in `schemes.yaml`, under `callbacks`.
    public let name: String
    /// The names of fields that may have any value that is allowed.
    public let fields: [String]
    /// The names of fields that have this value alone.
    public let results: [(name: String, blank: ReplyBlank)]
    /// The words and numbers of the protocol that a reply may have, by how the request ended.
    private let done: [String]
    private let declined: [String]
    private let failed: [String]
    private let unknown: [String]

    /// Creates a form.
    public init(
        name: String, fields: [String], results: [(name: String, blank: ReplyBlank)], done: [String],
        declined: [String], failed: [String], unknown: [String]
    ) {
        self.name = name
        self.fields = fields
        self.results = results
        self.done = done
        self.declined = declined
        self.failed = failed
        self.unknown = unknown
    }

    func has(_ word: String, in ending: Ending) -> Bool {
        let words =
            switch ending {
            case .done: done
            case .declined: declined
            case .failed: failed
            case .unknown: unknown
            }
        return words.contains { $0.isSame(word) }
    }
}
