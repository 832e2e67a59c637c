import RouterBytes

/// A link with the grammar `uri`, split according to its descriptor (``LinkRules``): the form, the pieces of the path,
/// and the parameters, decoded once (S1). Their meaning is not examined here.
public struct DescribedLink: Sendable {
    /// A parameter for which the form has a rule.
    public struct Parameter: Sendable {
        /// Many questions are asked of parameters, so they share the rule instead of copying it.
        private let box: Rule
        public var rule: ParameterReading { box.reading }
        /// Its name as written in the link, without `req-` and index.
        public let name: String
        /// Its whole name as written in the link, decoded.
        let written: String
        /// The range of its name in the link as received.
        let nameRange: Range<Int>
        /// Whether its name has the prefix `req-`.
        let isRequired: Bool
        /// The payment that it belongs to: the number after its name, or the number of recipients before it. 0 for the
        /// first one. Texts of all recipients are of the first.
        public internal(set) var payment: Int
        /// The decoded bytes.
        public let value: [UInt8]
        /// The value's range in the link as received.
        public let range: Range<Int>

        private final class Rule: Sendable {
            let reading: ParameterReading
            init(_ reading: ParameterReading) { self.reading = reading }
        }

        init(
            rule: ParameterReading, name: String, written: String, nameRange: Range<Int>, isRequired: Bool,
            payment: Int, value: [UInt8], range: Range<Int>
        ) {
            (box, self.name, self.written, self.nameRange) = (Rule(rule), name, written, nameRange)
            (self.isRequired, self.payment, self.value, self.range) = (isRequired, payment, value, range)
        }
    }

    public let link: RoutedLink
    /// The rules of its scheme's links.
    public let rules: LinkRules
    /// The form that matches.
    public let form: DescribedForm
    /// The index of that form.
    let formIndex: Int
    /// The pieces of the path, in order.
    public let pieces: [PathPiece]
    /// The path's range, without leading slashes.
    public let path: Range<Int>
    /// The parameters for which the form has a rule, in the order of the link.
    public let parameters: [Parameter]
    /// The names of the other parameters, as written and decoded.
    public let ignored: [String]
    /// Warnings about the link.
    public let warnings: [LinkWarning]

    /// Splits a link. Its scheme must have ``SchemeDescriptor/links``.
    public init(_ link: RoutedLink) throws(RequestError) {
        guard let rules = link.scheme.links, !rules.forms.isEmpty else {
            throw RequestError(.unsupportedScheme, "No descriptor defines the format of such links.", at: link.body)
        }
        if rules.refusesAll { throw Self.refused(link, rules) }
        let frame = try DescribedFrame(link, rules: rules)
        var found: (index: Int, pieces: [PathPiece])?
        // A kind of account that a form names is never unknown, however the account is written.
        let isNamed = rules.forms.contains { $0.path.matchesTarget(at: frame.path, in: link.bytes) }
        for (index, form) in rules.forms.enumerated() where found == nil && !(isNamed && form.path.takesAnyTarget) {
            found = PathMatch.pieces(of: frame.path, in: link.bytes, by: form.path).map { (index, $0) }
        }
        guard let (index, pieces) = found else { throw frame.noForm(link, rules) }
        let form = rules.forms[index]
        if form.refusal != nil { throw Self.refused(by: form, .unsupportedAction, at: frame.path) }
        if rules.isExact { try frame.refuseFragment(link) }
        try frame.checkPath(link, form, pieces)
        let query = form.path.has(.server) ? frame.queryOfServer : frame.query
        if form.refusesParameters, !frame.query.isEmpty {
            throw RequestError(
                .malformedURL, "There is something after the end of the link.",
                at: frame.path.upperBound..<link.body.upperBound, hint: "Such links have no parameters.")
        }
        var reading = DescribedParameters(link: link, rules: rules, form: form)
        try reading.read(query)
        try reading.checkRequired()
        if !pieces.contains(where: { $0.kind == .address }) { reading.assignSharedTexts() }
        self.link = link
        self.rules = rules
        self.form = form
        formIndex = index
        self.pieces = pieces
        path = frame.path
        parameters = reading.parameters
        ignored = reading.ignored
        warnings = frame.warnings
    }

    /// The error about a link of a scheme that is known, and refused: however it is written, and nothing of it is quoted.
    private static func refused(_ link: RoutedLink, _ rules: LinkRules) -> RequestError {
        let path = (try? DescribedFrame(link, rules: rules))?.path ?? link.body
        // Codes have capitals, and the reason is the same.
        let folded = link.bytes.map(\.lowercasedASCII)
        let form = rules.forms.first { PathMatch.pieces(of: path, in: folded, by: $0.path) != nil }
        return refused(by: form ?? rules.forms[rules.forms.count - 1], .unsupportedScheme, at: link.body)
    }

