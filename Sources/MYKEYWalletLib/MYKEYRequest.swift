import ExactJSON
import RouterBytes
import RouterEOSIO
import RouterMYKEYFormat

/// One of the four requests to a wallet.
public enum MYKEYRequest: Sendable, Hashable {
    /// Log in.
    case login(LoginRequest)
    /// Send tokens.
    case transfer(TokenTransferRequest)
    /// Run actions of contracts.
    case contract(ContractCallRequest)
    /// Sign a text.
    case sign(SigningRequest)

    /// Its name in the protocol.
    public var action: WalletActionConstants {
        switch self {
        case .login: .LOGIN
        case .transfer: .TRANSFER
        case .contract: .TRANSACTION
        case .sign: .SIGN
        }
    }

    /// The request as MYKEY's SDK writes it (Documentation/protocols/mykey.md §1.5): members in alphabetical order,
    /// without null members.
    /// - Parameter id: distinguishes its answer from others.
    func json(of dapp: DappIdentity, id: String) throws(MYKEYError) -> JSON {
        var members = try ownMembers()
        let callback = "\(dapp.scheme)://\(dapp.host)?action=\(action.rawValue)&callBackId=\(id)"
        members += [
            ("action", .string(action.rawValue)), ("appKey", .string(dapp.appKey)), ("callback", .string(callback)),
            ("callbackId", .string(id)), ("chain", Self.chain), ("dappIcon", JSON(dapp.icon)),
            ("dappName", .string(dapp.name)), ("protocol", .string(dapp.kind.rawValue)),
            ("uuID", .string(dapp.userID)), ("version", .string("1.0")),
        ]
        return Self.object(members)
    }

    private typealias Fields = [(name: String, value: JSON)]

    private static let chain = JSON.string("EOS")

    private static func object(_ members: Fields) -> JSON {
        .object(members.filter { if case .null = $0.value { false } else { true } }.sorted { $0.name < $1.name })
    }

    /// The empty name is the chain's; no account or action has it.
    private static func check(_ name: Name, _ parameter: String) throws(MYKEYError) {
        guard name.value != 0 else { throw .invalid(parameter, "“\(parameter)” is missing.") }
    }

    private func ownMembers() throws(MYKEYError) -> Fields {
        switch self {
        case .login(let login): try Self.members(login)
        case .transfer(let transfer): try Self.members(transfer)
        case .contract(let contract): try Self.members(contract)
        case .sign(let sign): try Self.members(sign)
        }
    }

    private static func members(_ login: LoginRequest) throws(MYKEYError) -> Fields {
        try TextCheck.line("userName", login.userName)
        try TextCheck.lines("info", login.info)
        try TextCheck.server("callbackUrl", login.server)
        return [
            ("dappUserName", JSON(login.userName)), ("loginMemo", JSON(login.info)), ("loginUrl", JSON(login.server)),
        ]
    }

    private static func members(_ transfer: TokenTransferRequest) throws(MYKEYError) -> Fields {
        try transfer.checkAmount()
        try check(transfer.to, "to")
        try check(transfer.contract, "contractName")
        try TextCheck.lines("memo", transfer.memo, limit: 256)
        try TextCheck.lines("info", transfer.info)
        try TextCheck.line("orderId", transfer.orderID)
        try TextCheck.server("callbackUrl", transfer.server)
        return [
            ("amount", .number(transfer.amount)), ("contract", .string(transfer.contract.description)),
            ("dappData", JSON(transfer.memo)), ("desc", JSON(transfer.info)),
            ("from", JSON(transfer.from?.description)), ("orderId", JSON(transfer.orderID)),
            ("precision", transfer.precision.map { .number($0) } ?? .null),
            ("symbol", .string(transfer.symbol.description)), ("to", .string(transfer.to.description)),
            ("transferUrl", JSON(transfer.server)),
        ]
    }

