/// Labels and messages: they are handed over as shown (S15).
extension DescribedReading {
    /// The text with its original spaces; the cleaned text if any other character of it is not shown.
    static func exact(_ bytes: some Collection<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let cleaned = ForeignText(bytes).text
        let (all, shown) = (text.unicodeScalars.lazy, cleaned.unicodeScalars.lazy)
        return all.filter { $0 != " " }.elementsEqual(shown.filter { $0 != " " }) ? text : cleaned
    }

    /// The texts of a parameter, decoded: all values of a list.
    static func texts(of parameter: DescribedLink.Parameter) throws(RequestError) -> [ArraySlice<UInt8>] {
        try parts(parameter.value[...], at: parameter.range, by: parameter.rule.separator).map { $0.0 }
    }

    /// Warns if a text is not shown as in the link. If the link is handed over unchanged, the wallet receives the rest,
    /// too.
    mutating func noteTexts() throws(RequestError) {
        for parameter in split.parameters where parameter.rule.meaning == .label || parameter.rule.meaning == .message {
            let isShown = try Self.texts(of: parameter).allSatisfy { bytes in
                Self.exact(bytes).utf8.elementsEqual(bytes)
            }
            guard !isShown else { continue }
            let end = isOpaque ? " The wallet receives the whole text, including what is not shown here." : ""
            warnings.append(
                LinkWarning(
                    .textSanitised, "Invisible characters were removed from a text, or it was shortened.\(end)"))
            return
        }
    }
}
