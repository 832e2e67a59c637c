import RouterBytes

/// Texts that people paste or scan without a scheme of ours: an address, an invoice, an account, or a shop's page that
/// carries one (Documentation/reading-links.md). Each is read as the link that means the same.
extension Router {
    /// The longest such text, in bytes: invoices have no limit of their own.
    private static let maxBareLength = 4_096
    /// The fewest letters and digits of an address without a checksum.
    private static let shortestUnchecked = 25

    /// The link that means the same as a text; nil if no scheme reads the text.
    ///
    /// The schemes of other wallets are tried: those of this one's coins are found by their addresses.
    func link(meaning bytes: [UInt8]) throws(RequestError) -> [UInt8]? {
        guard let text = Self.trimmed(bytes), text.count <= Self.maxBareLength else { return nil }
        try Self.refuseSecret(text, at: 0..<bytes.count)
        if let link = try link(ofLines: text) { return link }
        if let link = try link(inPage: text) ?? carried(in: text) { return link }
        if text.starts(with: "₿".utf8) {
            throw RequestError(
                .unsupportedScheme, "This is a name for which wallets ask the DNS who is paid (BIP353).",
                at: 0..<bytes.count, hint: "Give the name, with its sign, to a wallet that looks up such names.")
        }
        // Accounts are printed in groups.
        let joined = text.filter { $0 != 0x20 }
        guard joined.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"?&=#/:\\%".utf8.contains($0) }) else { return nil }
        let readings = readings(of: joined, isGrouped: joined.count != text.count)
        if readings.certain.isEmpty {
            if let secret = readings.secret { throw secret.about(wholeText: bytes.count) }
            if readings.damage == nil, let instruction = instruction(joined) { return instruction }
        }
        let found = readings.certain.isEmpty ? readings.guesses : readings.certain
        if found.isEmpty, let damage = readings.damage ?? otherAddress(joined) {
            throw damage.about(wholeText: bytes.count)
        }
        let coins = found.reduce(into: [CoinID]()) { if !$0.contains($1.coin) { $0.append($1.coin) } }
        guard coins.count < 2 else {
            let titles = coins.map { routes.coin($0)?.title ?? $0.name }.joined(separator: " and ")
            throw RequestError(
                .ambiguousCoin, "\(titles) have the same addresses, and the text does not say which coin is meant.",
                at: 0..<bytes.count, hint: "Write the coin's scheme before it, such as “\(coins[0]):…”.",
                candidates: coins)
        }
        return found.first?.link
    }

    /// What the schemes of other wallets make of a text.
    private struct Readings {
        /// Links that a checksum or an invoice proves to be meant.
        var certain: [(coin: CoinID, link: [UInt8])] = []
        /// Links that are only possible.
        var guesses: [(coin: CoinID, link: [UInt8])] = []
        /// What is wrong with a text whose beginning says what it is.
        var damage: RequestError?
        /// The refusal of a private key.
        var secret: RequestError?
    }

    /// - Parameter isGrouped: whether the text had spaces inside, which only accounts have.
    private func readings(of text: [UInt8], isGrouped: Bool) -> Readings {
        var readings = Readings()
        var tried: [SchemeDescriptor] = []
        let mayBeUnchecked =
            text.count >= Self.shortestUnchecked && text.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
        for scheme in routes.schemes where scheme.isEnabled && scheme.grammar == .uri {
            // Other names of the same links.
            guard !tried.contains(where: { $0.links === scheme.links && $0.coins == scheme.coins }) else { continue }
            tried.append(scheme)
            for beginning in scheme.beginnings where !isGrouped || beginning.hasAccount {
                let link = Array(beginning.text.utf8) + text
                do throws(RequestError) {
                    let request = try trial(link)
                    if request.isCertain { readings.certain.append((request.header.coin, link)) }
                    if mayBeUnchecked { readings.guesses.append((request.header.coin, link)) }
                } catch {
                    if error.code == .privateKeyInAddress { readings.secret = error }
                    if error.saysWhatItIs { readings.damage = error }
                }
            }
        }
        return readings
    }

    private func trial(_ bytes: [UInt8]) throws(RequestError) -> WalletRequest {
        let (routed, route) = try routed(bytes)
        var link = routed
        link.isTrial = true
        return try route.reader.request(from: link)
    }

    /// The link with this text as its only way to pay (BIP321).
    private func instruction(_ text: [UInt8]) -> [UInt8]? {
        for scheme in routes.schemes where scheme.isEnabled && scheme.grammar == .bip21 {
            for way in scheme.links?.instructions ?? [] {
                let link = Array("\(scheme.name):?\(way.name)=".utf8) + text
                if let request = try? request(from: link), !request.instructions.isEmpty { return link }
            }
        }
        return nil
    }

    /// What is wrong with a text that is an address of a coin which its wallet here cannot pay; nil if it is none.
    private func otherAddress(_ text: [UInt8]) -> RequestError? {
        for scheme in routes.schemes where scheme.isEnabled && scheme.grammar == .bip21 {
            guard let coin = scheme.coins.first.flatMap({ routes.coin($0) }), !coin.otherAddresses.isEmpty else {
                continue
            }
            do throws(RequestError) {
                _ = try request(from: Array("\(scheme.name):".utf8) + text)
            } catch {
                if error.isAboutOtherAddress(of: coin) { return error }
            }
        }
        return nil
    }

    /// The link in the address of a shop's page, in a parameter that is called like the scheme (LUD-01). The page is not
    /// opened.
    private func carried(in text: [UInt8]) -> [UInt8]? {
        let folded = text.map(\.lowercasedASCII)
        guard folded.starts(with: "http://".utf8) || folded.starts(with: "https://".utf8),
            let question = text.firstIndex(of: UInt8(ascii: "?"))
        else { return nil }
        let query = text[(question + 1)...].prefix { $0 != UInt8(ascii: "#") }
        for part in query.split(separator: UInt8(ascii: "&")) {
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            guard name.count < part.count, let scheme = routes.scheme(named: name), scheme.isEnabled,
                scheme.grammar == .uri, !scheme.beginnings.isEmpty
            else { continue }
            let link = Array("\(scheme.name):".utf8) + part.dropFirst(name.count + 1)
            if (try? request(from: link)) != nil { return link }
        }
        return nil
    }

    private static let (fewestWords, mostWords) = (12, 25)
    private static let wordLengths = 3...8

    /// Refuses the words of a backup (BIP39), and a key in hexadecimal digits, before anything of them is quoted (S8).
    private static func refuseSecret(_ text: [UInt8], at range: Range<Int>) throws(RequestError) {
        let words = text.split { $0 <= 0x20 || $0 == UInt8(ascii: ",") }
        let isBackup =
            (fewestWords...mostWords).contains(words.count)
            && words.allSatisfy { wordLengths.contains($0.count) && $0.allSatisfy(\.isASCIILetter) }
        if isBackup {
            throw RequestError(
                .privateKeyInAddress, "\(words.count) words: perhaps the backup of a wallet.", at: range,
                hint: "Give them to nobody: whoever has them has the money.")
        }
        let digits = text.starts(with: "0x".utf8) ? text.dropFirst(2) : text[...]
        guard digits.count == 64, digits.allSatisfy({ $0.hexDigitValue != nil }) else { return }
        throw RequestError(
            .privateKeyInAddress, "64 hexadecimal digits: perhaps a private key.", at: range,
            hint: "Give it to nobody. A wallet's program imports keys; no link has one.")
    }

    private static func trimmed(_ bytes: [UInt8]) -> [UInt8]? {
        guard let range = LinkBytes.withoutOuterSpace(bytes), !range.isEmpty else { return nil }
        return Array(bytes[range])
    }
}

