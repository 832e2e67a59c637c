import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterBitcoinFamily

/// Payments that must spend certain UTXOs, because they take the place of others (S16).
@Suite struct RequiredUTXOTests {
    private static let rules = PaymentRules(
        recipientSize: 34, feePerKB: Amount(units: 1_000)!, highestFeePerKB: Amount(units: 10_000_000)!,
        dust: Amount(units: 546)!)

    private static func utxos(_ units: [Int64]) -> [OwnedUTXO] {
        units.enumerated().map { .example($1, index: UInt32($0)) }
    }

    private static func select(
        _ units: [Int64], paying amount: Int64, oneOfEach sets: [[Int]]
    ) throws(UTXOSelection.Failure) -> UTXOSelection {
        let utxos = utxos(units)
        return try UTXOSelection(
            from: utxos, paying: Amount(units: amount)!, by: rules,
            spendingOneOfEach: sets.map { Set($0.map { utxos[$0].outpoint }) })
    }

    @Test("without such UTXOs, or if they are spent anyway, the choice is the cheapest one")
    func cheapest() throws {
        let units: [Int64] = [100_000, 60_000, 200_000]
        let free = try Self.select(units, paying: 50_000, oneOfEach: [])
        #expect(free.inputs.map(\.amount.units) == [60_000])
        #expect(try Self.select(units, paying: 50_000, oneOfEach: [[0, 1]]).inputs == free.inputs)
    }

    @Test(
        "S16: one UTXO of each set is spent, and the payment is right to the unit", arguments: 0..<200)
    func required(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let units = (0..<Int.random(in: 1...8, using: &random)).map { _ in
            Int64.random(in: 200...100_000, using: &random)
        }
        let sets = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            units.indices.filter { _ in Bool.random(using: &random) }
        }.filter { !$0.isEmpty }
        let amount = Int64.random(in: 1_000...150_000, using: &random)
        do throws(UTXOSelection.Failure) {
            let choice = try Self.select(units, paying: amount, oneOfEach: sets)
            let spent = Set(choice.inputs.map { Int($0.outpoint.index) })
            #expect(spent.count == choice.inputs.count)
            for set in sets { #expect(!spent.isDisjoint(with: set)) }
            let fee = choice.inputs.reduce(0) { $0 + $1.amount.units } - amount - (choice.change?.units ?? 0)
            #expect(
                fee >= Self.rules.fee(InputsWeight(keyHashes: choice.inputs.count), hasChange: choice.change != nil))
            #expect(choice.change.map { $0.units >= Self.rules.leastChange } ?? true)
        } catch {
            // All UTXOs together do not pay it.
            let all = units.reduce(0, +)
            #expect(
                all < amount + Self.rules.fee(InputsWeight(keyHashes: units.count), hasChange: true)
                    + Self.rules.leastChange)
        }
    }

    @Test("a UTXO that must be spent and is not there cannot be chosen")
    func missing() throws {
        let utxos = Self.utxos([100_000])
        let elsewhere = OwnedUTXO.example(1, index: 99).outpoint
        #expect(throws: UTXOSelection.Failure.insufficient) {
            try UTXOSelection(
                from: utxos, paying: Amount(units: 50_000)!, by: Self.rules, spendingOneOfEach: [[elsewhere]])
        }
    }
}
