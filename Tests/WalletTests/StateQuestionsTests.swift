import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Synchronization
import Testing

@testable import RouterWallet

/// Which transactions of the history a network is asked about one by one, and what its answers and its silence mean.
@Suite struct StateQuestionsTests {
    private static let away = ServiceError(.networkUnreachable, "Nobody answers.")
    private static let waiting = PaymentState.waiting(isLocked: false)
    /// What every transaction here spends.
    private static let (first, second) = (outpoint(1), outpoint(2))

    private static func outpoint(_ index: UInt32) -> Outpoint {
        Outpoint(transaction: SignedTransaction.example.id, index: index)
    }

    /// A transaction with a number of its own; the wallet's payment if it has a fee.
    private static func told(
        _ number: UInt32, confirmations: Int = 0, isOwn: Bool = true
    ) -> (told: WalletTransaction, whole: Transaction) {
        let whole = Transaction(
            inputs: [first, second].map { Transaction.Input(outpoint: $0) },
            outputs: [Transaction.Output(amount: Amount(units: Int64(number) + 1)!, script: [])])
        return (
            WalletTransaction(
                id: whole.id, confirmations: confirmations, time: nil, received: .zero, spent: .zero,
                isWithdrawal: false, fee: isOwn ? .zero : nil), whole
        )
    }

    private static func questions(
        _ chain: AnsweringChain, hasLock: Bool = false, rivals: [TransactionID: CompetingPayments] = [:],
        listed: Set<TransactionID> = []
    ) -> StateQuestions {
        StateQuestions(chain: chain, hasLock: hasLock, rivals: rivals, listed: listed)
    }

    @Test("a transaction is asked about until it has a confirmation, or six where payments are locked")
    func open() async throws {
        for confirmations in [0, 1, 5, 6, 7] {
            for hasLock in [false, true] {
                let one = Self.told(1, confirmations: confirmations)
                let chain = AnsweringChain([one.told.id: .success(.confirmed(9, isLocked: true))])
                let answered = try await Self.questions(chain, hasLock: hasLock, listed: [one.told.id])
                    .answered([one], nil)
                let isAsked = confirmations == 0 || hasLock && confirmations < 6
                #expect(chain.asked == (isAsked ? [one.told.id] : []), "\(confirmations) \(hasLock)")
                #expect(answered.map(\.state) == [isAsked ? .confirmed(9, isLocked: true) : nil])
                #expect(answered.map(\.id) == [one.told.id])
            }
        }
    }

    @Test("the first hundred that are not final are asked about, in the order of the list")
    func most() async throws {
        let settled = Self.told(1_000, confirmations: 6)
        let open = (0...101).map { Self.told($0) }
        let chain = AnsweringChain(otherwise: .waiting(isLocked: false))
        let all = [open[0], settled] + open[1...]
        let answered = try await Self.questions(chain, listed: Set(all.map(\.told.id).dropLast())).answered(all, nil)
        #expect(chain.asked == open.prefix(100).map(\.told.id))
        #expect(answered.map(\.id) == all.map(\.told.id))
        // What is not asked about has no state. Nobody knows of the last one, which is not in the list either.
        let states: [PaymentState?] =
            [Self.waiting, nil] + Array(repeating: Self.waiting, count: 99) + [nil, .unclear]
        #expect(answered.map(\.state) == states)
    }

