import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterWallet

/// What the wallet's transactions did, as the history tells it.
@Suite struct TransactionHistoryTests {
    private static let first = "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5"
    private static let next = "XbctnEsgWTn5j1co3emZynemxSFPqkLRKZ"
    private static let change = "XeBdurzVrhrFtgqf9SxzQqvhHodb53njW4"
    private static let others = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"

    let wallet: TestWallet
    let chain = TransactionChain()

    init() throws { wallet = try TestWallet() }

    private func history(_ count: Int = 100) async throws -> [WalletTransaction] {
        let account = try WalletKeyring(files: wallet.files).account(.number(0), of: .dash, on: .dash(chain))
        let surveys = [try await account.wholeSurvey(progress: nil)]
        return try await TransactionHistory(of: surveys, on: chain).newest(count, progress: nil).transactions
    }

    @Test("received, sent and fee are computed from whole transactions")
    func amounts() async throws {
        let received = try chain.add(paying: [(Self.others, 3), (Self.first, 100)], confirmations: 9)
        let sent = try chain.add(
            spending: [Outpoint(transaction: received.id, index: 1)], paying: [(Self.others, 60), (Self.change, 35)],
            confirmations: 5)
        let moved = try chain.add(
            spending: [Outpoint(transaction: sent.id, index: 1)], paying: [(Self.next, 30)], confirmations: 2)
        let joint = try chain.add(
            spending: [
                Outpoint(transaction: moved.id, index: 0),
                Outpoint(transaction: SignedTransaction.example.id, index: 7),
            ], paying: [(Self.others, 1_000), (Self.first, 10)], confirmations: 0)
        let history = try await history()
        #expect(history.map(\.id) == [joint.id, moved.id, sent.id, received.id])
        #expect(history.map(\.received.units) == [10, 30, 35, 100])
        #expect(history.map(\.spent.units) == [30, 35, 100, 0])
        #expect(history.map { $0.fee?.units } == [nil, 5, 5, nil])
        #expect(history.map { $0.sent?.units } == [nil, 0, 60, nil])
        #expect(history.map(\.confirmations) == [0, 2, 5, 9])
    }

