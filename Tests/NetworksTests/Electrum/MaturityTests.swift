import ExactJSON
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterNetworks

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
    ) -> ScriptedServer { .regtest(height: 1_000, script(outputs, whole)) }

    private static func script(
        _ outputs: [(id: TransactionID, height: Int, value: Int)], _ whole: [TransactionID: [UInt8]]
    ) -> ScriptedServer.Script {
        { method, parameters in
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
        CoinDescriptor.shippedDash.with(coinbaseMaturity: maturity)
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

    @Test("S12: an output whose transaction has another id is no money, is said, and hides no other")
    func lie() async throws {
        let odd = SignedTransaction.example.id
        let server = Self.server(
            [(odd, 990, 70), (Self.payment.id, 990, 70)],
            [odd: Self.payment.bytes, Self.payment.id: Self.payment.bytes])
        let chain = try Self.chain(server, of: .shippedDash)
        let found = try await chain.unspentOutputs(payingTo: [Self.script])
        #expect(found.map(\.outpoint.transaction) == [Self.payment.id])
        let notable = try await chain.notableOutputs(payingTo: [Self.script])
        #expect(notable.map(\.note) == [.unreadable] && notable.map(\.output.outpoint.transaction) == [odd])
    }

    @Test(
        "S12: an output of any age whose transaction is not shown, or shows something else, is no money, for every coin",
        arguments: ["bitcoin", "litecoin", "dogecoin", "dash"])
    func old(_ name: String) async throws {
        let coin = try #require(try RouteTable.load([.shipped]).coin(CoinID(name)))
        let (missing, wrong) = (SignedTransaction.example.id, Self.payment.id)
        let server = ScriptedServer.regtest(
            height: 1_000, genesis: coin.networks[.regtest]?.genesis?.hex ?? "",
            Self.script([(missing, 5, 1_000), (wrong, 6, 71)], [wrong: Self.payment.bytes]))
        let notable = try await Self.chain(server, of: coin).notableOutputs(payingTo: [Self.script])
        #expect(notable.map(\.note) == [.unreadable, .unreadable])
        let honest = ScriptedServer.regtest(
            height: 1_000, genesis: coin.networks[.regtest]?.genesis?.hex ?? "",
            Self.script([(wrong, 6, 70)], [wrong: Self.payment.bytes]))
        #expect(try await Self.chain(honest, of: coin).notableOutputs(payingTo: [Self.script]).isEmpty)
    }

    @Test("of very many outputs the largest are checked, and the others are told apart", arguments: [5, 999])
    func many(height: Int) async throws {
        let outputs = (0..<520).map { number in
            (id: TransactionID(digest: [UInt8](bigEnd: number)), height: height, value: 1_000 + number)
        }
        let good = Transaction(
            inputs: Self.payment.inputs, outputs: [.init(amount: Amount(units: 9_000)!, script: Self.script)])
        let server = Self.server(outputs + [(id: good.id, height: height, value: 9_000)], [good.id: good.bytes])
        let chain = try Self.chain(server, of: .shippedDash)
        let notable = try await chain.notableOutputs(payingTo: [Self.script])
        #expect(notable.count { $0.note == .unreadable } == 499)
        let unchecked = notable.filter { $0.note == .unchecked }.map(\.output.amount.units)
        #expect(unchecked.sorted() == (1_000..<1_021).map { Int64($0) })
        #expect(server.parameters(of: "blockchain.transaction.get").count == 500)
        // New ones are not spent before they are known to be old enough; old ones are proved by the payment.
        let spendable = try await chain.unspentOutputs(payingTo: [Self.script])
        #expect(spendable.count == (height == 5 ? 521 : 1))
    }

    /// A block's last transaction that pays out of Litecoin's extension block, as litecoind 0.21.2.1 makes it.
    private static let payout = [UInt8](
        hexDigits: "02000000" + "0008"
            + "01b63824fae2f1ceca9a36cb8e6bafa662e6e35191c5e751bf26cca0ca909c0dd40000000000ffffffff"
            + "02be6c8b4400000000225820dd097d559b5e3925fb040f5861a3485d4826c673d31635d738336844bc37bafa"
            + "00e1f505000000001976a914f6ae69520dad08e7b4a9f825be6f9a1afa64c25288ac" + "00" + "00000000")!
    private static let payoutID = TransactionID(
        hex: "b3d1aec973946ac62eab3e204d646ecd3606175969ef0ab2f5cb2f3de85ed2b2")!

    @Test(
        "LIP-3: a payout of Litecoin's extension block is spent with six confirmations, and waits before",
        arguments: 1...8)
    func payout(confirmations: Int) async throws {
        let litecoin = try #require(try RouteTable.load([.shipped]).coin("litecoin"))
        let script = try Transaction(bytes: Self.payout).outputs[1].script
        #expect(try Transaction(bytes: Self.payout).id == Self.payoutID)
        let server = ScriptedServer.regtest(
            height: 1_000, genesis: litecoin.networks[.regtest]?.genesis?.hex ?? ""
        ) { method, _ in
            switch method {
            case "blockchain.scripthash.listunspent":
                return .success(
                    .array([
                        .object([
                            ("tx_hash", .string(Self.payoutID.hex)), ("tx_pos", .number(1)),
                            ("height", .number(1_001 - confirmations)), ("value", .number(100_000_000)),
                        ])
                    ]))
            case "blockchain.transaction.get": return .success(.string(Self.payout.hex))
            default: return nil
            }
        }
        let chain = try Self.chain(server, of: litecoin)
        let notable = try await chain.notableOutputs(payingTo: [script])
        #expect(try await chain.unspentOutputs(payingTo: [script]).count == (confirmations >= 6 ? 1 : 0))
        #expect(notable.map(\.note) == (confirmations >= 6 ? [] : [.maturing(blocks: 6 - confirmations)]))
    }

    @Test("a block reward waits as long as the coin wants, and is said")
    func reward() async throws {
        let server = Self.server([(Self.coinbase.id, 991, 500)], [Self.coinbase.id: Self.coinbase.bytes])
        let notable = try await Self.chain(server, of: .shippedDash).notableOutputs(payingTo: [Self.script])
        #expect(notable.map(\.note) == [.maturing(blocks: 91)])
    }
}

extension [UInt8] {
    /// A number as 32 bytes.
    fileprivate init(bigEnd number: Int) {
        self = [UInt8](repeating: 1, count: 24) + (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * (7 - $0))) }
    }
}
