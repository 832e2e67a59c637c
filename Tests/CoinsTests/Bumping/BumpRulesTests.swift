import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Which payments of the journal may be replaced, and which are rivals of each other (S6).
@Suite struct BumpRulesTests {
    private static let chain = ChainID(coin: "bitcoin", network: .main, isPractice: false)
    private static let other = SignedTransaction(
        id: TransactionID(hex: String(repeating: "b", count: 64))!, bytes: [7])
    private static let first = SignedTransaction(
        id: TransactionID(hex: String(repeating: "a", count: 64))!, bytes: [7])
    private static let input = Outpoint(transaction: TransactionID(hex: String(repeating: "f", count: 64))!, index: 0)

    private static func entry(
        _ id: Int64 = 1, _ progress: JournalEntry.Progress = .sent, _ end: JournalEnd? = .done,
        action: Action = .payment, transaction: SignedTransaction? = first, inputs: [Outpoint] = [input],
        settlement: Settlement? = nil, program: String? = nil, bumps: Int64? = nil
    ) -> JournalEntry {
        JournalEntry(
            id: id, seen: 10 * id, changed: 10 * id,
            request: JournalRequest(
                action: action, scheme: "bitcoin", fingerprint: "f\(id)", chain: chain, sender: nil, bumps: bumps),
            progress: progress, end: end, amount: Amount(units: 5), fee: Amount(units: 5), transaction: transaction,
            inputs: inputs, settlement: settlement, program: program)
    }

    private static func journal(_ entries: [JournalEntry]) -> FakeJournal {
        let journal = FakeJournal()
        journal.state.withLock { $0.earlier = entries.sorted { $0.id > $1.id } }
        return journal
    }

    @Test("S6: only a payment of this wallet that was sent, and that nothing follows, may be replaced")
    func replaceable() throws {
        let change = [Outpoint(transaction: Self.first.id, index: 1)]
        let node = "A wallet of your node made payment #1, with the node's keys."
        let spender = "Payment #2 spends the change of payment #1 and would be lost."
        let raised = "The fee of payment #1 was already raised by payment #2, which replaces it."
        let cases: [(entries: [JournalEntry], message: String?)] = [
            ([Self.entry()], nil), ([Self.entry(1, .calledBack)], nil), ([Self.entry(settlement: .unwatched)], nil),
            ([Self.entry(2)], "The journal has no entry #1."),
            ([Self.entry(action: .address)], "Entry #1 is not a payment of this wallet."),
            ([Self.entry(program: "electrum.desktop")], "Entry #1 is not a payment of this wallet."),
            ([Self.entry(1, .seen, .failed)], "Payment #1 was never sent, so it has no fee to raise."),
            ([Self.entry(1, .approved, .failed)], "Payment #1 was never sent, so it has no fee to raise."),
            ([Self.entry(1, .signed, .dropped)], "Payment #1 was given up."),
            ([Self.entry(1, .signed, nil)], "It is not known whether payment #1 was sent."),
            ([Self.entry(1, .signed, .unknown)], "It is not known whether payment #1 was sent."),
            ([Self.entry(transaction: nil)], node), ([Self.entry(inputs: [])], node),
            ([Self.entry(transaction: SignedTransaction(id: Self.first.id, bytes: []))], node),
            ([Self.entry(1, .sent, nil)], "The app that asked for payment #1 has not received its answer."),
            ([Self.entry(settlement: .final)], "Payment #1 is already confirmed."),
            ([Self.entry(settlement: .replaced)], "Another transaction replaced payment #1."),
            ([Self.entry(), Self.entry(2, transaction: Self.other, bumps: 1)], raised),
            ([Self.entry(), Self.entry(2, .signed, nil, transaction: Self.other, bumps: 1)], raised),
            ([Self.entry(), Self.entry(2, .signed, .failed, transaction: Self.other, bumps: 1)], nil),
            ([Self.entry(), Self.entry(2, .approved, nil, transaction: nil, inputs: [], bumps: 1)], nil),
            ([Self.entry(), Self.entry(2, .seen, .refused, transaction: nil, inputs: [], bumps: 1)], nil),
            ([Self.entry(), Self.entry(2, transaction: Self.other, inputs: change)], spender),
            ([Self.entry(), Self.entry(2, .signed, nil, transaction: Self.other, inputs: change)], spender),
            ([Self.entry(), Self.entry(2, .signed, .failed, transaction: Self.other, inputs: change)], nil),
            ([Self.entry(), Self.entry(2, transaction: Self.other)], nil),
        ]
        for (entries, message) in cases {
            let rules = BumpRules(journal: Self.journal(entries), hasLock: { $0 == "dash" })
            do {
                #expect(try rules.replaceable(1) == entries[0] && message == nil, "\(message ?? "")")
            } catch {
                #expect(error.message == message && error.code == .notReplaceable)
            }
        }
    }

    @Test("a node raises the fee of its own payment only if its coin's nodes can")
    func node() throws {
        for (hasLock, advice) in [(true, "cannot raise a fee"), (false, "bumpfee")] {
            let rules = BumpRules(journal: Self.journal([Self.entry(inputs: [])]), hasLock: { _ in hasLock })
            let error = #expect(throws: ServiceError.self) { try rules.replaceable(1) }
            #expect(error?.hint?.contains(advice) == true && (error?.hint?.contains("bumpfee") == true) != hasLock)
        }
    }

    @Test("S6: all that replace each other are rivals, by number, and an entry that names itself ends nothing")
    func rivals() throws {
        let ids = ["1", "2", "3", "4"].map { TransactionID(hex: String(repeating: $0, count: 64))! }
        let entries =
            [(1, nil), (2, 1), (3, 2), (4, 2)].map { (id, bumps) in
                Self.entry(id, transaction: SignedTransaction(id: ids[Int(id) - 1], bytes: [7]), bumps: bumps)
            } as [JournalEntry]
        let journal = Self.journal(entries)
        for entry in entries {
            let others = try journal.rivalEntries(of: entry)
            #expect(Set(others.map(\.id)) == Set([1, 2, 3, 4]).subtracting([entry.id]) && others.count == 3)
            let rivals = try journal.rivals(of: entry)
            #expect(Set(rivals.earlier) == Set(ids.prefix(Int(entry.id) - 1)))
            #expect(Set(rivals.later) == Set(ids.dropFirst(Int(entry.id))))
        }
        let own = Self.entry(5, bumps: 5)
        #expect(try Self.journal([own]).rivalEntries(of: own).isEmpty)
        #expect(try Self.journal([own]).allBumps(of: 5).isEmpty)
        // In a damaged journal, two entries replace each other.
        let circle = [Self.entry(1, bumps: 2), Self.entry(2, bumps: 1)]
        #expect(try Self.journal(circle).replaced(by: circle[0]).isEmpty)
        #expect(try Self.journal(circle).replaced(by: circle[1]).map(\.id) == [1])
    }
}
