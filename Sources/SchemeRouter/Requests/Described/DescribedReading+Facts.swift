import RouterBytes

/// The contents of a link besides its payments.
extension DescribedReading {
    /// Reads the pieces of the path that have a meaning of their own.
    mutating func readPieces() throws(RequestError) {
        for piece in split.pieces {
            let text = String(decoding: link.bytes[piece.range], as: UTF8.self)
            switch piece.kind {
            case .address, .tag: continue
            case .token:
                let token = try address(try split.text(of: piece)[...], at: piece.range, parameter: nil)
                warnings += token.warnings
                let isCalled = form.action != .payment
                facts.append(
                    LinkFact(
                        isCalled ? "address" : "token", title: isCalled ? "contract" : "token", .name(token.text),
                        checked: token.checked))
            case .chain: facts.append(LinkFact("chainId", title: "chain", .name(text)))
            case .function: facts.append(LinkFact("function", title: "function", .name(text)))
            case .target: facts.append(LinkFact("target", title: "kind of account", .name(text.lowercased())))
            case .bic: facts.append(LinkFact("bic", title: "bank (BIC)", .name(text)))
            case .server: try readServer(piece)
            case .url: try readURL(piece)
            case .payload: try readPayload(piece)
            case .host: try readHost(piece, text)
            case .text, .hex:
                // What looks like a secret may be one in the wrong place.
                let isShown = !split.rules.hasSecret || piece.kind == .hex
                note(piece.name ?? piece.kind.rawValue, isShown ? text : KeyMaterial.hidden(in: text))
            case .secret: addSecret(piece.name ?? "key")
            }
        }
        if isOnOtherChain {
            warnings.append(
                LinkWarning(
                    .otherChain,
                    "The coin of chain \(chain ?? "") may not be \(link.coin.ticker): compare it in your wallet."
                ))
        }
        if form.path.has(.chain), split.piece(.chain) == nil {
            warnings.append(
                LinkWarning(.chainIsOpen, "The link names no chain, so the wallet's current chain is used."))
        }
        if form.path.has(.function) || form.path.has(.token), split.piece(.function) == nil,
            let word = form.path.lastWord
        {
            facts.append(LinkFact("function", title: "function", .name(word)))
        }
        if split.parameter(.asset) == nil, form.parameters.contains(where: { $0.meaning == .asset }),
            form.action == .payment, !isOnOtherChain
        {
            facts.append(LinkFact("asset", title: "asset", .name(link.coin.ticker)))
        }
    }

    private mutating func readPayload(_ piece: PathPiece) throws(RequestError) {
        let text = try split.text(of: piece)
        let decoded: DecodedPayload
        if let payload, payload.text == text {
            decoded = payload.decoded
        } else {
            decoded = try reader.payload(text[...], at: piece.range, of: link, formats: form.payloads)
            payload = (text, decoded)
        }
        if let instruction = decoded.instruction { instructions.append(instruction) }
        if let asked = decoded.action { action = asked }
        facts += decoded.facts
        warnings += decoded.warnings
    }

    /// LUD-17: the scheme means `https`, and everything after it is the server's.
    private mutating func readServer(_ piece: PathPiece) throws(RequestError) {
        let rest = String(decoding: link.bytes[piece.range.lowerBound..<link.body.upperBound], as: UTF8.self)
        let authority = rest.utf8.prefix { !"/?#".utf8.contains($0) }
        let isOnion = String(authority)?.lowercased().split(separator: ":").first?.hasSuffix(".onion") == true
        let url = "\(isOnion ? "http" : "https")://\(rest)"
        try addServer(url, at: piece.range)
    }

    private mutating func readURL(_ piece: PathPiece) throws(RequestError) {
        let url = String(decoding: try split.text(of: piece), as: UTF8.self)
        guard url.lowercased().hasPrefix("https://") else {
            throw RequestError(
                .malformedURL, "The part after the colon is not an “https” address.", at: piece.range,
                hint: "Such links are written “\(scheme):https://…”.")
        }
        try addServer(url, at: piece.range)
    }

    private mutating func addServer(_ url: String, at range: Range<Int>) throws(RequestError) {
        guard let server = Self.server(url) else {
            throw RequestError(
                .malformedURL, "The link does not name a server.", at: range,
                hint: "A server is a host name with an optional port.")
        }
        noteServer(server)
        // The server decides what it means.
        isOpaque = true
        facts.append(LinkFact("server", title: "server that the wallet contacts", .name(server.authority)))
        facts.append(LinkFact("request", title: "address that the wallet contacts", .name(url)))
    }

