import ExactJSON
import RouterNetworkBackend
import SchemeRouter
import Synchronization

@testable import RouterNetworks

/// The first block of Dash's regtest, as in `schemes.yaml`.
let regtestGenesis = "000008ca1832a4baf228eb1553c03d3a2c8e02399550dd6ea8d65cec3ef23d2e"

extension CoinDescriptor {
    /// The shipped Dash.
    static let shippedDash: CoinDescriptor = {
        guard let coin = try? RouteTable.load([.shipped]).coin("dash") else { preconditionFailure("no Dash") }
        return coin
    }()
}

extension ScriptedServer {
    /// A server of Dash's regtest, whose newest block has the number `height`, and whose other answers are `script`'s.
    static func regtest(
        height: Int = 120, genesis: String = regtestGenesis, version: String = "1.4", fault: Fault = .none,
        _ script: @escaping Script = { _, _ in nil }
    ) -> ScriptedServer {
        ScriptedServer(fault) { method, parameters in
            if let answer = script(method, parameters) { return answer }
            switch method {
            case "server.version": return .success(.array([.string("Scripted 1.0"), .string(version)]))
            case "server.features": return .success(.object([("genesis_hash", .string(genesis))]))
            case "blockchain.headers.subscribe":
                return .success(.object([("hex", .string("")), ("height", .number(height))]))
            case "blockchain.block.headers":
                return .success(
                    .object([("count", .number(7)), ("hex", .string(String(repeating: "0", count: 1_120)))]))
            case "blockchain.scripthash.get_history", "blockchain.scripthash.listunspent":
                return .success(.array([]))
            case "blockchain.estimatefee": return .success(.number(-1))
            case "blockchain.transaction.get":
                return .failure(
                    ElectrumError(code: 2, message: "daemon error: DaemonError({'code': -5, 'message': ''})"))
            default: return .failure(ElectrumError(code: -32_601, message: "unknown method \"\(method)\""))
            }
        }
    }

    /// A server that answers as in recordings: each call as it was answered then, again and again where it was once only.
    static func recorded(
        _ conversations: [Recordings.Conversation], height: Int = 120, fault: Fault = .none
    ) -> ScriptedServer {
        let answers = Mutex<[JSON: [ElectrumMessage.Answer]]>([:])
        for entry in conversations.flatMap(\.answers) where !entry.method.hasPrefix("server.") {
            answers.withLock { $0[.array([.string(entry.method), entry.parameters]), default: []].append(entry.reply) }
        }
        return regtest(height: height, fault: fault) { method, parameters in
            answers.withLock { answers in
                let key = JSON.array([.string(method), .array(parameters)])
                guard let next = answers[key]?.first else { return nil }
                if let count = answers[key]?.count, count > 1 { answers[key]?.removeFirst() }
                return next
            }
        }
    }
}

/// A chain behind servers, which are called a, b, c …
func electrum(
    _ servers: ScriptedServer?..., coin: CoinDescriptor = .shippedDash, habits: (any ServerHabitMemory)? = nil
) throws -> ElectrumChain {
    let names = servers.indices.map { String(UnicodeScalar(UInt8(ascii: "a") + UInt8($0))) }
    let present = zip(names, servers).compactMap { name, server in server.map { (name, $0) } }
    return try ElectrumChain(
        of: coin, network: .regtest,
        servers: names.map { LineServer(host: $0, port: 50_001, certificate: nil) },
        lines: ScriptedNetwork(servers: Dictionary(uniqueKeysWithValues: present)), habits: habits)
}

/// What a piece of code throws; nil if it throws nothing.
func failure(of body: () async throws -> Void) async -> ServiceError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? ServiceError
    }
}
