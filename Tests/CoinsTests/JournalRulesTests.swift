import JournalConformance
import RouterTestSupport
import Testing

@testable import SchemeRouter

/// Which step may follow which, and what each entry means for others, apart from any journal (S6).
@Suite struct JournalRulesTests {
    private static let real = ChainID(coin: "dash", network: .main, isPractice: false)
    private static let practice = ChainID(coin: "dash", network: .main, isPractice: true)
    private static let test = ChainID(coin: "dash", network: .test, isPractice: false)
    private static let x = OwnedUTXO.example(1_000).outpoint
    private static let y = OwnedUTXO.example(1_000, index: 1).outpoint
    private static let z = OwnedUTXO.example(1_000, index: 2).outpoint
    private static let empty = SignedTransaction(id: SignedTransaction.example.id, bytes: [])

    private static func entry(
        _ id: Int64, _ progress: JournalEntry.Progress, _ end: JournalEnd? = nil, action: Action = .payment,
        on chain: ChainID = real, link: String? = nil, to recipient: String? = "X", amount: Int64 = 5,
        transaction: SignedTransaction? = .example, spending inputs: [Outpoint] = [x], told: FailureCode? = nil,
        _ settlement: Settlement? = nil, by program: String? = nil
    ) -> JournalEntry {
        let isSigned = ![.seen, .approved].contains(progress)
        return JournalEntry(
            id: id, seen: 1, changed: 2,
            request: JournalRequest(
                action: action, scheme: "dash", fingerprint: link ?? "link \(id)", chain: chain, sender: nil,
                recipient: recipient),
            progress: progress, end: end, amount: Amount(units: amount), fee: nil,
            transaction: isSigned ? transaction : nil, inputs: isSigned ? inputs : [], toldFailure: told,
            settlement: settlement, program: program)
    }

    // MARK: - What an entry is

    @Test("S6: only a signature without a certain end is undecided, and only real money from our keys is followed")
    func states() {
        let ends: [JournalEnd?] = [nil] + JournalEnd.allCases
        for progress in JournalEntry.Progress.allCases {
            for end in ends {
                let state = "\(progress) \(end.map(\.rawValue) ?? "-")"
                let entry = Self.entry(1, progress, end)
                #expect(entry.isUndecided == ["signed -", "signed unknown"].contains(state), "\(state)")
                #expect(entry.isUnfinished == (end == nil || state == "signed unknown"), "\(state)")
                let isGivenUp = ["signed failed", "signed dropped"].contains(state)
                let isSent = ["sent", "calling", "calledBack"].contains(progress.rawValue)
                #expect(entry.isGivenUp == isGivenUp && entry.isFollowed == isSent, "\(state)")
                for other in [
                    Self.entry(1, progress, end, action: .transaction), Self.entry(1, progress, end, on: Self.practice),
                    Self.entry(1, progress, end, transaction: Self.empty),
                    Self.entry(1, progress, end, transaction: nil),
                ] { #expect(!other.isGivenUp && !other.isFollowed, "\(state)") }
                for settlement in Settlement.allCases {
                    #expect(!Self.entry(1, progress, end, settlement).isFollowed)
                    #expect(Self.entry(1, progress, end, settlement).isGivenUp == isGivenUp)
                }
            }
        }
        #expect(JournalEntry.longestFollowed == 2_592_000)
    }

    @Test("S16: payments compete if both spend one output of one network and the first one was sent, with real money")
    func competition() {
        let other = Self.entry(2, .signed, .failed, spending: [Self.x, Self.y])
        let cases: [(entry: JournalEntry, competes: Bool)] = [
            (Self.entry(1, .sent, .done), true), (Self.entry(1, .calledBack), true),
            (Self.entry(3, .sent, spending: [Self.y, Self.z]), true), (Self.entry(2, .sent), false),
            (Self.entry(1, .sent, on: Self.test), false), (Self.entry(1, .sent, on: Self.practice), false),
            (Self.entry(1, .signed), false), (Self.entry(1, .signed, .failed), false),
            (Self.entry(1, .sent, action: .transaction), false), (Self.entry(1, .sent, transaction: Self.empty), false),
            (Self.entry(1, .sent, spending: [Self.z]), false), (Self.entry(1, .sent, spending: []), false),
        ]
        for (entry, competes) in cases {
            #expect(entry.competes(with: other) == competes, "\(entry)")
            var final = entry
            final.settlement = .final
            #expect(final.replaces(other) == competes && !entry.replaces(other), "\(entry)")
            // Until the other one is settled, the one given up is kept.
            #expect(other.mustOutlive(entry) == competes && !other.mustOutlive(final), "\(entry)")
            #expect(!Self.entry(2, .signed, .unknown, spending: [Self.x, Self.y]).mustOutlive(entry))
        }
        for settlement in [Settlement.replaced, .unwatched] {
            #expect(!Self.entry(1, .sent, .done, settlement).replaces(other))
        }
        #expect(
            !Self.entry(2, .signed, .failed, on: Self.practice).mustOutlive(Self.entry(1, .sent, on: Self.practice)))
    }

