import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Synchronization
import Testing

@testable import RouterWallet

/// What a network is asked for a history, and what is made of its answers.
@Suite final class HistoryQuestionsTests: Sendable {
    private static let cancelled = ServiceError(
        .networkUnreachable, "The requests to the network were cancelled.")
    private static let others: [UInt8] = [0x6A]

    let chain = TransactionChain()
    private let progress = Mutex<[WorkProgress]>([])

    /// An address of the account, told apart by its number.
    private static func own(_ number: Int) -> [UInt8] { [0x51, UInt8(number / 256), UInt8(number % 256)] }

    private static func outpoint(_ transaction: Transaction, _ index: UInt32 = 0) -> Outpoint {
        Outpoint(transaction: transaction.id, index: index)
    }

    private func add(
        spending inputs: [Outpoint] = [Outpoint(transaction: SignedTransaction.example.id, index: 0)],
        paying outputs: [(script: [UInt8], units: Int64)], confirmations: Int = 9
    ) -> Transaction {
        let transaction = Transaction(
            inputs: inputs.map { Transaction.Input(outpoint: $0) },
            outputs: outputs.map { Transaction.Output(amount: Amount(units: $0.units)!, script: $0.script) })
        chain.add(transaction, confirmations: confirmations)
        return transaction
    }

    private func history(addresses: Int = 1, hasLock: Bool? = nil) -> TransactionHistory {
        let nobody = OwnAddress(text: "", path: .bip44(coinType: 5, account: 0))
        let survey = WholeSurvey(
            survey: AccountSurvey(utxos: [], receiveAddress: nobody, changeAddress: nobody),
            usedScripts: Set((0..<addresses).map(Self.own)), ownScripts: [])
        return if let hasLock {
            TransactionHistory(of: [survey], on: chain, hasLock: hasLock)
        } else {
            TransactionHistory(of: [survey], on: chain)
        }
    }

    private func newest(
        _ count: Int = 1_000, of history: TransactionHistory, and sent: [TransactionHistory.SentPayment] = []
    ) async throws -> [WalletTransaction] {
        let newest = try await history.newest(count, and: sent) { report in
            self.progress.withLock { $0.append(report) }
        }
        return newest.transactions
    }

    private func lose(_ transactions: Transaction...) -> [TransactionHistory.SentPayment] {
        let ids = Set(transactions.map(\.id))
        chain.state.withLock { state in state.entries.removeAll { ids.contains($0.transaction.id) } }
        return transactions.map { .init(SignedTransaction(id: $0.id, bytes: $0.wholeBytes), at: 77) }
    }

    private func reports(_ work: String) -> [WorkProgress] {
        progress.withLock { $0.filter { $0.work == work } }
    }

    @Test("a network is asked about 500 addresses at once, and about each of them", arguments: [1, 500, 501, 1_001])
    func addresses(count: Int) async throws {
        #expect(try await newest(of: history(addresses: count)).isEmpty)
        let steps = (0..<(count + 499) / 500).map { min(500 * ($0 + 1), count) }
        #expect(chain.state.withLock { $0.asked } == Set((0..<count).map(Self.own)))
        #expect(chain.state.withLock { $0.questions } == steps.count)
        let work = "Listing the transactions of all addresses"
        #expect(reports(work) == steps.map { WorkProgress(work, done: $0, total: count) })
    }

    @Test("a network is asked for 100 transactions at once, and for each of them once", arguments: [1, 100, 101, 202])
    func transactions(count: Int) async throws {
        let ids = (1...Int64(count)).map { add(paying: [(Self.own(0), $0)]).id }
        #expect(Set(try await newest(of: history()).map(\.id)) == Set(ids))
        let steps = (0..<(count + 99) / 100).map { min(100 * ($0 + 1), count) }
        let asked = chain.state.withLock { $0.askedTransactions }
        #expect(asked.flatMap(\.self).count == count && Set(asked.joined()) == Set(ids))
        #expect(asked.count == steps.count)
        let work = "Reading transactions"
        #expect(reports(work) == steps.map { WorkProgress(work, done: $0, total: count) })
    }

    @Test("what a transaction spends is read too if it is the wallet's, and what is others' is not asked for")
    func parents() async throws {
        let paid = add(paying: [(Self.own(0), 100)])
        let spending = add(
            spending: [Self.outpoint(paid), Outpoint(transaction: SignedTransaction.example.id, index: 3)],
            paying: [(Self.others, 90)], confirmations: 1)
        let told = try await newest(1, of: history())
        #expect(told.map(\.id) == [spending.id] && told.map(\.spent.units) == [100])
        #expect(chain.state.withLock { $0.askedTransactions } == [[spending.id], [paid.id]])
    }

    @Test("of the wallet's own payments only those in question are read, and what they spend")
    func ownPayments() async throws {
        let first = add(paying: [(Self.own(0), 100)])
        let second = add(spending: [Self.outpoint(first)], paying: [(Self.own(0), 90)], confirmations: 8)
        let third = add(spending: [Self.outpoint(second)], paying: [(Self.own(0), 80)], confirmations: 7)
        let sent = [second, third].map {
            TransactionHistory.SentPayment(SignedTransaction(id: $0.id, bytes: $0.wholeBytes), at: 77)
        }
        #expect(try await newest(1, of: history(), and: sent).map(\.spent.units) == [90])
        #expect(chain.state.withLock { $0.askedTransactions } == [[third.id], [second.id]])
    }

