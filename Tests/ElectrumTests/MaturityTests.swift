import ExactJSON
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterElectrum

@Suite("Electrum: new money, and transactions of kinds that nobody knows yet")
struct MaturityTests {
    private static let script = RecordedWallet.receive[0]
    private static let coinbase = Transaction(
        inputs: [
            .init(outpoint: Outpoint(transaction: TransactionID(digest: [UInt8](repeating: 0, count: 32)), index: .max))
        ], outputs: [.init(amount: Amount(units: 500)!, script: script)])
    private static let payment = Transaction(
        inputs: [.init(outpoint: Outpoint(transaction: SignedTransaction.example.id, index: 0))],
        outputs: [.init(amount: Amount(units: 70)!, script: script)])

    /// A server whose newest block has the number 1000, with outputs in blocks of these numbers.
    private static func server(
        _ outputs: [(id: TransactionID, height: Int, value: Int)], _ whole: [TransactionID: [UInt8]]
    ) -> ScriptedServer {
        .regtest(height: 1_000) { method, parameters in
            switch method {
            case "blockchain.scripthash.listunspent":
                return .success(
                    .array(
                        outputs.map { output in
                            .object([
                                ("tx_hash", .string(output.id.hex)), ("tx_pos", .number(0)),
                                ("height", .number(output.height)), ("value", .number(output.value)),
                            ])
                        }))
            case "blockchain.transaction.get":
                return parameters.first?.transactionID.flatMap { whole[$0] }.map { .success(.string($0.hex)) }
            default: return nil
            }
        }
    }

    private static func chain(_ server: ScriptedServer, of coin: CoinDescriptor) throws -> ElectrumChain {
        try ElectrumChain(
            of: coin, network: .regtest, servers: [LineServer(host: "a", port: 50_001, certificate: nil)],
            lines: ScriptedNetwork(servers: ["a": server]))
    }

    private static func dash(maturity: Int) -> CoinDescriptor {
        let dash = CoinDescriptor.shippedDash
        return CoinDescriptor(
            id: dash.id, title: dash.title, ticker: dash.ticker, unit: dash.unit, decimals: dash.decimals,
            maxMoney: dash.maxMoney, dust: dash.dust, feePerKB: dash.feePerKB, coinbaseMaturity: maturity,
            hasLock: dash.hasLock, plugin: dash.plugin, networks: dash.networks)
    }

    @Test(
        "new money is spent after as many blocks as the coin's nodes want",
        arguments: [
            (100, 901, false), (100, 900, true), (240, 900, false), (240, 761, false), (240, 760, true),
            (0, 1_000, true),
        ])
    func maturity(blocks: Int, height: Int, isThere: Bool) async throws {
        let server = Self.server([(Self.coinbase.id, height, 500)], [Self.coinbase.id: Self.coinbase.bytes])
        let found = try await Self.chain(server, of: Self.dash(maturity: blocks)).unspentOutputs(payingTo: [Self.script]
        )
        #expect(found.isEmpty != isThere)
    }

    @Test("a young transaction that cannot be read blocks no other money", arguments: [[9, 9, 9], []] as [[UInt8]])
    func odd(bytes: [UInt8]) async throws {
        let odd = SignedTransaction.example.id
        let server = Self.server(
            [(odd, 990, 1_000), (Self.payment.id, 990, 70)], [odd: bytes, Self.payment.id: Self.payment.bytes])
        let found = try await Self.chain(server, of: .shippedDash).unspentOutputs(payingTo: [Self.script])
        #expect(found.map(\.outpoint.transaction) == [Self.payment.id])
    }

    @Test("S12: a readable transaction with another id is a lie")
    func lie() async throws {
        let server = Self.server(
            [(SignedTransaction.example.id, 990, 70)], [SignedTransaction.example.id: Self.payment.bytes])
        let chain = try Self.chain(server, of: .shippedDash)
        #expect(await failure { _ = try await chain.unspentOutputs(payingTo: [Self.script]) }?.code == .refusedByCheck)
    }
}