    @Test("the newest come first: what waits, then fewer blocks, then later times")
    func order() async throws {
        for (units, confirmations, time) in [
            (1, 5, 900), (2, 0, 100), (3, 5, 950), (4, 1, nil), (5, 0, nil), (6, 70, 999),
        ] as [(Int64, Int, UnixTime?)] {
            try chain.add(paying: [(Self.first, units)], confirmations: confirmations, time: time)
        }
        let all = try await history()
        #expect(all.map(\.received.units) == [5, 2, 4, 3, 1, 6])
        for count in 1...6 { #expect(try await history(count) == Array(all.prefix(count))) }
    }

    @Test("a chain of payments that wait together is told last payment first, also where only some are asked for")
    func waitingChain() async throws {
        var outpoint = Outpoint(
            transaction: try chain.add(paying: [(Self.first, 1_000)], confirmations: 0).id, index: 0)
        var ids = [outpoint.transaction]
        for step in 1..<40 as Range<Int64> {
            let paid = try chain.add(
                spending: [outpoint], paying: [(step % 2 == 0 ? Self.first : Self.change, 1_000 - step)],
                confirmations: 0)
            ids.insert(paid.id, at: 0)
            outpoint = Outpoint(transaction: paid.id, index: 0)
        }
        #expect(try await history().map(\.id) == ids)
        #expect(try await history(3).map(\.id) == Array(ids.prefix(3)))
    }

    @Test("S12: a transaction that is not the one with that id is not believed, and is left out")
    func forged() async throws {
        let right = try chain.add(paying: [(Self.first, 100)])
        var wrong = right
        wrong.outputs[0].amount = Amount(units: 1_000_000)!
        chain.state.withLock { $0.forged = [right.id: wrong.bytes] }
        #expect(try await history().isEmpty)
        chain.state.withLock { $0.forged = [:] }
        #expect(try await history().count == 1)
    }

    /// Not given; nothing at all; of a witness of a later kind; of a later version with a part that nobody knows.
    private static let oddities: [[UInt8]?] = [
        nil, [9, 9, 9], [2, 0, 0, 0, 0, 0x10, 1] + [UInt8](repeating: 7, count: 80),
        [0, 0, 0, 0x80] + [UInt8](repeating: 1, count: 80),
    ]

    @Test(
        "one transaction that cannot be read, or is not given, keeps no other one away from history, balance and payments",
        arguments: oddities)
    func odd(bytes: [UInt8]?) async throws {
        var ids: [TransactionID] = []
        for number in 1...9 as ClosedRange<Int64> {
            ids.insert(try chain.add(paying: [(Self.first, number)], time: number).id, at: 0)
        }
        let odd = ids[4]
        chain.state.withLock { state in
            if let bytes { state.forged = [odd: bytes] } else { state.refused = [odd] }
        }
        let account = try WalletKeyring(files: wallet.files).account(.number(0), of: .dash, on: .dash(chain))
        let surveys = [try await account.wholeSurvey(progress: nil)]
        let newest = try await TransactionHistory(of: surveys, on: chain).newest(100, progress: nil)
        #expect(newest.unread == [odd])
        #expect(newest.transactions.map(\.id) == ids.filter { $0 != odd })
        #expect(surveys[0].survey.utxos.count == 9)
        let proofs = try await account.proofs(of: surveys[0].survey.utxos)
        #expect(Set(proofs.keys) == Set(ids).subtracting([odd]))
        for (id, bytes) in proofs { #expect(try Transaction(bytes: bytes).id == id) }
    }

    @Test(
        "lost payments are told where they have a part of the account, also one that spends what another lost one paid")
    func lost() async throws {
        let received = try chain.add(paying: [(Self.first, 100)])
        let first = try chain.add(
            spending: [Outpoint(transaction: received.id, index: 0)], paying: [(Self.others, 60), (Self.change, 35)])
        let second = try chain.add(
            spending: [Outpoint(transaction: first.id, index: 1)], paying: [(Self.others, 30)])
        let foreign = try chain.add(paying: [(Self.others, 5)])
        chain.state.withLock { state in state.entries.removeAll { $0.transaction.id != received.id } }
        let sent = [first, second, foreign].map {
            TransactionHistory.SentPayment(SignedTransaction(id: $0.id, bytes: $0.wholeBytes), at: 1)
        }
        let account = try WalletKeyring(files: wallet.files).account(.number(0), of: .dash, on: .dash(chain))
        let surveys = [try await account.wholeSurvey(progress: nil)]
        let told = try await TransactionHistory(of: surveys, on: chain).newest(9, and: sent, progress: nil).transactions
        #expect(Set(told.map(\.id)) == [received.id, first.id, second.id])
    }

    @Test("two accounts are one wallet: what goes from one to the other was neither received nor sent")
    func betweenAccounts() async throws {
        let unlocked = try wallet.files.unlock(with: Secret(TestWallet.passcode))
        try unlocked.addAccount(1, coinType: 5)
        let paid = try chain.add(paying: [(Self.first, 100)])
        try chain.add(
            spending: [Outpoint(transaction: paid.id, index: 0)], paying: [("XfoXRyRePBFFhg7fKbsGRQBixHipJSGqNf", 90)],
            confirmations: 1)
        var surveys: [WholeSurvey] = []
        for account in try WalletKeyring(files: wallet.files).accounts(of: .dash, on: .dash(chain)) {
            surveys.append(try await account.wholeSurvey(progress: nil))
        }
        let newest = try #require(
            try await TransactionHistory(of: surveys, on: chain).newest(1, progress: nil).transactions.first)
        #expect(newest.sent == .zero && newest.fee?.units == 10)
        // Of one alone it was sent.
        let one = try #require(try await history(1).first)
        #expect(one.sent?.units == 90)
    }
}