    // MARK: Parameters

    /// Reads a parameter, after its value's syntax was checked. Addresses and most memos are read already.
    mutating func read(_ parameter: DescribedLink.Parameter, payments: [DescribedPayment]) throws(RequestError) {
        let rule = parameter.rule
        if rule.warns {
            warnings.append(
                LinkWarning(
                    .parameterIsOdd,
                    "“\(parameter.usualName)” is outdated or risky: check what your wallet makes of it."))
        }
        var value = parameter.value[...]
        if let prefix = rule.prefix {
            guard value.starts(with: prefix.utf8) else {
                throw invalid(parameter, "does not begin with “\(prefix)”")
            }
            value = value.dropFirst(prefix.utf8.count)
        }
        try checkAllowed(value, of: parameter)
        guard rule.meaning != .address else { return }
        let payment = payments.first { $0.place == parameter.payment }
        guard rule.meaning != .memo else {
            if payment?.memo == nil { try readMemo(parameter) }
            return
        }
        let text = String(decoding: value, as: UTF8.self)
        let checked = try check(value, of: parameter)
        switch rule.meaning {
        case .label where payment == nil:
            quote("label", "name of the recipient", Self.exact(parameter.value))
        case .message where payment?.messageText == nil:
            quote("message", "it says", Self.exact(parameter.value))
        case .address, .amount, .memo, .label, .message, .unsupported, .tag: return
        // Of links that this wallet answers.
        case .sender, .lock, .account, .proof, .data, .unused: return
        case .action: if rule.values.count > 1 { note(parameter, text) }
        case .surplus: try readSurplus(parameter)
        case .feeUnits, .feeRate: try readFee(parameter, text)
        case .paymentID: try readPaymentID(parameter, text, payments)
        case .memoType: addMemoType(text, of: payments.firstIndex { $0.place == parameter.payment })
        // Its amounts have the coin's name.
        case .token where parameter.isOwnCoin:
            let ticker = link.coin.ticker
            let shown = text.isSame(ticker) ? nil : LinkFact.Value.own("\(ticker), \(text)")
            facts.append(LinkFact("asset", title: "asset", .name(text), shown: shown))
        case .token: add("token", "token", text, checked)
        case .asset:
            guard !value.isEmpty, value.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw invalid(parameter, "is not the code of an asset")
            }
            add("asset", "asset", text)
        case .issuer: add("issuer", "issuer of the asset", text, checked)
        case .reference:
            append(
                "references", "reference (permanently on the chain)",
                several: "references (permanently on the chain)", .name(text), checked)
        case .note where rule.isSecret: addSecret(parameter.usualName)
        case .note where rule.field != nil: try addNamed(parameter, text)
        case .note: note(parameter, text)
        case .starts: note(parameter, text)
        case .expires: try readEnd(parameter, text)
        case .argument:
            guard let shown = Self.argument(value, of: parameter.name) else {
                throw invalid(parameter, "is not a whole number")
            }
            append(
                "arguments", "argument", several: "arguments",
                .fields([.init("type", .name(parameter.name)), .init("value", .name(shown))]), checked ?? .shape)
        case .pool:
            guard Self.isPool(parameter.name) else {
                var error = invalid(parameter, "is not the name or the id of a pool")
                error.range = parameter.nameRange
                throw error
            }
            if let complaint = Self.complaint(about: value, .decimal, size: nil) { throw invalid(parameter, complaint) }
            append(
                "pools", "pool", several: "pools",
                .fields([.init("pool", .name(parameter.name)), .init("share", .name(text.isEmpty ? "1" : text))]))
        case .server, .answer, .origin, .signature, .signer, .network, .payload, .paymentRequest:
            try readParty(parameter, text, value)
        }
    }

    /// Adds the type of a memo, and the payment that it is of if payments have numbers.
    private mutating func addMemoType(_ text: String, of index: Int?) {
        guard split.rules.keys.highestIndex != nil, let index else { return add("memoType", "kind of memo", text) }
        append(
            "memoTypes", "kind of memo", several: "kinds of memo",
            .fields([.init("payment", .number(Int64(index + 1))), .init("kind", .name(text))]))
    }

    /// Says that the receiving program gets a secret, by its name only (S8). Any change would make the link another one.
    private mutating func addSecret(_ name: String) {
        isOpaque = true
        append(
            "secrets", "secret for the wallet, not shown here", several: "secrets for the wallet, not shown here",
            .name(name))
    }

    /// Programs find a fact by its name, so a link must not state it in its path and once more in a parameter.
    func refuseRepeatedFacts() throws(RequestError) {
        var known: Set<String> = []
        for fact in facts where !known.insert(fact.field).inserted {
            throw RequestError(
                .duplicateParameter, "The link states the \(fact.title) twice.", at: link.body,
                hint: "Ask the sender for a link that states it once.")
        }
    }

    /// Checks a value, or each one of a list: whether it is allowed, and not too long.
    private func checkAllowed(
        _ value: ArraySlice<UInt8>, of parameter: DescribedLink.Parameter
    ) throws(RequestError) {
        let rule = parameter.rule
        for (value, _) in try Self.parts(value, at: parameter.range, by: rule.separator) {
            guard
                rule.values.isEmpty || rule.meaning == .network
                    || rule.values.contains(where: { $0.text.utf8.elementsEqual(value) })
            else {
                guard rule.meaning != .action else { throw contradiction(parameter) }
                throw invalid(parameter, "has an unknown value")
            }
            // Of a memo, the bytes that are sent count.
            if let most = rule.most, rule.meaning != .memo,
                value.count(where: { $0 & 0xC0 != 0x80 }) > most
            {
                throw invalid(parameter, "has more than \(most) characters")
            }
        }
    }

    private func contradiction(_ parameter: DescribedLink.Parameter) -> RequestError {
        RequestError(
            .ambiguousAction, "“\(parameter.rule.name)” and the link's scheme ask for different things.",
            at: parameter.range, hint: "Ask the sender for the link again.", parameter: parameter.rule.name)
    }

    /// 28 bytes in hexadecimal digits, or a ticker.
    private static func isPool(_ name: String) -> Bool {
        let bytes = name.utf8
        return bytes.count == 56 && bytes.allSatisfy { $0.hexDigitValue != nil }
            || (3...5).contains(bytes.count) && bytes.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
    }

    mutating func add(
        _ field: String, _ title: String, _ text: String, _ checked: PaymentInstruction.Check? = nil
    ) {
        facts.append(LinkFact(field, title: title, .name(text), checked: checked))
    }

    /// Adds the words of the link's author.
    mutating func quote(_ field: String, _ title: String, _ text: String) {
        facts.append(LinkFact(field, title: title, .text(text)))
    }

    /// Adds a value that the other wallet receives but that has no known meaning here.
    mutating func note(_ parameter: DescribedLink.Parameter, _ text: String) {
        note(parameter.usualName, text)
    }

    private mutating func note(_ name: String, _ text: String) {
        append(
            "notes", "for the wallet", several: "for the wallet",
            .fields([.init("name", .text(name)), .init("value", .text(text))]))
    }

    /// Adds a value under the name that the descriptor gives it.
    private mutating func addNamed(_ parameter: DescribedLink.Parameter, _ text: String) throws(RequestError) {
        let rule = parameter.rule
        guard let field = rule.field else { return }
        guard !text.isEmpty || !rule.isRequired else { throw invalid(parameter, "is empty", .missingParameter) }
        switch rule.shape {
        case .number where Int64(text) != nil: facts.append(LinkFact(field, title: field, .number(Int64(text) ?? 0)))
        case .text: quote(field, field, text)
        default: add(field, field, text)
        }
    }

    /// Appends to the list of a field.
    /// - Parameter several: the title of more than one value.
    mutating func append(
        _ field: String, _ title: String, several: String, _ value: LinkFact.Value,
        _ checked: PaymentInstruction.Check? = nil
    ) {
        guard let position = facts.firstIndex(where: { $0.field == field }),
            case .list(let values) = facts[position].value
        else {
            facts.append(LinkFact(field, title: title, .list([value]), checked: checked))
            return
        }
        // The weakest check of several counts.
        let weakest =
            facts[position].checked == .shape || checked == .shape ? .shape : checked ?? facts[position].checked
        facts[position] = LinkFact(field, title: several, .list(values + [value]), checked: weakest)
    }

    /// A memo without a recipient.
    private mutating func readMemo(_ parameter: DescribedLink.Parameter) throws(RequestError) {
        switch try memo([parameter], nil) {
        case .text(let text): quote("memo", "memo, public", text)
        case .data(let data): add("memo", "included data, public", data)
        case nil: break
        }
    }

    /// If a link is handed over unchanged, the other wallet receives its payment request.
    mutating func noteRequest() throws(RequestError) {
        guard isOpaque else { return }
        for parameter in split.parameters where parameter.rule.meaning == .paymentRequest {
            note(parameter, String(decoding: parameter.value, as: UTF8.self))
        }
    }

    /// Reads an amount that goes to a contract in addition to the payment.
    private mutating func readSurplus(_ parameter: DescribedLink.Parameter) throws(RequestError) {
        let amount = try amount(of: parameter)
        guard amount.number != .zero else { return }
        surpluses.append(amount)
        warnings.append(LinkWarning(.paysBesides, "In addition, \(amount.text) goes to the contract."))
        facts.append(LinkFact("surplus", title: "goes to the contract in addition", .own(amount.text)))
    }

    /// Reads a part of the link's fee. Its maximum is known once both parts are present.
    private mutating func readFee(_ parameter: DescribedLink.Parameter, _ text: String) throws(RequestError) {
        // As handed over.
        note(parameter, Self.digits(parameter.value) ?? text)
        guard parameter.rule.meaning == .feeRate else {
            guard Self.wholeNumber(parameter) != nil else { throw invalid(parameter, "is not a whole number") }
            return
        }
        let rate = try amount(of: parameter)
        guard rate.number != .zero else { return }
        guard let units = split.parameter(.feeUnits).flatMap(Self.wholeNumber), let fee = rate.times(units) else {
            hasUncountedFee = true
            fees.append(rate)
            return
        }
        fees.append(fee)
        facts.append(LinkFact("fee", title: "fee that it asks for, at most", .own(fee.text)))
    }

    private static func wholeNumber(_ parameter: DescribedLink.Parameter) -> WholeNumber? {
        digits(parameter.value).flatMap { WholeNumber(digits: $0.utf8) }
    }

    /// An amount in the coin, or in the chain's native one, which can be zero.
    private mutating func amount(of parameter: DescribedLink.Parameter) throws(RequestError) -> DescribedAmount {
        var rules = split.rules.amounts
        rules.zero = .allowed
        return try DescribedAmountReading(rules: rules, coin: link.coin, isOnOtherChain: isOnOtherChain).read(
            parameter.value[...], named: parameter.rule.name, at: parameter.range, warnings: &warnings)
    }

    private mutating func readPaymentID(
        _ parameter: DescribedLink.Parameter, _ text: String, _ payments: [DescribedPayment]
    ) throws(RequestError) {
        guard !payments.contains(where: { $0.address?.hasPaymentID == true }) else {
            throw invalid(parameter, "is given with an address that already contains such a number")
        }
        add("paymentId", "payment id", text)
    }

    func invalid(
        _ parameter: DescribedLink.Parameter, _ what: String, _ code: RequestError.Code = .invalidRequest
    ) -> RequestError {
        RequestError(
            code, "\(Quoted(parameter.name, limit: 40)) \(what).", at: parameter.range,
            hint: "Ask the sender for the link again.", parameter: parameter.usualName)
    }
}

extension DescribedLink.Parameter {
    /// The name with which it is handed over: that of its rule, or its own if the rule covers many.
    var usualName: String { rule.name == "*" ? name : rule.name }

    /// Whether its value stands for the coin itself.
    var isOwnCoin: Bool {
        // Digits of hexadecimal numbers have no case.
        rule.own.contains {
            rule.shape == .hex
                ? $0.utf8.elementsEqual(value, by: { $0.lowercasedASCII == $1.lowercasedASCII })
                : $0.utf8.elementsEqual(value)
        }
    }
}

extension PathTemplate {
    /// The word after the last slash: the function of a form.
    fileprivate var lastWord: String? {
        guard case .literal(let text)? = elements.last, let slash = text.lastIndex(of: "/") else { return nil }
        let word = text[text.index(after: slash)...]
        return word.isEmpty ? nil : String(word)
    }
}
