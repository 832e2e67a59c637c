import RouterBytes

/// The parameters of a link, split first and then decoded once (S1).
///
/// The names that the descriptor knows are matched ignoring case and without `req-`; each may appear only once. The names of
/// unknown parameters are kept, because a person may want to know what was ignored; an unknown `req-` rejects the link (S3).
public struct LinkParameters: ~Copyable, Sendable {
    private var known: ParameterNames = []
    /// The known ones that were written with `req-`.
    private var required: ParameterNames = []
    /// The unknown parameters.
    private var unknown: [UnknownParameter] = []
    /// The names of the known ones.
    private let names: LinkNames

    /// The bytes of the link, followed by the values that had to be decoded.
    private var text: [UInt8]
    /// The ranges of the known parameters in the link, indexed by the positions of their names: offsets instead of
    /// slices, to avoid allocations.
    private var places = InlineArray<11, LinkPlace>(repeating: LinkPlace())
    /// The ranges of their decoded values in `text`, indexed in the same way; nil if every byte is literal.
    private var decoded: [LinkPlace]?

    /// Splits `range` at `&`, and each part at its first `=`. A known name without `=` has an empty value.
    /// - Parameters:
    ///   - link: the link as received.
    ///   - names: the names of known parameters.
    ///   - accepted: those of them that count.
    init(
        _ received: borrowing LinkBytes, _ range: Range<Int>, names: LinkNames, knowing accepted: ParameterNames = .all
    ) throws(RequestError) {
        self.names = names
        let bytes = received.bytes
        // Whether every byte of the link is literal.
        let isPlain = !received.kinds.mayEncode && !received.kinds.hasForbidden
        text = bytes
        if !isPlain { decoded = [LinkPlace](repeating: LinkPlace(), count: places.count) }
        let link = bytes.span.extracting(first: range.upperBound)
        var start = range.lowerBound
        while start < link.count {
            let end: Int
            // Nearly all parts of links are of this kind.
            if isPlain, let (name, equals) = names.plain(in: link, at: start),
                accepted.contains(ParameterNames(name)), known.insert(ParameterNames(name)).inserted
            {
                end = link.firstOffset(of: UInt8(ascii: "&"), from: equals) ?? link.count
                places[name.position] = LinkPlace(equals + 1..<end)
            } else {
                let part = LinkPart(link, from: start)
                end = part.end
                if end > start { try add(part, of: link, received, knowing: accepted) }
            }
            start = end + 1
        }
    }

    /// The same with the names of the Dash and Axe wallets, for measurements.
    package init(_ link: borrowing LinkBytes, _ range: Range<Int>) throws(RequestError) {
        try self.init(link, range, names: WalletRules.authority.names)
    }

    var ignoresNothing: Bool { ignored.isEmpty }

    /// Names of the unknown parameters.
    public var ignored: [String] { ignored(with: []) }

    /// Names of the unknown parameters, and of ways to pay that could not be read, in the order of the link. Those that
    /// only other schemes take come last.
    public func ignored(with unread: [InstructionParameter]) -> [String] {
        unknown.lazy.filter { parameter in
            !parameter.isInstruction || unread.contains { $0.place == parameter.range.lowerBound }
        }.map(\.shownName)
    }

    /// The decoded value of an unknown parameter; nil if there is none with this name, ignoring case, or several.
    public func unknownValue(of name: String, in link: [UInt8]) -> [UInt8]? {
        let found = unknown.filter { $0.isCalled(name) }
        guard found.count == 1, let range = found[0].value else { return nil }
        return try? PercentDecoding.decode(link.span, range)
    }

    /// The names of the unknown parameters that tell whose payment it is.
    public var references: [String] { unknown.isEmpty ? [] : ignored.filter(PayerReference.isOne) }

    /// Whether a parameter with this name, ignoring case, is unknown.
    func ignores(_ name: String) -> Bool { unknown.contains { $0.isCalled(name) } }

    /// Warnings about them.
    public var warnings: [LinkWarning] {
        unknown.lazy.filter(\.isDocumentNotation).map { _ in
            LinkWarning(.literalDocumentNotation, "“(req-)” in the specification means that “req-” is optional there.")
        }
    }

    /// Whether the link consists of this word, in any case, without other known parameters.
    func isOnly(_ word: String) -> Bool {
        let words = unknown.filter { $0.value == nil }
        return known.isEmpty && words.count == 1 && words[0].isCalled(word)
    }

    /// Whether there is a parameter with this name.
    public func has(_ name: ParameterName) -> Bool { known.contains(ParameterNames(name)) }

    /// The parameter with this name.
    public subscript(name: ParameterName) -> LinkParameter? {
        guard has(name) else { return nil }
        return LinkParameter(
            name: name, isRequired: required.contains(ParameterNames(name)), text: text,
            place: places[name.position], decoded: decoded?[name.position] ?? places[name.position])
    }

