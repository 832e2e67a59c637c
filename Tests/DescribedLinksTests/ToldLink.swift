@testable import SchemeRouter

/// Reads links by descriptors of a test, with addresses and payloads whose contents the test chooses, and tells
/// everything that was read.
///
/// So a test sees what the engine itself makes of a link, whatever the kinds of addresses.
struct ToldLink {
    let router: Router

    /// Every scheme is about the same coin, of which 1,000 exist.
    /// - Parameter schemes: the schemes, without what they have in common.
    init(schemes: String) {
        let whole = schemes.replacing(" links: {", with: " coin: toy, grammar: uri, links: {")
        let indented = whole.split(separator: "\n").map { "  \($0)\n" }.joined()
        let yaml = """
            version: 1
            coins:
              toy: { ticker: TOY, decimals: 4, max-money: "1000", hand-over: only,
                     addresses: { main: [{ kind: base58, bytes: 32 }, { kind: name, shape: email }],
                                  test: [{ kind: bech32, prefix: t, bytes: 20 }] } }
            schemes:
            \(indented)
            """
        do {
            let file = DescriptorFile(name: "test.yaml", bytes: Array(yaml.utf8))
            router = Router(
                routes: try RouteTable.load([.shipped, file]), plugins: [LinkRules.plugin: ChosenAddresses()])
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// All that a link says, a line each, without what most links say: that they ask for a payment on the main network,
    /// that only the format of an address was checked, that several recipients are warned of, and that they go over as
    /// they are. Or why a link is refused.
    func callAsFunction(_ link: String) -> String {
        do {
            let read = try router.read(Array(link.utf8))
            guard let request = read.request.asDescribed else { return "another link" }
            return Self.lines(of: request, link).joined(separator: "\n")
        } catch {
            let place = error.range.map { String(decoding: Array(link.utf8)[$0], as: UTF8.self) }
            let parameter = error.parameter.map { " of \($0)" } ?? ""
            let at = place.map { " at “\($0)”" } ?? ""
            return "\(error.code)\(parameter)\(at): \(error.message)\(error.hint.map { " \($0)" } ?? "")"
        }
    }

    private static func lines(of request: DescribedRequest, _ link: String) -> [String] {
        var lines: [String] = []
        if request.action != .payment { lines.append("\(request.action)") }
        if request.header.network != .main { lines.append("on \(request.header.network)") }
        for payment in request.payments {
            var line = "pay \(payment.amount.map(told) ?? "any") to \(payment.address.map(told) ?? "nobody")"
            if payment.place > 0 { line += ", \(payment.place)" }
            if let label = payment.labelText { line += ", label “\(label)”" }
            if let message = payment.messageText { line += ", message “\(message)”" }
            switch payment.memo {
            case .text(let text): line += ", memo “\(visible(text))”"
            case .data(let data): line += ", data \(data)"
            case nil: break
            }
            lines.append(line)
            // What people and programs see differs only in spaces and in what is removed.
            precondition((payment.label == nil) == (payment.labelText == nil))
            precondition((payment.message == nil) == (payment.messageText == nil))
        }
        if request.total != nil || request.isTotalOpen {
            lines.append("total \(request.total.map(told) ?? "?")\(request.isTotalOpen ? ", open" : "")")
        }
        lines += request.surpluses.map { "besides \(told($0))" }
        lines += request.facts.map { fact in
            "\(fact.field) (\(fact.title)) \(told(fact.value))\(fact.checked.map { ", \($0)" } ?? "")"
        }
        lines += request.instructions.map { "\($0.kind) \($0.text)" }
        let several = LinkWarning(
            .severalRecipients, "Some wallets do not support links with several recipients.")
        if request.header.warnings.contains(several) != (request.payments.count > 1) {
            lines.append("warned of several recipients: \(request.payments.count == 1)")
        }
        lines += request.header.warnings.filter { $0 != several }.map { "warning \($0.code): \($0.message)" }
        if !request.header.ignored.isEmpty { lines.append("ignored \(request.header.ignored)") }
        if let amount = request.amountOfCoin {
            lines.append("counts \(amount == .largest ? "most" : "\(amount.units)")")
        }
        if let plain = request.plain {
            if plain != link { lines.append("goes over \(plain)") }
        } else {
            lines.append("cannot change")
        }
        return lines
    }

    private static func told(_ amount: DescribedAmount) -> String {
        switch amount.value {
        case .units(let number): "\(number) = \(amount.text)"
        case .written(let text): "“\(text)” = \(amount.text)"
        }
    }

    /// The text, with scalars that are not seen by their numbers.
    private static func visible(_ text: String) -> String {
        text.unicodeScalars.map { $0.value == 0 || $0.value > 0xFFFF ? "U+\(String($0.value, radix: 16))" : "\($0)" }
            .joined()
    }

    private static func told(_ address: CheckedAddress) -> String {
        let isChecked = address.checked == .checksum
        return address.text + (isChecked ? " (checksum)" : "") + (address.unchecked.map { " (\($0))" } ?? "")
    }

    private static func told(_ value: LinkFact.Value) -> String {
        switch value {
        case .text(let text): "“\(text)”"
        case .name(let text), .own(let text): text
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .null: "null"
        case .list(let values): "[\(values.map(told).joined(separator: ", "))]"
        case .fields(let fields): fields.map { "\($0.name): \(told($0.value))" }.joined(separator: ", ")
        }
    }
}

/// Takes every address and payload, and makes of it what it says: `memo-…` takes a memo, `id-…` has a payment id,
/// `odd-…` has a warning, `sum-…` a checksum, and `bad-…` is none. `told-…` says how it was asked about.
private struct ChosenAddresses: CoinPlugin, LinkReader, DescribedLinkReader {
    func address(
        _ text: ArraySlice<UInt8>, at range: Range<Int>, of link: RoutedLink, forms: [AddressForm], chain: String?,
        parameter: String?
    ) throws(RequestError) -> CheckedAddress {
        let words = String(decoding: text, as: UTF8.self)
        guard !words.contains("bad-"), !words.contains(";") else {
            throw RequestError(.invalidAddress, "Bad.", at: range, parameter: parameter)
        }
        let asked = "\(forms.map { "\($0.network) \($0.kind)" }), chain \(chain ?? "-"), of \(parameter ?? "-")"
        return CheckedAddress(
            text: words, checked: words.contains("sum-") ? .checksum : .shape, takesMemo: words.contains("memo-"),
            hasPaymentID: words.contains("id-"),
            warnings: words.contains("odd-") ? [LinkWarning(.looksLikeOther, "\(words) is odd.")] : [],
            unchecked: words.contains("told-") ? asked : nil)
    }

    func payload(
        _ text: ArraySlice<UInt8>, at range: Range<Int>, of link: RoutedLink, formats: [InstructionFormat]
    ) throws(RequestError) -> DecodedPayload {
        let words = String(decoding: text, as: UTF8.self)
        guard !words.contains("bad-") else { throw RequestError(.invalidRequest, "Bad.", at: range) }
        let instruction = PaymentInstruction(
            .lightning, words, checked: .checksum, amountMsat: words.contains("sum-") ? 1_500 : nil)
        let action: Action? = words.contains("login-") ? .login : words.contains("pay-") ? .payment : nil
        return DecodedPayload(
            instruction: words.contains("sum-") ? instruction : nil, action: action,
            facts: [LinkFact("payload", title: "payload", .list(formats.map { .name("\($0)") }))],
            warnings: [LinkWarning(.notChecked, "\(words) is not decoded.")])
    }
}