    /// The error about a link of a form that is known, and refused. A key is called one.
    private static func refused(by form: DescribedForm, _ code: RequestError.Code, at range: Range<Int>) -> RequestError
    {
        var error = RequestError(
            form.path.has(.secret) ? .privateKeyInAddress : code, form.refusal ?? "", at: range)
        error.hidesLink = true
        return error
    }

    /// Where the link has what only its receiver may see.
    var secrets: [Range<Int>] {
        pieces.filter { $0.kind == .secret }.map(\.range) + parameters.filter(\.rule.isSecret).map(\.range)
    }

    /// A piece of the path; nil if it is absent.
    public func piece(_ kind: PathTemplate.Piece.Kind) -> PathPiece? { pieces.first { $0.kind == kind } }

    /// The first parameter with this meaning; nil if there is none.
    public func parameter(_ meaning: ParameterReading.Meaning) -> Parameter? {
        parameters.firstIndex { $0.rule.meaning == meaning }.map { parameters[$0] }
    }

    /// The decoded text of a piece of the path. Only an address and a URL may have escapes, and never one of a
    /// delimiter: other programs would see a different path.
    public func text(of piece: PathPiece) throws(RequestError) -> [UInt8] {
        guard let escape = link.bytes[piece.range].firstIndex(of: UInt8(ascii: "%")) else {
            return Array(link.bytes[piece.range])
        }
        let mayHaveEscapes = piece.kind == .url || piece.kind == .address && piece.separator == nil
        let place = piece.kind == .address ? "The address" : "The part after the colon"
        guard !rules.keys.escapesOnlyTexts, mayHaveEscapes else { throw .escape(at: escape, place) }
        let decoded = try PercentDecoding.decode(link.bytes.span, piece.range)
        guard piece.kind == .address else { return decoded }
        let slashes = link.bytes[piece.range].count { $0 == UInt8(ascii: "/") }
        guard decoded.count(where: { $0 == UInt8(ascii: "/") }) == slashes,
            !decoded.contains(where: { "?#;%&".utf8.contains($0) })
        else { throw .escape(at: escape, place) }
        return decoded
    }

    /// Rejects parts of the path that other programs resolve: `.` and `..`, however they are written. Where a piece may
    /// have several parts, none may be empty either (S1).
    func checkSegments() throws(RequestError) {
        var start = path.lowerBound
        while start <= path.upperBound {
            let end = link.bytes[start..<path.upperBound].firstIndex(of: UInt8(ascii: "/")) ?? path.upperBound
            let piece = pieces.first { $0.range.lowerBound...$0.range.upperBound ~= start }
            // A server's path is the server's.
            if piece?.kind != .server, piece?.kind != .url {
                let segment = try PercentDecoding.decode(link.bytes.span, start..<end)
                guard segment != Array(".".utf8), segment != Array("..".utf8),
                    !segment.isEmpty || piece?.takesRest != true
                else {
                    throw RequestError(
                        .malformedURL,
                        "A part of the path is empty, “.” or “..”: for some programs, that changes the rest.",
                        at: start..<end, hint: "Ask the sender for a link without it.")
                }
            }
            start = end + 1
        }
    }
}

/// The parts around the path and the parameters of a link of the grammar `uri`.
struct DescribedFrame {
    let path: Range<Int>
    let query: Range<Int>
    let warnings: [LinkWarning]
    /// Whether an optional `//` preceded the path.
    private let hasSlashes: Bool

    /// The parameters are part of the server's address and are read with it.
    var queryOfServer: Range<Int> { query }

