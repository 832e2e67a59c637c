import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterNetworks

/// The practice ledger's list of scripts with money, beside its answers about each script.
@Suite struct ListedScriptsTests {
    @Test("the list has the scripts whose money is answered for, whatever was made, spent and mined")
    func agreement() async throws {
        for seed in 0..<12 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let practice = try Practice()
            let keys = Array(Practice.keys.prefix(5))
            var outpoints: [(key: VectorKey, outpoint: Outpoint)] = []
            for _ in 0..<25 {
                let key = keys[.random(in: keys.indices, using: &random)]
                if outpoints.isEmpty || Bool.random(using: &random) {
                    let amount = try #require(Amount(units: 100_000))
                    let isReward = Int.random(in: 0..<6, using: &random) == 0
                    let id = try practice.ledger.fund(key.address, amount, isReward: isReward)
                    if !isReward { outpoints.append((key, Outpoint(transaction: id, index: 0))) }
                } else {
                    let spent = outpoints.remove(at: .random(in: outpoints.indices, using: &random))
                    let payment = spent.key.signing(try practice.payment([spent.outpoint], 60_000, 20_000))
                    #expect(try practice.refusal(of: payment) == nil)
                }
                if Int.random(in: 0..<8, using: &random) == 0 {
                    try practice.ledger.mine(.random(in: 1...120, using: &random))
                }
            }
            let listed = try #require(try await practice.chain.scriptsWithMoney(atMost: 1_000))
            #expect(listed.count == Int(try practice.ledger.info().unspentOutputs))
            #expect(try await practice.chain.scriptsWithMoney(atMost: listed.count)?.count == listed.count)
            #expect(try await practice.chain.scriptsWithMoney(atMost: listed.count - 1) == nil)
            // Rewards are listed while they cannot be spent yet.
            try practice.ledger.mine(1_000)
            for key in Practice.keys {
                let held = try await practice.chain.unspentOutputs(payingTo: [key.address.script])
                #expect(listed.filter { $0 == key.address.script }.count == held.count, "seed \(seed)")
            }
        }
    }

    @Test("a ledger of an earlier version is listed, too")
    func migrated() async throws {
        let practice = try Practice()
        _ = try practice.utxos(1_000, 2_000)
        try practice.ledger.database.write { (connection) throws(ServiceError) in
            try connection.execute("DROP INDEX output_unspent")
            try connection.execute("PRAGMA user_version = 2")
        }
        let chain = SandboxChain(try practice.reopened())
        #expect(
            try await chain.scriptsWithMoney(atMost: 2) == [practice.key.address.script, practice.key.address.script])
    }
}
