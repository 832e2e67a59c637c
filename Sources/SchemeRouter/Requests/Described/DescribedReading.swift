import RouterBytes

extension DescribedRequest {
    /// Reads a link with the grammar `uri` according to its descriptor.
    /// - Parameters:
    ///   - link: the link.
    ///   - reader: decodes addresses and payloads.
    public init(_ link: RoutedLink, by reader: some DescribedLinkReader) throws(RequestError) {
        let split = try DescribedLink(link)
        var reading = DescribedReading(split: split, reader: reader)
        self = try reading.request()
    }
}

/// Finds the meaning of a link with the grammar `uri` after it is split.
struct DescribedReading {
    let split: DescribedLink
    let reader: any DescribedLinkReader
    var warnings: [LinkWarning] = []
    var facts: [LinkFact] = []
    var instructions: [PaymentInstruction] = []
    var action: Action
    /// Whether the link must be handed over as received, because it cannot be printed again.
    var isOpaque: Bool
    var network: NetworkKind
    /// The amounts that go to a contract in addition to the payment.
    var surpluses: [DescribedAmount] = []
    /// ``DescribedRequest/fees``: at most one, and the highest that the fee can be.
    var fees: [DescribedAmount] = []
    /// Whether the link has a fee per unit (gas price) without a maximum number of units.
    var hasUncountedFee = false
    /// When the request ends, in seconds since 1970; nil if it does not.
    var expires: Int64?
    /// The payload in the path. The printed link has the same one, and its signature takes longer to check than all else.
    var payload: (text: [UInt8], decoded: DecodedPayload)?

    var link: RoutedLink { split.link }
    var form: DescribedForm { split.form }
    var scheme: String { link.scheme.name }

    /// The kinds of addresses allowed: those of the form, otherwise those of the coin.
    var addressForms: [AddressForm] { form.addresses.isEmpty ? link.coin.addresses : form.addresses }

    init(split: DescribedLink, reader: any DescribedLinkReader) {
        self.split = split
        self.reader = reader
        warnings = split.warnings
        action = split.form.action
        isOpaque = split.rules.isExact
        network = split.link.addressNetwork
    }

    /// - Parameter isPrinted: whether the link was printed here and is only read for comparison.
    mutating func request(isPrinted: Bool = false) throws(RequestError) -> DescribedRequest {
        guard link.scheme.actions[form.action] != nil else { throw notOffered(form.action) }
        if let kind = form.kind { facts.append(LinkFact("kind", title: "kind of request", .own(kind))) }
        if let note = form.note { warnings.append(LinkWarning(.formNote, "\(note).")) }
        try refuseUnsupported()
        try readNetwork()
        let payments = try payments()
        try readPieces()
        // After the addresses, so that a private key is called one (S8).
        try split.checkSegments()
        for parameter in split.parameters { try read(parameter, payments: payments) }
        try readTag(payments)
        try noteRequest()
        guard link.scheme.actions[action] != nil else { throw notOffered(action) }
        let function = split.piece(.function).map { String(decoding: link.bytes[$0.range], as: UTF8.self).lowercased() }
        if form.givesPermission || function.map(form.permissions.contains) == true {
            warnings.append(
                LinkWarning(.changesPermissions, "If you agree to this, somebody else can spend from your account."))
        }
        if form.isUnknown {
            warnings.append(
                LinkWarning(.unknownTarget, "This kind of account is unknown here, so nothing was checked."))
        }
        let (total, isOpen) = try total(of: payments)
        warnings += payments.flatMap { $0.address?.warnings ?? [] }
        if payments.count > 1 {
            warnings.append(
                LinkWarning(.severalRecipients, "Some wallets do not support links with several recipients."))
        }
        try noteTexts()
        try refuseRepeatedFacts()
        let secrets = SecretsOfLink(split.parameters, split.pieces, of: form, in: link.bytes)
        facts = facts.map(secrets.hidden)
        if isOpaque { try DescribedFrame(link, rules: split.rules).refuseFragment(link) }
        let sender = try split.parameter(.sender).map { parameter throws(RequestError) in
            try Sender(parameter.value[...], at: parameter.range, of: link)
        }
        let header = RequestHeader(
            scheme: scheme, coin: link.coin.id, network: network, sender: sender,
            callbacks: sender == nil ? nil : link.scheme.callbacks, warnings: warnings,
            ignored: split.ignored.map(secrets.hidden))
        let plain = isOpaque || isPrinted ? nil : try DescribedPrinting(split: split, payments: payments).text()
        var request = DescribedRequest(
            header: header, action: action, payments: payments, total: total, isTotalOpen: isOpen, facts: facts,
            instructions: instructions, plain: plain, cost: cost(payments),
            surpluses: surpluses, paidAmount: paidAmount(payments, total: isOpen ? nil : total))
        if let plain { try compare(request, with: plain) }
        request.namesNetwork = split.parameter(.network) != nil
        (request.fees, request.isOfOtherCoin, request.isOfToken) = (fees, mayBeOfToken || isOnOtherChain, mayBeOfToken)
        (request.expires, request.secrets) = (expires, split.secrets)
        return request
    }