    @Test("S6: an undecided payment keeps its outputs and its link from every other signature on its network")
    func exclusion() {
        let cases: [(entry: JournalEntry, other: JournalEntry, inputs: [Outpoint], excludes: Bool)] = [
            (Self.entry(1, .signed), Self.entry(2, .approved), [Self.x, Self.z], true),
            (Self.entry(1, .signed, .unknown), Self.entry(2, .approved), [Self.x], true),
            (Self.entry(1, .signed), Self.entry(2, .approved), [Self.y], false),
            (Self.entry(1, .signed), Self.entry(2, .approved, link: "link 1"), [Self.y], true),
            (Self.entry(1, .signed), Self.entry(2, .approved, on: Self.test, link: "link 1"), [Self.x], false),
            (Self.entry(1, .signed), Self.entry(1, .approved), [Self.x], false),
            (Self.entry(1, .signed, .failed), Self.entry(2, .approved, link: "link 1"), [Self.x], false),
            (Self.entry(1, .sent), Self.entry(2, .approved, link: "link 1"), [Self.x], false),
        ]
        for (entry, other, inputs, excludes) in cases {
            #expect(entry.excludes(other, spending: inputs) == excludes, "\(entry) \(inputs)")
        }
    }

    @Test("S6: a payment repeats one that was or may have been made: the same link, or as much to the same recipient")
    func repetition() {
        let asked = Self.entry(9, .seen, link: "link 1", to: "Y").request
        let same = Self.entry(9, .seen, link: "other", to: "x").request
        let different = Self.entry(9, .seen, link: "other", to: "Y").request
        let five = Amount(units: 5)
        let cases: [(entry: JournalEntry, isRepeated: Bool)] = [
            (Self.entry(1, .sent), true), (Self.entry(1, .calling), true), (Self.entry(1, .calledBack, .done), true),
            (Self.entry(1, .signed), true), (Self.entry(1, .signed, .unknown), true),
            (Self.entry(1, .signed, .failed), false), (Self.entry(1, .signed, .dropped), false),
            (Self.entry(1, .seen), false), (Self.entry(1, .approved, .failed), false),
            (Self.entry(1, .sent, .done, .final), true), (Self.entry(1, .sent, .done, .unwatched), true),
            (Self.entry(1, .sent, .done, .replaced), true), (Self.entry(1, .signed, .dropped, .replaced), true),
            (Self.entry(1, .signed, .failed, .replaced), true), (Self.entry(1, .sent, on: Self.practice), false),
            (Self.entry(1, .sent, by: "electrum.desktop"), false),
            (Self.entry(1, .approved, by: "w"), true), (Self.entry(1, .approved, .interrupted, by: "w"), true),
            (Self.entry(1, .approved, .interrupted), false), (Self.entry(1, .approved, .handedOver, by: "w"), false),
            (Self.entry(1, .approved, .failed, by: "w"), false),
        ]
        for (entry, isRepeated) in cases {
            #expect(entry.repeats(asked, amount: nil) == isRepeated, "\(entry)")
            #expect(entry.repeats(same, amount: five) == isRepeated, "\(entry)")
            for (request, amount) in [(same, nil), (same, Amount(units: 6)), (different, five)] {
                #expect(!entry.repeats(request, amount: amount))
            }
        }
        #expect(!Self.entry(1, .calledBack, action: .address).repeats(asked, amount: nil))
        // Calls of a contract are the same only by the same link.
        #expect(Self.entry(1, .sent, action: .transaction).repeats(asked, amount: nil))
        #expect(!Self.entry(1, .sent, action: .transaction).repeats(same, amount: five))
    }

    @Test("S6: a journal that searches all its entries finds the newest one before an entry, and not that entry itself")
    func latest() throws {
        let journal = MemoryJournal()
        for number in 1...2 { try Abandoned.send(number, spending: Abandoned.utxos[number], in: journal) }
        let request = try #require(try journal.entry(1)).request
        let amount = Amount(units: 50_000_000)
        for (before, found) in [(1, nil), (2, 1), (3, 2), (.max, 2)] as [(Int64, Int64?)] {
            #expect(try journal.latest(repeating: request, amount: amount, before: before)?.id == found)
        }
    }

