import RouterBytes

/// Texts of codes on invoices (``LineForm``), each read as the link that means the same.
extension Router {
    /// The link that means the same as a text with a known mark or beginning; nil if it has none.
    func link(ofLines text: [UInt8]) throws(RequestError) -> [UInt8]? {
        for scheme in routes.schemes where scheme.isEnabled {
            guard let form = scheme.links?.texts.first(where: { $0.begins(text) }) else { continue }
            guard let template = form.link else {
                throw RequestError(.unsupportedScheme, form.refusal ?? "", at: 0..<text.count)
            }
            let values = try form.values(in: text)
            return Array(template.text { values[$0] ?? "" }.utf8)
        }
        return nil
    }
}

extension LineForm {
    private static let lineEnd = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    fileprivate func begins(_ text: [UInt8]) -> Bool {
        switch mark {
        case .beginning(let start): text.starts(with: start.utf8)
        case .line(let line): text.prefix { $0 != Self.lineEnd && $0 != Self.carriageReturn }.elementsEqual(line.utf8)
        }
    }

    /// The values of the lines by their numbers, without empty ones.
    fileprivate func values(in text: [UInt8]) throws(RequestError) -> [Int: String] {
        guard text.count <= most else {
            throw error("has more than \(most) bytes", at: most..<text.count)
        }
        let ends = text.count { $0 == Self.lineEnd }
        let pairs = zip(text, text.dropFirst()).count { $0 == Self.carriageReturn && $1 == Self.lineEnd }
        guard pairs == 0 || pairs == ends, text.count(where: { $0 == Self.carriageReturn }) == pairs else {
            throw error("has different line ends", at: 0..<text.count)
        }
        guard (try? UTF8Span(validating: text.span)) != nil else {
            throw RequestError(
                .invalidEncoding, "The text is not UTF-8.", at: 0..<text.count, hint: "Scan the code again.")
        }
        var values: [Int: String] = [:]
        var places: [Int: Range<Int>] = [:]
        var number = 1
        for part in text.split(separator: Self.lineEnd, omittingEmptySubsequences: false) {
            let line = pairs > 0 && part.last == Self.carriageReturn ? part.dropLast() : part
            if !line.isEmpty {
                values[number] = String(decoding: line, as: UTF8.self)
                places[number] = line.startIndex..<line.endIndex
            }
            number += 1
        }
        let known = lines.map(\.number)
        if let other = values.keys.sorted().first(where: { $0 > 1 && !known.contains($0) }) {
            throw error("must have nothing in line \(other)", at: places[other] ?? 0..<text.count)
        }
        for rule in lines {
            guard let value = values[rule.number] else {
                let isNeeded = rule.isRequired && !(rule.unless.map { values.values.contains($0) } ?? false)
                guard isNeeded else { continue }
                throw error("has nothing in line \(rule.number)", at: text.count..<text.count)
            }
            values[rule.number] = try rule.value(of: value, at: places[rule.number] ?? 0..<text.count)
        }
        return values
    }

    private func error(_ what: String, at range: Range<Int>) -> RequestError {
        let name =
            switch mark {
            case .line(let text), .beginning(let text): text
            }
        return RequestError(
            .malformedURL, "The text, which begins with “\(name)”, \(what).", at: range,
            hint: "Scan the code again, or pay with what the invoice says.")
    }
}

extension LineRule {
    /// A line without its prefix.
    fileprivate func value(of line: String, at range: Range<Int>) throws(RequestError) -> String {
        guard values.isEmpty || values.contains(where: { $0.isSame(line) }) else {
            throw error(.malformedURL, "has an unknown value", range)
        }
        guard line.hasPrefix(prefix ?? "") else {
            throw error(.invalidAmount, "does not begin with “\(prefix ?? "")”", range)
        }
        let value = String(line.dropFirst(prefix?.count ?? 0))
        if let most, value.unicodeScalars.count > most {
            let code = decimals == nil ? RequestError.Code.malformedURL : .amountOutOfRange
            throw error(code, "has more than \(most) characters", range)
        }
        guard let decimals else { return value }
        let parts = value.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }) else {
            throw error(.invalidAmount, "is not a decimal number with a point", range)
        }
        guard parts.count == 1 || parts[1].count <= decimals else {
            throw error(.amountTooPrecise, "has more than \(decimals) decimals", range)
        }
        return value
    }

    private func error(_ code: RequestError.Code, _ what: String, _ range: Range<Int>) -> RequestError {
        RequestError(
            code, "Line \(number) of the text \(what).", at: range,
            hint: "Scan the code again, or pay with what the invoice says.")
    }
}
