import ExactJSON
import SchemeRouter

/// One call of a node's JSON-RPC interface.
struct RPCCall: Sendable {
    let method: String
    /// An array by position, or an object by name.
    let parameters: JSON

    /// A call with positional parameters.
    init(_ method: String, _ parameters: JSON...) {
        self.init(method, parameters)
    }

    init(_ method: String, _ parameters: [JSON]) {
        self.method = method
        self.parameters = .array(parameters)
    }

    /// A call with named parameters: an older node refuses a name it does not know, instead of misreading the value.
    init(_ method: String, named parameters: [(name: String, value: JSON)]) {
        self.method = method
        self.parameters = .object(parameters)
    }

    /// The request with the id that its answer repeats.
    func request(_ id: Int64) -> JSON {
        .object([
            ("jsonrpc", .string("1.0")), ("id", .number(id)), ("method", .string(method)), ("params", parameters),
        ])
    }
}

/// A node's answer to one call.
enum RPCAnswer: Sendable {
    /// The result; may be null.
    case result(JSON)
    /// The node refused.
    case failure(RPCFailure)

    /// The answer to the request `id`; nil if `json` is not one.
    init?(_ json: JSON, to id: Int64) {
        guard json["id"] == .number(id) else { return nil }
        if let error = json["error"], error != .null {
            guard let failure = RPCFailure(error) else { return nil }
            self = .failure(failure)
        } else if let result = json["result"] {
            self = .result(result)
        } else {
            return nil
        }
    }

    /// The result; nil if the node refused.
    var result: JSON? {
        if case .result(let json) = self { return json }
        return nil
    }

    var failure: RPCFailure? {
        if case .failure(let failure) = self { return failure }
        return nil
    }

    /// The result, or the refusal as an error.
    func get(_ method: String) throws(ServiceError) -> JSON {
        switch self {
        case .result(let json): return json
        case .failure(let failure): throw failure.error(of: method)
        }
    }
}

/// The meaning of an HTTP answer, for any call.
enum RPCResponse: Sendable {
    /// JSON from a node that read the request, whatever the status.
    case json(JSON)
    /// The request was rejected unread.
    case rejectedUnread(ServiceError)
    /// Anything else: whether the request was executed is unknown.
    case strange(String)

    /// The largest answer of a node: a wallet's history is long.
    static let limits = JSONLimits(bytes: 16 << 20, depth: 64)

    /// Classifies the statuses of `httprpc.cpp`. Only 200, 400, 404 and 500 come with JSON.
    init(_ answer: NetworkAnswer, to method: String) {
        switch answer.status {
        case 401:
            self = .rejectedUnread(
                .networkRefused, "The node rejected the user name and password.",
                "Check “cookie”, or “user” and “password-file”, in config.yaml.")
        case 403:
            self = .rejectedUnread(
                .networkRefused, "The node does not allow this user to call \(method).",
                "Check the node's own settings: rpcwhitelist or rpcallowip.")
        case 404 where answer.body.isEmpty:
            self = .rejectedUnread(
                .networkRefused, "There is no node at this address: the path is unknown.",
                "Does the url in config.yaml belong to a node?")
        case 503: self = .rejectedUnread(.networkUnreachable, "The node is overloaded.", "Try again later.")
        case 405, 413, 501: self = .rejectedUnread(Self.noNode("the status is \(answer.status)"))
        default:
            guard let json = try? JSON(reading: answer.body, limits: Self.limits) else {
                self = .strange("it answered \(method) with status \(answer.status) and no JSON")
                return
            }
            self = .json(json)
        }
    }

    /// Whether a node reports that it is starting and did nothing.
    var isWarmingUp: Bool {
        guard case .json(let json) = self else { return false }
        return (json.elements ?? [json]).contains { element in
            element["error"].flatMap(RPCFailure.init)?.code == .warmingUp
        }
    }

    private static func rejectedUnread(_ code: ServiceError.Code, _ message: String, _ advice: String) -> RPCResponse {
        .rejectedUnread(ServiceError(code, message, hint: "Nothing was sent. \(advice)"))
    }

    /// A server that answers a call with something else.
    static func strange(_ method: String) -> ServiceError { noNode("its answer to \(method) is malformed") }

    /// A server that does not answer like a node.
    static func noNode(_ what: String) -> ServiceError {
        ServiceError(
            .networkRefused, "The server does not behave like a node: \(what).",
            hint: "Nothing was sent. Does the url in config.yaml belong to a node?")
    }
}

/// A node's own refusal of a call (`src/rpc/protocol.h` of Dash Core 23; Documentation/protocols/core-rpc.md §8).
struct RPCFailure: Error, Sendable, Hashable {
    /// The error codes that matter here.
    enum Code: Int, Sendable, CaseIterable {
        case miscellaneous = -1
        case wrongType = -3
        case wallet = -4
        case unknownAddressOrKey = -5
        case insufficientFunds = -6
        case invalidParameter = -8
        case notConnected = -9
        case initialDownload = -10
        case noMoreKeys = -12
        case walletLocked = -13
        case wrongPassphrase = -14
        case walletNotEncrypted = -15
        case alreadyUnlocked = -17
        case walletNotFound = -18
        case walletNotSpecified = -19
        case undecodable = -22
        case verification = -25
        case rejected = -26
        case alreadyInChain = -27
        case warmingUp = -28
        case networkDisabled = -31
        case walletAlreadyLoaded = -35
        case methodNotFound = -32_601
    }