extension RequestError {
    /// The reason if the beginning of a payload says what it is, but the rest is wrong.
    package static let damagedPayload = "payloadDamaged"
    /// The reason if an extended public key stands where an address should be.
    package static let extendedKey = "extendedKey"

    /// Whether the error is about a text that is recognised nevertheless.
    fileprivate var saysWhatItIs: Bool { reason == Self.damagedPayload || reason == Self.extendedKey }

    /// The same error about a text without a scheme: its place was in the link that was tried.
    fileprivate func about(wholeText length: Int) -> RequestError {
        var error = RequestError(code, message, at: 0..<length, hint: hint, reason: reason)
        error.hidesLink = code == .privateKeyInAddress
        return error
    }
}

extension WalletRequest {
    /// Whether a checksum or an invoice says what a text is.
    fileprivate var isCertain: Bool {
        guard let request = asDescribed, dapp == nil else { return false }
        return !request.instructions.isEmpty || request.payments.contains { $0.address?.checked == .checksum }
    }
}

extension SchemeDescriptor {
    /// What comes before a recipient or a payload in links that have nothing else.
    fileprivate var beginnings: [(text: String, hasAccount: Bool)] {
        guard let links else { return [] }
        let slashes = links.slashes == .required ? "//" : ""
        return links.forms.compactMap { form in
            // Without a coin, only a form's own addresses say what one is.
            guard !coins.isEmpty || !form.addresses.isEmpty else { return nil }
            if let path = form.path.beforeRecipient {
                return ("\(name):\(slashes)\(path)", form.addresses.contains { $0.kind == .iban })
            }
            let required = form.parameters.filter(\.isRequired)
            guard form.action == .payment, form.path.isLiteral, required.count == 1, required[0].meaning == .address
            else {
                return nil
            }
            return ("\(name):\(slashes)\(form.path.text)?\(required[0].name)=", false)
        }
    }
}

extension PathTemplate {
    /// What precedes the recipient or the payload; nil if a link needs something else.
    fileprivate var beforeRecipient: String? {
        var text = ""
        for element in elements {
            switch element {
            case .literal(let literal): text += literal
            case .optional(let inner):
                if case .piece(let piece)? = inner.first, piece.kind == .address { return text }
            case .piece(let piece):
                if piece.kind == .address || piece.kind == .payload { return text }
                guard let only = piece.text else { return nil }
                text += only
            }
        }
        return nil
    }
}