    init(_ link: RoutedLink, rules: LinkRules) throws(RequestError) {
        let bytes = link.bytes
        let body = LinkBody(link.received)
        warnings = body.warnings
        let end = body.content.upperBound
        var start = body.content.lowerBound
        let slashes = bytes[start..<end].prefix(3).prefix { $0 == UInt8(ascii: "/") }.count
        switch rules.slashes {
        case .meant: hasSlashes = false
        case .optional:
            guard slashes == 0 || slashes == 2 else {
                throw Self.slashes(at: start..<start + slashes, "Either two slashes or none may follow the colon.")
            }
            hasSlashes = slashes == 2
        case .required:
            guard slashes == 2 else {
                throw Self.slashes(
                    at: start..<start + slashes, "There must be two slashes after the colon.",
                    hint: slashes == 0
                        ? "Two slashes are missing: such links begin with “\(link.scheme.name)://”." : nil)
            }
            hasSlashes = true
        case .forbidden:
            guard slashes == 0 else {
                throw Self.slashes(
                    at: start..<start + slashes, "There must be no slashes after the colon.",
                    hint:
                        "\(slashes == 2 ? "Two slashes" : "Slashes") are too many: such links begin with “\(link.scheme.name):”."
                )
            }
            hasSlashes = false
        }
        if hasSlashes { start += 2 }
        let question = bytes[start..<end].firstIndex(of: UInt8(ascii: "?"))
        var pathEnd = question ?? end
        // Some programs add a slash after what they take for a host.
        if hasSlashes, rules.slashes == .optional, pathEnd > start, bytes[pathEnd - 1] == UInt8(ascii: "/") {
            pathEnd -= 1
        }
        path = start..<pathEnd
        query = question.map { $0 + 1..<end } ?? end..<end
    }

    private static func slashes(at range: Range<Int>, _ message: String, hint: String? = nil) -> RequestError {
        RequestError(.malformedURL, message, at: range, hint: hint ?? "Ask the sender for the link again.")
    }

    /// The error if no form matches.
    func noForm(_ link: RoutedLink, _ rules: LinkRules) -> RequestError {
        let hasWords = rules.forms.contains { $0.path.beginsWithWord }
        let text = link.bytes[path]
        if text.allSatisfy({ $0 == UInt8(ascii: "/") }) {
            let end = link.bytes[link.body].first { "?#".utf8.contains($0) }
            let message = end.map { "The link has nothing before “\(Character(UnicodeScalar($0)))”." }
            return RequestError(
                .missingParameter, message ?? "The link is empty.", at: link.body,
                hint: "Ask the sender for the whole link.")
        }
        if let form = rules.forms.first(where: { $0.path.matchesTarget(at: path, in: link.bytes) }) {
            guard PathTemplate.isOnlyTarget(text) else { return unlike(form, .invalidAddress, link, rules) }
            return unlike(form, .missingParameter, link, rules, "The link names no account.")
        }
        if let form = rules.forms.first(where: \.path.takesAnyTarget), PathTemplate.isOnlyTarget(text) {
            return unlike(form, .missingParameter, link, rules, "The link names no account.")
        }
        // A request that such links have, with something wrong after it.
        let start = text.drop { $0 == UInt8(ascii: "/") }
        let first = start.prefix { !"/?:".utf8.contains($0) }
        if let form = rules.forms.first(where: { $0.path.firstWord?.elementsEqual(first) == true }) {
            return unlike(form, .malformedURL, link, rules)
        }
        let hasColon = text.contains(UInt8(ascii: ":"))
        guard hasWords, !hasColon || text.contains(UInt8(ascii: "%")) else {
            let meant =
                rules.forms.first { hasColon && text.contains(UInt8(ascii: "/")) && $0.path.has(.url) }
                ?? rules.forms.first { $0.action == .payment && !$0.path.has(.url) } ?? rules.forms[0]
            return unlike(meant, .malformedURL, link, rules)
        }
        let word = String(decoding: start.prefix { !"/?".utf8.contains($0) }, as: UTF8.self)
        // No action has a name as long as an address; other links of the scheme have slashes.
        if start.count < text.count, word.utf8.count > 24,
            let form = rules.forms.first(where: { $0.path.text == "{address}" })
        {
            return unlike(
                form, .malformedURL, link, rules,
                "The slashes before the address are too many: such links begin with “\(link.scheme.name):”.")
        }
        return RequestError(
            .unknownAction, "“\(link.scheme.name):” links cannot ask for \(Quoted(word, limit: 40)).", at: path,
            hint: "Update this program if this is a new feature, or ask the sender for another link.")
    }

    /// The error about a link that should have a form but has not.
    private func unlike(
        _ form: DescribedForm, _ code: RequestError.Code, _ link: RoutedLink, _ rules: LinkRules,
        _ message: String? = nil
    ) -> RequestError {
        RequestError(
            code, message ?? "This is not a valid “\(link.scheme.name):” link.", at: path,
            hint: Self.example(of: form, link, rules))
    }

    private static func example(of form: DescribedForm, _ link: RoutedLink, _ rules: LinkRules) -> String {
        let slashes = rules.slashes == .required ? "//" : ""
        return "Such links look like “\(link.scheme.name):\(slashes)\(form.path.example)”."
    }