    private mutating func add(
        _ part: LinkPart, of link: Span<UInt8>, _ received: borrowing LinkBytes, knowing accepted: ParameterNames
    ) throws(RequestError) {
        try received.refuseForbidden(in: part.key)
        var key = try PercentDecoding.decode(link, part.key)
        let isRequired = key.span.hasRequiredPrefix()
        if isRequired { key.removeFirst(4) }
        guard let name = names[key.span], accepted.contains(ParameterNames(name)) else {
            if let value = part.value {
                try received.refuseForbidden(in: value)
                _ = try PercentDecoding.decode(link, value)
            }
            unknown.append(UnknownParameter(name: key, isRequired: isRequired, range: part.key, value: part.value))
            return
        }
        let range = part.value ?? part.end..<part.end
        guard known.insert(ParameterNames(name)).inserted else {
            throw .twice(names.text(of: name), at: part.key.lowerBound..<part.end)
        }
        let isText = name.type == .text
        if !isText { try received.refuseForbidden(in: range) }
        if isRequired { required.insert(ParameterNames(name)) }
        places[name.position] = LinkPlace(range)
        guard decoded != nil else { return }
        let value = try PercentDecoding.decode(
            link, range, plusIsSpace: isText, marksLines: name == .message)
        decoded?[name.position] = LinkPlace(text.count..<text.count + value.count)
        text += value
    }

    /// Marks the unknown parameters that are ways to pay, and returns them in the order of the link.
    /// - Parameter isInstruction: whether a name, in lower case, is that of a way to pay.
    mutating func takeInstructions(
        of bytes: [UInt8], where isInstruction: (String) -> Bool
    ) throws(RequestError) -> [InstructionParameter] {
        var taken: [InstructionParameter] = []
        for index in unknown.indices {
            let parameter = unknown[index]
            guard let name = parameter.shortName, isInstruction(name) else { continue }
            let range = parameter.value ?? parameter.range.upperBound..<parameter.range.upperBound
            guard taken.count < InstructionParameter.most else {
                throw RequestError(
                    .tooMuchToShow, "The link offers more than \(InstructionParameter.most) ways to pay.",
                    at: parameter.range, hint: "Ask the sender for a shorter link.", parameter: name)
            }
            unknown[index].isInstruction = true
            taken.append(
                InstructionParameter(
                    name: name, isRequired: parameter.isRequired, place: parameter.range.lowerBound,
                    value: try PercentDecoding.decode(bytes.span, range), range: range))
        }
        return taken
    }

    /// Rejects the link if it has an unknown `req-` parameter (S3).
    func checkRequired() throws(RequestError) {
        guard let first = unknown.first(where: { $0.isRequired && !$0.isInstruction }) else { return }
        throw .unsupportedRequired(first.shownName, at: first.range)
    }

    /// Rejects the link if it has `req-` before a known name that the coin's plugin does not honour, or that the descriptor
    /// leaves unused (S3).
    func checkRequired(by link: RoutedLink) throws(RequestError) {
        guard !required.isEmpty else { return }
        let understood = link.route.supportedRequiredParameters(link.coin, link.scheme.grammar)
        let unused = link.route.wallet.unused
        for name in inOrder(required) where !understood.contains(name) || unused.contains(ParameterNames(name)) {
            throw .unsupportedRequired(names.text(of: name), at: places[name.position].range)
        }
    }

    /// Keeps only the parameters of the descriptor's rules; others count as unknown. Checks that required ones are
    /// present.
    mutating func keep(_ rules: [ParameterRule]) throws(RequestError) {
        for name in inOrder(known.subtracting(ParameterNames(rules))).reversed() {
            if required.contains(ParameterNames(name)) {
                throw .unsupportedRequired(names.text(of: name), at: places[name.position].range)
            }
            let range = places[name.position].range
            unknown.append(UnknownParameter(name: Array(names.text(of: name).utf8), range: range, value: range))
            known.remove(ParameterNames(name))
        }
        for rule in rules where rule.isRequired && !has(rule.name) { throw .missing(names.text(of: rule.name)) }
    }

    private func inOrder(_ names: ParameterNames) -> [ParameterName] {
        guard !names.isEmpty else { return [] }
        return ParameterName.allCases.filter { names.contains(ParameterNames($0)) }
            .sorted { places[$0.position].range.lowerBound < places[$1.position].range.lowerBound }
    }
}

extension Span<UInt8> {
    /// Whether it starts with the prefix `req-`, in any case unless that matters.
    func hasRequiredPrefix(ignoringCase: Bool = true) -> Bool {
        guard count >= 4, self[3] == UInt8(ascii: "-") else { return false }
        let word = (0..<3).reduce(0) { $0 << 8 | UInt32(ignoringCase ? self[$1].lowercasedASCII : self[$1]) }
        return word == 0x72_6571
    }
}