    private static func members(_ contract: ContractCallRequest) throws(MYKEYError) -> Fields {
        guard (1...32).contains(contract.actions.count) else {
            throw .invalid("actions", "A transaction has 1 to 32 actions, not \(contract.actions.count).")
        }
        var actions: [JSON] = []
        for (index, action) in contract.actions.enumerated() {
            let place = "actions[\(index)]"
            try check(action.account, place + ".account")
            try check(action.name, place + ".name")
            try TextCheck.lines(place + ".info", action.info)
            guard action.data.members != nil else {
                throw .invalid(place + ".data", "The values of an action must be an object.")
            }
            // MYKEY's SDK writes these two for its other chains; wallets may expect them.
            let more: Fields = action.isTransfer ? [] : [("amount", .number(0)), ("binary", .string(""))]
            actions.append(
                object(
                    more + [
                        ("account", .string(action.account.description)), ("chain", chain), ("data", action.data),
                        ("info", JSON(action.info)), ("name", .string(action.name.description)),
                    ]))
        }
        try TextCheck.lines("info", contract.info)
        try TextCheck.line("orderId", contract.orderID)
        try TextCheck.server("callbackUrl", contract.server)
        return [
            ("actions", .array(actions)), ("contractUrl", JSON(contract.server)), ("desc", JSON(contract.info)),
            ("orderId", JSON(contract.orderID)), ("signedData", .string("")),
        ]
    }

    private static func members(_ sign: SigningRequest) throws(MYKEYError) -> Fields {
        try TextCheck.lines("message", sign.message, isRequired: true, limit: 16_384)
        try TextCheck.server("callbackUrl", sign.server)
        return [("message", .string(sign.message)), ("signUrl", JSON(sign.server))]
    }
}

/// Writes the link of a request (Documentation/protocols/mykey.md §1.1).
struct LinkWriter {
    /// The most bytes: what Linux passes as one argument, with some margin.
    static let longestLink = 131_000

    let dapp: DappIdentity
    let encoding: RequestParam.Encoding

    func link(for request: MYKEYRequest, id: String) throws(MYKEYError) -> String {
        let json = try request.json(of: dapp, id: id)
        let length = json.bytes.count
        guard length <= JSONLimits.link.bytes else {
            throw .invalid("param", "The request has \(length) bytes; wallets read at most \(JSONLimits.link.bytes).")
        }
        let param = RequestParam.text(of: json, as: encoding, appKey: dapp.appKey, userID: dapp.userID)
        let fields = [("param", param), ("appKey", dapp.appKey), ("userId", dapp.userID)]
        let query = fields.map { "\($0)=\(PercentText.encode($1))" }.joined(separator: "&")
        let link = "mykey://mykey.org/protocol?" + query
        guard link.utf8.count <= Self.longestLink else {
            throw .invalid(
                "param",
                "The link would have \(link.utf8.count) bytes; at most \(Self.longestLink) can be opened. Ask for less."
            )
        }
        return link
    }
}

/// Ids that distinguish answers.
enum CallbackID {
    /// 32 unpredictable upper-case hexadecimal digits: anyone who knows them can answer instead of the wallet.
    static func random() -> String { [UInt8].random(16).hex.uppercased() }
}

extension [UInt8] {
    /// Bytes from the system's random number generator, which is good enough for keys.
    static func random(_ count: Int) -> [UInt8] {
        var numbers = SystemRandomNumberGenerator()
        return (0..<count).map { _ in numbers.next() }
    }
}

/// Checks the texts of a request by the rules of wallets, so that no request is sent that cannot succeed.
enum TextCheck {
    static func line(_ parameter: String, _ text: String?, isRequired: Bool = false, limit: Int = 4_096)
        throws(MYKEYError)
    {
        try check(parameter, text, isRequired, limit) { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }

    static func lines(
        _ parameter: String, _ text: String?, isRequired: Bool = false, limit: Int = 4_096
    ) throws(MYKEYError) {
        try check(parameter, text, isRequired, limit) {
            $0 == "\n" || $0 == "\t" || ($0.value >= 0x20 && !(0x7F...0x9F).contains($0.value))
        }
    }

    /// The URL of a server; an empty text means none.
    static func server(_ parameter: String, _ text: String?) throws(MYKEYError) {
        try line(parameter, text)
        guard let text, !text.isEmpty else { return }
        let start = text.prefix(8).lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://"), !text.utf8.contains(0x20) else {
            throw .invalid(parameter, "The server's address must begin with “https://”.")
        }
    }

    private static func check(
        _ parameter: String, _ text: String?, _ isRequired: Bool, _ limit: Int, _ isAllowed: (Unicode.Scalar) -> Bool
    ) throws(MYKEYError) {
        guard let text, !text.isEmpty else {
            if isRequired { throw .invalid(parameter, "“\(parameter)” is missing.") }
            return
        }
        guard text.utf8.count <= limit else {
            throw .invalid(parameter, "“\(parameter)” has \(text.utf8.count) bytes; wallets read at most \(limit).")
        }
        guard text.unicodeScalars.allSatisfy(isAllowed) else {
            throw .invalid(parameter, "“\(parameter)” has control characters.")
        }
    }
}
