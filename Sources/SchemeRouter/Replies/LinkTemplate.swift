import ExactJSON
import RouterBytes

/// The link of a reply, with blanks: it is written and checked before the person is asked, and completed after the
/// request is carried out.
///
/// Its fields and their order are fixed here; values are percent-encoded, so that no value can add a field.
public struct LinkTemplate: Sendable, Hashable {
    /// A single reference to everything: templates are passed along with every link.
    private let parts: Parts

    private final class Parts: Sendable, Hashable {
        let scheme: String
        /// The part before the fields; nil for `scheme://`.
        let given: String?
        let fields: [ReplyField]
        let ending: String
        let isRaw: Bool
        let between: [String]?

        var opening: String { given ?? scheme + "://" }

        init(
            scheme: String, given: String?, fields: [ReplyField], ending: String = "", isRaw: Bool = false,
            between: [String]? = nil
        ) {
            self.scheme = scheme
            self.given = given
            self.fields = fields
            self.ending = ending
            self.isRaw = isRaw
            self.between = between
        }

        static func == (left: Parts, right: Parts) -> Bool {
            left.scheme == right.scheme && left.opening == right.opening && left.fields == right.fields
                && left.ending == right.ending && left.isRaw == right.isRaw && left.between == right.between
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(opening)
            hasher.combine(fields)
        }
    }

    /// The scheme of the link, in the request's spelling.
    public var scheme: String { parts.scheme }
    /// The part before the fields; it begins with the scheme and a colon.
    public var opening: String { parts.opening }
    /// The fields, in order.
    public var fields: [ReplyField] { parts.fields }
    /// The part after the fields.
    public var ending: String { parts.ending }
    /// Whether JSON objects are in the link without percent-encoding: some old programs can read no others.
    public var isRaw: Bool { parts.isRaw }
    /// The texts between the fields, if the link contains only their values without names; nil if they are items of a
    /// query.
    public var between: [String]? { parts.between }

    /// Creates a link; the engine compares it with the request.
    public init(scheme: String, opening: String, fields: [ReplyField], ending: String = "", isRaw: Bool = false) {
        parts = Parts(scheme: scheme, given: opening, fields: fields, ending: ending, isRaw: isRaw)
    }

    /// A link that fills the blanks of the dapp's callback link. Its fields correspond to the blanks, in order.
    public init(filling wake: WakeLink, _ fields: [ReplyField]) {
        parts = Parts(
            scheme: wake.scheme, given: wake.pieces.first ?? "", fields: fields,
            ending: wake.pieces.dropFirst().last ?? "", between: Array(wake.pieces.dropFirst().dropLast()))
    }

    private init(_ parts: Parts) {
        self.parts = parts
    }

    /// A copy with other parts.
    package func with(opening: String? = nil, fields: [ReplyField]? = nil, ending: String? = nil) -> LinkTemplate {
        LinkTemplate(
            Parts(
                scheme: scheme, given: opening ?? parts.given, fields: fields ?? self.fields,
                ending: ending ?? self.ending, isRaw: isRaw, between: between))
    }

    /// A link `scheme://fields` to the app that identifies itself by its scheme.
    public init(to scheme: String, _ fields: [ReplyField]) {
        self.init(Parts(scheme: scheme, given: nil, fields: fields))
    }

    /// Whether it goes to the app with this scheme, as written by ``init(to:_:)``.
    func goes(to sender: String) -> Bool {
        guard scheme.isSame(sender), ending.isEmpty else { return false }
        return parts.given?.isSame(sender + "://") ?? true
    }

    /// A link that continues the dapp's callback link: items are appended to its query, and its fragment stays at the
    /// end.
    public init(continuing wake: WakeLink, _ fields: [ReplyField], isRaw: Bool = false) {
        let text = wake.text
        let hash = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        let before = text[..<hash]
        let separator: String =
            switch before.utf8.last {
            case UInt8(ascii: "?"), UInt8(ascii: "&"): ""
            default: before.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
            }
        self.init(
            scheme: wake.scheme, opening: before + separator, fields: fields, ending: String(text[hash...]),
            isRaw: isRaw)
    }

    /// The link that proves a payment (BIP321): the prefix in the request, followed by the transaction.
    public init(_ proof: ProofOfPayment) {
        self.init(
            scheme: proof.scheme, opening: proof.prefix,
            fields: [ReplyField(proof.instruction, .blank(.transaction))])
    }

    /// `myapp://callback=payack&address=X…&txid={txid}`. An object with blanks appears as one blank with its field's
    /// name.
    public var description: String {
        var text = TextBuffer()
        write(to: &text)
        return text.string
    }

    /// Writes ``description``.
    package func write(to text: inout TextBuffer) { _ = write(to: &text, filledWith: nil) }

    /// The most bytes of a link with its blanks filled: Linux does not start a program with a longer argument.
    static let maxFilledLength = 131_071

    /// Whether one of its fields is this blank.
    func has(_ blank: ReplyBlank) -> Bool { fields.contains { $0.value.has(blank) } }

    /// The link with its blanks filled; nil if a value is missing.
    public func completed(with values: [ReplyBlank: String]) -> String? {
        var text = TextBuffer()
        return write(to: &text) { values[$0] } ? text.string : nil
    }

    /// Returns false if a value is missing.
    /// - Parameter values: the values of the blanks; nil to leave the blanks unfilled.
    private func write(to text: inout TextBuffer, filledWith values: ((ReplyBlank) -> String?)?) -> Bool {
        if let given = parts.given {
            text.append(given)
        } else {
            text.append(scheme)
            text.append("://" as StaticString)
        }
        for position in parts.fields.indices {
            let field = parts.fields[position]
            if let between = parts.between {
                if between.indices.contains(position - 1) { text.append(between[position - 1]) }
            } else {
                if position > 0 { text.append(UInt8(ascii: "&")) }
                text.append(field.name)
                text.append(UInt8(ascii: "="))
            }
            guard write(field, to: &text, filledWith: values) else { return false }
        }
        text.append(ending)
        return true
    }

    /// Writes the value of a field. Returns false if a value is missing.
    private func write(
        _ field: ReplyField, to text: inout TextBuffer, filledWith values: ((ReplyBlank) -> String?)?
    ) -> Bool {
        if case .text(let value) = field.value {
            PercentEncoding.encode(value, to: &text)
            return true
        }
        if values == nil, let blank = field.value.blankName ?? (field.value.hasBlanks ? field.name : nil) {
            text.append(UInt8(ascii: "{"))
            text.append(blank)
            text.append(UInt8(ascii: "}"))
            return true
        }
        switch field.value.json({ values?($0) }) {
        case .string(let value)?: PercentEncoding.encode(value, to: &text)
        case let value?: isRaw ? text.append(value.text) : PercentEncoding.encode(value.text, to: &text)
        case nil: return false
        }
        return true
    }

    /// An upper bound of the length of ``description``, which is cheaper than writing it.
    var longestLength: Int {
        guard between == nil else { return .max }
        var length = (parts.given?.utf8.count ?? scheme.utf8.count + 3) + ending.utf8.count
        for field in fields {
            // An escape has three bytes.
            switch field.value {
            case .text(let text): length += text.utf8.count * 3
            case .blank(let blank), .digits(let blank): length += blank.rawValue.utf8.count + 2
            case .literal, .object: return .max
            }
            length += field.name.utf8.count + 2
        }
        return length
    }
}