    @Test("after a failure to answer, the network is not asked again, and what it said before is told")
    func silence() async throws {
        let (listed, unlisted) = (Self.told(3), Self.told(4))
        let all = [Self.told(1), Self.told(2), listed, unlisted, Self.told(5, confirmations: 3)]
        let chain = AnsweringChain([all[1].told.id: .failure(Self.away)], otherwise: .waiting(isLocked: false))
        let progress = Mutex<[WorkProgress]>([])
        let answered = try await Self.questions(chain, listed: Set(all.map(\.told.id)).subtracting([unlisted.told.id]))
            .answered(all) { report in progress.withLock { $0.append(report) } }
        #expect(chain.asked == [all[0].told.id, all[1].told.id])
        #expect(answered.map(\.state) == [Self.waiting, nil, nil, .unclear, nil])
        #expect(
            progress.withLock { $0 } == (1...4).map { WorkProgress("Checking new transactions", done: $0, total: 4) })
    }

    @Test("who gives up waiting gets no list")
    func cancelled() async throws {
        let one = Self.told(1)
        let chain = AnsweringChain([one.told.id: .failure(Self.away)])
        let reading = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await Self.questions(chain).answered([one], nil)
        }
        await #expect(throws: ServiceError(.networkUnreachable, "The requests to the network were cancelled.")) {
            try await reading.value
        }
    }

    @Test("who spent the money is asked only about the wallet's own payments")
    func spenders() async throws {
        let (own, others) = (Self.told(1), Self.told(2, isOwn: false))
        let chain = AnsweringChain(outputs: [Self.first: .unspent, Self.second: .unspent])
        let answered = try await Self.questions(chain).answered([own, others], nil)
        #expect(answered.map(\.state) == [.gone, .unclear])
        #expect(chain.askedOutputs == [[Self.first, Self.second]])
    }

    @Test("S16: a payment whose fee was raised is asked about with its replacements")
    func rivals() async throws {
        let (own, other) = (Self.told(1), Self.told(2).told.id)
        let chain = AnsweringChain([other: .success(.confirmed(1, isLocked: false))])
        for (rivals, state) in [
            (CompetingPayments(), .unclear), (CompetingPayments(later: [other]), .replaced(by: other)),
        ] as [(CompetingPayments, PaymentState)] {
            let answered = try await Self.questions(chain, rivals: [own.told.id: rivals]).answered([own], nil)
            #expect(answered.map(\.state) == [state])
        }
    }

    @Test("a confirmation is not undone by a network that does not know the transaction")
    func confirmed() async throws {
        for (confirmations, state) in [(0, .unclear), (1, nil), (2, nil)] as [(Int, PaymentState?)] {
            let one = Self.told(1, confirmations: confirmations, isOwn: false)
            let answered = try await Self.questions(AnsweringChain(), hasLock: true, listed: [one.told.id])
                .answered([one], nil)
            #expect(answered.map(\.state) == [state], "\(confirmations)")
        }
        // What it says for certain counts.
        let one = Self.told(1, confirmations: 1)
        let chain = AnsweringChain(outputs: [Self.first: .unspent, Self.second: .unspent])
        let answered = try await Self.questions(chain, hasLock: true, listed: [one.told.id]).answered([one], nil)
        #expect(answered.map(\.state) == [.gone])
    }
}

/// A network that says of transactions and outputs what it was given, and keeps what it was asked.
private final class AnsweringChain: ChainReader {
    private let answers: [TransactionID: Result<TransactionState, ServiceError>]
    private let otherwise: TransactionState
    private let outputs: [Outpoint: OutputState]
    private let questions = Mutex<(ids: [TransactionID], outputs: [[Outpoint]])>(([], []))

    init(
        _ answers: [TransactionID: Result<TransactionState, ServiceError>] = [:],
        otherwise: TransactionState = .unknown, outputs: [Outpoint: OutputState] = [:]
    ) {
        (self.answers, self.otherwise, self.outputs) = (answers, otherwise, outputs)
    }

    var asked: [TransactionID] { questions.withLock { $0.ids } }
    var askedOutputs: [[Outpoint]] { questions.withLock { $0.outputs } }

    func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        questions.withLock { $0.ids.append(id) }
        return try (answers[id] ?? .success(otherwise)).get()
    }

    func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] {
        questions.withLock { $0.outputs.append(outputs) }
        return self.outputs
    }

    func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] { [] }
    func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> { [] }
    func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] { [] }
    func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] { [:] }
    func feePerKB() async throws(ServiceError) -> Amount? { nil }
}
