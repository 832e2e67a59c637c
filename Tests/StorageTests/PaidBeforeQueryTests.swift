import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterStorage

/// What the journal in a file says was paid before.
@Suite struct PaidBeforeQueryTests {
    @Test(
        "S6: the index finds earlier payments exactly as the rule does, among random entries",
        arguments: 0..<20)
    func paidBefore(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scratch = try Scratch()
        let journal = try SQLiteJournal(path: scratch.path("journal.sqlite"))
        let real = ChainID(coin: "dash", network: .main, isPractice: false)
        func request(_ random: inout SeededGenerator) -> JournalRequest {
            JournalRequest(
                action: [.payment, .payment, .payment, .transfer, .address].randomElement(using: &random)!,
                scheme: "dash", fingerprint: ["f", "g", "h", "i"].randomElement(using: &random)!,
                chain: Bool.random(using: &random) ? SQLiteJournalTests.chain : real, sender: nil,
                recipient: ["XA", "xa", "XB", nil].randomElement(using: &random)!)
        }
        for index in 0..<40 as Range<UInt32> {
            let asked = request(&random)
            let number = try journal.begin(asked, at: UnixTime(index))
            let amount = Amount(units: .random(in: 1...2, using: &random))!
            // Some are given to another wallet, and half of those are interrupted.
            if asked.action == .payment, Int.random(in: 0...3, using: &random) == 0 {
                let intent = HandOverIntent(
                    chain: asked.chain, program: .example("w", takes: ["dash"]), link: "dash:XA", scheme: "dash",
                    instruction: PaymentInstruction(.onchain, "XA", checked: .checksum),
                    cost: .known(amount),
                    isRewritten: false)
                try journal.note(.approved(.handOver(intent)), of: number, at: UnixTime(index))
                let end: JournalEnd = Bool.random(using: &random) ? .interrupted : .handedOver
                try journal.note(.ended(end), of: number, at: UnixTime(index))
                continue
            }
            let count = Int.random(in: 0...5, using: &random)
            for step in try SQLiteJournalTests.steps(asked.action).prefix(count) {
                switch step {
                case .approved(.payment(let payment)):
                    let other = PaymentIntent(
                        chain: asked.chain, inputs: payment.inputs, recipient: "XA", amount: amount, change: nil)
                    try journal.note(.approved(.payment(other)), of: number, at: UnixTime(index))
                case .signed(let transaction, _):
                    // One that is undecided keeps others of its link from being signed.
                    let outpoint = Outpoint(transaction: transaction.id, index: index)
                    guard (try? journal.note(.signed(transaction, inputs: [outpoint]), of: number, at: 1)) != nil else {
                        break
                    }
                default: try? journal.note(step, of: number, at: UnixTime(index))
                }
            }
        }
        var found = 0
        for _ in 0..<60 {
            let asked = request(&random)
            let amount = Amount(units: .random(in: 1...2, using: &random))
            let entry = Int64.random(in: 1...41, using: &random)
            let expected = try journal.newest(100).first { $0.id < entry && $0.repeats(asked, amount: amount) }
            #expect(try journal.latest(repeating: asked, amount: amount, before: entry) == expected)
            if expected != nil { found += 1 }
        }
        #expect(found > 5)
    }
}
