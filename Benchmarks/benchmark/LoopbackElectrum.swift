import ExactJSON
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter

/// An Electrum server on 127.0.0.1 that knows which scripts were used once, by one transaction each, and answers at once.
struct LoopbackElectrum {
    /// Where it listens.
    var address: LineServer { LineServer(host: "127.0.0.1", port: listener.port, certificate: nil) }

    private let listener: LoopbackListener

    /// - Parameter used: the scripts.
    init(used: Set<[UInt8]>, genesis: [UInt8]) {
        let answers = Answers(
            hashes: Set(used.map { TransactionID(digest: Digest.sha256($0)).hex }), genesis: genesis.hex)
        listener = LoopbackListener { ElectrumLines.serve($0, answering: answers.answer) }
    }

    /// What it says.
    private struct Answers: Sendable {
        let hashes: Set<String>
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
                    hashes.contains(asked) ? [.object([("tx_hash", .string(asked)), ("height", .number(1))])] : [])
            case "blockchain.scripthash.listunspent": result = .array([])
            default: result = .null
            }
            return .object([("jsonrpc", .string("2.0")), ("result", result), ("id", request["id"] ?? .null)])
        }
    }
}
