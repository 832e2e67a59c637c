import Foundation
import Glibc
import RouterNetworks
import RouterStorage
import RouterTestSupport
import SchemeRouter

/// Payments that are killed, one after another, in one home.
struct Trial {
    /// When a start is killed.
    enum Moment {
        /// So many microseconds after a change to its files.
        case change(Int, after: UInt32)
        /// So many microseconds after it was started.
        case time(Int)
    }

    let home: CrashHome
    private let coin: CoinDescriptor
    private var random: SeededGenerator
    /// How many changes to files a whole payment makes, and how long it takes, in microseconds.
    private let changes: Int
    private let duration: Int
    private var counts: [String: Int] = [:]
    private var kills = 0
    private var paid = 0
    private let start = Date()

    private static let journal = "state/schemerouter/journal.sqlite"
    private static let ledger = "data/schemerouter/sandbox/dash-main.sqlite"

    init(home: CrashHome, seed: UInt64) throws {
        self.home = home
        random = SeededGenerator(seed: seed)
        guard let coin = try RouteTable.load([.shipped]).coin("dash") else { throw Mistake("there is no Dash") }
        self.coin = coin
        // The first makes files that the others find; the second is the measure.
        var (changes, duration) = (0, 0)
        for number in ["first", "second"] {
            let watch = try Self.watch(home)
            let start = ContinuousClock.now
            let child = try home.start(["open", Self.link(number)])
            while !child.hasEnded { changes += watch.changes() }
            duration = Int((ContinuousClock.now - start) / .microseconds(1))
            guard try child.end() == 0 else { throw Mistake("a payment fails: \(home.errors)") }
            changes = number == "first" ? 0 : changes + watch.changes()
        }
        (self.changes, self.duration) = (changes, duration)
        paid = 2
    }

    private static func watch(_ home: CrashHome) throws -> Watch {
        try Watch(["state/schemerouter", "data/schemerouter/sandbox", ""].map { "\(home.path)/\($0)" })
    }

    private static func link(_ message: String) -> String {
        "dashwallet://pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa&amount=0.01&sender=shop&message=\(message)"
    }

    /// Kills a payment somewhere, sometimes also what finishes it, and checks what came of it in the end.
    mutating func kill(payment number: Int) throws {
        home.forgetLinks()
        let link = Self.link("\(number)")
        let moment: Moment =
            Int.random(in: 0..<8, using: &random) == 0
            ? .time(Int.random(in: 0...duration, using: &random))
            : .change(Int.random(in: 1...changes, using: &random), after: UInt32.random(in: 0...3_000, using: &random))
        try run(["open", link], killedAt: moment)
        let left = try left()
        counts[left, default: 0] += 1

        // The person resumes, or opens the same link again if the app does not show that it is paid. Either may be killed.
        let opens = Int.random(in: 0..<4, using: &random) == 0 && left != JournalEnd.done.rawValue
        let next = opens ? ["open", link] : ["resume"]
        if Int.random(in: 0..<4, using: &random) == 0 {
            let step = Int.random(in: 1...12, using: &random)
            try run(next, killedAt: .change(step, after: UInt32.random(in: 0...3_000, using: &random)))
        }
        try lookAtApp()
        var code = try home.start(next).end()
        // Passcodes that were killed while they were tried count as wrong, and the person would have to wait.
        if code == 77, home.errors.contains("[tooManyPasscodes]") {
            try home.forgetWrongPasscodes()
            code = try home.start(next).end()
        }
        // Where it was finished before it was killed, the link shows how it ended, and the person does not pay once more.
        guard code == 0 || (code == 130 && opens) else {
            throw Mistake("payment \(number): “router \(next[0])” ends \(code ?? -1): \(home.errors)")
        }
        try check(number)
    }

    private mutating func run(_ arguments: [String], killedAt moment: Moment) throws {
        try lookAtApp()
        let watch = try Self.watch(home)
        let child = try home.start(arguments)
        switch moment {
        case .time(let delay): usleep(UInt32(delay))
        case .change(let number, let delay):
            var seen = 0
            while seen < number, !child.hasEnded { seen += watch.changes() }
            usleep(delay)
        }
        kills += 1
        child.kill()
        try child.end()
    }

    /// How far the payment came that was just killed.
    private func left() throws -> String {
        guard let entry = try SQLiteJournal(path: try home.copy(Self.journal)).newest(1).first else { return "nothing" }
        return entry.end.map(\.rawValue) ?? entry.progress.rawValue
    }

    /// The person will be asked whether the asking app was told; they look there.
    private func lookAtApp() throws {
        let entry = try SQLiteJournal(path: try home.copy(Self.journal)).newest(1).first
        let id = entry?.transaction?.id.hex ?? "no transaction"
        try home.tell(home.received().contains { $0.contains(id) })
    }

    /// The newest entry's payment was made and told once, or nothing of it is anywhere.
    private mutating func check(_ number: Int) throws {
        let journal = try SQLiteJournal(path: try home.copy(Self.journal))
        guard try journal.unfinished().isEmpty else { throw Mistake("payment \(number) stays unfinished") }
        let received = home.received()
        let ids = Set(
            try journal.newest(4).filter { $0.transaction != nil && $0.end == .done }.compactMap {
                $0.transaction?.id.hex
            })
        for id in ids where received.count(where: { $0.contains(id) }) != 1 {
            throw Mistake("payment \(number): the app was told \(received.count { $0.contains(id) }) times of \(id)")
        }
        let transactions = try transactionCount()
        guard Set(received).count == received.count, received.count == transactions else {
            throw Mistake("payment \(number): \(received.count) answers about \(transactions) payments")
        }
        guard transactions == paid || transactions == paid + 1 else {
            throw Mistake("payment \(number) was made \(transactions - paid) times")
        }
        paid = transactions
    }

    /// The payments that the network has; what it made itself does not count.
    private func transactionCount() throws -> Int {
        let copy = try home.copy(Self.ledger)
        let directory = String(copy[...(copy.lastIndex(of: "/") ?? copy.startIndex)])
        return Int(try SandboxLedger(of: coin, network: .main, in: directory).info().transactions) - 3
    }

    /// Every payment that the network has is in the journal once, done, and no other is.
    mutating func checkSum() throws {
        let done = try SQLiteJournal(path: try home.copy(Self.journal)).newest(100_000).filter { $0.transaction != nil }
        guard done.count == paid, done.allSatisfy({ $0.end == .done }) else {
            throw Mistake("the journal has \(done.count) signed payments, and the network \(paid)")
        }
    }

    var report: String {
        let places = counts.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return """
            \(kills) kills in \(Int(-start.timeIntervalSinceNow)) seconds, at \(changes) writes and between them
            left by the first kill of a payment: \(places)
            \(paid) payments were made, each once, and told, each once
            """
    }
}
