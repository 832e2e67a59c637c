import RouterBitcoinFamily
import RouterBitcoinFormat
import RouterEOSIOFamily
import SchemeRouter

/// Decodes the payload of a link: a self-contained text.
struct PayloadReading {
    let link: RoutedLink
    let range: Range<Int>

    func read(
        _ text: ArraySlice<UInt8>, as formats: [InstructionFormat]
    ) throws(RequestError) -> DecodedPayload {
        let format = formats.first { $0.begins(text) } ?? formats.first { !$0.hasBeginning }
        do {
            switch format {
            case .bolt11: return DecodedPayload(instruction: try decoder.invoice(text)).noting
            case .bolt12: return DecodedPayload(instruction: try decoder.offer(text)).noting
            case .lnurl: return try lnurl(text)
            case .lightningAddress: return try lightningAddress(text)
            case .xdrEnvelope: return try envelope(text)
            case .signingRequest: return try SigningRequestReading(text, at: range, of: link).payload
            case .segwit, .silentPayment, .privatePayment, .own, nil: throw InstructionError.malformed
            }
        } catch let error as RequestError {
            throw error
        } catch {
            throw explain(error as? InstructionError ?? .malformed, text, formats)
        }
    }

    private var decoder: InstructionDecoder {
        InstructionDecoder(
            coin: link.coin, network: link.coin.networks[link.scheme.links?.network ?? .main], at: range)
    }

    /// The purpose is known only if the URL has it.
    private func lnurl(_ text: ArraySlice<UInt8>) throws -> DecodedPayload {
        let lnurl = try LNURL(anyOf: text)
        let action: Action? =
            switch lnurl.tag {
            case nil: .askServer
            case "login": .login
            case "payRequest": .payment
            case "withdrawRequest": .withdraw
            case "channelRequest": .channel
            default: nil
            }
        guard let action else { throw InstructionError.senseless }
        if action == .login, !lnurl.hasChallenge { throw InstructionError.senseless }
        var warnings = Self.warnings(about: lnurl.address, lnurl.server)
        var facts = [LinkFact("request", title: "address that the wallet contacts", .name(lnurl.address.text))]
        if let callback = lnurl.callback {
            warnings += Self.warnings(about: callback, callback.authority)
            facts.append(
                LinkFact("otherServer", title: "server that the wallet contacts next", .name(callback.authority)))
        }
        return DecodedPayload(
            instruction: PaymentInstruction(
                .lnurl, String(decoding: text, as: UTF8.self), checked: .checksum, server: lnurl.server),
            action: action, facts: facts, warnings: warnings)
    }

    /// Warnings about a server that a wallet would ask.
    private static func warnings(about server: ServerAddress, _ name: String) -> [LinkWarning] {
        var warnings: [LinkWarning] = []
        if server.namesThisComputer || server.isPrivate {
            warnings.append(.serverIsLocal("A wallet would contact this computer or its local network", name))
        }
        if server.isPlain, !server.host.lowercased().hasSuffix(".onion") {
            warnings.append(LinkWarning(.serverIsPlain, "The connection to the server is not encrypted."))
        }
        return warnings
    }

