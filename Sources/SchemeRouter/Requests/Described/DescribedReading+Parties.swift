/// The other participants of a link: servers, apps and signers.
extension DescribedReading {
    /// A server that the wallet asks in its own way.
    mutating func readHost(_ piece: PathPiece, _ text: String) throws(RequestError) {
        guard let server = Self.server("https://\(text)") else {
            throw RequestError(
                .malformedURL, "The link does not name a server.", at: piece.range,
                hint: "A server is a host name with an optional port.")
        }
        noteServer(server)
        isOpaque = true
        add("server", "server that the wallet contacts", server.authority)
    }

    /// A server with a name of several parts, an address, or the name of this computer.
    static func server(_ url: String) -> ServerAddress? {
        ServerAddress(url).flatMap { server in
            let isName = server.host.utf8.contains(UInt8(ascii: ".")) || server.host.hasPrefix("[")
            return isName || server.namesThisComputer ? server : nil
        }
    }

    mutating func noteServer(_ server: ServerAddress) {
        if server.namesThisComputer || server.isPrivate {
            warnings.append(.serverIsLocal("The server is this computer or is on its local network", server.host))
        }
        if server.isPlain, !server.host.lowercased().hasSuffix(".onion") {
            warnings.append(LinkWarning(.serverIsPlain, "The connection to the server is not encrypted."))
        }
    }

    /// Reads a parameter about a participant.
    mutating func readParty(
        _ parameter: DescribedLink.Parameter, _ text: String, _ value: ArraySlice<UInt8>
    ) throws(RequestError) {
        switch parameter.rule.meaning {
        case .server:
            guard let server = ServerAddress(text, isWSS: parameter.rule.shape == .wss) else {
                throw invalid(parameter, "is not the address of a server")
            }
            noteServer(server)
            // The server interprets its address itself, so nothing in it may change.
            isOpaque = true
            guard !parameter.rule.isRepeated else {
                append(
                    "servers", "server that the wallet contacts", several: "servers that the wallet contacts",
                    .name(server.authority))
                if text != "\(server.start)\(server.host)" { note(parameter, text) }
                return
            }
            facts.append(
                LinkFact(
                    facts.contains { $0.field == "server" } ? "otherServer" : "server",
                    title: "server that the wallet contacts", .name(server.authority)))
            if text != "https://\(server.host)" { note(parameter, text) }
        case .answer:
            guard let server = ServerAddress(text) else {
                throw invalid(parameter, "does not name anyone who may receive the result")
            }
            noteServer(server)
            quote("callbackURL", "receives what you sign, instead of the network", text)
        case .origin:
            add("origin", "claims to be asking (not verified)", text)
            facts.append(LinkFact("originVerified", title: "verified", .flag(false)))
        case .signature:
            isOpaque = true
            // A signature without a fixed length can contain words.
            if parameter.rule.size == nil { note(parameter, text) }
        case .signer: add("signer", "must sign", text)
        case .network:
            // The network itself is shown, but not which of several names for it was used.
            if parameter.rule.values.count(where: { $0.network == network }) > 1 { note(parameter, text) }
        case .payload:
            guard !value.isEmpty else { throw invalid(parameter, "is empty", .missingParameter) }
            let decoded = try reader.payload(
                value, at: parameter.range, of: link, formats: [.xdrEnvelope])
            facts += decoded.facts
            warnings += decoded.warnings
            isOpaque = true
        case .paymentRequest:
            warnings.append(
                LinkWarning(
                    .paymentProtocolIgnored,
                    "The payment request at “\(parameter.name)” is not fetched; the rest of the link is used."))
        default: return
        }
    }
}
