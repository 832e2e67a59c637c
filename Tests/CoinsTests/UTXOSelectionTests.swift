import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterBitcoinFamily

/// Which UTXOs a payment spends.
@Suite struct UTXOSelectionTests {
    private static func rules(
        rate: Int64 = 1_000, highest: Int64 = 10_000_000, dust: Int64 = 546, recipientSize: Int64 = 34
    ) -> PaymentRules {
        PaymentRules(
            recipientSize: recipientSize, feePerKB: Amount(units: rate)!, highestFeePerKB: Amount(units: highest)!,
            dust: Amount(units: dust)!)
    }

    private static func utxos(_ units: [Int64]) -> [OwnedUTXO] {
        units.enumerated().map { .example($1, index: UInt32($0)) }
    }

    private static func select(
        _ units: [Int64], paying amount: Int64, _ rules: PaymentRules = rules()
    ) throws(UTXOSelection.Failure) -> (inputs: [Int64], change: Int64?) {
        let selection = try UTXOSelection(from: utxos(units), paying: Amount(units: amount)!, by: rules)
        return (selection.inputs.map(\.amount.units), selection.change?.units)
    }

    /// What a choice costs, by the definition alone; nil if it does not pay.
    private static func cost(of units: [Int64], paying amount: Int64, _ rules: PaymentRules) -> Int64? {
        let count = Int64(units.count)
        guard count > 0 else { return nil }
        func fee(_ size: Int64) -> Int64 { (rules.feePerKB.units * size + 999) / 1_000 }
        let size = (count < 253 ? 10 : 12) + rules.recipientSize + 148 * count
        let total = units.reduce(0, +)
        let rest = total - amount - fee(size + 34)
        if rest >= max(rules.dust.units, fee(148), 1) { return fee(size + 34) + fee(148) }
        let paid = total - amount
        return paid >= fee(size) && paid <= rules.highestFeePerKB.units * size / 1_000 ? paid : nil
    }

    /// The least that any choice costs.
    private static func leastCost(_ units: [Int64], paying amount: Int64, _ rules: PaymentRules) -> Int64? {
        // UTXOs that cost more to spend than they are worth are never spent.
        let worthwhile = units.filter { $0 > (rules.feePerKB.units * 148 + 999) / 1_000 }
        return (0..<(1 << worthwhile.count)).compactMap { choice in
            cost(of: worthwhile.indices.filter { choice >> $0 & 1 == 1 }.map { worthwhile[$0] }, paying: amount, rules)
        }.min()
    }

    @Test("among few UTXOs no other choice costs less, and none is made if none exists", arguments: 0..<400)
    func optimum(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rate = [1, 1_000, 1_000, 50_000, 400_000].randomElement(using: &random)!
        let highest = Bool.random(using: &random) ? 10_000_000 : Int64(rate)
        let rules = Self.rules(
            rate: Int64(rate), highest: highest, dust: [0, 546, 5_460].randomElement(using: &random)!,
            recipientSize: [32, 34, 43].randomElement(using: &random)!)
        let size: Int64 = [2_000, 40_000, 3_000_000].randomElement(using: &random)!
        let units = (0..<Int.random(in: 0...11, using: &random)).map { _ in Int64.random(in: 1...size, using: &random) }
        var amounts = [Int64.random(in: 1...size * 4, using: &random), max(1, units.reduce(0, +) / 2)]
        // An amount that some of the UTXOs meet exactly.
        let some = units.filter { _ in Bool.random(using: &random) }
        let exact = some.reduce(0, +) - rules.fee(InputsWeight(keyHashes: some.count), hasChange: false)
        amounts.append(max(1, exact - Int64.random(in: 0...20, using: &random)))
        for amount in amounts {
            let least = Self.leastCost(units, paying: amount, rules)
            let choice: (inputs: [Int64], change: Int64?)?
            do {
                choice = try Self.select(units, paying: amount, rules)
            } catch {
                choice = nil
            }
            #expect(choice.flatMap { Self.cost(of: $0.inputs, paying: amount, rules) } == least)
            if let choice { Self.check(choice, paying: amount, rules) }
        }
    }

    /// What holds for every choice, whatever it costs.
    private static func check(
        _ choice: (inputs: [Int64], change: Int64?), paying amount: Int64, _ rules: PaymentRules
    ) {
        let fee = choice.inputs.reduce(0, +) - amount - (choice.change ?? 0)
        let size = rules.size(InputsWeight(keyHashes: choice.inputs.count), hasChange: choice.change != nil)
        #expect(fee >= rules.fee(ofSize: size), "the fee is below the rate")
        #expect(fee <= rules.highestFeePerKB.units * size / 1_000 || choice.change != nil, "the fee is above the cap")
        if let change = choice.change {
            #expect(fee == rules.fee(ofSize: size), "change is there, and the fee is more than the rate")
            #expect(change >= rules.dust.units, "the change is dust")
        }
        #expect(size <= PaymentRules.largestTransaction)
    }

