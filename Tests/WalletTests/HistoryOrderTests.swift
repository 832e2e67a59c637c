import RouterBitcoinFormat
import SchemeRouter
import Testing

@testable import RouterWallet

/// In which order transactions are told, and which are the newest.
@Suite struct HistoryOrderTests {
    /// A transaction that spends outputs of others, told apart by its number.
    private static func transaction(_ number: UInt32, spending parents: [Transaction] = []) -> Transaction {
        let ids = parents.isEmpty ? [TransactionID(hex: String(repeating: "cd", count: 32))!] : parents.map(\.id)
        return Transaction(
            inputs: ids.map { Transaction.Input(outpoint: Outpoint(transaction: $0, index: number)) }, outputs: [])
    }

    /// Their ids ascend.
    private static let ids = (1...6).map { transaction($0).id }.sorted { $0.hex < $1.hex }

    private static func entry(_ place: Int, _ confirmations: Int, _ time: UnixTime?) -> HistoricTransaction {
        HistoricTransaction(id: ids[place], confirmations: confirmations, time: time)
    }

    @Test("fewer confirmations come first, then later times and none, then ids, in whatever order they are given")
    func order() {
        let all = [
            Self.entry(5, 0, nil), Self.entry(3, 0, 8), Self.entry(0, 1, 9), Self.entry(1, 1, 7), Self.entry(4, 1, 7),
            Self.entry(2, 2, 100),
        ]
        for first in all.indices {
            let turned = Array(all[first...] + all[..<first])
            #expect(HistoryOrder.newest(9, of: turned) == all)
            #expect(HistoryOrder.newest(9, of: turned.reversed()) == all)
        }
    }

    @Test("only transactions as new as the last one wanted are added to those wanted")
    func cut() {
        let all = [
            Self.entry(0, 1, 7), Self.entry(1, 1, 7), Self.entry(2, 1, 6), Self.entry(3, 2, 6), Self.entry(4, 2, 6),
            Self.entry(5, 3, 6),
        ]
        for (wanted, given) in [(1, 2), (2, 2), (3, 3), (4, 5), (5, 5), (6, 6), (7, 6)] {
            #expect(HistoryOrder.newest(wanted, of: all) == Array(all.prefix(given)), "\(wanted)")
        }
    }

    @Test("where age does not decide, what spends comes before what it spends, through any number of steps")
    func spenders() {
        let (first, other) = (Self.transaction(1), Self.transaction(2))
        let second = Self.transaction(3, spending: [first, other])
        let third = Self.transaction(4, spending: [second, first])
        let older = Self.transaction(5)
        let newer = Self.transaction(6, spending: [older])
        let whole = Dictionary(uniqueKeysWithValues: [first, other, second, third, older, newer].map { ($0.id, $0) })
        func entry(_ transaction: Transaction, _ confirmations: Int) -> HistoricTransaction {
            HistoricTransaction(id: transaction.id, confirmations: confirmations, time: nil)
        }
        for group in [[first, other, second, third], [third, second, other, first], [second, first, third, other]] {
            let told = HistoryOrder.spendersFirst(
                [entry(newer, 0)] + group.map { entry($0, 1) } + [entry(older, 2)], whole
            ).map(\.id)
            #expect(told.first == newer.id && told.last == older.id && told.count == 6)
            #expect(told[1] == third.id && told[2] == second.id)
            #expect(Set(told[3...4]) == [first.id, other.id])
        }
    }
}
