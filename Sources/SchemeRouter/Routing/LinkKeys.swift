import RouterBytes

/// The parameters of a link as received, in its order: nothing is known of their meaning.
struct LinkKeys {
    struct Part {
        /// The name as written.
        let written: ArraySlice<UInt8>
        /// Nil without `=`.
        let value: ArraySlice<UInt8>?
        /// The decoded name, without `req-`.
        let name: String
        let isRequired: Bool

        init(_ part: ArraySlice<UInt8>) {
            let equals = part.firstIndex(of: UInt8(ascii: "="))
            let bytes = Array(part[..<(equals ?? part.endIndex)])
            var decoded = (try? PercentDecoding.decode(bytes.span, 0..<bytes.count)) ?? bytes
            let isRequired = decoded.span.hasRequiredPrefix()
            if isRequired { decoded.removeFirst(4) }
            (written, value) = (bytes[...], equals.map { part[($0 + 1)...] })
            (name, self.isRequired) = (KeyMaterial.name(decoded), isRequired)
        }

        /// The name, for comparing it.
        var plainName: String { name.lowercased() }
    }

    /// What precedes the parameters, after the scheme.
    let path: ArraySlice<UInt8>
    let parts: [Part]

    /// - Parameter beginsWithParameters: whether the parameters follow the scheme, as in `scheme://key=value`.
    init(_ link: String, beginsWithParameters: Bool = false) {
        let bytes = Array(link.utf8)
        let body = bytes.drop { $0 != UInt8(ascii: ":") }.dropFirst().prefix { $0 != UInt8(ascii: "#") }
        let query: ArraySlice<UInt8>
        if beginsWithParameters {
            path = []
            query = body.drop { "/?".utf8.contains($0) }
        } else {
            path = body.prefix { $0 != UInt8(ascii: "?") }
            query = body.dropFirst(path.count + 1)
        }
        parts = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true).map(Part.init)
    }
}

/// What a program does not receive of a link: nothing is lost in silence (S15).
public struct LeftOutKeys: Sendable, Hashable {
    /// The names of the parameters, in the order of the link, each once.
    public let names: [String]

    /// Nothing.
    public static let none = LeftOutKeys(names: [])

    /// What is lost, with the names: `the payjoin offer (pj, pjos), “x”`.
    public var text: String {
        var groups: [(loss: String, names: [String])] = []
        for name in names.prefix(Self.mostNames) {
            let known = name.lowercased()
            guard let loss = ProgramTable.shipped.loss(with: known) else {
                groups.append(("\(Quoted(name, limit: 40))", []))
                continue
            }
            if let same = groups.firstIndex(where: { $0.loss.isSame(loss) && !$0.names.isEmpty }) {
                groups[same].names.append(known)
            } else {
                groups.append((loss, [known]))
            }
        }
        let parts = groups.map { $0.names.isEmpty ? $0.loss : "\($0.loss) (\($0.names.joined(separator: ", ")))" }
        let more = names.count > Self.mostNames ? " and \(names.count - Self.mostNames) more" : ""
        return parts.joined(separator: ", ") + more
    }

    /// What is lost with each, for programs; nil for a parameter that nobody here knows.
    public var losses: [(name: String, loss: String?)] {
        names.map { ($0, ProgramTable.shipped.loss(with: $0.lowercased())) }
    }

    private static let mostNames = 12
}

extension ReadLink {
    /// What of the link a program does not receive that receives `text` instead.
    /// - Parameter instruction: the way to pay in it.
    func leftOut(from text: String, paying instruction: PaymentInstruction?) -> LeftOutKeys {
        guard !text.isSame(received) else { return .none }
        switch request {
        case .payment(let payment):
            if let details = payment.details { return Self.leftOut(of: details) }
            return leftOut(from: text, paying: instruction, isNative: payment.form == .native)
        case .foreign(let request): return Self.leftOut(of: request)
        case .address, .key, .scanQR, .login, .actions, .sign, .open: return .none
        }
    }

    private static func leftOut(of described: DescribedRequest) -> LeftOutKeys {
        LeftOutKeys(names: described.plain == nil ? [] : once(described.header.ignored))
    }

    private func leftOut(from text: String, paying instruction: PaymentInstruction?, isNative: Bool) -> LeftOutKeys {
        let names = link.route.wallet.names
        var carried = LinkKeys(text).parts.map(\.plainName)
        // An address or an invoice may be outside the parameters of the new link.
        if let parameter = instruction?.parameter { carried.append(parameter) }
        if isNative { carried.append(names.text(of: .pay).lowercased()) }
        // An invoice has its own amount.
        if instruction?.amountMsat != nil { carried.append(names.text(of: .amount).lowercased()) }
        // Nothing is lost with an empty text, or with an amount that is left to the person.
        let texts = [ParameterName.label, .message].map { names.text(of: $0).lowercased() }
        let amount = names.text(of: .amount).lowercased()
        let lost = LinkKeys(received, beginsWithParameters: isNative).parts.filter { part in
            let (name, value) = (part.plainName, part.value ?? [])
            if name.isSame(amount), value.allSatisfy({ "0.".utf8.contains($0) }) { return false }
            if value.isEmpty, texts.contains(where: { $0.isSame(name) }) { return false }
            return !carried.contains { $0.isSame(name) }
        }
        return LeftOutKeys(names: Self.once(lost.map(\.name)))
    }

    /// Parameters without a value and without a name are no names.
    private static func once(_ names: [String]) -> [String] {
        var seen: [String] = []
        return names.filter { name in
            let plain = name.lowercased()
            guard !name.isEmpty, !seen.contains(where: { $0.isSame(plain) }) else { return false }
            seen.append(plain)
            return true
        }
    }

    /// What a program does not receive about which nothing is known; empty for most links.
    public var leftOutOfPlainLink: LeftOutKeys {
        guard mayLoseKeys else { return .none }
        guard let first = plainWays.first else { return .none }
        return leftOut(from: first.text, paying: first.instruction)
    }

    /// Whether a rewritten link could lack something: a cheap test, which most links fail.
    var mayLoseKeys: Bool {
        switch request {
        case .payment(let payment):
            if let details = payment.details { return details.losesKeys }
            return payment.address == nil || payment.form == .native || payment.hasAlternatives
                || !payment.header.ignored.isEmpty
                || payment.proof != nil || payment.lock != nil || payment.header.sender != nil
                || payment.header.warnings.contains { $0.code == .proofIgnored }
        case .foreign(let request): return request.losesKeys
        case .address, .key, .scanQR, .login, .actions, .sign, .open: return false
        }
    }
}

extension DescribedRequest {
    fileprivate var losesKeys: Bool { plain != nil && !header.ignored.isEmpty }
}
