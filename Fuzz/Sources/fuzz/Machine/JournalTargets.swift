import Foundation

@testable import JournalConformance
@testable import RouterStorage
@testable import SchemeRouter

extension Target {
    /// The journal, step by step: every two bytes of an input are a request or a step, and its entry. Invariants:
    /// - the journal in a file and the shortest one, in memory, accept and refuse the same, and return the same (S6);
    /// - a journal that is reopened returns the same;
    /// - an entry that another program damaged is refused, and never read as a different one.
    static let journal = Target("journal", longest: 160) { bytes in
        guard var journal = try? emptied(), let steps = try? JournalSamples.steps else { fatalError("no journal") }
        let kit = JournalConformance { fatalError("only its comparisons are used") }
        let model = MemoryJournal()
        var input = Input(bytes)
        var time = Shipped.time
        var entries: [Int64] = []
        do {
            while !input.rest.isEmpty {
                let (choice, place) = (input.byte(), input.byte())
                time += Int64(choice % 3) - 1
                switch Int(choice) % (steps.count + 8) {
                case let step where step < steps.count:
                    guard let entry = entries.isEmpty ? nil : entries[Int(place) % entries.count] else { continue }
                    try kit.compare(journal, model, steps[step], entry, time)
                case steps.count:
                    let before = time - Int64(place)
                    expectEqual(
                        try journal.forget(before: before), try model.forget(before: before), "as much is forgotten")
                case steps.count + 1:
                    journal = try SQLiteJournal(path: path)
                case let other:
                    let actions: [Action] = [.payment, .address, .masterPublicKey, .login, .transfer, .sign]
                    let request = JournalSamples.request(
                        actions[other % actions.count],
                        on: place & 1 == 0 ? JournalSamples.chain : JournalSamples.practice,
                        fingerprint: "f\(place >> 5)", bumps: place & 2 == 0 ? nil : entries.last)
                    let entry = try journal.begin(request, at: time)
                    expectEqual(entry, try model.begin(request, at: time), "entries have the same numbers")
                    entries.append(entry)
                }
            }
            try kit.compare(journal, model, "at the end")
            journal = try SQLiteJournal(path: path)
            try kit.compare(journal, model, "after a restart")
        } catch {
            fatalError("broken promise: both journals do the same: \(error)")
        }
        rows(bytes)
    }

    private static let path = "/dev/shm/fuzz-journal-\(getpid())/journal.sqlite"

    /// A journal in a file, without entries. Creating the file takes longer than everything else.
    private static func emptied() throws -> SQLiteJournal {
        if !FileManager.default.fileExists(atPath: path) {
            atexit { try? FileManager.default.removeItem(atPath: (Target.path as NSString).deletingLastPathComponent) }
        }
        let journal = try SQLiteJournal(path: path)
        try journal.database.write { (connection) throws(ServiceError) in
            try connection.execute("DELETE FROM entry")
            try connection.execute("DELETE FROM sqlite_sequence")
        }
        return journal
    }

    /// Rows with arbitrary values.
    private static func rows(_ bytes: [UInt8]) {
        var input = Input(bytes)
        let words = [
            "payment", "main", "signed", "done", "dash", "payack", "declined", String(repeating: "ab", count: 32),
        ]
        let values: [DatabaseValue] = (0..<25).map { _ in
            let choice = input.byte()
            return switch choice % 4 {
            case 0: .null
            case 1: .integer(choice > 127 ? .min : Int64(choice))
            case 2: .text(words[Int(choice >> 2) % words.count])
            default: .blob([choice])
            }
        }
        guard let entry = JournalRow(values).entry(inputs: []) else { return }
        let request = entry.request
        let said: [DatabaseValue] = [
            .integer(entry.id), .integer(entry.seen), .integer(entry.changed), .text(request.action.rawValue),
            .text(request.scheme), .text(request.fingerprint), .text(request.chain.coin.name),
            .text(request.chain.network.rawValue), .integer(request.chain.isPractice ? 1 : 0),
            DatabaseValue(request.sender), DatabaseValue(request.recipient), DatabaseValue(request.amount?.units),
            DatabaseValue(request.account.map(Int64.init)), .text(entry.progress.rawValue),
            DatabaseValue(entry.end?.rawValue), DatabaseValue(entry.amount?.units), DatabaseValue(entry.fee?.units),
            DatabaseValue(entry.transaction?.id.hex), entry.transaction.map { .blob($0.bytes) } ?? .null,
            DatabaseValue(entry.toldFailure?.rawValue), DatabaseValue(request.reply?.rawValue),
            entry.transaction == nil ? values[21] : DatabaseValue(entry.transaction?.expires),
            DatabaseValue(entry.settlement?.rawValue), DatabaseValue(entry.program), DatabaseValue(request.bumps),
        ]
        expectEqual(said, values, "an entry says what its row says")
    }
}
