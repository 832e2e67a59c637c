import RouterBitcoinFormat
import SchemeRouter

/// Reads one parameter that offers a way to pay.
struct InstructionReading {
    let link: RoutedLink
    let network: NetworkParameters

    func read(
        _ parameter: InstructionParameter, _ key: InstructionKey
    ) throws(RequestError) -> PaymentInstruction {
        let (text, name) = (String(decoding: parameter.value, as: UTF8.self), parameter.name)
        // Its network is known only from its name.
        if case .otherNetwork(let kind) = key { throw otherNetwork(parameter, kind) }
        guard !parameter.value.isEmpty else {
            throw RequestError(
                .invalidAddress, "“\(name)” is empty.", at: parameter.range,
                hint: "Ask the sender for the link again.", parameter: name)
        }
        do {
            switch key {
            case .segwit: return try segwit(parameter, text)
            case .lightning(let kinds) where kinds.contains(.lnurl) && LNURL.begins(parameter.value):
                return .init(
                    .lnurl, text, parameter: name, isRequired: parameter.isRequired, checked: .checksum,
                    server: try LNURL(parameter.value).server)
            case .lightning: return try decoder(parameter).invoice(parameter.value)
            case .offer: return try decoder(parameter).offer(parameter.value)
            case .silentPayment(let prefix):
                try PaymentCode.checkSilentPayment(parameter.value, prefix: prefix)
                return .init(
                    .silentPayment, text, parameter: name, isRequired: parameter.isRequired, checked: .checksum)
            case .privatePayment(let prefix):
                try PaymentCode.checkPrivatePayment(parameter.value, prefix: prefix)
                return .init(
                    .privatePayment, text, parameter: name, isRequired: parameter.isRequired, checked: .checksum)
            case .otherNetwork(let kind): throw otherNetwork(parameter, kind)
            }
        } catch let error as RequestError {
            throw error
        } catch {
            throw explain(error as? InstructionError ?? .malformed, parameter, text, key)
        }
    }

    /// Accepts only segwit addresses of the network: BIP321 names the parameter like their prefix.
    private func segwit(_ parameter: InstructionParameter, _ text: String) throws(RequestError) -> PaymentInstruction {
        let address = try AddressReading.read(
            parameter.value[...], at: parameter.range, of: link, parameter: parameter.name)
        guard address.utf8.starts(with: (parameter.name + "1").utf8, by: { $0 | 0x20 == $1 | 0x20 }) else {
            throw RequestError(
                .invalidAddress,
                "“\(parameter.name)” contains an address that does not begin with “\(parameter.name)1”.",
                at: parameter.range, hint: "Put such an address before the “?”.", parameter: parameter.name)
        }
        return .init(
            .onchain, address, parameter: parameter.name, isRequired: parameter.isRequired, checked: .checksum)
    }

    private func decoder(_ parameter: InstructionParameter) -> InstructionDecoder {
        InstructionDecoder(
            coin: link.coin, network: network, at: parameter.range, parameter: parameter.name,
            isRequired: parameter.isRequired)
    }

    private func otherNetwork(_ parameter: InstructionParameter, _ kind: NetworkKind) -> RequestError {
        RequestError(
            .wrongNetwork,
            "“\(parameter.name)” is for the \(kind.rawValue) network of \(link.coin.title), "
                + "not for \(link.network.rawValue).",
            at: parameter.range, hint: "All ways to pay in a link must be for the same network.",
            parameter: parameter.name,
            detected: [link.coin.id])
    }

    private func explain(
        _ error: InstructionError, _ parameter: InstructionParameter, _ text: String, _ key: InstructionKey
    ) -> RequestError {
        let (name, range) = (parameter.name, parameter.range)
        let contents = LNURL.begins(parameter.value) ? "LNURL" : key.contents
        switch error {
        case .malformed where Self.isPrivateKey(text, on: network):
            // Never repeat the text itself: it is somebody's money.
            return RequestError(
                .privateKeyInAddress, "“\(name)” contains a private key.", at: range,
                hint: "Whoever made this link exposed the key. Its money is no longer safe.", parameter: name)
        case .malformed:
            return RequestError(
                .invalidAddress,
                "“\(name)” does not contain a valid \(contents): a character, the length or the checksum is wrong.",
                at: range,
                hint: "Ask the sender for the link again; a single wrong character can cause this.", parameter: name)
        case .senseless:
            return RequestError(
                .invalidRequest, "The \(contents) in “\(name)” is incomplete or requires an unknown feature.",
                at: range, hint: "Ask the sender for another one.", parameter: name)
        case .twoDescriptions:
            return RequestError(
                .invalidRequest, "The \(contents) in “\(name)” \(InstructionError.twoDescriptionsText)", at: range,
                hint: "Ask the sender for another one.", parameter: name)
        case .badAmount:
            return RequestError(
                .invalidAmount, "The \(contents) in “\(name)” has an amount that cannot be paid.", at: range,
                hint: "Ask the sender for another one.", parameter: name)
        case .otherNetwork:
            return RequestError(
                .wrongNetwork,
                "The \(contents) in “\(name)” is not for \(link.coin.title)'s "
                    + "“\(link.network.rawValue)”.",
                at: range, hint: "All ways to pay in a link must be for the same network.", parameter: name)
        }
    }

    private static func isPrivateKey(_ text: String, on network: NetworkParameters) -> Bool {
        do {
            try Address.check(text, on: network)
            return false
        } catch {
            return error == .privateKey
        }
    }
}

extension InstructionKey {
    /// Its content, for a sentence.
    fileprivate var contents: String {
        switch self {
        case .segwit, .otherNetwork: "address"
        case .lightning: "Lightning invoice"
        case .offer: "Lightning offer"
        case .silentPayment: "silent payment address"
        case .privatePayment: "private payment code"
        }
    }
}
