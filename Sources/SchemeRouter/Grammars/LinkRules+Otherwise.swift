import RouterBytes
import RouterLinks

/// Requests that only other wallets carry out, in links of a scheme that this wallet answers (``SchemeDescriptor/otherwise``).
extension LinkRules {
    /// Whether a link is such a request: its path is that of a form. An empty path is also that of a link without an address,
    /// so there one of the form's parameters decides.
    func describes(_ link: LinkBytes) -> Bool {
        let bytes = link.bytes
        var start = link.body.lowerBound
        if bytes[start..<link.body.upperBound].starts(with: "//".utf8) { start += 2 }
        let path = bytes[start..<link.body.upperBound].prefix { !"?#".utf8.contains($0) }
        let word = path.last == UInt8(ascii: "/") ? path.dropLast() : path
        let query = bytes[path.endIndex..<link.body.upperBound].dropFirst()
        return forms.contains { form in
            guard form.path.text.utf8.elementsEqual(word) else { return false }
            return !word.isEmpty || form.hasOne(of: query, in: bytes, ignoringCase: keys.ignoresCase)
        }
    }
}

extension DescribedForm {
    /// Whether a query has a parameter that makes it a request of this form: one that must be present or is a secret.
    fileprivate func hasOne(of query: ArraySlice<UInt8>, in bytes: [UInt8], ignoringCase: Bool) -> Bool {
        query.split(separator: UInt8(ascii: "&")).contains { part in
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            guard let decoded = try? PercentDecoding.decode(bytes.span, name.startIndex..<name.endIndex),
                let rule = rule(named: String(decoding: decoded, as: UTF8.self), ignoringCase: ignoringCase)
            else { return false }
            return rule.isRequired || rule.isSecret
        }
    }
}
