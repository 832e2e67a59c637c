import SchemeRouter

/// Reads the links that wallets of Bitcoin-like coins answer into typed requests, as the scheme's descriptor describes them
/// (BIP21, BIP321, Documentation/protocols/dash-axe.md §1).
package enum WalletRequests {
    static func request(from link: RoutedLink, hasLock: Bool) throws(RequestError) -> WalletRequest {
        let read = try WalletLink(link) { InstructionKey($0, in: link) != nil }
        do throws(RequestError) {
            return try request(read, of: link, hasLock: hasLock)
        } catch {
            throw link.renaming(error)
        }
    }

    private static func request(
        _ read: borrowing WalletLink, of link: RoutedLink, hasLock: Bool
    ) throws(RequestError) -> WalletRequest {
        switch read.action {
        case .payment: return try payment(read, of: link, hasLock: hasLock)
        case .scanQR:
            return .scanQR(RequestHeader(read.parameters, of: link, sender: nil, warnings: read.warnings))
        default:
            guard let parameter = read.parameters[.sender] else { throw nobodyAsks }
            let header = RequestHeader(
                read.parameters, of: link, sender: try Sender(parameter, of: link), warnings: read.warnings)
            guard read.action == .masterPublicKey else { return .address(header) }
            return .key(
                KeyRequest(
                    header: header, account: try account(read.parameters[.account], rule: read.rules[.account])))
        }
    }

    private static var nobodyAsks: RequestError {
        RequestError(.missingParameter, "The link does not say who is asking.", parameter: "sender")
    }

    private static func payment(
        _ read: borrowing WalletLink, of link: RoutedLink, hasLock: Bool
    ) throws(RequestError) -> WalletRequest {
        // Links that name the sender first are read in this order, so that a link with several mistakes has the same error
        // as ever.
        let isNative = read.form == .native
        var sender: Sender?
        if isNative, let parameter = read.parameters[.sender] { sender = try Sender(parameter, of: link) }
        if isNative, read.address.isEmpty, let request = read.parameters[.paymentRequest] {
            throw .onlyPaymentRequest(at: request.range)
        }
        var address: String?
        if isNative || !read.address.isEmpty {
            address = try AddressReading.read(
                read.address, at: read.addressRange, of: link, parameter: read.addressName)
        }
        var offered = try OfferedInstructions(read, address: address, of: link)
        let payable = offered.payable
        var warnings = read.warnings
        if let warning = (address ?? payable?.text).flatMap({ AddressReading.warning(about: $0, of: link) }) {
            warnings.append(warning)
        }
        // Receive screens write “amount=0” for an amount that the payer chooses.
        let isOpen =
            !isNative && read.rules[.amount]?.isRequired != true && isZero(read.parameters[.amount])
        if isOpen {
            warnings.append(
                LinkWarning(.amountIsOdd, "The link asks for an amount of zero: you choose the amount yourself."))
        }
        let amount = try Amount.requested(
            isOpen ? nil : read.parameters[.amount], of: link.coin, minimum: read.rules[.amount]?.minimum,
            isOnChain: address != nil || payable != nil)
        if !offered.all.isEmpty { try offered.checkAmounts(amount, read) }
        warnings += offered.warnings
        let data = try data(read, warnings: &warnings)
        let lock = try PaymentLock.wish(hasLock ? read.parameters[.lock] : nil, warnings: &warnings)
        // Who names a sender does not name the recipient, too.
        let label = CallerText.read(
            read.isUnused(.label) ? nil : read.parameters[.label], rule: read.rules[.label], warnings: &warnings)
        let message = CallerText.read(read.parameters[.message], rule: read.rules[.message], warnings: &warnings)
        CallerText.noteIgnoredRequest(read.parameters, warnings: &warnings)

        // Dash and Axe links may name the requesting app as their wallets' own links do
        // (Documentation/protocols/dash-axe.md §1.6).
        if !isNative, let parameter = read.parameters[.sender] { sender = try Sender(parameter, of: link) }
        let paid = address == nil ? payable ?? offered.all.first : nil
        let proof = try proof(read, paying: paid, of: link, sender: sender, warnings: &warnings)
        warnings += read.parameters.references.map { name in
            LinkWarning(
                .referenceIgnored,
                "The link has \(Quoted(name, limit: 40)), by which the recipient tells whose payment it is. This wallet does not send it."
            )
        }
        let end = RequestEnd.read(read.parameters, of: link)
        if let end {
            warnings.append(LinkWarning(.requestEnds, "The link says that it is valid until \(UTCTime.text(end))."))
        }
        let header = RequestHeader(
            read.parameters, unread: offered.unread, of: link, sender: sender, warnings: warnings)
        address = address ?? payable?.text
        guard data == nil || address != nil else { throw Self.dataWithoutAddress }
        var instructions = offered.all
        if let end, let address {
            if instructions.isEmpty { instructions = [PaymentInstruction(.onchain, address, checked: .checksum)] }
            instructions = instructions.map { $0.kind == .onchain ? $0.ending(at: end) : $0 }
        }
        return .payment(
            PaymentRequest(
                header: header, form: read.form, address: address, amount: amount, lock: address == nil ? nil : lock,
                label: label,
                message: message, proof: proof, data: data, instructions: instructions))
    }

    /// What the payment must record on the chain: all of it is shown, and a link whose data cannot be recorded is never paid
    /// without (Documentation/protocols/dash-2026.md §6).
    private static func data(
        _ read: borrowing WalletLink, warnings: inout [LinkWarning]
    ) throws(RequestError) -> PaymentData? {
        guard let parameter = read.parameters[.data] else { return nil }
        let most = read.rules[.data]?.maximum.flatMap { Int(exactly: $0) } ?? PaymentData.most
        guard let data = PaymentData(hex: parameter.value, most: most) else {
            throw RequestError(
                .invalidRequest, "The link's memo is not hexadecimal, is empty, or has more than \(most) bytes.",
                at: parameter.range,
                hint:
                    "Without it, whoever is paid would not know whose money it is. Ask the sender for the link again.",
                parameter: ParameterName.data.rawValue)
        }
        warnings.append(.carriesData(data))
        return data
    }

    private static var dataWithoutAddress: RequestError {
        RequestError(
            .unsupportedAction, "The link has a memo for the chain, but no address on it to pay.",
            hint: "Ask the sender for a link with an address.", parameter: ParameterName.data.rawValue)
    }

    private static func isZero(_ amount: LinkParameter?) -> Bool {
        guard let amount, !amount.isRequired else { return false }
        return amount.value.contains(UInt8(ascii: "0")) && amount.value.allSatisfy { "0.".utf8.contains($0) }
            && amount.value.count { $0 == UInt8(ascii: ".") } < 2
    }

    /// The account, 0 if the link does not say (Documentation/protocols/dash-axe.md §1.4).
    package static func account(_ parameter: LinkParameter?, rule: ParameterRule?) throws(RequestError) -> UInt32 {
        guard let parameter else { return 0 }
        let highest = rule?.maximum.flatMap { UInt32(exactly: $0) } ?? DerivationPath.hardened - 1
        let digits = String(decoding: parameter.value, as: UTF8.self)
        guard let number = UInt32(digits), String(number) == digits, number <= highest else {
            throw RequestError(
                .invalidAccount, "The account is not a number from 0 to \(highest).", at: parameter.range,
                hint: "Accounts are plain numbers; most wallets have only 0.", parameter: "account")
        }
        return number
    }

    /// One reply goes to one app: if a sender is named, it receives the reply, and nobody else receives a proof.
    /// - Parameter instruction: the payment's destination; nil for the address before the parameters.
    private static func proof(
        _ read: borrowing WalletLink, paying instruction: PaymentInstruction?, of link: RoutedLink, sender: Sender?,
        warnings: inout [LinkWarning]
    ) throws(RequestError) -> ProofOfPayment? {
        guard let parameter = read.parameters[.proofOfPayment] else { return nil }
        guard sender == nil else {
            guard !parameter.isRequired else { throw .unsupportedRequired("pop", at: parameter.range) }
            warnings.append(LinkWarning(.proofIgnored, "The sender receives the answer; no proof is sent to “pop”."))
            return nil
        }
        do throws(RequestError) {
            return try ProofOfPayment(parameter, paying: instruction?.parameter ?? "onchain", of: link)
        } catch {
            // An optional proof is not sent; a link that requires one is not paid (BIP321).
            guard !parameter.isRequired else { throw error }
            warnings.append(LinkWarning(.proofIgnored, "\(error.message) No proof is sent."))
            return nil
        }
    }
}
