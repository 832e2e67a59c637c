import RouterBitcoinFamily
import RouterTestSupport
import SchemeRouter
import Testing

/// What a proposed payment spends, over UTXOs by chance.
@Suite struct PaymentProposalTests {
    private static let links = ["", "&IS=1", "&IS=0", "&req-IS=1"]
    private static let account = DerivationPath.bip44(coinType: 5, account: 0)

    /// UTXOs at receive and change addresses, some of which wait for a block.
    private static func utxos(_ random: inout SeededGenerator) -> [OwnedUTXO] {
        (0..<UInt32.random(in: 0...14, using: &random)).map { index in
            .example(
                .random(in: 500...3_000_000, using: &random), index: index,
                confirmations: [0, 0, 1, 6].randomElement(using: &random)!, branch: .random(in: 0...1, using: &random),
                isFromOwnPayment: .random(using: &random))
        }
    }

    private static func propose(
        _ link: String, _ amount: Amount, from utxos: [OwnedUTXO], rate: Int64
    ) throws -> PaymentIntent {
        guard case .payment(let request) = try ExecutionFixture().read(link).request else { throw PromptError.refused }
        let facts = ChainFacts(
            coin: .dash, id: ChainID(coin: "dash", network: .main, isPractice: false),
            parameters: CoinDescriptor.dash.networks[.main]!, isLockOn: true)
        let services = PaymentServices(
            chain: facts, utxos: utxos, changeAddress: OwnAddress(text: "", path: account.appending(1, 0)),
            feePerKB: Amount(units: rate)!)
        var answers = Answers()
        answers.amount = amount
        return try PaymentProposal.payment(request, answers: answers, with: services)
    }

    @Test("what goes in comes out: amount, change and fee, at no less than the rate, and nothing is spent twice")
    func sums() throws {
        var paid = 0
        for seed in 0..<400 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let utxos = Self.utxos(&random)
            let amount = Amount(units: .random(in: 546...8_000_000, using: &random))!
            let rate = [1_000, 1_001, 20_000].randomElement(using: &random)! as Int64
            let link =
                "dashwallet://pay=\(ExecutionFixture.address)&sender=myapp"
                + Self.links.randomElement(using: &random)!
            guard let intent = try? Self.propose(link, amount, from: utxos, rate: rate) else { continue }
            paid += 1
            #expect(intent.amount == amount)
            #expect(Set(intent.inputs.map(\.outpoint)).count == intent.inputs.count)
            #expect(intent.inputs.allSatisfy { utxos.contains($0) })
            let sum = intent.inputs.map(\.amount.units).reduce(0, +)
            let fee = try #require(intent.fee).units
            #expect(sum == amount.units + (intent.change?.amount.units ?? 0) + fee)
            let size = Int64(10 + 148 * intent.inputs.count + 34 * (intent.change == nil ? 1 : 2))
            #expect(fee * 1_000 >= rate * size)
            #expect(fee * 1_000 <= CoinDescriptor.dash.addressLedger!.feePerKB.max.units * size)
            if let change = intent.change { #expect(change.amount >= CoinDescriptor.dash.dust) }
        }
        #expect(paid > 150)
    }

    @Test("S11: what nobody may spend yet is not spent, a required lock wants blocks, and blocks come first otherwise")
    func confirmations() throws {
        var paid: [String: Int] = [:]
        for seed in 0..<800 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let utxos = Self.utxos(&random)
            let amount = Amount(units: .random(in: 546...6_000_000, using: &random))!
            let wish = Self.links[Int(seed % 4)]
            let link = "dashwallet://pay=\(ExecutionFixture.address)&sender=myapp\(wish)"
            guard let intent = try? Self.propose(link, amount, from: utxos, rate: 1_000) else { continue }
            paid[wish, default: 0] += 1
            let waiting = intent.inputs.filter { $0.confirmations == 0 }
            #expect(waiting.allSatisfy { $0.isFromOwnPayment }, "somebody may take it back")
            let inBlocks = utxos.filter { $0.confirmations > 0 }
            if wish == "&req-IS=1" || (try? Self.propose(link, amount, from: inBlocks, rate: 1_000)) != nil {
                #expect(waiting.isEmpty)
            }
        }
        for link in Self.links { #expect(paid[link, default: 0] > 40) }
    }
}