    @Test("S6: what a node's wallet is asked to sign is undecided at once, and is signed once, with the same outputs")
    func prepared() throws {
        let unsigned = SignedTransaction(id: SignedTransaction.example.id, bytes: [1])
        let preparation = JournalStep.prepared(unsigned, inputs: [Self.x, Self.y])
        let asked = try Self.entry(1, .approved).taking(preparation, at: 9)
        #expect(asked.isUndecided && asked.transaction == unsigned && asked.nodeSignature == .asked)
        #expect(!asked.allows(preparation) && !asked.allows(.signed(.example, inputs: [Self.x])))
        let signature = JournalStep.signed(.example, inputs: [Self.y, Self.x])
        let signed = try asked.taking(signature, at: 9)
        #expect(signed.isUndecided && signed.transaction == .example && signed.nodeSignature == .given)
        #expect(!signed.allows(signature) && !signed.allows(preparation))
        #expect(!Self.entry(1, .approved, action: .transfer).allows(preparation))
        #expect(!Self.entry(1, .signed, spending: [Self.x, Self.y]).allows(signature))
        // Given up; then what took its money is final; then it was sent after all.
        let failed = try asked.taking(.ended(.failed), at: 9)
        #expect(failed.isGivenUp && !failed.allows(signature))
        let replaced = try failed.taking(.settled(.replaced), at: 9)
        #expect(replaced.isGivenUp && !replaced.allows(.settled(.replaced)) && !failed.allows(.settled(.unwatched)))
        #expect(try replaced.taking(.sent, at: 9).isFollowed)
    }

    // MARK: - Steps

    private static let path = DerivationPath.bip44(coinType: 5, account: 0)
    private static let signer = AccountSigner(account: "bob", permission: "active")

    private static func texts(_ purpose: TextIntent.Purpose) -> Intent {
        .texts(TextIntent(chain: real, signer: signer, purpose: purpose, texts: ["t"]))
    }

    private static let intents: [String: Intent] = [
        "payment": .payment(
            PaymentIntent(chain: real, inputs: [], recipient: "X", amount: Amount(units: 7)!, change: nil)),
        "address": .address(AddressIntent(chain: real, address: OwnAddress(text: "X", path: path))),
        "keys": .keys(KeyIntent(chain: real, account: 0, bip32: path, bip44: path)),
        "actions": .actions(ActionsIntent(chain: real, chainID: [], signer: signer, actions: [])),
        "identity": .identity(IdentityIntent(chain: real, chainID: [], signer: signer, scope: nil)),
        "login": texts(.login), "message": texts(.message),
        "handOver": .handOver(
            HandOverIntent(
                chain: real, program: .example("wallet", takes: ["dash"]), link: "dash:X", scheme: "dash",
                instruction: PaymentInstruction(.onchain, "X", checked: .checksum),
                cost: .known(Amount(units: 8)!),
                isRewritten: false)),
    ]

    @Test("S5: each action can be agreed to with its own intent only, and what tells nothing can go to another wallet")
    func approvals() {
        let own: [Action: Set<String>] = [
            .payment: ["payment"], .address: ["address"], .masterPublicKey: ["keys"], .transfer: ["actions"],
            .transaction: ["actions"], .login: ["identity", "login"], .sign: ["message"],
        ]
        for action in Action.allCases {
            let staysHere = [.address, .masterPublicKey, .scanQR].contains(action)
            let allowed = (own[action] ?? []).union(staysHere ? [] : ["handOver"])
            for (name, intent) in Self.intents {
                let entry = Self.entry(1, .seen, action: action)
                #expect(entry.allows(.approved(intent)) == allowed.contains(name), "\(action) \(name)")
                for progress in JournalEntry.Progress.allCases.dropFirst() {
                    #expect(!Self.entry(1, progress, action: action).allows(.approved(intent)))
                }
                #expect(!Self.entry(1, .seen, .unknown, action: action).allows(.approved(intent)))
            }
        }
    }

    /// The steps after an approval, by name.
    private static let steps: [String: JournalStep] = {
        var steps: [String: JournalStep] = [
            "signed": .signed(.example, inputs: [x]), "sent": .sent, "calling": .calling, "calledBack": .calledBack,
            "settled": .settled(.final), "told": .toldFailure(.declined),
        ]
        for end in JournalEnd.allCases { steps[end.rawValue] = .ended(end) }
        return steps
    }()

