import RouterBytes

/// Whether a link goes to a program byte for byte although it is not plain (S15): only if it was read completely, the
/// program is known to read everything in it, and nothing in it is forbidden.
extension ReadLink {
    /// Whether the plain links lack something, so that it matters what a program reads.
    var isMoreThanPlain: Bool {
        guard case .payment(let payment) = request, payment.details == nil else { return false }
        return mayLoseKeys
    }

    /// The whole link, for a program that is known to read it; nil if it must not go over byte for byte.
    func whole(for reads: ProgramReads) -> OutgoingLink? {
        guard reads != .plain, case .payment(let payment) = request, payment.form == .bip21,
            payment.lock?.isRequired != true,
            // Some programs look for an address only before the parameters, and lose another way to pay.
            payment.address != nil || reads.readsEverything
        else { return nil }
        let (header, instructions) = (request.header, payment.instructions)
        guard header.warnings.allSatisfy(\.code.leavesLinkWhole), let first = instructions.first,
            WholeLinkCheck(link: self, instructions: instructions, reads: reads).passes
        else { return nil }
        return OutgoingLink(text: received, scheme: header.scheme, instruction: first, isRewritten: false)
    }
}

extension LinkWarning.Code {
    /// Whether a link with this warning was read completely, as it stands there.
    fileprivate var leavesLinkWhole: Bool {
        switch self {
        case .unprotectedAddress, .addressEnds, .requestEnds, .referenceIgnored, .serverIsLocal, .serverIsPlain,
            .notChecked, .amountsDiffer, .looksLikeOther:
            true
        default: false
        }
    }
}

private struct WholeLinkCheck {
    let link: ReadLink
    let instructions: [PaymentInstruction]
    let reads: ProgramReads

    private var names: LinkNames { link.link.route.wallet.names }

    var passes: Bool {
        let received = link.received
        let keys = LinkKeys(received)
        guard !received.utf8.contains(UInt8(ascii: "#")), isPlain(keys.path), isScheme else { return false }
        var seen: [String] = []
        for part in keys.parts {
            let name = String(decoding: part.written, as: UTF8.self)
            guard isPlainKey(part), !seen.contains(where: { $0.isSame(name) }), let value = part.value,
                value.allSatisfy(\.standsInQueries), isRead(name, value), isAllowed(name, value, among: keys)
            else { return false }
            seen.append(name)
        }
        return isDated(keys) && instructions.allSatisfy(agrees)
    }

    /// In one case: some programs do not know `Scheme:`.
    private var isScheme: Bool {
        let scheme = link.received.utf8.prefix { $0 != UInt8(ascii: ":") }
        return scheme.allSatisfy { !(0x41...0x5A).contains($0) } || scheme.allSatisfy { !(0x61...0x7A).contains($0) }
    }

    /// The address without an escape, or nothing.
    private func isPlain(_ path: ArraySlice<UInt8>) -> Bool {
        guard let address = link.request.payable?.address else { return path.isEmpty }
        if path.isEmpty { return reads.readsEverything }
        return String(decoding: path, as: UTF8.self).lowercased().isSame(address.lowercased())
    }

    private func isPlainKey(_ part: LinkKeys.Part) -> Bool {
        !part.isRequired && !part.written.isEmpty
            && part.written.allSatisfy { $0 != UInt8(ascii: "%") && !(0x41...0x5A).contains($0) && $0.standsInQueries }
    }

    /// Whether the program is known to read the key with such a value.
    private func isRead(_ name: String, _ value: ArraySlice<UInt8>) -> Bool {
        if name.isSame(names.text(of: .amount)) { return Self.isPlainAmount(value) }
        if [ParameterName.label, .message].contains(where: { name.isSame(names.text(of: $0)) }) { return true }
        if reads.readsEverything { return true }
        return reads.keys.contains { $0.name.isSame(name) && takes($0.value, name, value) }
    }

