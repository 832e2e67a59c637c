import RouterBytes

/// Splits the parameters of a link with the grammar `uri`, and finds the rule of each.
struct DescribedParameters {
    let link: RoutedLink
    let rules: LinkRules
    let form: DescribedForm
    private(set) var parameters: [DescribedLink.Parameter] = []
    private(set) var ignored: [String] = []
    /// The names of ``ignored`` as they are compared.
    private var unread: Set<String> = []
    /// Whether several recipients follow one another, each followed by its amount.
    private let hasGroups: Bool
    private var group = 0

    /// The longest unknown name that is repeated if a link has a secret.
    private static let longestName = 11
    /// The most parameters accepted: nobody can check more.
    private static let most = 256

    init(link: RoutedLink, rules: LinkRules, form: DescribedForm) {
        self.link = link
        self.rules = rules
        self.form = form
        hasGroups = form.parameters.contains { $0.meaning == .address && $0.isRepeated }
    }

    mutating func read(_ query: Range<Int>) throws(RequestError) {
        let bytes = link.bytes
        var start = query.lowerBound
        var count = 0
        while start < query.upperBound {
            let part = LinkPart(bytes.span.extracting(first: query.upperBound), from: start)
            if part.end > start {
                count += 1
                guard count <= Self.most else {
                    throw RequestError(
                        .tooMuchToShow, "The link has more than \(Self.most) parameters.", at: start..<query.upperBound,
                        hint: "Ask the sender for a shorter link.")
                }
                try add(part)
            }
            start = part.end + 1
        }
    }

    private mutating func add(_ part: LinkPart) throws(RequestError) {
        let (bytes, key) = (link.bytes, part.key)
        if rules.keys.escapesOnlyTexts, let escape = bytes[key].firstIndex(of: UInt8(ascii: "%")) {
            throw RequestError(
                .malformedURL, "The name of a parameter has a percent escape.", at: escape..<escape + 1,
                hint: "Ask the sender for a link without the escape.")
        }
        let written = String(decoding: try PercentDecoding.decode(bytes.span, key), as: UTF8.self)
        let (name, payment, isRequired) = try parts(of: written, at: key)
        guard let rule = rule(named: name, isRequired: isRequired) else {
            return try ignore(written, isRequired: isRequired, value: part.value, at: key)
        }
        guard rule.name != "*" || name.utf8.allSatisfy(Self.standsInNames) else {
            throw RequestError(
                .malformedURL, "The name of a parameter has characters that separate parameters for other programs.",
                at: key,
                hint: "Ask the sender for another link.")
        }
        let usualName = rule.name == "*" ? name : rule.name
        if isRequired, rule.meaning == .paymentRequest { throw .unsupportedRequired(rule.name, at: key) }
        guard payment == 0 || rule.meaning.isOfOnePayment else {
            throw RequestError(
                .malformedURL,
                "\(Quoted(written, limit: 40)) has a payment number, but does not belong to a single payment.", at: key,
                hint: "Ask the sender for the link again.", parameter: usualName)
        }
        guard part.value != nil || rules.keys.highestIndex == nil else {
            throw RequestError(
                .malformedURL, "\(Quoted(written, limit: 40)) has no value.", at: key, parameter: usualName)
        }
        let range = part.value ?? part.end..<part.end
        let isText = rule.meaning == .label || rule.meaning == .message || rule.shape == .text && rule.meaning == .note
        if rules.keys.escapesOnlyTexts, !isText, let escape = bytes[range].firstIndex(of: UInt8(ascii: "%")) {
            throw .escape(at: escape, "\(Quoted(usualName, limit: 40))")
        }
        let plusIsSpace = rules.keys.plusIsSpaceEverywhere || isText && rules.keys.plusIsSpace
        // A list is split before its values are decoded.
        let value =
            rule.separator == nil
            ? try PercentDecoding.decode(
                bytes.span, range, plusIsSpace: plusIsSpace, marksLines: isText && rule.meaning != .label)
            : Array(bytes[range])
        if hasGroups, rule.meaning == .address { group += 1 }
        let place = hasGroups && rule.meaning.isOfPayment ? group : payment
        let known = parameters.first {
            $0.payment == place && ($0.rule.name == rule.name && ($0.rule.name != "*" || $0.name.isSame(name)))
        }
        // Other names of what is not supported may mean something else, and the link is refused for the first one.
        if let known, !rule.isRepeated, rule.meaning != .unsupported {
            let what =
                known.written.lowercased().isSame(written.lowercased())
                ? "appears twice in the link"
                : "means the same as \(Quoted(known.written, limit: 40)), which the link already has"
            throw .twice(written, what, at: key.lowerBound..<part.end, parameter: usualName)
        }
        parameters.append(
            DescribedLink.Parameter(
                rule: rule, name: name, written: written, nameRange: key, isRequired: isRequired, payment: place,
                value: value, range: range))
    }

