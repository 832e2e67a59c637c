import ExactJSON
import RouterBitcoinFamily
import SchemeRouter

/// Reads one link: first with the engine's grammar, which refuses what no program may accept (S1, S3), then with the
/// program.
///
/// If the program reads the link differently, the link is refused. The program may only refuse links, by its own rules
/// and in its own words, and omit texts of the requesting app.
struct ProgramReading {
    private let session: ProgramSession
    private let link: RoutedLink

    init(_ session: ProgramSession, _ link: RoutedLink) {
        self.session = session
        self.link = link
    }

    private var program: PluginProgram { session.program }

    func request() throws(RequestError) -> WalletRequest {
        guard link.scheme.grammar == .authorityParameters || link.scheme.grammar == .bip21 else {
            throw RequestError(
                program.failure(
                    .unfit, "cannot receive links of the grammar “\(link.scheme.grammar.rawValue)”"))
        }
        let read = try WalletLink(link)
        let header = try header(read.parameters, read.warnings)
        guard read.action != .scanQR else { return .scanQR(header) }
        let own = try own(read, header)
        var piece: LinkPieces.Piece?
        if read.addressName == nil {
            piece = .init(text: String(decoding: read.address, as: UTF8.self), range: read.addressRange)
        }
        return try agreed(own, LinkPieces(read.action, address: piece, read.parameters))
    }

    private func header(
        _ parameters: borrowing LinkParameters, _ warnings: [LinkWarning]
    ) throws(RequestError) -> RequestHeader {
        var warnings = warnings
        CallerText.noteIgnoredRequest(parameters, warnings: &warnings)
        var sender: Sender?
        if let parameter = parameters[.sender] { sender = try Sender(parameter, of: link) }
        return RequestHeader(parameters, of: link, sender: sender, warnings: warnings)
    }

    /// The engine's reading. No program sees a link with a private key in place of an address (S8).
    private func own(
        _ read: borrowing WalletLink, _ header: RequestHeader
    ) throws(RequestError) -> WalletRequest {
        switch read.action {
        case .payment:
            let text = try AddressReading.read(
                read.address, at: read.addressRange, of: link, parameter: read.addressName)
            let amount = try Amount.requested(
                read.parameters[.amount], of: link.coin, minimum: read.rules[.amount]?.minimum)
            var warnings = header.warnings
            let label = CallerText.read(read.parameters[.label], rule: read.rules[.label], warnings: &warnings)
            let message = CallerText.read(read.parameters[.message], rule: read.rules[.message], warnings: &warnings)
            let header = RequestHeader(of: link, sender: header.sender, warnings: warnings, ignored: header.ignored)
            return .payment(
                PaymentRequest(
                    header: header, form: read.form, address: text, amount: amount, lock: nil, label: label,
                    message: message))
        case .address: return .address(header)
        default:
            return .key(
                KeyRequest(
                    header: header,
                    account: try WalletRequests.account(read.parameters[.account], rule: read.rules[.account])))
        }
    }

    /// The request, after the program has confirmed the same reading.
    private func agreed(_ own: WalletRequest, _ pieces: LinkPieces) throws(RequestError) -> WalletRequest {
        let answer: ProgramAnswer<WalletRequest>
        do throws(ProgramFailure) {
            guard try session.hello().supportedRequiredParameters(in: link.scheme.grammar) != nil else {
                throw program.failure(
                    .unfit, "does not read links of the grammar “\(link.scheme.grammar.rawValue)”")
            }
            answer = try session.ask("request", ProgramMessages.request(link, pieces)) {
                (json) throws(ProgramFailure) in try compared(own, json, pieces)
            }
        } catch {
            throw RequestError(error)
        }
        switch answer {
        case .value(let request): return request
        case .error(let error): throw try refusal(error)
        }
    }

    private func compared(
        _ own: WalletRequest, _ json: JSON, _ pieces: LinkPieces
    ) throws(ProgramFailure) -> WalletRequest {
        switch own {
        case .payment(let payment):
            guard let read = json["payment"], read.members != nil else { throw otherThing }
            guard let address = read["address"]?.string, address.utf8.elementsEqual((payment.address ?? "").utf8) else {
                throw program.failure(.lied, "read an address that is not in the link")
            }
            let amount = read["amount"]
            guard amount == nil ? payment.amount == nil : amount.flatMap(Amount.init(digits:)) == payment.amount else {
                throw program.failure(.lied, "read an amount that is not in the link")
            }
            return .payment(
                PaymentRequest(
                    header: payment.header, form: payment.form, address: payment.address, amount: payment.amount,
                    lock: nil, label: try text("label", read, payment.label, pieces),
                    message: try text("message", read, payment.message, pieces)))
        case .key(let key):
            guard let account = json["key"]?["account"]?.integer else { throw otherThing }
            guard account == Int64(key.account) else {
                throw program.failure(.lied, "read an account that is not in the link")
            }
            return own
        default:
            guard json["address"]?.members != nil else { throw otherThing }
            return own
        }
    }

    /// A text of the requesting app, or nothing if the program omits it.
    private func text(
        _ name: String, _ read: JSON, _ own: ForeignText?, _ pieces: LinkPieces
    ) throws(ProgramFailure) -> ForeignText? {
        let piece = pieces.parameters.first { $0.name == name }
        guard read[name] != nil else {
            guard let piece, piece.isRequired else { return nil }
            throw program.failure(.lied, "omitted “\(name)”, which the link requires to be shown")
        }
        guard let text = read[name]?.string, let piece, text.utf8.elementsEqual(piece.text.utf8) else {
            throw program.failure(.lied, "read a “\(name)” that is not in the link")
        }
        return own
    }

    private var otherThing: ProgramFailure {
        program.failure(.lied, "read a request that the link does not make")
    }

    /// The program's own refusal of the link. Its words are quoted.
    private func refusal(_ error: JSON) throws(RequestError) -> RequestError {
        let code = error["code"]?.string.flatMap { RequestError.Code(named: $0) }
        guard let code, code != .pluginFailed, code != .brokenDescriptor, code != .lockRequired else {
            throw RequestError(session.fail(.nonsense, "refused the link with an unknown code"))
        }
        var range: Range<Int>?
        if let given = error["range"] {
            guard let ends = given.elements(\.integer), ends.count == 2, let low = Int(exactly: ends[0]),
                let high = Int(exactly: ends[1]), 0 <= low, low <= high, high <= link.bytes.count
            else { throw RequestError(session.fail(.nonsense, "named a position outside the link")) }
            range = low..<high
        }
        let name = error["parameter"]?.string
        guard name.map({ ParameterName(named: $0) != nil }) ?? true else {
            throw RequestError(session.fail(.nonsense, "named a parameter that does not exist"))
        }
        return RequestError(
            code, ProgramMessages.says(error["message"], program), at: range,
            hint: ProgramMessages.adds(error["hint"]), parameter: name)
    }
}
