import RouterBitcoinFamily
import RouterDash
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// S16: no server sets a fee beyond what the person was warned of.
@Suite struct FeeTests {
    /// A network that asks for a rate.
    private final class Greedy: Chain {
        let rate: Int64
        init(_ rate: Int64) { self.rate = rate }
        func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] { [] }
        func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> { [] }
        func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] { [] }
        func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] {
            Dictionary(uniqueKeysWithValues: ids.map { ($0, []) })
        }
        func state(of id: TransactionID) async throws(ServiceError) -> TransactionState { .unknown }
        func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] { [:] }
        func feePerKB() async throws(ServiceError) -> Amount? { Amount(units: rate) }
        func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance { .network }
    }

    private static func outcome(
        _ rate: Int64, _ link: String, utxos: [OwnedUTXO] = [.example(100_000_000)]
    ) async throws -> (outcome: Outcome, pages: [String]) {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.keyring = FakeKeyring(utxos: utxos)
        var services = fixture.services
        services.networks = FakeNetworks(chain: Greedy(rate))
        let outcome = await LinkExecution(services: services).run(try fixture.read(link)).outcome
        return (outcome, fixture.prompt.shown.flatMap(\.pages))
    }

    private static let bitcoin = "bitcoin:1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA?amount=0.5"

    @Test("S16: 1,500 sat/vB are the most that is paid on Bitcoin; a network that asks for more gets nothing")
    func ceiling() async throws {
        let (most, pages) = try await Self.outcome(1_500_000, Self.bitcoin)
        guard case .paid = most else {
            Issue.record("\(most)")
            return
        }
        #expect(pages.contains { $0.contains("\nAttention: the fee rate is high for Bitcoin") })
        for rate in [1_500_001, 10_000_000, .max - 1] as [Int64] {
            let (outcome, pages) = try await Self.outcome(rate, Self.bitcoin)
            guard case .failed(let error) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(error.code == .refusedByCheck && pages.isEmpty && error.message.contains("1,000 bytes"))
        }
    }

    @Test(
        "S16: a rate that the descriptor calls high is a line of its own in the consent",
        arguments: [(1_000, false), (100_000, false), (104_000, true)] as [(Int64, Bool)])
    func high(rate: Int64, isWarned: Bool) async throws {
        let pages = try await Self.outcome(rate, Self.bitcoin).pages
        let lines = pages.flatMap { $0.split(separator: "\n") }
        #expect(lines.contains { $0.hasPrefix("Attention: the fee rate is high") } == isWarned, "\(pages)")
        #expect(!lines.contains { $0.hasPrefix("Attention: the fee is more") })
    }

    @Test(
        "S16: a fee above 5 % of the amount is a line of its own",
        arguments: [(4_520, false), (4_519, true)] as [(Int64, Bool)])
    func share(amount: Int64, isWarned: Bool) async throws {
        // One input, two outputs: 226 bytes at the least rate.
        let decimal = "0.0000\(amount)"
        let link = "dashwallet://pay=\(ExecutionFixture.address)&amount=\(decimal)&sender=myapp"
        let (outcome, pages) = try await Self.outcome(1_000, link)
        guard case .paid(_, let payment, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(payment.fee?.units == 226)
        let lines = pages.flatMap { $0.split(separator: "\n") }
        #expect(lines.contains { $0 == "Attention: the fee is more than 5 % of the amount." } == isWarned, "\(pages)")
    }

    @Test("amounts at the ends of their range are judged without a trap")
    func extremes() {
        let largest = Amount(units: .max - 1)!
        for (units, amount) in [(Int64.max - 1, 1), (.max - 1, .max - 1), (1, 1)] as [(Int64, Int64)] {
            let payment = PaymentIntent(
                chain: ChainID(coin: "dash", network: .main, isPractice: false), inputs: [.example(units)],
                recipient: "X", amount: Amount(units: amount)!, change: nil)
            _ = CoinDescriptor.dash.warnings(aboutFeeOf: payment)
        }
        #expect(throws: ServiceError(.refusedByCheck, "")) { try CoinDescriptor.dash.checkRate(largest) }
    }
}