    @Test("S6: no step is skipped or repeated, and nothing but what is listed here follows an end")
    func steps() {
        let early = "refused timedOut locked failed interrupted"
        let open = "sent done failed unknown dropped"
        let cases: [(entry: JournalEntry, allowed: String)] = [
            (Self.entry(1, .seen), early), (Self.entry(1, .approved), "signed failed interrupted"),
            (Self.entry(1, .signed), open), (Self.entry(1, .sent), "calling settled done"),
            (Self.entry(1, .calling), "calling calledBack settled done"), (Self.entry(1, .calledBack), "settled done"),
            // After an end.
            (Self.entry(1, .seen, .refused), "told"), (Self.entry(1, .seen, .timedOut), "told"),
            (Self.entry(1, .seen, .failed), "told"), (Self.entry(1, .seen, .locked), "told"),
            (Self.entry(1, .approved, .interrupted), "told"),
            (Self.entry(1, .approved, .failed), "told"), (Self.entry(1, .signed, .unknown), open + " told"),
            (Self.entry(1, .signed, .failed), "sent told"), (Self.entry(1, .signed, .dropped), "sent told"),
            (Self.entry(1, .signed, .done), ""), (Self.entry(1, .sent, .done), "settled"),
            (Self.entry(1, .calling, .done), "settled"), (Self.entry(1, .calledBack, .done), "settled"),
            (Self.entry(1, .seen, .refused, told: .declined), ""), (Self.entry(1, .sent, .done, .unwatched), ""),
            (Self.entry(1, .signed, .failed, told: .unknown), "sent"),
            // No end but “done” is possible here, and no other counts.
            (Self.entry(1, .sent, .unknown), "settled done told"),
            // What is not followed.
            (Self.entry(1, .signed, .failed, on: Self.practice), "told"),
            (Self.entry(1, .sent, on: Self.practice), "calling done"),
            (Self.entry(1, .sent, .done, transaction: Self.empty), ""),
            // Contract calls are sent, too.
            (Self.entry(1, .approved, action: .transfer), "signed failed interrupted"),
            (Self.entry(1, .signed, action: .transaction), open),
            (Self.entry(1, .sent, action: .transaction), "calling done"),
            (Self.entry(1, .calling, action: .transfer), "calling calledBack done"),
            // What is told at once.
            (Self.entry(1, .seen, action: .address), early),
            (Self.entry(1, .approved, action: .address), "calledBack done failed interrupted"),
            (Self.entry(1, .calledBack, action: .address, transaction: nil), "done"),
            (Self.entry(1, .approved, action: .login), "calledBack done failed interrupted"),
            // What another wallet received.
            (Self.entry(1, .approved, by: "w"), "handedOver failed interrupted"),
            (Self.entry(1, .approved, action: .login, by: "w"), "handedOver failed interrupted"),
            (Self.entry(1, .approved, .handedOver, by: "w"), ""), (Self.entry(1, .calling, by: "w"), "calling settled"),
        ]
        for (entry, allowed) in cases {
            let found = Set(Self.steps.filter { entry.allows($0.value) }.keys)
            #expect(found == Set(allowed.split(separator: " ").map(String.init)), "\(entry)")
        }
    }

    @Test("S6: each step changes what it says and the time, but a settlement changes no time")
    func taking() throws {
        let payment = try #require(Self.intents["payment"])
        let (handOver, address) = (try #require(Self.intents["handOver"]), try #require(Self.intents["address"]))
        func taken(
            _ entry: JournalEntry, _ step: JournalStep, _ change: (inout JournalEntry) -> Void
        ) throws {
            var expected = entry
            expected.changed = 9
            change(&expected)
            #expect(try entry.taking(step, at: 9) == expected, "\(step)")
        }
        try taken(Self.entry(1, .seen), .approved(payment)) { ($0.progress, $0.amount) = (.approved, Amount(units: 7)) }
        try taken(Self.entry(1, .seen), .approved(handOver)) {
            ($0.progress, $0.amount, $0.program) = (.approved, Amount(units: 8), "wallet.desktop")
        }
        try taken(Self.entry(1, .seen, action: .address), .approved(address)) { $0.progress = .approved }
        try taken(Self.entry(1, .approved), .signed(.example, inputs: [Self.y])) {
            ($0.progress, $0.transaction, $0.inputs) = (.signed, .example, [Self.y])
        }
        try taken(Self.entry(1, .signed, .unknown), .sent) { ($0.progress, $0.end) = (.sent, nil) }
        try taken(Self.entry(1, .sent), .calling) { $0.progress = .calling }
        try taken(Self.entry(1, .calling), .calledBack) { $0.progress = .calledBack }
        try taken(Self.entry(1, .calledBack), .ended(.done)) { $0.end = .done }
        try taken(Self.entry(1, .seen, .refused), .toldFailure(.declined)) { $0.toldFailure = .declined }
        try taken(Self.entry(1, .sent, .done), .settled(.replaced)) { ($0.settlement, $0.changed) = (.replaced, 2) }
        for step in Self.steps.values {
            #expect(throws: ServiceError(.internalError, "")) { try Self.entry(1, .signed, .done).taking(step, at: 9) }
            if case .settled = step { #expect(!step.changesTime) } else { #expect(step.changesTime) }
        }
    }
}
