/// The parameters of a link, split first and then decoded once (S1).
///
/// Known names are matched ignoring case and without `req-`; each may appear only once. The names of unknown parameters
/// are kept, because a person may want to know what was ignored; an unknown `req-` rejects the link (S3).
public struct LinkParameters: ~Copyable, Sendable {
    private(set) var known: ParameterNames = []
    /// The known ones that were written with `req-`.
    private(set) var required: ParameterNames = []
    /// The names that count as known.
    private let accepted: ParameterNames
    /// The unknown parameters.
    private var unknown: [UnknownParameter] = []

    /// The bytes of the link, followed by the values that had to be decoded.
    private var text: [UInt8]
    /// The ranges of the known parameters, indexed by the positions of their names: offsets instead of slices, to avoid
    /// allocations.
    private var places = InlineArray<10, LinkPlace>(repeating: LinkPlace())
    /// Whether every byte of the link is literal.
    private let isPlain: Bool

    /// Splits `range` at `&`, and each part at its first `=`. A known name without `=` has an empty value.
    /// - Parameter rules: the parameters that count as known; nil for all names of the engine.
    package init(
        _ bytes: [UInt8], _ range: Range<Int>, knowing rules: [ParameterRule]? = nil
    ) throws(RequestError) {
        accepted = rules.map { $0.reduce(into: ParameterNames()) { $0.insert(ParameterNames($1.name)) } } ?? .all
        let link = bytes.span
        text = bytes
        isPlain = !PercentDecoding.isEncoded(link.extracting(range))
        var start = range.lowerBound
        while start < range.upperBound {
            let (equals, end) = Self.nextPart(link, start, range.upperBound)
            if end > start {
                let key = start..<(equals ?? end)
                let value = equals.map { $0 + 1..<end }
                if isPlain {
                    try add(link, name: link.extracting(key), key: key, value: value)
                } else {
                    let name = try PercentDecoding.decode(link, key)
                    try add(link, name: name.span, key: key, value: value)
                }
            }
            start = end + 1
        }
    }

    var ignoresNothing: Bool { ignored.isEmpty }

    /// Names of the unknown parameters.
    public var ignored: [String] { ignored(with: []) }

    /// Names of the unknown parameters, and of ways to pay that could not be read, in the order of the link.
    public func ignored(with unread: [InstructionParameter]) -> [String] {
        unknown.lazy.filter { parameter in
            !parameter.isInstruction || unread.contains { $0.place == parameter.range.lowerBound }
        }.map(\.shownName)
    }

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
            place: places[name.position])
    }

    /// The end of the part that begins at `start`, and its first `=`.
    private static func nextPart(_ bytes: Span<UInt8>, _ start: Int, _ limit: Int) -> (equals: Int?, end: Int) {
        let end = bytes.extracting(first: limit).firstOffset(of: UInt8(ascii: "&"), from: start) ?? limit
        return (bytes.extracting(first: end).firstOffset(of: UInt8(ascii: "="), from: start), end)
    }

    private mutating func add(
        _ link: Span<UInt8>, name: Span<UInt8>, key: Range<Int>, value: Range<Int>?
    ) throws(RequestError) {
        let isRequired = name.hasRequiredPrefix
        let name = isRequired ? name.extracting(droppingFirst: 4) : name
        guard let parameter = ParameterName(key: name), accepted.contains(ParameterNames(parameter)) else {
            if let value { _ = try PercentDecoding.decode(link, value) }
            unknown.append(UnknownParameter(name: [UInt8](name), isRequired: isRequired, range: key, value: value))
            return
        }
        let range = value ?? key.upperBound..<key.upperBound
        guard known.insert(ParameterNames(parameter)).inserted else {
            throw RequestError(
                .duplicateParameter, "“\(parameter.rawValue)” appears twice in the link.",
                at: key.lowerBound..<range.upperBound, hint: "A link may contain each parameter only once.",
                parameter: parameter.rawValue)
        }
        if isRequired { required.insert(ParameterNames(parameter)) }
        var decoded = range
        if !isPlain {
            let bytes = try PercentDecoding.decode(link, range, plusIsSpace: parameter.type == .text)
            decoded = text.count..<text.count + bytes.count
            text += bytes
        }
        places[parameter.position] = LinkPlace(range: range, value: decoded)
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

    /// Rejects the link if it has `req-` before a known name that the coin's plugin does not honour (S3).
    func checkRequired(by link: RoutedLink) throws(RequestError) {
        guard !required.isEmpty else { return }
        let understood = link.route.understood(link.coin, link.scheme.grammar)
        for name in inOrder(required) where !understood.contains(name) {
            throw .unsupportedRequired(name.rawValue, at: places[name.position].range)
        }
    }

    /// Keeps only the parameters of the descriptor's rules; others count as unknown. Checks that required ones are
    /// present.
    mutating func keep(_ rules: [ParameterRule]) throws(RequestError) {
        let allowed = rules.reduce(into: ParameterNames()) { $0.insert(ParameterNames($1.name)) }
        for name in inOrder(known.subtracting(allowed)).reversed() {
            if required.contains(ParameterNames(name)) {
                throw .unsupportedRequired(name.rawValue, at: places[name.position].range)
            }
            let range = places[name.position].range
            unknown.append(UnknownParameter(name: Array(name.rawValue.utf8), range: range, value: range))
            known.remove(ParameterNames(name))
        }
        for rule in rules where rule.isRequired && !has(rule.name) {
            throw RequestError(
                .missingParameter, "The link lacks “\(rule.name.rawValue)”.",
                hint: "Ask the sender for a link with “\(rule.name.rawValue)=…”.", parameter: rule.name.rawValue)
        }
    }

    private func inOrder(_ names: ParameterNames) -> [ParameterName] {
        guard !names.isEmpty else { return [] }
        return ParameterName.allCases.filter { names.contains(ParameterNames($0)) }
            .sorted { places[$0.position].range.lowerBound < places[$1.position].range.lowerBound }
    }
}

extension Span<UInt8> {
    /// Whether it starts with the prefix `req-`.
    fileprivate var hasRequiredPrefix: Bool {
        guard count >= 4, self[3] == UInt8(ascii: "-") else { return false }
        return (0..<3).reduce(0) { $0 << 8 | UInt32(self[$1].lowercasedASCII) } == 0x72_6571
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
}
