import Foundation
import SchemeRouter
import Testing

@testable import RouterStorage

@Suite struct SQLiteJournalTests {
    static let chain = ChainID(coin: "dash", network: .main, isPractice: true)
    private static let txid = TransactionID(hex: String(repeating: "ab", count: 32))
    private static let path = DerivationPath.bip44(coinType: 5, account: 0)

    private static func request(_ action: Action, on chain: ChainID = chain) -> JournalRequest {
        JournalRequest(
            action: action, scheme: "dashwallet", fingerprint: "f1", chain: chain, sender: "myapp",
            recipient: action == .payment ? "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa" : nil,
            account: action == .masterPublicKey ? 0 : nil)
    }

    private static func payment(_ inputs: [OwnedUTXO]) throws -> PaymentIntent {
        PaymentIntent(
            chain: chain, inputs: inputs, recipient: "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa",
            amount: try #require(Amount(units: 1_000)),
            change: .init(path: path.appending(1, 0), amount: try #require(Amount(units: 700))))
    }

    private static func utxo(_ index: UInt32) throws -> OwnedUTXO {
        OwnedUTXO(
            outpoint: Outpoint(transaction: try #require(txid), index: index),
            amount: try #require(Amount(units: 2_000)),
            path: path.appending(0, 0), confirmations: 1)
    }

    private static let signer = AccountSigner(account: "bobbobbobbob", permission: "active")

    /// The steps in the order they can be taken, for an entry of `action`.
    static func steps(_ action: Action) throws -> [JournalStep] {
        let utxos = [try utxo(0), try utxo(7)]
        let transaction = SignedTransaction(id: try #require(txid), bytes: [1, 2, 3])
        let intent: Intent =
            switch action {
            case .payment: .payment(try payment(utxos))
            case .transfer, .transaction:
                .actions(ActionsIntent(chain: chain, chainID: [], signer: signer, actions: []))
            case .login, .sign:
                .texts(
                    TextIntent(
                        chain: chain, signer: signer, purpose: action == .login ? .login : .message, texts: ["t"]))
            case .address, .scanQR, .openHome, .openDapp, .withdraw, .channel, .askServer, .delegate, .claim, .contact:
                .address(AddressIntent(chain: chain, address: OwnAddress(text: "X", path: path)))
            case .masterPublicKey: .keys(KeyIntent(chain: chain, account: 0, bip32: path, bip44: path))
            }
        // Named accounts spend no outputs.
        let inputs = action == .payment ? utxos.map(\.outpoint) : []
        let signed = [JournalStep.signed(transaction, inputs: inputs), .sent, .calling]
        return [.approved(intent)] + (action.isTransaction ? signed : []) + [.calledBack]
    }

    @Test("S6: every step of a payment is there after the file is opened again")
    func payment() throws {
        let scratch = try Scratch()
        let path = scratch.path("journal.sqlite")
        let request = Self.request(.payment)
        let number = try SQLiteJournal(path: path).begin(request, at: 100)
        var entry = JournalEntry(
            id: number, seen: 100, changed: 100, request: request, progress: .seen, end: nil, amount: nil, fee: nil,
            transaction: nil, inputs: [])
        #expect(try SQLiteJournal(path: path).newest(1) == [entry])

        let progress: [JournalEntry.Progress] = [.approved, .signed, .sent, .calling, .calledBack]
        for (offset, step) in try Self.steps(.payment).enumerated() {
            let time = 101 + UnixTime(offset)
            try SQLiteJournal(path: path).note(step, of: number, at: time)
            entry = JournalEntry(
                id: number, seen: 100, changed: time, request: request, progress: progress[offset], end: nil,
                amount: Amount(units: 1_000), fee: Amount(units: 2_300),
                transaction: offset > 0 ? SignedTransaction(id: try #require(Self.txid), bytes: [1, 2, 3]) : nil,
                inputs: offset > 0 ? [try Self.utxo(0).outpoint, try Self.utxo(7).outpoint] : [])
            #expect(try SQLiteJournal(path: path).newest(1) == [entry])
            #expect(try SQLiteJournal(path: path).undecidedPayments() == (progress[offset] == .signed ? [entry] : []))
        }
        try SQLiteJournal(path: path).note(.ended(.done), of: number, at: 200)
        #expect(try SQLiteJournal(path: path).newest(1).first?.end == .done)
    }

    @Test(
        "S6: no step is skipped, repeated or taken after an end",
        arguments: [Action.payment, .address, .masterPublicKey, .transfer, .transaction, .login, .sign])
    func order(_ action: Action) throws {
        let scratch = try Scratch()
        let journal = try SQLiteJournal(path: scratch.path("journal.sqlite"))
        let steps = try Self.steps(action)
        let ends = JournalEnd.allCases.map(JournalStep.ended)
        let others: [Action] = [.payment, .address, .masterPublicKey, .transfer, .login, .sign]
        let strange = try others.map { try Self.steps($0)[0] }.filter { $0 != steps[0] }
        let signed = try Self.steps(.payment)[1...2]
        let all = steps + ends + strange + (action.isTransaction ? [] : signed)

        for taken in 0...steps.count {
            // The ends that can follow after so many steps.
            let possible: [JournalEnd] =
                switch (action.isTransaction, taken) {
                case (_, 0): [.refused, .timedOut, .locked, .failed, .interrupted]
                case (true, 1): [.failed, .interrupted]
                case (true, 2): [.done, .failed, .unknown, .dropped]
                case (true, _): [.done]
                case (false, 1): [.done, .failed, .interrupted]
                default: [.done]
                }
            for step in all {
                let number = try journal.begin(Self.request(action), at: 1)
                for step in steps[..<taken] { try journal.note(step, of: number, at: 2) }
                let before = try journal.newest(1)
                // Only that a program is about to be called can be said again.
                let isAgain = step == .calling && taken > 0 && steps[taken - 1] == .calling
                var isAllowed = (taken < steps.count && step == steps[taken]) || isAgain
                if case .ended(let end) = step { isAllowed = possible.contains(end) }
                if isAllowed {
                    try journal.note(step, of: number, at: 3)
                    #expect(try journal.newest(1) != before)
                } else {
                    #expect(throws: ServiceError(.internalError, ""), "\(step) after \(taken) of \(action)") {
                        try journal.note(step, of: number, at: 3)
                    }
                    #expect(try journal.newest(1) == before)
                }
                // Nothing follows an end, but for a payment whose answer is unknown.
                if case .ended(let end) = step, isAllowed, end != .unknown {
                    for step in all {
                        #expect(throws: ServiceError(.internalError, ""), "\(step) after \(end)") {
                            try journal.note(step, of: number, at: 4)
                        }
                    }
                }
                try release(number, journal)
            }
        }
    }

    @Test("S6: every step of a transaction of a named account is there after the file is opened again")
    func transaction() throws {
        let scratch = try Scratch()
        let path = scratch.path("journal.sqlite")
        let eos = ChainID(coin: "eos", network: .main, isPractice: true)
        let signed = SignedTransaction(id: try #require(Self.txid), bytes: [1, 2, 3])
        for action in [Action.transfer, .transaction] {
            let request = Self.request(action, on: eos)
            let number = try SQLiteJournal(path: path).begin(request, at: 100)
            let progress: [JournalEntry.Progress] = [.approved, .signed, .sent, .calling, .calledBack]
            for (offset, step) in try Self.steps(action).enumerated() {
                let time = 101 + UnixTime(offset)
                try SQLiteJournal(path: path).note(step, of: number, at: time)
                let entry = JournalEntry(
                    id: number, seen: 100, changed: time, request: request, progress: progress[offset], end: nil,
                    amount: nil, fee: nil, transaction: offset > 0 ? signed : nil, inputs: [])
                #expect(try SQLiteJournal(path: path).newest(1) == [entry])
                let undecided = try SQLiteJournal(path: path).undecidedPayments()
                #expect(undecided == (progress[offset] == .signed ? [entry] : []))
            }
            try SQLiteJournal(path: path).note(.ended(.done), of: number, at: 200)
        }
    }

    @Test("S6: a text that was signed for a dapp leaves no trace of the text, and is no payment")
    func texts() throws {
        let scratch = try Scratch()
        let path = scratch.path("journal.sqlite")
        for action in [Action.login, .sign] {
            let journal = try SQLiteJournal(path: path)
            let number = try journal.begin(Self.request(action), at: 1)
            let secret = "1600000000bobbobbobbobnever kept"
            let purpose: TextIntent.Purpose = action == .login ? .login : .message
            let intent = TextIntent(chain: Self.chain, signer: Self.signer, purpose: purpose, texts: [secret])
            try journal.note(.approved(.texts(intent)), of: number, at: 2)
            try journal.note(.calledBack, of: number, at: 3)
            try journal.note(.ended(.done), of: number, at: 4)
            let entry = try #require(try SQLiteJournal(path: path).newest(1).first)
            #expect(entry.transaction == nil && entry.amount == nil && entry.end == .done)
            #expect(entry.request.action == action)
            for file in ["journal.sqlite", "journal.sqlite-wal"]
            where FileManager.default.fileExists(atPath: scratch.path(file)) {
                let bytes = try Data(contentsOf: URL(filePath: scratch.path(file)))
                #expect(bytes.range(of: Data("never kept".utf8)) == nil)
            }
        }
    }

    @Test("S6: what the asking app was told of a failure is kept, once, and only after an end that was none of success")
    func toldFailure() throws {
        let scratch = try Scratch()
        let path = scratch.path("journal.sqlite")
        let journal = try SQLiteJournal(path: path)
        for end in [JournalEnd.refused, .timedOut, .locked, .failed] {
            let number = try journal.begin(Self.request(.payment), at: 1)
            #expect(throws: ServiceError(.internalError, "")) {
                try journal.note(.toldFailure(.declined), of: number, at: 2)
            }
            try journal.note(.ended(end), of: number, at: 2)
            try journal.note(.toldFailure(.declined), of: number, at: 3)
            let entry = try #require(try SQLiteJournal(path: path).newest(1).first)
            #expect(entry.toldFailure == .declined && entry.end == end && entry.progress == .seen)
            #expect(throws: ServiceError(.internalError, "")) {
                try journal.note(.toldFailure(.declined), of: number, at: 4)
            }
        }

        let unknown = try journal.begin(Self.request(.payment), at: 5)
        for step in try Self.steps(.payment)[..<2] { try journal.note(step, of: unknown, at: 5) }
        try journal.note(.ended(.unknown), of: unknown, at: 6)
        try journal.note(.toldFailure(.unknown), of: unknown, at: 7)
        // It stays undecided, and can still be decided.
        #expect(try journal.undecidedPayments().map(\.toldFailure) == [.unknown])
        for step in [JournalStep.sent, .calling, .calledBack, .ended(.done)] {
            try journal.note(step, of: unknown, at: 8)
        }
        #expect(try journal.newest(1).first?.end == .done)

        let done = try journal.begin(Self.request(.address), at: 9)
        for step in try Self.steps(.address) + [.ended(.done)] { try journal.note(step, of: done, at: 9) }
        #expect(throws: ServiceError(.internalError, "")) { try journal.note(.toldFailure(.declined), of: done, at: 9) }
    }

    /// Ends a payment that would keep its inputs from the next one.
    private func release(_ number: Int64, _ journal: SQLiteJournal) throws {
        guard try journal.undecidedPayments().contains(where: { $0.id == number }) else { return }
        try journal.note(.ended(.failed), of: number, at: 9)
    }

    @Test(
        "S6: a payment whose answer is unknown stays undecided until it is sent or certainly not",
        arguments: [true, false])
    func unknown(_ isSent: Bool) throws {
        let scratch = try Scratch()
        let path = scratch.path("journal.sqlite")
        let journal = try SQLiteJournal(path: path)
        let number = try journal.begin(Self.request(.payment), at: 1)
        for step in try Self.steps(.payment)[..<2] { try journal.note(step, of: number, at: 2) }
        try journal.note(.ended(.unknown), of: number, at: 3)
        let reopened = try SQLiteJournal(path: path)
        #expect(try reopened.undecidedPayments().map(\.id) == [number])
        #expect(try reopened.undecidedPayments().first?.inputs.count == 2)
        #expect(throws: ServiceError(.internalError, "")) { try reopened.note(.calledBack, of: number, at: 4) }
        if isSent {
            try reopened.note(.sent, of: number, at: 4)
            #expect(try reopened.newest(1).first?.end == nil)
            try reopened.note(.calling, of: number, at: 5)
            try reopened.note(.calledBack, of: number, at: 5)
            try reopened.note(.ended(.done), of: number, at: 6)
        } else {
            try reopened.note(.ended(.failed), of: number, at: 4)
        }
        #expect(try journal.undecidedPayments() == [])
    }

    @Test("S6: the inputs of an undecided payment cannot be signed away again")
    func reserved() throws {
        let scratch = try Scratch()
        let journal = try SQLiteJournal(path: scratch.path("journal.sqlite"))
        let steps = try Self.steps(.payment)
        func approved(on chain: ChainID = Self.chain) throws -> Int64 {
            let number = try journal.begin(Self.request(.payment, on: chain), at: 1)
            try journal.note(steps[0], of: number, at: 2)
            return number
        }
        let first = try approved()
        try journal.note(steps[1], of: first, at: 3)
        let second = try approved()
        #expect(throws: ServiceError(.refusedByPolicy, "")) { try journal.note(steps[1], of: second, at: 3) }
        try journal.note(.ended(.unknown), of: first, at: 4)
        #expect(throws: ServiceError(.refusedByPolicy, "")) { try journal.note(steps[1], of: second, at: 4) }
        #expect(try journal.newest(1).first?.progress == .approved)
        #expect(try journal.undecidedPayments().map(\.id) == [first])

        let elsewhere = try approved(on: ChainID(coin: "axe", network: .main, isPractice: true))
        try journal.note(steps[1], of: elsewhere, at: 5)
        let real = try approved(on: ChainID(coin: "dash", network: .main, isPractice: false))
        try journal.note(steps[1], of: real, at: 5)

        try journal.note(.ended(.failed), of: first, at: 6)
        try journal.note(steps[1], of: second, at: 7)
    }

    @Test("newest first, and no entry is known that was not begun")
    func newest() throws {
        let scratch = try Scratch()
        let journal = try SQLiteJournal(path: scratch.path("journal.sqlite"))
        let numbers = try (0..<5).map { try journal.begin(Self.request(.address), at: $0) }
        #expect(try journal.newest(3).map(\.id) == Array(numbers.reversed().prefix(3)))
        #expect(throws: ServiceError(.internalError, "")) { try journal.note(.ended(.refused), of: 99, at: 1) }
    }

    @Test("what changed since a time, and all that came after it, newest first")
    func changedSince() throws {
        let scratch = try Scratch()
        let journal = try SQLiteJournal(path: scratch.path("journal.sqlite"))
        #expect(try journal.entries(changedSince: 0) == [])
        let numbers = try [100, 200, 300, 150].map { try journal.begin(Self.request(.address), at: $0) }
        try journal.note(.ended(.refused), of: numbers[0], at: 250)
        func since(_ time: UnixTime) throws -> [Int64] { try journal.entries(changedSince: time).map(\.id) }
        #expect(try since(100) == Array(numbers.reversed()))
        #expect(try since(250) == Array(numbers.reversed()))
        // The last entry was made after the clock was set back from 300 to 150.
        #expect(try since(251) == [numbers[3], numbers[2]])
        #expect(try since(300) == [numbers[3], numbers[2]])
        #expect(try since(301) == [])
        #expect(try journal.entries(changedSince: 250).last?.end == .refused)
    }

    @Test("a journal of the first version gets what it lacks, and keeps what it has")
    func migrates() throws {
        let scratch = try Scratch()
        let path = scratch.path("journal.sqlite")
        do {
            let first = try Database(path: path, migrations: Array(SQLiteJournal.schema.prefix(1)))
            _ = try first.write { (connection) throws(ServiceError) in
                try connection.execute(
                    """
                    INSERT INTO entry (seen, changed, action, scheme, fingerprint, coin, network, practice, progress)
                    VALUES (1, 1, 'address', 'dashwallet', 'f', 'dash', 'main', 0, 'seen')
                    """)
            }
        }
        let journal = try SQLiteJournal(path: path)
        #expect(try journal.entries(changedSince: 0).count == 1)
        #expect(try SQLiteReceiverMemory(journal).remembered("shop") == nil)
    }

    @Test("a full disk stops the step before it counts")
    func full() throws {
        let scratch = try Scratch()
        let journal = try SQLiteJournal(path: scratch.path("journal.sqlite"))
        let number = try journal.begin(Self.request(.payment), at: 1)
        try journal.note(try Self.steps(.payment)[0], of: number, at: 2)
        let before = try journal.newest(1)
        try limit(journal, pages: "(SELECT page_count FROM pragma_page_count)")
        let large = SignedTransaction(id: try #require(Self.txid), bytes: [UInt8](repeating: 1, count: 90_000))
        let step = JournalStep.signed(large, inputs: [try Self.utxo(0).outpoint])
        #expect(throws: ServiceError(.cannotWrite, "")) { try journal.note(step, of: number, at: 3) }
        #expect(try journal.newest(1) == before)
        #expect(try journal.undecidedPayments() == [])
        try limit(journal, pages: "100000")
        try journal.note(step, of: number, at: 4)
        #expect(try journal.undecidedPayments().map(\.id) == [number])
    }

    private func limit(_ journal: SQLiteJournal, pages: String) throws {
        try journal.database.read { (connection) throws(ServiceError) in
            let count = try connection.execute("SELECT \(pages)").first?.first?.integer ?? 0
            try connection.execute("PRAGMA max_page_count = \(count)")
        }
    }

    @Test(
        "an entry that this program did not write is an error, never a forgotten payment",
        arguments: [
            "ending = 'perhaps'", "progress = 'nearly'", "txid = 'x'", "txid = NULL", "raw = NULL", "action = 'steal'",
            // What may be missing, and is not what it must be: read as missing, a payment would be one of nothing.
            "amount = -1", "fee = 'x'", "asked = -1", "account = -1", "account = 4294967296", "sender = x'41'",
            "recipient = x'41'", "recipient = CAST(x'FF' AS TEXT)", "practice = 2", "bumps = 'x'", "expires = 'x'",
            "program = x'41'", "answer = 'x'", "failure = 'x'", "settlement = 'x'",
        ])
    func strangeEntry(_ change: String) throws {
        let scratch = try Scratch()
        let journal = try SQLiteJournal(path: scratch.path("journal.sqlite"))
        let number = try journal.begin(Self.request(.payment), at: 1)
        for step in try Self.steps(.payment)[..<2] { try journal.note(step, of: number, at: 2) }
        _ = try journal.database.write { (connection) throws(ServiceError) in
            try connection.execute("UPDATE entry SET \(change)")
        }
        #expect(throws: ServiceError(.cannotWrite, "")) { try journal.newest(1) }
    }

    @Test(
        "S6: a spent output that this program did not write is an error: its payment would leave it to the next one",
        arguments: ["txid = 'x'", "txid = x'41'", "vout = -1", "vout = 4294967296", "vout = 'x'"])
    func strangeInput(_ change: String) throws {
        let scratch = try Scratch()
        let journal = try SQLiteJournal(path: scratch.path("journal.sqlite"))
        let number = try journal.begin(Self.request(.payment), at: 1)
        for step in try Self.steps(.payment)[..<2] { try journal.note(step, of: number, at: 2) }
        _ = try journal.database.write { (connection) throws(ServiceError) in
            try connection.execute("UPDATE input SET \(change) WHERE vout = 7")
        }
        #expect(throws: ServiceError(.cannotWrite, "")) { try journal.undecidedPayments() }
        #expect(throws: ServiceError(.cannotWrite, "")) { try journal.newest(1) }
    }

    @Test("two programs write into one journal at once")
    func concurrent() throws {
        let scratch = try Scratch()
        let path = scratch.path("journal.sqlite")
        let journals = [try SQLiteJournal(path: path), try SQLiteJournal(path: path)]
        onThreads(2) { number in
            for _ in 0..<20 { _ = try? journals[number].begin(Self.request(.address), at: 1) }
        }
        #expect(Set(try journals[0].newest(100).map(\.id)).count == 40)
    }
}
