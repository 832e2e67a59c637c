import RouterBytes

/// Prints a link with the grammar `uri` in the form that all wallets read in the same way: what is shown, and nothing
/// else (S15).
struct DescribedPrinting {
    let split: DescribedLink
    let payments: [DescribedPayment]

    func text() throws(RequestError) -> String {
        var text = "\(split.link.scheme.name):"
        if split.rules.slashes == .required { text += "//" }
        text += try path()
        var sign = "?"
        for parameter in try query() {
            text += sign + parameter
            sign = "&"
        }
        return text
    }

    /// The path as received: without escapes, there is only one way to read it.
    private func path() throws(RequestError) -> String {
        var text = ""
        var offset = split.path.lowerBound
        for piece in split.pieces {
            text += String(decoding: split.link.bytes[offset..<piece.range.lowerBound], as: UTF8.self)
            text += try self.text(of: piece)
            offset = piece.range.upperBound
        }
        return text + String(decoding: split.link.bytes[offset..<split.path.upperBound], as: UTF8.self)
    }

    private func text(of piece: PathPiece) throws(RequestError) -> String {
        let bytes = split.link.bytes[piece.range]
        guard piece.kind == .address, piece.separator == nil, let address = payments.first?.address else {
            return String(decoding: bytes, as: UTF8.self)
        }
        // The path omits what the scheme already says, and the prefix of another one that the address has only as shown.
        let prefix = "\(split.link.scheme.name):"
        var text = address.text[...]
        if text.hasPrefix(prefix) {
            text = text.dropFirst(prefix.count)
        } else if let colon = text.lastIndex(of: ":"), try !split.text(of: piece).contains(UInt8(ascii: ":")) {
            text = text[text.index(after: colon)...]
        }
        guard bytes.contains(UInt8(ascii: "%")) else { return String(text) }
        // The slashes of a path stay; everything else that may have a meaning is encoded.
        return text.split(separator: "/", omittingEmptySubsequences: false).map { PercentEncoding.encode(String($0)) }
            .joined(separator: "/")
    }

    private func query() throws(RequestError) -> [String] {
        var query: [String] = []
        for parameter in split.parameters {
            let rule = parameter.rule
            guard rule.meaning != .paymentRequest else { continue }
            var name = parameter.usualName
            // A wallet that does not know it must not pay.
            if parameter.isRequired { name = "req-\(name)" }
            if split.rules.keys.highestIndex != nil, parameter.payment > 0 { name += ".\(parameter.payment)" }
            var value = String(decoding: parameter.value, as: UTF8.self)
            if rule.meaning == .label || rule.meaning == .message {
                // A foreign text is handed over as shown.
                let texts = try DescribedReading.texts(of: parameter).map {
                    PercentEncoding.encode(DescribedReading.exact($0))
                }
                let separator = rule.separator.map { String(UnicodeScalar($0)) } ?? ""
                query.append("\(name)=\(texts.joined(separator: separator))")
                continue
            }
            if rule.meaning == .pool, value.isEmpty {
                query.append(name)
                continue
            }
            if rule.separator != nil, rule.meaning != .amount {
                // Split and encoded as received.
                query.append("\(name)=\(value)")
                continue
            }
            if rule.meaning == .amount {
                value = ""
                for amount in payments.lazy.filter({ $0.place == parameter.payment }).compactMap(\.amount) {
                    if !value.isEmpty { value += ";" }
                    value += DescribedAmountReading.plain(amount, by: split.rules.amounts)
                }
            } else if [.surplus, .feeUnits, .feeRate].contains(rule.meaning) {
                value = DescribedReading.digits(parameter.value) ?? value
            } else if rule.meaning == .argument {
                value = DescribedReading.argument(parameter.value, of: parameter.name) ?? value
            }
            query.append("\(name)=\(Self.encode(value, rule))")
        }
        return query
    }

    private static func encode(_ text: String, _ rule: ParameterReading) -> String {
        switch rule.meaning {
        case .memo, .note: PercentEncoding.encode(text)
        // Only characters with a meaning in links are escaped: addresses and numbers have none.
        default:
            text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-._~;:,".utf8.contains($0) }
                ? text : PercentEncoding.encode(text)
        }
    }
}
