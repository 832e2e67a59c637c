import RouterBytes

/// Checks the syntax of values according to their descriptor.
extension DescribedReading {
    /// How far a value was checked; nil if there is nothing to check but its syntax.
    func check(
        _ value: ArraySlice<UInt8>, of parameter: DescribedLink.Parameter
    ) throws(RequestError) -> PaymentInstruction.Check? {
        let rule = parameter.rule
        guard !parameter.isOwnCoin else { return nil }
        if rule.shape == .issued { return try checkIssued(value, of: parameter) }
        if rule.shape == .address {
            // The person compares the issuer with one that they know, so names are not accepted, because they may mean
            // another account tomorrow.
            return try address(
                value, at: parameter.range, parameter: parameter.usualName, mayBeName: rule.meaning != .issuer
            ).checked
        }
        let complaint =
            [.base58, .base58Check].contains(rule.shape)
            ? reader.complaint(about: value, as: rule.shape, size: rule.size)
            : Self.complaint(about: value, rule.shape, size: rule.size)
        if let complaint { throw invalid(parameter, complaint) }
        return nil
    }

    /// `ISSUER:CODE`: whose promise it is, and of what.
    private func checkIssued(
        _ value: ArraySlice<UInt8>, of parameter: DescribedLink.Parameter
    ) throws(RequestError) -> PaymentInstruction.Check {
        let parts = value.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, (3...40).contains(parts[1].count), parts[1].allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw invalid(parameter, "is not an issuer with the code of what it issues") }
        return try address(parts[0], at: parameter.range, parameter: parameter.usualName, mayBeName: false).checked
    }

    /// What is wrong with a value of this shape; nil if nothing is.
    static func complaint(about value: ArraySlice<UInt8>, _ shape: ValueShape, size: Int?) -> String? {
        switch shape {
        case .text, .address, .issued, .base58, .base58Check: return nil
        case .number:
            guard let number = WholeNumber(digits: value), number <= WholeNumber(.max) else {
                return "is not a whole number of 64 bits"
            }
        case .decimal:
            let parts = value.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard (1...2).contains(parts.count), value.count <= 40, parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
                value.contains(where: \.isASCIIDigit)
            else { return value.isEmpty ? nil : "is not a decimal number" }
        case .hex:
            guard !value.isEmpty, value.count.isMultiple(of: 2), value.allSatisfy({ $0.hexDigitValue != nil }) else {
                return "is not hexadecimal"
            }
            if let size, value.count != size * 2 { return "does not have \(size * 2) hexadecimal digits" }
        case .base64, .base64URL:
            guard let bytes = Base64Text.decode(value, isForURL: shape == .base64URL) else {
                return "is not Base64"
            }
            if let size, bytes.count != size { return "does not encode \(size) bytes" }
        case .host:
            // Nothing may follow the host: it is shown without quotation marks.
            guard let server = ServerAddress("https://\(String(decoding: value, as: UTF8.self))"),
                server.host.utf8.elementsEqual(value), !server.host.hasPrefix("[")
            else { return "is not a host name" }
        case .url:
            guard ServerAddress(String(decoding: value, as: UTF8.self)) != nil else {
                return "is not the address of a server"
            }
        case .wss:
            guard ServerAddress(String(decoding: value, as: UTF8.self), isWSS: true) != nil else {
                return "is not a “wss” address"
            }
        case .replacements: return replacements(value)
        }
        return nil
    }

    /// `path:id,…;id:words,…`, with the same ids on both sides (SEP-7).
    private static func replacements(_ value: ArraySlice<UInt8>) -> String? {
        let sides = value.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard sides.count == 2 else { return "lacks a hint for each replaced field" }
        func part(_ entry: ArraySlice<UInt8>, _ isFirst: Bool) -> ArraySlice<UInt8>? {
            guard let colon = entry.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            return isFirst ? entry[..<colon] : entry[entry.index(after: colon)...]
        }
        let fields = sides[0].split(separator: UInt8(ascii: ",")).map { part($0, false) }
        let hints = sides[1].split(separator: UInt8(ascii: ",")).map { part($0, true) }
        guard !fields.contains(nil), Set(fields) == Set(hints) else {
            return "has different names for fields and hints"
        }
        return nil
    }

    /// The kind of a memo without the parameter that names kinds: text, as in the examples of SEP-7, unless it could be of
    /// another kind, too. Nil if such links name no kinds.
    private mutating func kindOfUntyped(
        _ parameter: DescribedLink.Parameter
    ) throws(RequestError) -> ParameterValue? {
        guard let kinds = form.parameters.first(where: { $0.meaning == .memoType && !$0.values.isEmpty }),
            let text = kinds.values.first(where: { $0.shape ?? .text == .text })
        else { return nil }
        let couldBeOther = kinds.values.contains { kind in
            guard let shape = kind.shape, shape != .text else { return false }
            return Self.complaint(about: parameter.value[...], shape, size: kind.size) == nil
        }
        guard !couldBeOther else {
            throw RequestError(
                .missingParameter, "The link lacks “\(kinds.name)”, and its memo could be of several kinds.",
                at: parameter.range, hint: "Ask the sender for a link with “\(kinds.name)=…”.", parameter: kinds.name)
        }
        warnings.append(
            LinkWarning(
                .parameterIsOdd, "The link does not say of which kind its memo is; as it is, it can only be a text."))
        return text
    }

    /// The memo of a payment: only if the recipient can receive one, and only up to its maximum length.
    mutating func memo(
        _ own: [DescribedLink.Parameter], _ address: CheckedAddress?
    ) throws(RequestError) -> DescribedPayment.Memo? {
        guard let parameter = own.first(where: { $0.rule.meaning == .memo }) else { return nil }
        let rule = parameter.rule
        let type = split.parameters.first { $0.rule.meaning == .memoType && $0.payment == parameter.payment }
        let kind =
            type == nil
            ? try kindOfUntyped(parameter)
            : type.flatMap { type in type.rule.values.first { $0.text.utf8.elementsEqual(type.value) } }
        let (shape, most, size) = (kind?.shape ?? rule.shape, kind?.most ?? rule.most, kind?.size ?? rule.size)
        if let complaint = Self.complaint(about: parameter.value[...], shape, size: size) {
            throw invalid(parameter, complaint)
        }
        let isBase64 = shape == .base64URL || shape == .base64
        let bytes =
            isBase64 ? Base64Text.decode(parameter.value[...], isForURL: shape == .base64URL) ?? [] : parameter.value
        // Nothing, or F6 and zeros, says that there is no memo (ZIP-302).
        if shape == .base64URL, bytes.first ?? 0xF6 == 0xF6, bytes.dropFirst().allSatisfy({ $0 == 0 }) { return nil }
        // A memo that only its recipient can read needs an address that supports it.
        if shape == .base64URL, address?.takesMemo != true {
            throw invalid(parameter, "goes to an address that takes no memo")
        }
        // What is sent counts: two hexadecimal digits are a byte.
        if let most, bytes.count > (shape == .hex ? most * 2 : most) {
            throw invalid(parameter, "has more than \(most) bytes")
        }
        guard isBase64 else {
            let text = String(decoding: bytes, as: UTF8.self)
            return shape == .text || shape == .number ? .text(text) : .data(text)
        }
        guard shape == .base64URL, let first = bytes.first, first <= 0xF4 else { return .data(bytes.hex) }
        guard (try? UTF8Span(validating: bytes.span)) != nil else {
            throw invalid(parameter, "is neither text nor marked as data")
        }
        return .text(String(decoding: bytes.reversed().drop { $0 == 0 }.reversed(), as: UTF8.self))
    }
}
