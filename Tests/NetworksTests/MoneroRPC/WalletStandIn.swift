import ExactJSON
import RouterNetworkBackend
import RouterTestSupport
import SchemeRouter
import Synchronization

@testable import RouterNetworks

/// A `monero-wallet-rpc` in this process: it answers as a real one did (`Tests/Vectors/monero-rpc`), or what a test wants,
/// and remembers what it was asked.
final class WalletStandIn: NetworkClient {
    /// What is answered to one call.
    enum Reply: Sendable {
        /// The body of a recorded answer, by its number.
        case recorded(String)
        /// The result of the call, as JSON text.
        case result(String)
        /// The wallet's refusal.
        case failure(Int, String)
        /// Something else instead of the answer.
        case answer(Int, String)
        /// No answer.
        case nothing(NetworkError)
    }

    struct Call: Sendable {
        let method: String
        let parameters: JSON
        let isRepeatable: Bool
    }

    private struct State: Sendable {
        var looks: [String: @Sendable () -> String] = [:]
        var seen: [String: String] = [:]
        var replies: [String: Reply] = [:]
        var next: [String: [Reply]] = [:]
        var calls: [Call] = []
    }

    private let state = Mutex(State())

    /// The primary address of the recorded wallet.
    static let owner =
        "41kzApZZAUxNbHYyDG2sW1gn4QUVtoUpFSRxypRNV5PReJH3XqebcBNWzzijG5wAaPAqhtQbEZvXoMFGbpPtvCEtFpfT3zb"
    /// Whom the recorded payment pays, a subaddress.
    static let recipient =
        "8BCMQoTmHirBfhaphtXWBeRmCTJq955adPR1axNDLiBccNUEGRhMo6n26raLNrNoeDHgxqfhpGE3Sj8DiGpyK6QA5scWD3Z"
    static let order = NodeOrder(recipient: recipient, amount: Amount(units: 1_500_000_000_000)!)
    static let id = TransactionID(hex: "5bf0a317eada9b31bbb091fe4bc7fd986623a92ab27a46e310a625ad31c17058")!

    /// A proof of that payment for the app `myapp`, made by another program.
    static let proof =
        "OutProofV2VA9ntLppjvFKve22cudhEc9mT2vDAd6yW1YTnqGYC2yGhMaygUTRAU5AApyh2ySGt9YaW4kb74mDLM3DPMpgU9XUZ1cNSgonGzeZeTqjBQpW"
        + "32NHopZRREqzy6W85fZVKW4o"

    private static let bodies: [String: String] = {
        var all: [String: String] = [:]
        for line in String(decoding: Recorded.bytes("monero-rpc/exchanges.jsonl"), as: UTF8.self).split(separator: "\n")
        {
            guard let json = try? JSON(reading: Array(line.utf8), limits: WalletConnection.limits),
                let id = json["id"]?.string
            else { preconditionFailure("a recording is not JSON") }
            all[id] = json["response"]?["body"]?.string ?? ""
        }
        return all
    }()

    /// The recorded answer with this number.
    static func body(_ id: String) -> String {
        guard let body = bodies[id] else { preconditionFailure("there is no recording \(id)") }
        return body
    }

    /// Code and words of a recorded refusal.
    static func failure(_ id: String) -> Reply {
        guard let json = try? JSON(reading: Array(body(id).utf8), limits: WalletConnection.limits),
            let code = json["error"]?["code"]?.integer, let message = json["error"]?["message"]?.string
        else { preconditionFailure("recording \(id) has no error") }
        return .failure(code, message)
    }

    /// A wallet with money, that has not heard of the payment yet.
    init() {
        on("get_address", .recorded("002"))
        on("get_balance", .recorded("003"))
        on("refresh", .recorded("004"))
        on("transfer", .recorded("005"))
        on("get_transfer_by_txid", .recorded("006"))
        on("relay_tx", .recorded("007"))
        on("store", .recorded("008"))
        on("get_height", .result(#"{"height":180}"#))
        on("create_address", .result(#"{"address":"\#(Self.recipient)","address_index":1}"#))
        on("get_tx_proof", .result(#"{"signature":"\#(Self.proof)"}"#))
    }

    /// From now on a call has this answer.
    func on(_ method: String, _ reply: Reply) { state.withLock { $0.replies[method] = reply } }

    /// Whenever there is this call, looks at something before the answer; ``seen(at:)`` has what it saw last.
    func look(at method: String, _ look: @escaping @Sendable () -> String) {
        state.withLock { $0.looks[method] = look }
    }

    func seen(at method: String) -> String? { state.withLock { $0.seen[method] } }

    /// The next time a call has this answer.
    func once(_ method: String, _ reply: Reply) { state.withLock { $0.next[method, default: []].append(reply) } }

    var calls: [Call] { state.withLock { $0.calls } }
    var methods: [String] { calls.map(\.method) }

    func send(
        _ request: NetworkRequest, until deadline: ContinuousClock.Instant
    ) async throws(NetworkError) -> NetworkAnswer {
        guard request.url == "http://127.0.0.1:18083/json_rpc", request.method == .post,
            let json = try? JSON(reading: request.body, limits: WalletConnection.limits),
            let method = json["method"]?.string, let parameters = json["params"], parameters.members != nil
        else { throw NetworkError(.internalError, "this is no call", mayHaveArrived: true) }
        if let look = state.withLock({ $0.looks[method] }) {
            let seen = look()
            state.withLock { $0.seen[method] = seen }
        }
        let reply = state.withLock { state in
            state.calls.append(Call(method: method, parameters: parameters, isRepeatable: request.isRepeatable))
            if let next = state.next[method]?.first {
                state.next[method]?.removeFirst()
                return next as Reply?
            }
            return state.replies[method]
        }
        switch reply {
        case .recorded(let id): return Self.answer(200, Self.body(id))
        case .result(let text): return Self.answer(200, #"{"id":"0","jsonrpc":"2.0","result":\#(text)}"#)
        case .failure(let code, let message):
            let error = JSON(["code": code, "message": message])
            return Self.answer(200, JSON(["error": error, "id": "0", "jsonrpc": "2.0"]).text)
        case .answer(let status, let body): return Self.answer(status, body)
        case .nothing(let error): throw error
        case nil: return Self.answer(200, #"{"error":{"code":-32601,"message":"Method not found"},"id":"0"}"#)
        }
    }

    private static func answer(_ status: Int, _ body: String) -> NetworkAnswer {
        NetworkAnswer(status: status, headers: [], body: Array(body.utf8))
    }

    /// The wallet as the product sees it.
    func wallet(_ network: MoneroNetwork = .regtest, account: UInt32 = 0) throws -> MoneroWallet {
        guard let coin = try RouteTable.load([.shipped]).coin("monero") else { preconditionFailure("no such coin") }
        return MoneroWallet(
            connection: WalletConnection(self, url: "http://127.0.0.1:18083"), coin: coin, network: network,
            account: account, place: "127.0.0.1:18083")
    }

    func chain(account: UInt32 = 0) throws -> MoneroChain {
        MoneroChain(wallet: try wallet(account: account), isOpen: false)
    }

    /// The recorded payment, as the journal has it.
    func signed() async throws -> SignedTransaction {
        let wallet = try wallet()
        return try await wallet.sign(try await wallet.prepare(Self.order))
    }
}

/// What a piece of code throws; nil if it throws nothing.
func thrown(by body: () async throws -> Void) async -> ServiceError? { await error(of: body) }
