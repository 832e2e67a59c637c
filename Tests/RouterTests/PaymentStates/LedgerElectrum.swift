import ExactJSON
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter

/// An Electrum server on 127.0.0.1 that tells what a scripted ledger has.
final class LedgerElectrum: Sendable {
    private let listener: LoopbackListener

    /// - Parameter genesis: by which block the network is told from others.
    init(_ ledger: ScriptedLedger, genesis: String) {
        listener = LoopbackListener { descriptor in
            ElectrumLines.serve(descriptor) { request in
                let id = ("id", request["id"] ?? .null)
                if let result = Self.result(of: request, ledger, genesis) { return .object([id, ("result", result)]) }
                let text =
                    "daemon error: DaemonError({'code': -5, 'message': 'No such mempool or blockchain transaction.'})"
                return .object([id, ("error", .object([("code", .number(1)), ("message", .string(text))]))])
            }
        }
    }

    /// As it stands in the settings.
    var server: String { "\"tcp://127.0.0.1:\(listener.port)\"" }

    private static func result(of request: JSON, _ ledger: ScriptedLedger, _ genesis: String) -> JSON? {
        let parameters = request["params"]?.elements ?? []
        let first = parameters.first?.string ?? ""
        func isAsked(_ script: [UInt8]) -> Bool { TransactionID(digest: Digest.sha256(script)).hex == first }
        switch request["method"]?.string {
        case "server.version": return .array([.string("Ledger"), .string("1.4")])
        case "server.features": return .object([("genesis_hash", .string(genesis))])
        case "blockchain.headers.subscribe": return .object([("height", .number(ScriptedLedger.height))])
        case "blockchain.block.headers": return .object([("hex", .string(""))])
        case "blockchain.estimatefee": return .number(-1)
        case "blockchain.relayfee": return .number(JSONNumber("1e-05") ?? JSONNumber(0))
        case "blockchain.scripthash.get_history":
            return .array(
                ledger.history(isAsked).map { entry in
                    .object([
                        ("tx_hash", .string(entry.transaction.id.hex)),
                        ("height", .number(height(entry.confirmations))),
                    ])
                }
                    + ledger.odd.filter { isAsked($0.output.script) }.map { odd in
                        .object([("tx_hash", .string(odd.id)), ("height", .number(height(odd.confirmations)))])
                    })
        case "blockchain.scripthash.listunspent":
            return .array(
                ledger.unspent(isAsked).map { outpoint, output, confirmations in
                    .object([
                        ("tx_hash", .string(outpoint.transaction.hex)), ("tx_pos", .number(outpoint.index)),
                        ("height", .number(height(confirmations))), ("value", .number(output.amount.units)),
                    ])
                }
                    + ledger.unspentOdd.filter { isAsked($0.output.script) }.map { odd in
                        .object([
                            ("tx_hash", .string(odd.id)), ("tx_pos", .number(0)),
                            ("height", .number(height(odd.confirmations))), ("value", .number(odd.output.amount.units)),
                        ])
                    })
        case "blockchain.transaction.get":
            if let odd = ledger.odd.first(where: { $0.id == first }), parameters.last != .bool(true) {
                return .string(odd.bytes.hex)
            }
            guard let entry = ledger.entry(first) else { return nil }
            guard parameters.last == .bool(true) else { return .string(entry.transaction.wholeBytes.hex) }
            let isInBlock = entry.confirmations > 0
            return .object(
                [("txid", .string(first))]
                    + (isInBlock ? [("confirmations", .number(entry.confirmations))] : [])
                    + [
                        ("instantlock", .bool(entry.isLocked)), ("chainlock", .bool(isInBlock && entry.isLocked)),
                    ])
        case "blockchain.transaction.broadcast":
            return [UInt8](hexDigits: first).flatMap(ledger.take).map { .string($0.id.hex) }
        default: return nil
        }
    }

    private static func height(_ confirmations: Int) -> Int {
        confirmations == 0 ? 0 : ScriptedLedger.height - confirmations + 1
    }
}