    @Test("among thousands of UTXOs a choice pays exactly, its change is no dust, and it is the same again")
    func many() throws {
        for seed in 0..<20 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let units = (0..<3_000).map { _ in Int64.random(in: 200...5_000_000, using: &random) }
            let amount = Int64.random(in: 1...900_000_000, using: &random)
            let choice = try Self.select(units, paying: amount)
            Self.check(choice, paying: amount, Self.rules())
            let again = try Self.select(units, paying: amount)
            #expect(again == choice)
        }
    }

    @Test("UTXOs that meet the amount are spent without change")
    func exactMatch() throws {
        // 10 + 34 + 2 · 148 bytes.
        let choice = try Self.select([900_000, 70_000, 30_000, 5_000], paying: 99_660)
        #expect(choice.inputs == [70_000, 30_000] && choice.change == nil)
    }

    @Test("one UTXO if one suffices, the smallest such; otherwise the largest ones")
    func few() throws {
        let one = try Self.select([900_000, 200_000, 150_000, 60_000], paying: 100_000)
        #expect(one.inputs == [150_000] && one.change == 100_000 - 50_000 - 226)
        let two = try Self.select([900_000, 200_000, 150_000, 60_000], paying: 1_000_000)
        #expect(two.inputs == [900_000, 150_000] && two.change == 50_000 - 374)
    }

    @Test("change that would be dust goes to the fee, and never more than the fee may be")
    func dust() throws {
        let choice = try Self.select([100_000], paying: 99_600)
        #expect(choice.inputs == [100_000] && choice.change == nil)
        #expect(throws: UTXOSelection.Failure.insufficient) {
            try Self.select([100_000], paying: 99_600, Self.rules(highest: 1_000))
        }
    }

    @Test("UTXOs that cost more to spend than they are worth are left alone")
    func worthless() throws {
        let choice = try Self.select([148, 148, 100_000], paying: 50_000)
        #expect(choice.inputs == [100_000])
        #expect(throws: UTXOSelection.Failure.insufficient) { try Self.select([148, 148, 148], paying: 1) }
        #expect(throws: UTXOSelection.Failure.insufficient) { try Self.select([], paying: 1) }
    }

    @Test("more UTXOs than a transaction may have are refused, and what can be paid at once is paid")
    func tooMany() throws {
        let units = [Int64](repeating: 10_000, count: 2_000)
        #expect(throws: UTXOSelection.Failure.tooManyUTXOs) { try Self.select(units, paying: 15_000_000) }
        let most = try #require(
            UTXOSelection.most(from: Self.utxos(units), by: Self.rules(), spendingOneOfEach: []))
        let choice = try Self.select(units, paying: most.units)
        Self.check(choice, paying: most.units, Self.rules())
        #expect(choice.inputs.count == Self.rules().mostInputs(ofWeight: KeyScript.keyHash.inputWeight))
        #expect(throws: UTXOSelection.Failure.tooManyUTXOs) {
            try Self.select(units, paying: most.units + 1)
        }
    }

    @Test(
        "from outputs of all kinds one pays wherever one can, with the fee of the signed size",
        arguments: 0..<200)
    func kinds(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var rules = Self.rules(rate: [1_000, 7_777, 50_000].randomElement(using: &random)!)
        rules.change = KeyScript.allCases.randomElement(using: &random)!
        let utxos = (0..<Int.random(in: 1...9, using: &random)).map { index in
            let coinType = UInt32(7)
            let path = [
                DerivationPath.bip44(coinType: coinType, account: 0), .bip49(coinType: coinType, account: 0),
                .bip84(coinType: coinType, account: 0),
            ].randomElement(using: &random)!
            let example = OwnedUTXO.example(Int64.random(in: 500...60_000, using: &random), index: UInt32(index))
            return OwnedUTXO(
                outpoint: example.outpoint, amount: example.amount, path: path.appending(0, UInt32(index)),
                confirmations: 6)
        }
        let amount = Int64.random(in: 1...max(2, utxos.map(\.amount.units).reduce(0, +)), using: &random)
        func cost(_ inputs: [OwnedUTXO]) -> Int64? {
            let weight = InputsWeight(spending: inputs)
            let rest = inputs.map(\.amount.units).reduce(0, +) - amount
            let fee = rules.fee(weight, hasChange: true)
            if rest - fee >= rules.leastChange { return fee + rules.changeSpendingFee }
            return rules.mayPay(rest, weight) ? rest : nil
        }
        let worthwhile = utxos.filter { $0.amount.units > rules.fee(ofSize: rules.size(of: $0.path.keyScript)) }
        let costs = (1..<max(1 << worthwhile.count, 2)).compactMap { choice in
            worthwhile.isEmpty
                ? nil : cost(worthwhile.indices.filter { choice >> $0 & 1 == 1 }.map { worthwhile[$0] })
        }
        let chosen = try? UTXOSelection(from: utxos, paying: Amount(units: amount)!, by: rules)
        #expect((chosen == nil) == costs.isEmpty)
        guard let chosen else { return }
        #expect(cost(chosen.inputs) != nil)
        let fee = chosen.inputs.map(\.amount.units).reduce(0, +) - amount - (chosen.change?.units ?? 0)
        let size = rules.size(InputsWeight(spending: chosen.inputs), hasChange: chosen.change != nil)
        #expect(chosen.change == nil || fee == rules.fee(ofSize: size))
        #expect(fee >= rules.fee(ofSize: size))
    }
}

extension InputsWeight {
    /// So many inputs that spend P2PKH outputs.
    init(keyHashes count: Int) {
        self.init()
        add(.keyHash, count: Int64(count))
    }
}