extension RequestError {
    /// The error for an unsupported `req-` parameter.
    public static func unsupportedRequired(_ name: String, at range: Range<Int>) -> RequestError {
        RequestError(
            .unsupportedRequiredParameter, "The link requires \(Quoted(name, limit: 40)), which is not supported here.",
            at: range,
            hint: "Ask the sender for a link without \(Quoted("req-" + name, limit: 44)).", parameter: name)
    }

    /// The error for a parameter that the link must have.
    /// - Parameter loss: what follows from that, after its name.
    static func missing(_ name: String, _ loss: String = "") -> RequestError {
        RequestError(
            .missingParameter, "The link lacks “\(name)”\(loss).",
            hint: "Ask the sender for a link with “\(name)=…”.", parameter: name)
    }

    /// The error for a parameter that the link has more than once.
    /// - Parameter what: the end of a sentence about it.
    static func twice(
        _ name: String, _ what: String = "appears twice in the link", at range: Range<Int>, parameter: String? = nil
    ) -> RequestError {
        RequestError(
            .duplicateParameter, "\(Quoted(name, limit: 40)) \(what).", at: range,
            hint: "A link may contain each parameter only once.", parameter: parameter ?? name)
    }
}

/// A parameter that is unknown here.
struct UnknownParameter: Sendable {
    /// Its name without `req-`, decoded. Names are compared as received: an invisible character makes a different name.
    let name: [UInt8]
    /// Whether it was written with `req-` (S3).
    var isRequired = false
    /// Its range in the link as received.
    let range: Range<Int>
    /// Its value's range; nil for a bare word without `=`, such as `scanqr`.
    let value: Range<Int>?

    /// Whether a plugin reads it as a way to pay.
    var isInstruction = false

    /// Whether it is written as Axe Wallet's document prints it, `(req-)IS` (Documentation/protocols/dash-axe.md §1.2).
    var isDocumentNotation: Bool { name.starts(with: "(req-)".utf8) }

    var shownName: String { KeyMaterial.name(name) }

    /// The name in lower case; nil if it is longer than any known name, or has non-ASCII characters.
    var shortName: String? {
        guard name.count <= 15, name.allSatisfy({ $0 < 0x80 }) else { return nil }
        return String(decoding: name.lazy.map(\.lowercasedASCII), as: UTF8.self)
    }

    /// Whether it has this name, ignoring the case of ASCII letters, as everywhere in links.
    func isCalled(_ word: some StringProtocol) -> Bool {
        name.elementsEqual(word.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

/// One parameter that the engine knows.
///
/// The properties of its place are inlinable, and it is small enough to be returned in registers.
public struct LinkParameter: Sendable {
    /// Which one.
    public let name: ParameterName
    /// Whether it was written with `req-`: then it must be honoured or the link rejected (S3).
    public let isRequired: Bool
    @usableFromInline let text: [UInt8]
    @usableFromInline let place: LinkPlace
    @usableFromInline let decoded: LinkPlace

    init(name: ParameterName, isRequired: Bool, text: [UInt8], place: LinkPlace, decoded: LinkPlace) {
        self.name = name
        self.isRequired = isRequired
        self.text = text
        self.place = place
        self.decoded = decoded
    }

    /// The decoded bytes.
    @inlinable public var value: ArraySlice<UInt8> { text[decoded.range] }
    /// The value's range in the link as received.
    @inlinable public var range: Range<Int> { place.range }
}

/// A range of a link's bytes. Half the width of `Int`, so that moving ten of them is fast.
@usableFromInline struct LinkPlace: Sendable {
    @usableFromInline var start: UInt32 = 0
    @usableFromInline var end: UInt32 = 0

    init() {}

    init(_ range: Range<Int>) { (start, end) = (UInt32(range.lowerBound), UInt32(range.upperBound)) }

    @inlinable var range: Range<Int> { Int(start)..<Int(end) }
}

/// A parameter that offers a way to pay (BIP321, "payment instruction"), as its plugin receives it.
public struct InstructionParameter: Sendable {
    /// The most in one link: nobody can compare more.
    public static let most = 16

    /// Its name, in lower case and without `req-`.
    public let name: String
    /// Whether it was written with `req-`: then a wallet that does not support this way to pay must not pay in another
    /// way (S3).
    public let isRequired: Bool
    /// The start of the parameter in the link as received.
    let place: Int
    /// The decoded bytes; empty if there is no value.
    public let value: [UInt8]
    /// The value's range in the link as received.
    public let range: Range<Int>
}

/// A part of a link between two `&`, split at its first `=`.
struct LinkPart {
    let key: Range<Int>
    /// Nil if it has no `=`.
    let value: Range<Int>?

    var end: Int { value?.upperBound ?? key.upperBound }

    init(_ link: Span<UInt8>, from start: Int) {
        let end = link.firstOffset(of: UInt8(ascii: "&"), from: start) ?? link.count
        let equals = link.extracting(first: end).firstOffset(of: UInt8(ascii: "="), from: start)
        key = start..<(equals ?? end)
        value = equals.map { $0 + 1..<end }
    }
}