    /// Rejects a link whose printed form would mean something other than what is shown (S15).
    private func compare(_ request: DescribedRequest, with plain: String) throws(RequestError) {
        guard let again = try? readAgain(plain), again.isEquivalent(to: request) else {
            throw RequestError(
                .malformedURL, "The link cannot be written in a form that all wallets read alike.", at: self.link.body,
                hint: "Ask the sender for a simpler link.")
        }
    }

    /// Its errors are about the printed link, so their places are not in the person's.
    private func readAgain(_ plain: String) throws(RequestError) -> DescribedRequest {
        let link = RoutedLink(try LinkBytes(Array(plain.utf8)), route: link.route)
        var reading = DescribedReading(split: try DescribedLink(link), reader: reader)
        reading.payload = payload
        return try reading.request(isPrinted: true)
    }

    private func notOffered(_ action: Action) -> RequestError {
        RequestError(
            .unsupportedAction, "“\(scheme):” links cannot ask for this here.", at: link.body,
            hint:
                "A descriptor removed “\(action.descriptorKey)”\(Remedy.schemes.text({ "; \($0) shows which." }, or: "."))"
        )
    }

    private func refuseUnsupported() throws(RequestError) {
        if let parameter = split.parameter(.unsupported) {
            throw RequestError(
                .unsupportedAction,
                "\(Quoted(parameter.name, limit: 40)) is not supported here, and without it the link would mean something else.",
                at: parameter.range, hint: "Open the link in a wallet that supports it.",
                parameter: parameter.usualName)
        }
        if let request = split.parameter(.paymentRequest) {
            guard split.piece(.address) != nil || split.parameter(.address) != nil else {
                throw .onlyPaymentRequest(at: request.range)
            }
        }
    }

    /// Whether the link names a chain that, according to the descriptor, does not have the scheme's coin.
    var isOnOtherChain: Bool {
        let own = split.rules.amounts.ownChains
        guard !own.isEmpty, let chain else { return false }
        return !own.contains { String($0).isSame(chain) }
    }

    // MARK: Payments

    private mutating func payments() throws(RequestError) -> [DescribedPayment] {
        var amountReading = DescribedAmountReading(rules: split.rules.amounts, coin: link.coin)
        amountReading.isOfToken = isOfToken
        amountReading.hasUnknownScale = hasForeignToken
        amountReading.isOnOtherChain = isOnOtherChain
        var payments: [DescribedPayment] = []
        for (place, index) in places.enumerated() {
            let own = split.parameters.filter { $0.payment == index }
            let addresses = try addresses(own, isFirst: place == 0)
            let amounts = try values(of: .amount, own, count: addresses.count)
            let labels = try values(of: .label, own, count: addresses.count)
            guard !addresses.isEmpty else {
                let pays = form.action == .payment
                let given = own.first { $0.rule.meaning == .amount }
                if index > 0 || pays && !isBare && (given != nil || !hasOtherWays) { try refuseMissing(own, index) }
                let amount = try given.map { parameter throws(RequestError) in
                    try amountReading.read(
                        parameter.value[...], named: parameter.rule.name, at: parameter.range, warnings: &warnings)
                }
                guard amount != nil || pays && isBare else { continue }
                payments.append(
                    payment(
                        own, at: index, address: nil, amount: amount, label: labels?.first?.text,
                        memo: pays ? try memo(own, nil) : nil))
                continue
            }
            for (position, address) in addresses.enumerated() {
                var amount: DescribedAmount?
                if let value = amounts?[position] {
                    amount = try amountReading.read(
                        value.text, named: value.name, at: value.range, warnings: &warnings)
                    try checkZero(amount, address, value)
                }
                if hasGroups, places.count > 1, amount == nil { throw .missing(amountName, " for some recipient") }
                payments.append(
                    payment(
                        own, at: index, address: address, amount: amount, label: labels?[position].text,
                        memo: try memo(own, address), isFirst: position == 0))
            }
        }
        return payments
    }

