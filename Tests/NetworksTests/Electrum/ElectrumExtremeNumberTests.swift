import ExactJSON
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterNetworks

/// Whatever number a server puts in the place of one that a real server said: it is refused or means something, and never
/// ends the program.
@Suite("Electrum: the numbers of servers")
struct ElectrumExtremeNumberTests {
    private static let scripts = RecordedWallet.receive + [RecordedWallet.change]
    private static let methods = [
        "blockchain.scripthash.get_history", "blockchain.scripthash.listunspent", "blockchain.transaction.get",
        "blockchain.headers.subscribe", "blockchain.estimatefee", "blockchain.relayfee", "blockchain.block.header",
        "blockchain.block.headers", "server.features", "server.version", "blockchain.transaction.broadcast",
    ]

    /// Answers of this method that have numbers, one for each shape.
    private static func answers(to method: String) -> [JSON] {
        let all = Recordings.all.flatMap(\.answers).filter { $0.method == method }.compactMap(\.result)
        // Those with the most members have all fields that any has.
        return Array(all.sorted { $0.bytes.count > $1.bytes.count }.prefix(2))
    }

    @Test("each number of each answer, in each question", arguments: methods)
    func numbers(_ method: String) async throws {
        let conversations = Recordings.all.filter { $0.id.hasPrefix("ex2/") }
        var mutated = Self.answers(to: method).flatMap(NumberMutations.all)
        // Where a text or nothing is expected, numbers come too.
        mutated += NumberMutations.extremes
        #expect(mutated.count >= NumberMutations.extremes.count)
        let transactions = Recordings.all.flatMap(\.answers).filter { $0.method == "blockchain.transaction.get" }
        let ids = Set(transactions.compactMap { $0.parameters.elements?.first?.transactionID }.prefix(3))
        let recorded = ScriptedServer.recorded(conversations)
        for answer in mutated {
            let server = ScriptedServer.regtest { called, parameters in
                called == method ? .success(answer) : recorded.script(called, parameters)
            }
            try await ask(server, about: ids)
        }
    }

    /// Asks everything that can be asked. Whatever is answered keeps within bounds.
    private func ask(_ server: ScriptedServer, about ids: Set<TransactionID>) async throws {
        let chain = try electrum(server)
        let outputs = (try? await chain.unspentOutputs(payingTo: Self.scripts)) ?? []
        #expect(outputs.allSatisfy { (0...BlockHeight.limit).contains($0.confirmations) })
        #expect(outputs.allSatisfy { $0.amount <= CoinDescriptor.shippedDash.maxMoney })
        let history = (try? await chain.history(of: Self.scripts)) ?? []
        #expect(history.allSatisfy { (0...BlockHeight.limit).contains($0.confirmations) })
        _ = try? await chain.usedScripts(among: Self.scripts)
        _ = try? await chain.transactions(ids)
        for id in ids {
            if case .confirmed(let count, _)? = try? await chain.state(of: id) {
                #expect((1...BlockHeight.limit).contains(count))
            }
        }
        _ = try? await chain.states(of: ids.map { Outpoint(transaction: $0, index: 0) })
        _ = try? await chain.feePerKB()
        _ = await chain.examine()
        if let id = ids.first { _ = try? await chain.broadcast(SignedTransaction(id: id, bytes: [0])) }
    }

    @Test("S16: a transaction waits at the heights 0 and -1, and no other number below a block's is one")
    func heights() {
        func entry(_ height: String) -> HistoryEntry? {
            guard let number = JSONNumber(height) else { return nil }
            let id = String(repeating: "ab", count: 32)
            return HistoryEntry(.object([("tx_hash", .string(id)), ("height", .number(number))]))
        }
        #expect(entry("0")?.height == nil && entry("0") != nil)
        #expect(entry("-1")?.height == nil && entry("-1") != nil)
        #expect(entry("7")?.height == BlockHeight(7))
        for wrong in ["-2", "-9223372036854775808", "2147483648", "9223372036854775807", "1.5", "1e300"] {
            #expect(entry(wrong) == nil)
        }
    }
}
