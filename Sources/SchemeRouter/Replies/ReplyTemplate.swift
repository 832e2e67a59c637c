import ExactJSON

/// How the result of a request is reported: first to the app's server, then to the app. A plugin writes it before the
/// person is asked; the engine checks it (`ReplyCheck`), then fills its blanks and delivers it (S4, S11).
public struct ReplyTemplate: Sendable, Hashable {
    /// The link that is opened; nil for none.
    public let link: LinkTemplate?
    /// The link that is opened if the server did not accept the result; nil to open the same one.
    public let linkWithoutServer: LinkTemplate?
    /// What the server receives; nil for nothing.
    public let post: PostTemplate?

    public init(link: LinkTemplate?, linkWithoutServer: LinkTemplate? = nil, post: PostTemplate? = nil) {
        self.link = link
        self.linkWithoutServer = linkWithoutServer
        self.post = post
    }
}

/// A POST to a server: a JSON object with blanks.
public struct PostTemplate: Sendable, Hashable {
    public let server: ServerAddress
    /// The members of the object.
    public let body: [ReplyField]
    /// How the server acknowledges it.
    public let receipt: Receipt

    /// How a server acknowledges a result.
    public enum Receipt: Sendable, Hashable {
        /// With a JSON object whose `code` is 0.
        case code
        /// With a status of success.
        case status
    }

    public init(server: ServerAddress, body: [ReplyField], receipt: Receipt = .code) {
        self.server = server
        self.body = body
        self.receipt = receipt
    }

    /// The body in UTF-8 with its blanks filled; nil if a value is missing.
    public func completed(with values: [ReplyBlank: String]) -> [UInt8]? {
        ReplyValue.object(body).json { values[$0] }?.bytes
    }
}

/// A plugin's reply form, as `schemes.yaml` names it, with everything that its replies can contain by themselves.
///
/// It is declared once, before any link is read, so that it cannot contain anything that the plugin learns from a
/// request or from the wallet. A class, because it is passed along with every reply.
public final class ReplyForm: Sendable {
    /// Its name in `schemes.yaml`, under `callbacks`.
    public let name: String
    /// The names of fields that may have any allowed value.
    public let fields: [String]
    /// The names of fields that may have only this value.
    public let results: [(name: String, blank: ReplyBlank)]
    /// The protocol's words and numbers that a reply may contain, by how the request ended.
    private let done: [String]
    private let declined: [String]
    private let failed: [String]
    private let unknown: [String]

    /// Creates a form. Names of fields with anything but ASCII letters, digits and `_` are left out: they could end early in
    /// a link or in JSON.
    public init(
        name: String, fields: [String], results: [(name: String, blank: ReplyBlank)], done: [String],
        declined: [String], failed: [String], unknown: [String]
    ) {
        self.name = name
        self.fields = fields.filter(\.isFieldName)
        self.results = results.filter { $0.name.isFieldName }
        self.done = done
        self.declined = declined
        self.failed = failed
        self.unknown = unknown
    }

    /// Whether a field with this name may have any allowed value.
    func has(field name: String) -> Bool { fields.contains { $0.isSame(name) } }

    /// The only value of the field with this name; nil if it may have others.
    func blank(of name: String) -> ReplyBlank? {
        for position in results.indices where results[position].name.isSame(name) { return results[position].blank }
        return nil
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

extension String {
    fileprivate var isFieldName: Bool {
        !isEmpty && utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    }
}