    /// Whether the form names an account without an address.
    private var isBare: Bool { !form.path.has(.address) && split.piece(.target) != nil }

    /// Whether the path says in another way whom to pay.
    private var hasOtherWays: Bool {
        [.payload, .server, .url, .host].contains { form.path.has($0) }
    }

    private var hasGroups: Bool { form.parameters.contains { $0.meaning == .address && $0.isRepeated } }

    var amountName: String { form.parameters.first { $0.meaning == .amount }?.name ?? "amount" }

    /// The numbers of the payments, in order.
    var places: [Int] {
        var places: [Int] = [0]
        for parameter in split.parameters where !places.contains(parameter.payment) { places.append(parameter.payment) }
        places.sort()
        let isFirstNamed =
            split.parameters.contains { $0.payment == 0 } || split.pieces.contains { $0.kind == .address }
        return places.count > 1 && !isFirstNamed ? Array(places.dropFirst()) : places
    }

    private func refuseMissing(_ own: [DescribedLink.Parameter], _ index: Int) throws(RequestError) {
        let name = form.parameters.first { $0.meaning == .address }?.name ?? "address"
        let first = index == 0 ? nil : own.first.map { "\(Quoted($0.written, limit: 40))" }
        throw RequestError(
            .missingParameter,
            first.map { "\($0) belongs to a payment without a recipient." } ?? "The link does not say who is paid.",
            at: own.first?.range ?? link.body, hint: "Ask the sender for a link with an address.", parameter: name)
    }

    private func addresses(
        _ own: [DescribedLink.Parameter], isFirst: Bool
    ) throws(RequestError) -> [CheckedAddress] {
        var found: [CheckedAddress] = []
        let inPath = isFirst && places.first == 0 ? split.piece(.address) : nil
        if let piece = inPath {
            let text = try split.text(of: piece)
            for (part, range) in try Self.parts(text[...], at: piece.range, by: piece.separator) {
                found.append(try address(part, at: range, parameter: nil))
            }
        }
        let parameters = own.filter { $0.rule.meaning == .address }
        guard let parameter = parameters.first else { return found }
        guard found.isEmpty else {
            throw RequestError(
                .duplicateParameter, "The link names the recipient twice.", at: parameter.range,
                hint: "A link may contain each parameter only once.", parameter: parameter.rule.name)
        }
        for (part, range) in try Self.parts(parameter.value[...], at: parameter.range, by: parameter.rule.separator) {
            found.append(try address(part, at: range, parameter: parameter.rule.name))
        }
        return found
    }

    func address(
        _ text: ArraySlice<UInt8>, at range: Range<Int>, parameter: String?, mayBeName: Bool = true
    ) throws(RequestError) -> CheckedAddress {
        guard !text.isEmpty else {
            throw RequestError(
                .missingParameter, "The link does not say who is paid.", at: range,
                hint: "Ask the sender for a link with an address.", parameter: parameter)
        }
        let accounts = mayBeName ? [] : addressForms.filter { $0.kind != .name }
        let forms = accounts.isEmpty ? addressForms : accounts
        return try reader.address(
            text, at: range, of: link,
            forms: forms.filter { $0.network == link.addressNetwork }
                + forms.filter { $0.network != link.addressNetwork }, chain: chain, parameter: parameter)
    }

    var chain: String? {
        split.piece(.chain).map { String(decoding: link.bytes[$0.range], as: UTF8.self) }
    }

