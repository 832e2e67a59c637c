import ExactJSON
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Synchronization

/// An Electrum server on 127.0.0.1, of Dash's regtest, with a chain of the transactions that it was given.
final class ElectrumStandIn: Sendable {
    /// What is wrong with it.
    enum Fault: Sendable {
        case none
        /// It tells of half of what outputs are worth, so that the rest would become a fee.
        case understates
        /// It takes a payment and closes the connection instead of answering.
        case dropsBroadcasts
        /// The same, and nobody hears of the payment again.
        case losesBroadcasts
        /// It takes a payment, and says later that it does not know it.
        case forgets
        /// It takes no payment.
        case refuses(String)
        /// It says so, and keeps what it is sent.
        case keeps
    }

    private struct State: Sendable {
        var fault = Fault.none
        var transactions: [(transaction: Transaction, height: Int)] = []
        var sent: [Transaction] = []
        var kept: [Transaction] = []
    }

    private let listener: LoopbackListener
    private let state: Shared

    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    /// - Parameters:
    ///   - socket: the file that it listens on; nil for a port of 127.0.0.1.
    ///   - answersBatches: whether it answers batches; if not, one ends the connection.
    init(socket: String? = nil, answersBatches: Bool = true) {
        let state = Shared()
        self.state = state
        let serve = { @Sendable (descriptor: Int32) in
            ElectrumLines.serve(descriptor, answersBatches: answersBatches) { Self.answer(to: $0, state) }
        }
        listener = socket.map { LoopbackListener(socket: $0, serve) } ?? LoopbackListener(serve)
    }

    var port: UInt16 { listener.port }

    var fault: Fault {
        get { state.state.withLock { $0.fault } }
        set { state.state.withLock { $0.fault = newValue } }
    }

    /// The payments that it was sent.
    var sent: [Transaction] { state.state.withLock { $0.sent } }

    /// The payments that it said it refused, and kept.
    var kept: [Transaction] { state.state.withLock { $0.kept } }

    /// Puts a payment of `amount` to `script` into a block.
    func fund(_ script: [UInt8], _ amount: Int64, height: Int) {
        let outpoint = Outpoint(transaction: TransactionID(digest: Digest.sha256([UInt8(height)])), index: 0)
        let transaction = Transaction(
            inputs: [.init(outpoint: outpoint)], outputs: [.init(amount: Amount(units: amount)!, script: script)])
        state.state.withLock { $0.transactions.append((transaction, height)) }
    }

    private static let refusal =
        "the transaction was rejected by network rules.\n\nmin relay fee not met, 0 < 225\n[00]"

    /// Nil if the connection ends instead.
    private static func answer(to request: JSON, _ shared: Shared) -> JSON? {
        let first = request["params"]?.elements?.first
        let result: JSON? = shared.state.withLock { state in
            switch request["method"]?.string {
            case "server.version": return .array([.string("Stand-in"), .string("1.4")])
            case "server.features":
                let genesis = "000008ca1832a4baf228eb1553c03d3a2c8e02399550dd6ea8d65cec3ef23d2e"
                return .object([("genesis_hash", .string(genesis))])
            case "blockchain.headers.subscribe": return .object([("height", .number(500))])
            case "blockchain.block.headers": return .object([("hex", .string(""))])
            case "blockchain.estimatefee": return .number(-1)
            case "blockchain.relayfee": return .number(JSONNumber("1e-05") ?? JSONNumber(0))
            case "blockchain.scripthash.get_history", "blockchain.scripthash.listunspent":
                return .array(entries(of: first?.string ?? "", state))
            case "blockchain.transaction.get":
                var known = state.transactions.map(\.transaction)
                switch state.fault {
                case .losesBroadcasts, .forgets: break
                default: known += state.sent
                }
                guard let found = known.first(where: { $0.id.hex == first?.string }) else { return nil }
                let isVerbose = request["params"]?.elements?.last == .bool(true)
                return isVerbose ? .object([("txid", .string(found.id.hex))]) : .string(found.bytes.hex)
            case "blockchain.transaction.broadcast":
                guard let bytes = first?.string.flatMap({ [UInt8](hexDigits: $0) }),
                    let transaction = try? Transaction(bytes: bytes)
                else { return nil }
                if case .refuses = state.fault { return nil }
                if case .keeps = state.fault {
                    state.kept.append(transaction)
                    return nil
                }
                state.sent.append(transaction)
                return .string(transaction.id.hex)
            default: return nil
            }
        }
        if request["method"]?.string == "blockchain.transaction.broadcast" {
            switch shared.state.withLock({ $0.fault }) {
            case .dropsBroadcasts, .losesBroadcasts: return nil
            case .none, .understates, .refuses, .keeps, .forgets: break
            }
        }
        guard let result else {
            var text =
                "daemon error: DaemonError({'code': -5, 'message': 'No such mempool or blockchain transaction.'})"
            let isPayment = request["method"]?.string == "blockchain.transaction.broadcast"
            switch shared.state.withLock({ $0.fault }) {
            case .refuses(let reason): text = reason
            case .keeps where isPayment: text = Self.refusal
            default: break
            }
            return .object([
                ("id", request["id"] ?? .null), ("error", .object([("code", .number(1)), ("message", .string(text))])),
            ])
        }
        return .object([("id", request["id"] ?? .null), ("result", result)])
    }

    /// Nothing is spent here, so that what was paid to a script is both its history and what is unspent.
    private static func entries(of hash: String, _ state: State) -> [JSON] {
        state.transactions.flatMap { entry in
            entry.transaction.outputs.enumerated().compactMap { index, output in
                guard TransactionID(digest: Digest.sha256(output.script)).hex == hash else { return nil }
                var units = output.amount.units
                if case .understates = state.fault { units /= 2 }
                return .object([
                    ("tx_hash", .string(entry.transaction.id.hex)), ("tx_pos", .number(index)),
                    ("height", .number(entry.height)), ("value", .number(units)),
                ])
            }
        }
    }
}