    /// Without a recipient in the path, everything that is said of all recipients together is of the first one after it.
    mutating func assignSharedTexts() {
        guard group > 0 else { return }
        for index in parameters.indices where !parameters[index].rule.meaning.isOfPayment {
            parameters[index].payment = 1
        }
    }

    /// Brackets and commas occur in contract types; names that are handed over contain no other punctuation.
    private static func standsInNames(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "_-.[](),".utf8.contains(byte)
    }

    private func rule(named name: String, isRequired: Bool) -> ParameterReading? {
        if isRequired, rules.keys.required == .name { return nil }
        return form.rule(named: name, ignoringCase: rules.keys.ignoresCase) ?? (isRequired ? nil : form.others)
    }

    /// The name without `req-` and without its index.
    private func parts(
        of written: String, at range: Range<Int>
    ) throws(RequestError) -> (name: String, payment: Int, isRequired: Bool) {
        var name = Substring(written)
        let isRequired = written.utf8.span.hasRequiredPrefix(ignoringCase: rules.keys.ignoresCase)
        if isRequired, rules.keys.required == .modifier { name = name.dropFirst(4) }
        guard let highest = rules.keys.highestIndex, let point = name.lastIndex(of: ".") else {
            return (String(name), 0, isRequired)
        }
        let digits = name[name.index(after: point)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return (String(name), 0, isRequired) }
        guard digits.first != "0", digits.utf8.count <= 4, let index = Int(digits), index <= highest else {
            throw RequestError(
                .malformedURL, "The number after \(Quoted(String(name[..<point]), limit: 40)) is wrong.", at: range,
                hint: "It must be a number from 1 to \(highest) without leading zeros.")
        }
        return (String(name[..<point]), index, isRequired)
    }

    private mutating func ignore(
        _ name: String, isRequired: Bool, value: Range<Int>?, at range: Range<Int>
    ) throws(RequestError) {
        if isRequired {
            let bare = name.utf8.dropFirst(4)
            throw .unsupportedRequired(KeyMaterial.name(bare), at: range)
        }
        if let value { _ = try PercentDecoding.decode(link.bytes.span, value) }
        guard !rules.keys.othersAreServers else { return }
        // What looks like a name may be the rest of a secret that a sign divided.
        let isHidden = form.hasSecret && name.utf8.count > Self.longestName
        ignored.append(isHidden ? KeyMaterial.mark : KeyMaterial.name(name.utf8))
        // Wallets choose differently between two.
        let isNew = unread.insert(rules.keys.ignoresCase ? name.lowercased() : name).inserted
        guard isNew || !rules.isExact else {
            throw RequestError(
                .duplicateParameter, "\(Quoted(ignored.last ?? "", limit: 40)) appears twice in the link.", at: range,
                hint: "Such links are passed on unchanged. Ask the sender for another one.")
        }
    }

    /// Checks that required parameters are present.
    func checkRequired() throws(RequestError) {
        for rule in form.parameters where rule.isRequired && !has(rule.name) {
            throw .missing(rule.name, rule.meaning == .address ? ": it does not say who is paid" : "")
        }
        for parameter in parameters {
            if let other = parameter.rule.alternative, has(other, beside: parameter) {
                throw RequestError(
                    .duplicateParameter,
                    "\(Quoted(parameter.written, limit: 40)) means the same as “\(other)”, which the link also has.",
                    at: parameter.nameRange.lowerBound..<parameter.range.upperBound,
                    hint: "A link may contain only one of them.", parameter: parameter.usualName)
            }
            guard let other = parameter.rule.companion, !has(other, beside: parameter) else { continue }
            // The chain's own asset has no issuer.
            if parameter.rule.meaning == .asset, parameter.value.elementsEqual(link.coin.ticker.utf8) { continue }
            throw .missing(other)
        }
    }

    private func has(_ name: String) -> Bool { parameters.contains { $0.rule.name == name } }

    /// Whether a parameter accompanies another one: for the same payment, if payments have numbers and both are of one.
    private func has(_ name: String, beside parameter: DescribedLink.Parameter) -> Bool {
        parameters.contains { other in
            other.rule.name == name
                && (rules.keys.highestIndex == nil || other.payment == parameter.payment
                    || !other.rule.meaning.isOfOnePayment || !parameter.rule.meaning.isOfOnePayment)
        }
    }
}

extension ParameterReading.Meaning {
    /// Whether it belongs to one recipient if several follow one another.
    var isOfPayment: Bool { self == .address || self == .amount }

    /// Whether it can have the number of a payment; everything else is said of the whole link. What is not supported is
    /// refused in any case, and for that reason.
    fileprivate var isOfOnePayment: Bool {
        switch self {
        case .address, .amount, .label, .message, .memo, .memoType, .unsupported: true
        default: false
        }
    }
}
