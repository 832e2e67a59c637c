import JournalConformance
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What a network is asked about payments that it accepted, and what its answers and its silence mean (S16).
@Suite struct PaymentStateTests {
    private static let away = ServiceError(.networkUnreachable, "Nobody answers.")
    private static let six = TransactionState.confirmed(6, isLocked: false)
    private static let (x, y) = (Abandoned.utxos[0].outpoint, Abandoned.utxos[1].outpoint)
    private static let (own, first, other) = (Abandoned.ids[1], Abandoned.ids[2], Abandoned.ids[3])

    @Test("S16: an earlier payment of ours is looked for where nothing spends the money, and waits or is in its place")
    func rivals() async throws {
        let rivals = CompetingPayments(earlier: [Self.other, Self.first])
        let free = [Self.x: OutputState.unspent, Self.y: .unspent]
        let cases:
            [(
                state: TransactionState, outputs: [Outpoint: OutputState], rivals: CompetingPayments,
                found: PaymentState?
            )] =
                [
                    (.unknown, free, rivals, .gone), (.unknown, [:], rivals, .unclear),
                    (.waiting(isLocked: false), free, rivals, .firstWaits(Self.first)),
                    (.waiting(isLocked: false), [:], rivals, .firstWaits(Self.first)),
                    (.waiting(isLocked: true), free, rivals, .replaced(by: Self.first)),
                    (.confirmed(1, isLocked: false), [:], rivals, .replaced(by: Self.first)),
                    (.waiting(isLocked: false), free, CompetingPayments(), .gone),
                    (.waiting(isLocked: false), [:], CompetingPayments(), .unclear),
                    (
                        .waiting(isLocked: false), free, CompetingPayments(later: [Self.first]),
                        .replaced(by: Self.first)
                    ),
                    (.unknown, [Self.x: .spentByWaiting(Self.first)], rivals, .firstWaits(Self.first)),
                    (.unknown, [Self.x: .spent(Self.first)], rivals, .replaced(by: Self.first)),
                    (.unknown, [Self.x: .spentByWaiting(Self.first)], CompetingPayments(), .replaced(by: Self.first)),
                    (.unknown, [Self.x: .spent(Self.own)], rivals, nil),
                ]
        for (state, outputs, rivals, found) in cases {
            let chain = ScriptedChain(outputs: outputs, knowing: [Self.first: state])
            #expect(try await chain.state(of: Self.own, spending: [Self.x, Self.y], besides: rivals) == found)
        }
    }

    @Test("only what can no longer change is final, and only what the network does not have is open")
    func states() {
        let cases: [(state: PaymentState, isFinal: Bool, isOpen: Bool)] = [
            (.waiting(isLocked: false), false, false), (.waiting(isLocked: true), true, false),
            (.confirmed(5, isLocked: false), false, false), (.confirmed(6, isLocked: false), true, false),
            (.confirmed(1, isLocked: true), true, false), (.replaced(by: Self.other), false, true),
            (.firstWaits(Self.other), false, true), (.gone, false, true), (.unclear, false, true),
        ]
        for (state, isFinal, isOpen) in cases {
            #expect(state.isFinal(after: 6) == isFinal && state.isOpen == isOpen, "\(state)")
        }
    }

    @Test("a network accepted what was sent from here as a payment with a transaction, whatever came afterwards")
    func taken() {
        for progress in JournalEntry.Progress.allCases {
            for (action, transaction) in [
                (.payment, .example), (.payment, nil), (.transaction, .example),
            ] as [(Action, SignedTransaction?)] {
                let request = JournalRequest(
                    action: action, scheme: "dash", fingerprint: "f", chain: Abandoned.chainID, sender: nil)
                let entry = JournalEntry(
                    id: 1, seen: 1, changed: 1, request: request, progress: progress, end: nil, amount: nil, fee: nil,
                    transaction: transaction, inputs: [])
                let isSent = [.sent, .calling, .calledBack].contains(progress)
                #expect(entry.wasTaken == (isSent && action == .payment && transaction != nil), "\(progress)")
            }
        }
    }

    // MARK: - Networks

    private static func resumption(
        _ journal: MemoryJournal, _ chain: ScriptedChain, isPractice: Bool = false
    ) throws -> Resumption {
        var fixture = ExecutionFixture()
        fixture.now = 86_400
        var services = fixture.services
        services.journal = journal
        services.networks = FakeNetworks(chain: chain, isPractice: isPractice)
        return Resumption(services: services, router: try fixture.router())
    }

    @Test("S14: only the network that accepted a payment is asked about it, and not about what is settled or unsent")
    func asked() async throws {
        let eos = ChainID(coin: "eos", network: .main, isPractice: false)
        let cases: [(chain: ChainID, steps: [JournalStep], isPractice: Bool, count: Int)] = [
            (Abandoned.chainID, [.sent], false, 1), (Abandoned.chainID, [.sent], true, 0), (eos, [.sent], false, 0),
            (Abandoned.chainID, [.sent, .settled(.final)], false, 0), (Abandoned.chainID, [], false, 0),
        ]
        for (id, steps, isPractice, count) in cases {
            let journal = MemoryJournal()
            let entry = try Abandoned.note(.unknown, of: 1, spending: [Abandoned.utxos[0]], on: id, in: journal)
            for step in steps { try journal.note(step, of: entry, at: 1) }
            let chain = ScriptedChain(Self.six)
            let found = try await Self.resumption(journal, chain, isPractice: isPractice).states(of: journal.newest(1))
            #expect(found == (count > 0 ? [entry: .confirmed(6, isLocked: false)] : [:]), "\(id) \(steps)")
            #expect(chain.questions.withLock { $0 } == count)
        }
    }

    @Test("S16: if nobody else can be asked, nothing is settled, and nothing given up is recorded as sent")
    func noWitness() async throws {
        let journal = MemoryJournal()
        try Abandoned.send(1, spending: Abandoned.utxos[0], in: journal)
        _ = try await Self.resumption(journal, ScriptedChain(Self.six, failingWitness: Self.away)).follow(sends: true)
        #expect(try journal.entry(1)?.settlement == nil)

        let guarded = try Abandoned.guarded(by: Abandoned.elsewhere)
        let chain = ScriptedChain(
            outputs: [Self.x: .spent(Self.own)], knowing: [Self.own: Self.six], failingWitness: Self.away)
        let news = try await Self.resumption(guarded, chain).follow(sends: true)
        #expect(news.map(\.state) == [.sentAfterAll] && news.first?.acceptance == .oneServer)
        #expect(try guarded.entry(1)?.progress == .signed && guarded.entry(2)?.settlement == nil)
    }
}
