import ExactJSON
import RouterBitcoinFormat
import SchemeRouter

@testable import RouterNetworks

/// What a server knows of a few transactions that a test made up.
struct ModelChain: Sendable {
    /// The transactions, and the numbers of their blocks; 0 for those that wait.
    var transactions: [(content: Transaction, height: Int)] = []
    /// Whether it passes on what its node says of transactions. The server electrs does not.
    var hasDetails = true
    /// Outputs that it leaves out of its lists.
    var hidden: Set<Outpoint> = []

    /// A transaction that spends `outpoints` and pays `amount` to each of `scripts`.
    static func transaction(_ outpoints: [Outpoint], to scripts: [[UInt8]], _ amount: Int64 = 1_000) -> Transaction {
        Transaction(
            inputs: outpoints.map { Transaction.Input(outpoint: $0) },
            outputs: scripts.map { .init(amount: Amount(units: amount) ?? .zero, script: $0) })
    }

    /// A server that answers from it.
    /// - Parameter odd: what stands in every address's list, too, with bytes of its own.
    func server(
        height: Int, beside odd: (id: TransactionID, bytes: [UInt8], height: Int)? = nil
    ) -> ScriptedServer {
        .regtest(height: height) { method, parameters in
            let asked = parameters.first?.string ?? ""
            if let odd, method == "blockchain.transaction.get", asked == odd.id.hex {
                return .success(.string(odd.bytes.hex))
            }
            switch method {
            case "blockchain.scripthash.get_history":
                let entry = odd.map { odd -> JSON in
                    .object([("tx_hash", .string(odd.id.hex)), ("height", .number(odd.height))])
                }
                return .success(.array(history(of: asked) + [entry].compactMap(\.self)))
            case "blockchain.scripthash.listunspent": return .success(.array(unspent(at: asked)))
            case "blockchain.transaction.get":
                guard let entry = transactions.first(where: { $0.content.id.hex == asked }) else { return nil }
                guard parameters.last == .bool(true) else { return .success(.string(entry.content.bytes.hex)) }
                guard hasDetails else {
                    return .failure(ElectrumError(code: 1, message: "verbose transactions are unsupported"))
                }
                let confirmations = entry.height > 0 ? height - entry.height + 1 : 0
                return .success(.object([("txid", .string(asked)), ("confirmations", .number(confirmations))]))
            case "blockchain.block.header":
                guard let height: Int = parameters.first?.wholeNumber() else { return nil }
                // The time, little-endian, is the height.
                let time = (0..<4).map { UInt8(truncatingIfNeeded: height >> (8 * $0)) }
                return .success(.string(([UInt8](repeating: 0xEE, count: 68) + time + [0, 0, 0, 0, 0, 0, 0, 0]).hex))
            default: return nil
            }
        }
    }

    private func history(of hash: String) -> [JSON] {
        transactions.filter { entry in
            entry.content.outputs.contains { Self.hash($0.script) == hash }
                || entry.content.inputs.contains { script(of: $0.outpoint).map(Self.hash) == hash }
        }.map { .object([("tx_hash", .string($0.content.id.hex)), ("height", .number($0.height))]) }
    }

    private func unspent(at hash: String) -> [JSON] {
        let spent = Set(transactions.flatMap(\.content.inputs).map(\.outpoint))
        return transactions.flatMap { entry in
            entry.content.outputs.enumerated().compactMap { index, output in
                let outpoint = Outpoint(transaction: entry.content.id, index: UInt32(index))
                guard Self.hash(output.script) == hash, !spent.contains(outpoint), !hidden.contains(outpoint) else {
                    return nil
                }
                return .object([
                    ("tx_hash", .string(outpoint.transaction.hex)), ("tx_pos", .number(index)),
                    ("height", .number(entry.height)), ("value", .number(output.amount.units)),
                ])
            }
        }
    }

    private func script(of outpoint: Outpoint) -> [UInt8]? {
        let paying = transactions.first { $0.content.id == outpoint.transaction }?.content.outputs ?? []
        return paying.indices.contains(Int(outpoint.index)) ? paying[Int(outpoint.index)].script : nil
    }

    private static func hash(_ script: [UInt8]) -> String { TransactionID(digest: Digest.sha256(script)).hex }
}