    /// The values of a list, one for each recipient; without recipients, there is only one.
    private func values(
        of meaning: ParameterReading.Meaning, _ own: [DescribedLink.Parameter], count: Int
    ) throws(RequestError) -> [(text: ArraySlice<UInt8>, name: String, range: Range<Int>)]? {
        guard let parameter = own.first(where: { $0.rule.meaning == meaning }) else { return nil }
        if meaning == .label, parameter.value.isEmpty { return nil }
        let parts = try Self.parts(parameter.value[...], at: parameter.range, by: parameter.rule.separator)
        guard parts.count == max(count, 1) else {
            throw RequestError(
                .missingParameter,
                // Of several payments, each can have a list of recipients.
                places.count > 1
                    ? "\(Quoted(parameter.written, limit: 40)) is for \(Self.number(count, "recipient")), but has "
                        + "\(Self.number(parts.count, "value"))."
                    : "The link names \(Self.number(count, "recipient")), but \(Quoted(parameter.written, limit: 40)) "
                        + "has \(Self.number(parts.count, "value")).",
                at: parameter.range, hint: "Each recipient needs its own value.", parameter: parameter.rule.name)
        }
        return parts.map { ($0.0, parameter.rule.name, $0.1) }
    }

    private static func number(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }

    /// The values of a list, which is split before they are decoded.
    static func parts(
        _ text: ArraySlice<UInt8>, at range: Range<Int>, by separator: UInt8?
    ) throws(RequestError) -> [(ArraySlice<UInt8>, Range<Int>)] {
        guard let separator else { return [(text, range)] }
        var parts: [(ArraySlice<UInt8>, Range<Int>)] = []
        for part in text.split(separator: separator, omittingEmptySubsequences: false) {
            let start = range.lowerBound + part.startIndex - text.startIndex
            let bytes = Array(part)
            do throws(RequestError) {
                parts.append((try PercentDecoding.decode(bytes.span, bytes.indices)[...], start..<start + part.count))
            } catch {
                var placed = error
                placed.range = error.range.map { $0.lowerBound + start..<$0.upperBound + start }
                throw placed
            }
        }
        return parts
    }

    private func checkZero(
        _ amount: DescribedAmount?, _ address: CheckedAddress,
        _ value: (text: ArraySlice<UInt8>, name: String, range: Range<Int>)
    ) throws(RequestError) {
        guard split.rules.amounts.zero == .withMemo, amount?.number == .zero, !address.takesMemo else { return }
        throw RequestError(
            .amountOutOfRange, "The amount is zero.", at: value.range,
            hint: "An amount of zero is allowed only for an address that accepts a memo.", parameter: value.name)
    }

    private func payment(
        _ own: [DescribedLink.Parameter], at place: Int, address: CheckedAddress?, amount: DescribedAmount?,
        label: ArraySlice<UInt8>?, memo: DescribedPayment.Memo?, isFirst: Bool = true
    ) -> DescribedPayment {
        // A message to all recipients of a list is given once, with the first.
        let message = isFirst ? own.first { $0.rule.meaning == .message } : nil
        return DescribedPayment(
            address: address, amount: amount, place: place, label: label.map { ForeignText($0) },
            message: message.map { ForeignText($0.value) }, labelText: label.map { Self.exact(Array($0)) },
            messageText: message.map { Self.exact($0.value) }, memo: memo,
            hasOwnTexts: split.rules.keys.highestIndex != nil)
    }

    // MARK: Network

    private mutating func readNetwork() throws(RequestError) {
        guard let parameter = split.parameter(.network) else { return }
        let text = String(decoding: parameter.value, as: UTF8.self)
        guard let kind = parameter.rule.values.first(where: { $0.text.isSame(text) })?.network else {
            throw RequestError(
                .wrongNetwork, "The link is for an unknown network.", at: parameter.range,
                hint: "Ask the sender for a link without “\(parameter.rule.name)”.", parameter: parameter.rule.name)
        }
        network = kind
        guard kind != .main else { return }
        warnings.append(LinkWarning(.testNetwork, "The link is for a test network."))
    }
}
