import ExactJSON
import RouterBytes

/// The link of a reply, with blanks: it is written and checked before the person is asked, and completed after the
/// request is carried out.
///
/// Its fields and their order are fixed here; values are percent-encoded, so that no value can add a field.
public struct LinkTemplate: Sendable, Hashable {
    /// The scheme of the link, in the request's spelling.
    public let scheme: String
    /// The part before the fields; it begins with the scheme and a colon.
    public let opening: String
    /// The fields, in order.
    public let fields: [ReplyField]
    /// The part after the fields.
    public let ending: String
    /// Whether JSON objects are in the link without percent-encoding: some old programs can read no others.
    public let isRaw: Bool
    /// The texts between the fields, if the link contains only their values without names; nil if they are items of a
    /// query.
    public let between: [String]?

    /// Creates a link; the engine compares it with the request.
    public init(scheme: String, opening: String, fields: [ReplyField], ending: String = "", isRaw: Bool = false) {
        self.scheme = scheme
        self.opening = opening
        self.fields = fields
        self.ending = ending
        self.isRaw = isRaw
        between = nil
    }

    /// A link that fills the blanks of the dapp's callback link. Its fields correspond to the blanks, in order.
    public init(filling wake: WakeLink, _ fields: [ReplyField]) {
        scheme = wake.scheme
        opening = wake.pieces.first ?? ""
        self.fields = fields
        ending = wake.pieces.dropFirst().last ?? ""
        isRaw = false
        between = Array(wake.pieces.dropFirst().dropLast())
    }

    private init(
        scheme: String, opening: String, fields: [ReplyField], ending: String, isRaw: Bool, between: [String]?
    ) {
        self.scheme = scheme
        self.opening = opening
        self.fields = fields
        self.ending = ending
        self.isRaw = isRaw
        self.between = between
    }

    /// A copy with other parts.
    package func with(opening: String? = nil, fields: [ReplyField]? = nil, ending: String? = nil) -> LinkTemplate {
        LinkTemplate(
            scheme: scheme, opening: opening ?? self.opening, fields: fields ?? self.fields,
            ending: ending ?? self.ending, isRaw: isRaw, between: between)
    }

    /// A link `scheme://fields` to the app that identifies itself by its scheme.
    public init(to scheme: String, _ fields: [ReplyField]) {
        self.init(scheme: scheme, opening: scheme + "://", fields: fields)
    }

    /// Whether it goes to the app with this scheme, as written by ``init(to:_:)``.
    func goes(to sender: String) -> Bool {
        let opening = opening.utf8.span
        return scheme.isSame(sender) && ending.isEmpty && opening.count == sender.utf8.count + 3
            && opening.extracting(droppingLast: 3).hasSameBytes(as: sender.utf8.span)
            && opening.extracting(last: 3).elementsEqual("://".utf8)
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
    public var description: String { write(nil) ?? opening }

    /// The most bytes of a link with its blanks filled: Linux does not start a program with a longer argument.
    static let maxFilledLength = 131_071

    /// The link with its blanks filled; nil if a value is missing.
    public func completed(with values: [ReplyBlank: String]) -> String? { write { values[$0] } }

    /// - Parameter values: the values of the blanks; nil to leave the blanks unfilled.
    private func write(_ values: ((ReplyBlank) -> String?)?) -> String? {
        var text = TextBuffer()
        text.append(opening)
        for (position, field) in fields.enumerated() {
            if let between {
                if between.indices.contains(position - 1) { text.append(between[position - 1]) }
            } else {
                if position > 0 { text.append("&") }
                text.append(field.name)
                text.append("=")
            }
            if values == nil, let blank = field.value.blankName ?? (field.value.hasBlanks ? field.name : nil) {
                text.append("{")
                text.append(blank)
                text.append("}")
                continue
            }
            switch field.value.json({ values?($0) }) {
            case .string(let value)?: PercentEncoding.encode(value, to: &text)
            case let value?: isRaw ? text.append(value.text) : PercentEncoding.encode(value.text, to: &text)
            case nil: return nil
            }
        }
        text.append(ending)
        return text.string
    }

    /// An upper bound of the length of ``description``, which is cheaper than writing it.
    var longestLength: Int {
        guard between == nil else { return .max }
        var length = opening.utf8.count + ending.utf8.count
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