    private func takes(_ kind: ProgramReads.Value, _ name: String, _ value: ArraySlice<UInt8>) -> Bool {
        func offers(_ kind: PaymentInstruction.Kind) -> Bool {
            instructions.contains { $0.parameter?.isSame(name) == true && $0.kind == kind }
        }
        return switch kind {
        case .any: true
        case .number: Self.number(value) != nil
        case .https: Self.isEndpoint(value)
        case .bolt11: offers(.lightning)
        case .lnurl: offers(.lnurl)
        case .bolt12: offers(.offer)
        case .silentPayment: offers(.silentPayment)
        case .privatePayment: offers(.privatePayment)
        case .segwit: offers(.onchain)
        }
    }

    /// What no program may receive in silence, or makes known programs refuse the whole link.
    private func isAllowed(_ name: String, _ value: ArraySlice<UInt8>, among keys: LinkKeys) -> Bool {
        switch name {
        // Some programs fetch it at once, without asking.
        case names.text(of: .paymentRequest): false
        case Self.payjoin: Self.isEndpoint(value)
        // Without an endpoint or with another value, readers of payjoin refuse the link (BIP78).
        case "pjos":
            (value.elementsEqual("0".utf8) || value.elementsEqual("1".utf8))
                && keys.parts.contains { $0.written.elementsEqual(Self.payjoin.utf8) }
        default: true
        }
    }

    private static let payjoin = "pj"

    /// Whether start and duration stand there together, as whole numbers, or neither does.
    private func isDated(_ keys: LinkKeys) -> Bool {
        let dates = keys.parts.filter { ["time", "exp"].contains(String(decoding: $0.written, as: UTF8.self)) }
        return dates.isEmpty || dates.count == 2 && dates.allSatisfy { $0.value.flatMap(Self.number) != nil }
    }

    /// Whether an invoice asks for the link's amount, and names no other address: programs that compare them refuse the
    /// whole link.
    private func agrees(_ instruction: PaymentInstruction) -> Bool {
        guard instruction.kind == .lightning, let payment = link.request.payable, let address = payment.address else {
            return true
        }
        guard instruction.fallbacks.allSatisfy({ $0.lowercased().isSame(address.lowercased()) }) else {
            return false
        }
        guard let amount = payment.amount else { return true }
        guard let msat = instruction.amountMsat else { return false }
        let (wanted, overflow) = amount.units.multipliedReportingOverflow(by: 1_000)
        return !overflow && wanted.distance(to: msat).magnitude <= 1_000
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Int64? {
        guard (1...12).contains(text.count), text.allSatisfy(\.isASCIIDigit) else { return nil }
        return Int64(String(decoding: text, as: UTF8.self))
    }

    /// Digits with at most eight decimals, and not zero.
    private static func isPlainAmount(_ text: ArraySlice<UInt8>) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }
            && (parts.count < 2 || parts[1].count <= 8) && text.contains { (0x31...0x39).contains($0) }
    }

    /// `https:`, or an onion service.
    private static func isEndpoint(_ value: ArraySlice<UInt8>) -> Bool {
        guard let decoded = try? PercentDecoding.decode(value.span, 0..<value.count) else { return false }
        let text = String(decoding: decoded, as: UTF8.self).lowercased()
        let isSecure = text.hasPrefix("https://")
        guard isSecure || text.hasPrefix("http://") else { return false }
        let host = text.utf8.dropFirst(isSecure ? 8 : 7).prefix { !"/?#:".utf8.contains($0) }
        guard !host.isEmpty, host.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "-.".utf8.contains($0) }) else {
            return false
        }
        return isSecure || String(host)?.hasSuffix(".onion") == true
    }
}

extension UInt8 {
    /// Whether RFC 3986 allows it in a query, besides `&` and `=` that separate: some programs refuse a raw space.
    fileprivate var standsInQueries: Bool {
        isASCIILetter || isASCIIDigit || "-._~%!$'()*+,;:@/?=".utf8.contains(self)
    }
}