    /// `name@host` (LUD-16): the wallet asks `https://host/.well-known/lnurlp/name`.
    private func lightningAddress(_ text: ArraySlice<UInt8>) throws -> DecodedPayload {
        let parts = text.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw InstructionError.malformed }
        let (name, host) = (parts[0], String(decoding: parts[1], as: UTF8.self))
        guard !name.contains(where: { (0x41...0x5A).contains($0) }) else {
            throw RequestError(
                .invalidAddress,
                "The name before “@” has capital letters, which Lightning addresses never have (LUD-16).",
                at: range, hint: "Ask the recipient how the name is written.", reason: RequestError.damagedPayload)
        }
        // LUD-16 allows a host alone since June 2026.
        let isName =
            name.count <= 64
            && name.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "-_.+".utf8.contains($0) }
        guard isName, host.contains("."), let server = ServerAddress("https://\(host)/"), server.host == host else {
            throw InstructionError.malformed
        }
        let isOnion = host.hasSuffix(".onion")
        let request =
            "\(isOnion ? "http" : "https")://\(host)/.well-known/lnurlp/\(String(decoding: name, as: UTF8.self))"
        return DecodedPayload(
            instruction: PaymentInstruction(
                .lightningAddress, String(decoding: text, as: UTF8.self), checked: .shape, server: host),
            facts: [LinkFact("request", title: "address that the wallet contacts", .name(request))],
            warnings: Self.warnings(about: server, host))
    }

    private func envelope(_ text: ArraySlice<UInt8>) throws -> DecodedPayload {
        guard let envelope = try? TransactionEnvelope(text) else {
            throw RequestError(
                .invalidRequest, "This is not a transaction that such links can contain.", at: range,
                hint: "Ask the sender for the link again.")
        }
        return DecodedPayload(
            facts: [LinkFact("envelopeType", title: "kind of transaction", .number(Int64(envelope.kind.rawValue)))],
            warnings: [
                LinkWarning(
                    .notChecked,
                    "The transaction is not decoded here: check what it does in your wallet.")
            ])
    }

    // MARK: Mistakes

    private func explain(
        _ error: InstructionError, _ text: ArraySlice<UInt8>, _ formats: [InstructionFormat]
    ) -> RequestError {
        let what = formats.contains(.bolt11) ? "Lightning invoice, offer or server address" : "payload for such links"
        if error == .malformed, let owner = owner(of: String(decoding: text, as: UTF8.self)) {
            let scheme = link.routes.addressScheme(of: owner.id) ?? owner.id.name
            return RequestError(
                .invalidAddress, "This is an address of \(owner.title) (on-chain), not a \(what).", at: range,
                hint: "Its links begin with “\(scheme):”.", detected: [owner.id])
        }
        let other = MisplacedText(String(decoding: text, as: UTF8.self))
        if error == .malformed, let other, !other.isPayload {
            return RequestError(.invalidAddress, "This is \(other.name), not a \(what).", at: range, hint: other.advice)
        }
        switch error {
        case .malformed:
            return RequestError(
                .invalidAddress, "This is not a valid \(what): a character, the length or the checksum is wrong.",
                at: range,
                hint: "Ask the sender for the link again; a single wrong character can cause this.",
                reason: other == nil ? nil : RequestError.damagedPayload)
        case .senseless:
            return RequestError(
                .invalidRequest, "The link's content is incomplete or requires an unknown feature.", at: range,
                hint: "Ask the sender for another one.")
        case .twoDescriptions:
            return RequestError(
                .invalidRequest, "The invoice \(InstructionError.twoDescriptionsText)", at: range,
                hint: "Ask the sender for another one.")
        case .badAmount:
            return RequestError(
                .invalidAmount, "The link has an amount that cannot be paid.", at: range,
                hint: "Ask the sender for another one.")
        case .otherNetwork:
            return RequestError(
                .wrongNetwork, "The link is not for \(link.coin.title)'s main network.",
                at: range, hint: "Paying it would lose the money.")
        }
    }
}

extension PayloadReading {
    /// The coin whose address on its main network this is, if any.
    private func owner(of text: String) -> CoinDescriptor? {
        let address = Address.Decoded(text)
        return link.routes.coinList.first { coin in
            coin.network(.main).map { address.isAddress(on: $0) } ?? false
        }
    }
}

extension DecodedPayload {
    /// The same, with a warning if its texts are not shown unchanged: the wallet receives the originals.
    fileprivate var noting: DecodedPayload {
        guard let warning = instruction?.textWarning else { return self }
        return DecodedPayload(instruction: instruction, action: action, facts: facts, warnings: warnings + [warning])
    }
}

extension InstructionFormat {
    /// Whether the format has a recognisable prefix.
    fileprivate var hasBeginning: Bool { self != .xdrEnvelope && self != .bolt11 && self != .signingRequest }

    /// Whether a text has the prefix of this format.
    fileprivate func begins(_ text: ArraySlice<UInt8>) -> Bool {
        func begins(with prefix: String) -> Bool {
            text.count >= prefix.utf8.count && zip(text, prefix.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        }
        switch self {
        case .bolt11:
            return begins(with: "ln") && !begins(with: "lno1") && !begins(with: "lnurl1")
                && !text.contains(UInt8(ascii: "@"))
        case .bolt12: return begins(with: "lno1")
        case .lnurl: return LNURL.begins(text)
        case .lightningAddress: return text.contains(UInt8(ascii: "@"))
        case .xdrEnvelope: return true
        case .segwit, .silentPayment, .privatePayment, .signingRequest, .own: return false
        }
    }
}
