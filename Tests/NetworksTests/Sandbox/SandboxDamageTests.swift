import RouterStorage
import SchemeRouter
import Testing

@testable import RouterNetworks

/// Numbers that somebody wrote into the file of the ledger.
@Suite struct SandboxDamageTests {
    private static func practice(_ change: String) throws -> Practice {
        let practice = try Practice()
        _ = try practice.utxos(1_000_000)
        try practice.ledger.database.write { (connection) throws(ServiceError) in _ = try connection.execute(change) }
        return practice
    }

    @Test("a height that no block has confirms nothing", arguments: [.min, -1, 2, .max] as [Int64])
    func heights(height: Int64) async throws {
        let practice = try Self.practice("UPDATE tx SET height = \(height)")
        let unspent = try await practice.chain.unspentOutputs(payingTo: [practice.key.address.script])
        #expect(unspent.map(\.confirmations) == [0])
    }

    @Test("a ledger with an impossible number of blocks is damaged", arguments: [-1, (1 << 48) + 1, .max] as [Int64])
    func tips(height: Int64) async throws {
        let practice = try Self.practice("UPDATE tip SET height = \(height)")
        #expect(throws: ServiceError(.cannotWrite, "")) { try practice.ledger.info() }
        #expect(throws: ServiceError(.cannotWrite, "")) { try practice.ledger.mine(1) }
        await #expect(throws: ServiceError(.cannotWrite, "")) {
            try await practice.chain.unspentOutputs(payingTo: [practice.key.address.script])
        }
    }
}