    /// Rejects a fragment (`#`) if the link is handed over unchanged: another program might use it.
    func refuseFragment(_ link: RoutedLink) throws(RequestError) {
        guard query.upperBound < link.body.upperBound else { return }
        throw RequestError(
            .malformedURL, "There is something after “#” that cannot be shown.",
            at: query.upperBound..<link.body.upperBound,
            hint:
                "Such links are passed on unchanged, and another program might use it. Ask the sender for a link without it."
        )
    }

    /// Rejects `@` and `:` where the form does not allow them (S1).
    func checkPath(_ link: RoutedLink, _ form: DescribedForm, _ pieces: [PathPiece]) throws(RequestError) {
        let bytes = link.bytes
        // Behind “?”, no program takes it for the end of a user's name.
        let beforeQuery = bytes[link.body.lowerBound..<path.upperBound]
        if let at = beforeQuery.firstIndex(of: UInt8(ascii: "@")) {
            let isInAuthority = link.scheme.links?.slashes == .optional && hasSlashes
            guard form.takesAt, path.contains(at), !isInAuthority,
                beforeQuery.count(where: { $0 == UInt8(ascii: "@") }) == 1
            else { throw .at(at) }
        }
        guard !form.path.has(.server), !form.path.has(.url), !pieces.contains(where: \.takesRest) else { return }
        // The colon before a port, or in a text that only the receiving program reads.
        if !form.path.elements.has(UInt8(ascii: ":")),
            let colon = path.first(where: { offset in
                bytes[offset] == UInt8(ascii: ":")
                    && !pieces.contains { $0.mayHaveColon && $0.range.contains(offset) }
            })
        {
            throw .stray(
                bytes, at: colon, "in the address",
                hint: link.scheme.links.map { Self.example(of: form, link, $0) })
        }
        // “pay-0x…” and “other-0x…”: a word in an optional position is not part of the address.
        if case .optional(let inner)? = form.path.elements.first, case .literal(let word)? = inner.first,
            word.hasSuffix("-"), !bytes[path].starts(with: word.utf8), let piece = pieces.first,
            let hyphen = bytes[piece.range].firstIndex(of: UInt8(ascii: "-"))
        {
            throw RequestError(
                .unknownAction,
                "“\(link.scheme.name):” links cannot ask for "
                    + "\(Quoted(String(decoding: bytes[piece.range.lowerBound..<hyphen], as: UTF8.self), limit: 40)).",
                at: piece.range.lowerBound..<hyphen, hint: "Only “\(word)” may come before an address.")
        }
    }
}

extension PathTemplate {
    /// Whether it starts with a required literal word.
    fileprivate var beginsWithWord: Bool {
        switch elements.first {
        case .literal(let text): text.utf8.contains(where: \.isASCIILetter)
        case .piece(let piece): piece.text != nil
        case .optional, nil: false
        }
    }

    /// The literal word at its beginning; nil if it begins with something else.
    fileprivate var firstWord: Substring.UTF8View.SubSequence? {
        guard case .literal(let text)? = elements.first else { return nil }
        let word = text.utf8.drop { $0 == UInt8(ascii: "/") }.prefix { $0 != UInt8(ascii: "/") }
        return word.isEmpty ? nil : word
    }

    /// Whether a path has a kind of account and nothing else.
    fileprivate static func isOnlyTarget(_ path: ArraySlice<UInt8>) -> Bool {
        let word = path.last == UInt8(ascii: "/") ? path.dropLast() : path
        return !word.isEmpty && word.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-.".utf8.contains($0) }
    }

    /// Such a path for people: `iban/ADDRESS`.
    fileprivate var example: String { elements.example }
}

extension [PathTemplate.Element] {
    /// Optional elements only if there is nothing else.
    fileprivate var example: String {
        let required = filter { if case .optional = $0 { false } else { true } }
        return (required.isEmpty ? self : required).map { element in
            switch element {
            case .literal(let text): text
            case .piece(let piece): piece.text ?? (piece.name ?? piece.kind.rawValue).uppercased()
            case .optional(let inner): inner.example
            }
        }.joined()
    }
}

extension RequestError {
    static func escape(at offset: Int, _ place: String) -> RequestError {
        RequestError(
            .invalidEncoding, "\(place) has a percent escape, which such links do not allow.", at: offset..<offset + 1,
            hint: "Ask the sender for a link without the escape.")
    }

    fileprivate static func at(_ offset: Int) -> RequestError {
        RequestError(
            .malformedURL, "The link contains “@”: programs disagree about what comes before it.",
            at: offset..<offset + 1, hint: "The sender must percent-encode such characters (“@” is %40).")
    }
}
