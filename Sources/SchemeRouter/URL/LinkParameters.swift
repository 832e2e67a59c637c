/// The parameters of a link, split first and decoded once after it (S1).
///
/// Known names are matched without case and without `req-`; a name may stand only once. Unknown parameters are kept
/// by name, because a person may want to know what was ignored; an unknown `req-` refuses the link (S3).
public struct LinkParameters: Sendable {
    /// The known parameters, in the order of the link.
    public private(set) var known: [LinkParameter] = []
    /// Names of the parameters that were not understood.
    public private(set) var ignored: [String] = []
    /// What is odd about them.
    public private(set) var warnings: [LinkWarning] = []
    /// The parameters that are a bare word, in lower case, such as `scanqr`.
    private(set) var words: [String] = []
    /// The first unknown name with `req-`.
    private var unknownRequired: (name: String, range: Range<Int>)?
    private var seen: UInt16 = 0

    /// Splits `range` at `&`, and each part at its first `=`. A known name without `=` has an empty value.
    package init(_ bytes: [UInt8], _ range: Range<Int>) throws(RequestError) {
        known.reserveCapacity(4)
        var start = range.lowerBound
        while start < range.upperBound {
            let (equals, end) = Self.nextPart(bytes.span, start, range.upperBound)
            if end > start {
                try add(bytes, key: start..<(equals ?? end), value: equals.map { $0 + 1..<end })
            }
            start = end + 1
        }
    }

    /// The parameter of that name.
    public subscript(name: ParameterName) -> LinkParameter? {
        known.first { $0.name == name }
    }

    /// Where the part that begins at `start` ends, and its first `=`.
    private static func nextPart(_ bytes: Span<UInt8>, _ start: Int, _ limit: Int) -> (equals: Int?, end: Int) {
        var end = start
        while end < limit, bytes[end] != UInt8(ascii: "="), bytes[end] != UInt8(ascii: "&") { end += 1 }
        guard end < limit, bytes[end] == UInt8(ascii: "=") else { return (nil, end) }
        let equals = end
        while end < limit, bytes[end] != UInt8(ascii: "&") { end += 1 }
        return (equals, end)
    }

    private mutating func add(_ bytes: [UInt8], key: Range<Int>, value: Range<Int>?) throws(RequestError) {
        let decodedKey = try PercentDecoding.decode(bytes, key)
        let hasPrefix = decodedKey.hasRequiredPrefix
        let name = hasPrefix ? decodedKey.dropFirst(4) : decodedKey
        guard let parameter = ParameterName(key: name) else {
            try addUnknown(bytes, name: name, isRequired: hasPrefix, key: key, value: value)
            return
        }
        let value = value ?? key.upperBound..<key.upperBound
        guard seen & parameter.bit == 0 else {
            throw RequestError(
                .duplicateParameter, "“\(parameter.rawValue)” stands twice in the link.",
                at: key.lowerBound..<value.upperBound, hint: "A link may say each thing only once.",
                parameter: parameter.rawValue)
        }
        seen |= parameter.bit
        let decoded = try PercentDecoding.decode(bytes, value, plusIsSpace: parameter.type == .text)
        known.append(LinkParameter(name: parameter, isRequired: hasPrefix, value: decoded, range: value))
    }

    private mutating func addUnknown(
        _ bytes: [UInt8], name: ArraySlice<UInt8>, isRequired: Bool, key: Range<Int>, value: Range<Int>?
    ) throws(RequestError) {
        if let value { _ = try PercentDecoding.decode(bytes, value) }
        let shown = ForeignText(name, limit: 40).text
        if isRequired, unknownRequired == nil { unknownRequired = (shown, key) }
        if value == nil { words.append(shown.lowercased()) }
        ignored.append(shown)
        if name.starts(with: Self.documentNotation) {
            warnings.append(
                LinkWarning(.literalDocumentNotation, "“(req-)” in the document means that “req-” may stand there."))
        }
    }

    /// Refuses the link if it has an unknown `req-` parameter (S3).
    func checkRequired() throws(RequestError) {
        guard let unknownRequired else { return }
        throw .unsupportedRequired(unknownRequired.name, at: unknownRequired.range)
    }

    /// Keeps only what the descriptor's rules name; the rest counts as unknown. Checks that required ones are there.
    mutating func keep(_ rules: [ParameterRule]) throws(RequestError) {
        for (position, parameter) in known.enumerated().reversed()
        where !rules.contains(where: { $0.name == parameter.name }) {
            if parameter.isRequired {
                throw .unsupportedRequired(parameter.name.rawValue, at: parameter.range)
            }
            ignored.append(parameter.name.rawValue)
            known.remove(at: position)
        }
        for rule in rules where rule.isRequired && self[rule.name] == nil {
            throw RequestError(
                .missingParameter, "The link does not say “\(rule.name.rawValue)”.",
                hint: "Ask the sender for a link with “\(rule.name.rawValue)=…”.", parameter: rule.name.rawValue)
        }
    }

    private static let documentNotation = Array("(req-)".utf8)
}

extension ArraySlice<UInt8> {
    /// Whether a name with `req-` before it stands here.
    fileprivate var hasRequiredPrefix: Bool {
        guard count > 4, self[startIndex + 3] == UInt8(ascii: "-") else { return false }
        return prefix(3).reduce(0) { $0 << 8 | UInt32($1.lowercasedASCII) } == 0x72_6571
    }
}

/// One parameter that the engine knows.
public struct LinkParameter: Sendable {
    /// Which one.
    public let name: ParameterName
    /// Whether it was written with `req-`: then it must be honoured or the link refused (S3).
    public let isRequired: Bool
    /// The decoded bytes.
    public let value: ArraySlice<UInt8>
    /// Where the value stands in the link as received.
    public let range: Range<Int>
}

extension RequestError {
    /// The refusal of a `req-` parameter.
    public static func unsupportedRequired(_ name: String, at range: Range<Int>) -> RequestError {
        RequestError(
            .unsupportedRequiredParameter, "The link requires “\(name)”, which is not supported here.", at: range,
            hint: "Ask the sender for a link without “req-\(name)”.", parameter: name)
    }
}

extension ParameterName {
    /// A bit of its own for each name.
    fileprivate var bit: UInt16 {
        switch self {
        case .pay: 1 << 0
        case .request: 1 << 1
        case .sender: 1 << 2
        case .account: 1 << 3
        case .amount: 1 << 4
        case .instantSend: 1 << 5
        case .label: 1 << 6
        case .message: 1 << 7
        case .paymentRequest: 1 << 8
        }
    }

    /// The name that `key` is, compared without case. All names fit eight bytes, so that one number is compared.
    fileprivate init?(key: ArraySlice<UInt8>) {
        guard key.count <= 8 else { return nil }
        switch key.reduce(0, { $0 << 8 | UInt64($1.lowercasedASCII) }) {
        case 0x70_6179: self = .pay
        case 0x72_6571_7565_7374: self = .request
        case 0x7365_6E64_6572: self = .sender
        case 0x61_6363_6F75_6E74: self = .account
        case 0x616D_6F75_6E74: self = .amount
        case 0x6973: self = .instantSend
        case 0x6C_6162_656C: self = .label
        case 0x6D_6573_7361_6765: self = .message
        case 0x72: self = .paymentRequest
        default: return nil
        }
    }
}
