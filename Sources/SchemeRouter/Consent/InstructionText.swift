/// The text about the ways to pay that a link offers: all of them, in the link's order, with what was checked of each.
/// The purpose in an invoice is quoted (S5).
public struct InstructionText {
    let request: WalletRequest
    let coin: CoinDescriptor
    /// Whether invoices and offers are written in full. Nobody compares them, and they would fill the pages of a
    /// consent; payment destinations, such as addresses, are always written in full.
    let isWhole: Bool

    /// Creates the text about a request.
    /// - Parameters:
    ///   - request: what the link asks for.
    ///   - coin: the coin of the request.
    ///   - isWhole: whether each way to pay is written in full.
    public init(_ request: WalletRequest, of coin: CoinDescriptor, isWhole: Bool = false) {
        self.request = request
        self.coin = coin
        self.isWhole = isWhole
    }

    /// The paragraphs; empty if the link offers only an address.
    public var paragraphs: [Paragraph] {
        if let payment = request.payable, let address = payment.address {
            guard payment.hasAlternatives || payment.unmetInstruction != nil else { return [] }
            if let required = payment.unmetInstruction {
                return [
                    list(payment.instructions),
                    "The link requires “\(own: required.parameter ?? "")”, which this wallet does not support, so nothing can be paid here.",
                ]
            }
            return [
                list(payment.instructions),
                "This wallet pays on-chain to \(address: address) and ignores the other ways. Pay only once.",
            ]
        }
        let instructions = request.instructions
        guard !instructions.isEmpty else { return [] }
        return [list(instructions), "This wallet supports none of these ways."]
    }

    /// Only the ways to pay, whoever pays; empty if there are none.
    var list: [Paragraph] { request.instructions.isEmpty ? [] : [list(request.instructions)] }

    /// Only the ways to pay, for a link that another wallet receives; empty if the link has only an address.
    var ways: [Paragraph] {
        if let payment = request.payable, !payment.hasAlternatives { return [] }
        // The payload is covered by the text about the rest of such a link.
        if request.dapp == nil, request.asDescribed != nil { return [] }
        return request.instructions.isEmpty ? [] : [list(request.instructions)]
    }

    /// What a link with only this way to pay asks for, with what was checked of it.
    func request(for instruction: PaymentInstruction) -> Paragraph {
        switch instruction.kind {
        case .lightning, .offer, .link: "It asks for \(line(instruction))"
        case .onchain, .silentPayment, .privatePayment, .lnurl, .lightningAddress:
            "It asks for a payment \(line(instruction))"
        }
    }

    private func list(_ instructions: [PaymentInstruction]) -> Paragraph {
        let count = instructions.count
        let required = instructions.filter(\.isRequired)
        let heading: Paragraph =
            count == 1
            ? "The link can be paid in one way:"
            : required.isEmpty
                ? "The link can be paid in any one of \(count) ways:"
                : "The link lists \(count) ways to pay and requires \(own: Self.names(required)):"
        return .lines([heading] + instructions.enumerated().map { "\($0 + 1). \(line($1))" })
    }

    private func line(_ instruction: PaymentInstruction) -> Paragraph {
        var line: Paragraph = "\(what(instruction)) (\(own: Self.checks(instruction)))"
        if let end = instruction.expires { line = "\(line), until \(own: UTCTime.text(end))" }
        if let payee = instruction.payee { line = "\(line), signed by \(word: payee)" }
        if let issuer = instruction.issuer, !issuer.text.isEmpty { line = "\(line). Issued by \(Quoted(issuer))" }
        if let description = instruction.description, !description.text.isEmpty {
            line = "\(line). It says: \(Quoted(description))"
        }
        for address in instruction.fallbacks { line = "\(line). It also names the address \(address: address)" }
        return line
    }

    private func what(_ instruction: PaymentInstruction) -> Paragraph {
        let text = instruction.text
        switch instruction.kind {
        case .onchain: return "on-chain to \(address: text)"
        case .lightning: return "a Lightning invoice of \(price(of: instruction)): \(text, short: cut(text))"
        case .offer:
            let each = instruction.isPerItem ? " for each item" : ""
            return "a Lightning offer of \(price(of: instruction))\(own: each): \(text, short: cut(text))"
        case .silentPayment: return "on-chain to the silent payment address \(address: text)"
        case .privatePayment: return "on-chain to the private payment code \(address: text)"
        case .lnurl:
            return "by Lightning, after asking the server \(word: instruction.server ?? ""): \(word: cut(text))"
        case .lightningAddress:
            return "by Lightning to \(word: text), after asking the server \(word: instruction.server ?? "")"
        case .link: return "\(word: text)"
        }
    }

    private func cut(_ text: String) -> String {
        isWhole || text.utf8.count <= 40 ? text : "\(text.prefix(20))…\(text.suffix(12))"
    }

    private func price(of instruction: PaymentInstruction) -> Paragraph {
        if let currency = instruction.currency {
            return instruction.amountMinor.map { "\(own: Self.grouped($0)) minor units of \(own: currency)" }
                ?? "a price in \(own: currency)"
        }
        guard let amount = instruction.amountMsat.flatMap({ Amount(units: $0) }) else { return "any amount" }
        return "\(amount: "\(amount.text(decimals: coin.decimals + 3)) \(coin.ticker)")"
    }

    /// `10,000,000`: such numbers are mostly zeros.
    private static func grouped(_ number: Int64) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3), digit != "-" { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    private static func names(_ required: [PaymentInstruction]) -> String {
        required.map { "“\($0.parameter ?? "")”" }.joined(separator: " and ")
    }

    private static func checks(_ instruction: PaymentInstruction) -> String {
        switch (instruction.checked, instruction.kind) {
        case (.shape, _): "it has no checksum, so only its format was checked"
        case (.checksum, .lightning) where instruction.payee != nil: "its checksum and its signature are correct"
        case (.checksum, .lightning): "its checksum is correct; its signature was not checked"
        case (.checksum, _): "its checksum is correct"
        }
    }
}