    let number: Int
    /// The first part of the node's message. Untrusted text.
    let message: String

    init(_ number: Int, _ message: String) {
        self.number = number
        self.message = message
    }

    /// The member `error` of an answer; nil if it is malformed.
    init?(_ json: JSON) {
        guard case .number(let number)? = json["code"], let code = Int(number.text) else { return nil }
        self.init(code, (json["message"]?.string ?? "").beginning())
    }

    /// The known meaning of the number; nil if only the message explains it.
    var code: Code? { Code(rawValue: number) }

    /// The message, safe to show.
    var text: String {
        let text = Quoted(message, limit: 200)
        return text.isEmpty ? "error \(number)" : "\(text)"
    }

    func says(_ words: String) -> Bool { message.utf8.contains(words.utf8) }

    /// The error for the person. The call was not executed.
    func error(of method: String) -> ServiceError {
        switch code {
        case .notConnected, .networkDisabled: unreachable("The node is not connected to its network: \(text).")
        case .initialDownload:
            unreachable("The node is still loading blocks: \(text).", "Try again when it has loaded all of them.")
        case .warmingUp: unreachable("The node is starting: \(text).", "Try again in a while.")
        case .insufficientFunds where says("Insufficient funds"):
            ServiceError(.insufficientFunds, "The node's wallet does not have enough money.", hint: "Nothing was sent.")
        case .insufficientFunds: refused("The node's wallet cannot make the payment: \(text).")
        case .walletLocked:
            refused(
                "The node's wallet is locked.",
                "Unlock it with “walletpassphrase”, as the node's own programs do, and try again.")
        case .noMoreKeys: refused("The node's wallet has no keys left: \(text).", "“keypoolrefill” creates more.")
        case .walletNotFound, .walletNotSpecified:
            refused(
                "The node has not loaded the wallet: \(text).",
                "“listwallets” lists the loaded wallets, and “loadwallet” loads one.")
        case .wrongType: refused("The node rejected an amount or another value of \(method): \(text).")
        case .unknownAddressOrKey: refused("An address or a transaction is unknown to the node: \(text).")
        case .methodNotFound:
            ServiceError(
                .unsupportedNetwork, "The node has no call “\(method)”.",
                hint: "Nothing was sent. Is it an older version, or built without a wallet?")
        case .miscellaneous, .wallet, .invalidParameter, .wrongPassphrase, .walletNotEncrypted, .alreadyUnlocked,
            .undecodable, .verification, .rejected, .alreadyInChain, .walletAlreadyLoaded, nil:
            refused("The node refused \(method): \(text).")
        }
    }

    private func refused(_ message: String, _ advice: String? = nil) -> ServiceError {
        ServiceError(.networkRefused, message, hint: "Nothing was sent." + (advice.map { " \($0)" } ?? ""))
    }

    private func unreachable(_ message: String, _ advice: String? = nil) -> ServiceError {
        ServiceError(.networkUnreachable, message, hint: "Nothing was sent." + (advice.map { " \($0)" } ?? ""))
    }
}

extension JSON {
    /// An amount in whole coins, as nodes write it, converted to the coin's smallest unit: from its digits, never
    /// rounded (S9). Nil if it is negative or not a valid amount.
    func amount(of coin: CoinDescriptor) -> Amount? {
        guard case .number(let number) = self,
            let units = try? number.decimal.units(decimals: coin.decimals, as: Int64.self)
        else { return nil }
        return Amount(units: units)
    }

    /// A whole number within ±2^53, beyond which JSON numbers are not exact; nil for anything else. Sums and
    /// differences of a few such numbers always fit.
    var integer: Int? {
        guard case .number(let number) = self, let value = Int(number.text), value.magnitude <= 1 << 53 else {
            return nil
        }
        return value
    }

    /// A block height; nil for anything else.
    var blockHeight: BlockHeight? { integer.flatMap { BlockHeight($0) } }

    /// The number of confirmations: 0 if unconfirmed, negative if another transaction replaced it. Nil for anything
    /// else.
    var confirmations: Int? { integer.flatMap { $0.magnitude <= BlockHeight.limit ? $0 : nil } }

    /// A block time, in seconds since 1970; nil for anything else.
    var blockTime: UnixTime? { integer.flatMap { UInt32(exactly: $0) }.map(UnixTime.init) }

    var isTrue: Bool { self == .bool(true) }

    /// The bytes of a string of hexadecimal digits.
    var hexBytes: [UInt8]? { string.flatMap { [UInt8](hexDigits: $0) } }
}