    @Test("a fee is known only if the wallet paid for everything, from outputs that there are")
    func fees() async throws {
        let paid = add(paying: [(Self.own(0), 100), (Self.others, 100)])
        let cases: [(inputs: [Outpoint], spent: Int64, fee: Int64?)] = [
            ([Self.outpoint(paid)], 100, 40), ([Self.outpoint(paid), Self.outpoint(paid, 1)], 100, nil),
            ([Self.outpoint(paid), Self.outpoint(paid, 2)], 100, nil), ([Self.outpoint(paid, 2)], 0, nil),
            ([Self.outpoint(paid), Outpoint(transaction: SignedTransaction.example.id, index: 1)], 100, nil),
        ]
        for (place, (inputs, spent, fee)) in cases.enumerated() {
            let spending = add(spending: inputs, paying: [(Self.own(0), 60)], confirmations: 8 - place)
            let told = try #require(try await newest(1, of: history()).first)
            #expect(told.id == spending.id && told.received.units == 60)
            #expect(told.spent.units == spent && told.fee?.units == fee, "\(place)")
        }
    }

    @Test("only where payments are locked is the network asked about those in recent blocks")
    func locks() async throws {
        _ = add(paying: [(Self.own(0), 1)], confirmations: 5)
        for (hasLock, state) in [
            (nil, nil), (false, nil), (true, .confirmed(5, isLocked: false)),
        ] as [(Bool?, PaymentState?)] {
            #expect(try await newest(of: history(hasLock: hasLock)).map(\.state) == [state])
        }
    }

    @Test("a lost payment is told as unconfirmed, at its own time, and with what the network says of its replacement")
    func lost() async throws {
        let paid = add(paying: [(Self.own(0), 100)])
        let first = add(spending: [Self.outpoint(paid)], paying: [(Self.others, 60)])
        let sent = lose(first)
        let replacement = add(spending: [Self.outpoint(paid)], paying: [(Self.others, 50)], confirmations: 2)
        for (payment, state) in [
            (sent[0], .unclear),
            (
                .init(sent[0].transaction, at: 77, besides: CompetingPayments(later: [replacement.id])),
                .replaced(by: replacement.id)
            ),
        ] as [(TransactionHistory.SentPayment, PaymentState)] {
            let told = try await newest(of: history(), and: [payment])
            #expect(told.map(\.id) == [first.id, replacement.id, paid.id])
            #expect(told[0].confirmations == 0 && told[0].time == 77 && told[0].state == state)
        }
    }

    @Test("a payment that neither pays the account nor spends its money is not told, nor what spends such a payment")
    func foreign() async throws {
        let paid = add(paying: [(Self.own(0), 100)])
        let foreign = add(paying: [(Self.others, 60)])
        let next = add(spending: [Self.outpoint(foreign)], paying: [(Self.others, 50)])
        let own = add(spending: [Self.outpoint(paid)], paying: [(Self.others, 50)])
        let sent = lose(foreign, next, own)
        #expect(try await newest(of: history(), and: sent).map(\.id) == [own.id, paid.id])
    }

    @Test("S12: a payment that is said to have been sent is told only as its bytes say")
    func otherBytes() async throws {
        let paid = add(paying: [(Self.own(0), 100)])
        let own = add(spending: [Self.outpoint(paid)], paying: [(Self.others, 50)])
        _ = lose(own)
        for bytes in [paid.wholeBytes, [], [1, 2, 3]] {
            let sent = TransactionHistory.SentPayment(SignedTransaction(id: own.id, bytes: bytes), at: 77)
            #expect(try await newest(of: history(), and: [sent]).map(\.id) == [paid.id])
        }
    }

    @Test("who gives up waiting gets no history, whatever was asked last")
    func givenUp() async throws {
        let listing = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await self.newest(of: self.history())
        }
        await #expect(throws: Self.cancelled) { try await listing.value }
        _ = add(paying: [(Self.own(0), 100)])
        chain.state.withLock { $0.cancelsReading = true }
        let reading = Task { try await self.newest(of: self.history()) }
        await #expect(throws: Self.cancelled) { try await reading.value }
        #expect(reports("Reading transactions").isEmpty)
    }

    // MARK: - Transactions that cannot be read

    @Test("a network that is away is not asked again in parts")
    func away() async throws {
        let ids = Set((1...4).map { add(paying: [(Self.own(0), $0)]).id })
        let away = ServiceError(.networkUnreachable, "Nobody answers.")
        chain.state.withLock { ($0.refused, $0.refusal) = (ids, away) }
        await #expect(throws: away) { try await chain.readable(ids, as: .plain) }
        #expect(chain.state.withLock { $0.askedTransactions } == [ids])
    }

    @Test("who gives up waiting does not have the parts asked for, even if the last one was refused")
    func givenUpInParts() async throws {
        let id = add(paying: [(Self.own(0), 1)]).id
        chain.state.withLock { ($0.refused, $0.cancelsReading) = ([id], true) }
        let reading = Task { try await self.chain.readable([id], as: .plain) }
        await #expect(throws: ServiceError(.refusedByCheck, "")) { try await reading.value }
    }
}
