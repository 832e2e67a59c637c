import ExactJSON
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Synchronization

/// An Electrum server on 127.0.0.1 that responds at once. Each used script has one transaction, which the server can
/// return in full.
struct LoopbackElectrum {
    /// Where it listens.
    var address: LineServer { LineServer(host: "127.0.0.1", port: listener.port, certificate: nil) }

    private let listener: LoopbackListener
    private let heard = Heard()

    /// The requests that it received.
    private final class Heard: Sendable {
        let lines = Atomic(0)
        let requests = Atomic(0)
    }

    /// The number of lines received, each a batch of requests that takes one round trip, and the number of requests.
    var asked: (lines: Int, requests: Int) {
        (heard.lines.load(ordering: .relaxed), heard.requests.load(ordering: .relaxed))
    }

    /// - Parameter used: the used scripts.
    init(used: Set<[UInt8]>, genesis: [UInt8]) {
        let heard = heard
        var (paying, whole): ([String: String], [String: String]) = ([:], [:])
        for script in used {
            let hash = TransactionID(digest: Digest.sha256(script))
            let transaction = Transaction(
                inputs: [.init(outpoint: Outpoint(transaction: hash, index: 0))],
                outputs: [.init(amount: Amount(units: 1_000) ?? .zero, script: script)])
            paying[hash.hex] = transaction.id.hex
            whole[transaction.id.hex] = transaction.bytes.hex
        }
        let answers = Answers(paying: paying, whole: whole, genesis: genesis.hex)
        listener = LoopbackListener { descriptor in
            ElectrumLines.serve(descriptor) { count in
                heard.lines.add(1, ordering: .relaxed)
                heard.requests.add(count, ordering: .relaxed)
            } answering: {
                answers.answer(to: $0)
            }
        }
    }

    /// Its responses.
    private struct Answers: Sendable {
        /// The transactions by the hashes of the scripts that they pay, and their bytes.
        let paying: [String: String]
        let whole: [String: String]
        let genesis: String

        func answer(to request: JSON) -> JSON? {
            let asked = request["params"]?.elements?.first?.string ?? ""
            let result: JSON
            switch request["method"]?.string {
            case "server.version": result = .array([.string("benchmark"), .string("1.4")])
            case "server.features": result = .object([("genesis_hash", .string(genesis))])
            case "blockchain.headers.subscribe": result = .object([("height", .number(1_000))])
            case "blockchain.scripthash.get_history":
                result = .array(
                    paying[asked].map { [.object([("tx_hash", .string($0)), ("height", .number(1))])] } ?? [])
            case "blockchain.transaction.get": result = whole[asked].map(JSON.string) ?? .null
            case "blockchain.scripthash.listunspent": result = .array([])
            default: result = .null
            }
            return .object([("jsonrpc", .string("2.0")), ("result", result), ("id", request["id"] ?? .null)])
        }
    }
}
