import Foundation
import RouterCSQLite
import RouterStorage
import SchemeRouter

/// How many payments per second the journal records, compared with bare SQLite that commits as often and as many bytes
/// with the same settings on the same disk, alternating in one run.
enum JournalSpeed {
    private static let rounds = 9
    private static let payments = 40
    /// seen, approved, signed, sent, calling, called back, ended.
    private static let commits = 7

    static func run() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let journal = try SQLiteJournal(path: "\(directory)/journal.sqlite")
        let bare = try BareSQLite(path: "\(directory)/bare.sqlite")
        var times: (journal: [Double], bare: [Double]) = ([], [])
        let sample = try Sample()
        for _ in 0..<rounds {
            times.journal.append(try seconds { for _ in 0..<payments { try sample.record(in: journal) } })
            times.bare.append(try seconds { for _ in 0..<payments * commits { try bare.commit() } })
        }
        let (own, other) = (median(times.journal), median(times.bare))
        // The ratio of each round, because the disk's speed drifts.
        let ratio = median(zip(times.bare, times.journal).map { $0 / $1 })
        print(
            String(
                format: "journal: %.0f payments a second, %d commits each; bare SQLite: %.0f; ratio %.2f",
                Double(payments) / own, commits, Double(payments) / other, ratio))
    }

    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        return try clock.measure(body) / .seconds(1)
    }

    private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
}

/// The steps of one payment.
private struct Sample {
    let request: JournalRequest
    let steps: [JournalStep]

    init() throws {
        guard let id = TransactionID(hex: String(repeating: "ab", count: 32)), let amount = Amount(units: 100_000)
        else {
            throw CocoaError(.coderInvalidValue)
        }
        let chain = ChainID(coin: "dash", network: .main, isPractice: true)
        request = JournalRequest(
            action: .payment, scheme: "dashwallet", fingerprint: String(repeating: "f", count: 32), chain: chain,
            sender: "shop", recipient: "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa", amount: amount, reply: .toSender)
        let utxo = OwnedUTXO(
            outpoint: Outpoint(transaction: id, index: 0), amount: amount,
            path: .bip44(coinType: 5, account: 0).appending(0, 0), confirmations: 1)
        let payment = PaymentIntent(chain: chain, inputs: [utxo], recipient: "X", amount: amount, change: nil)
        steps = [
            .approved(.payment(payment)),
            .signed(
                SignedTransaction(id: id, bytes: [UInt8](repeating: 1, count: BareSQLite.length)),
                inputs: [utxo.outpoint]),
            .sent, .calling, .calledBack, .ended(.done),
        ]
    }

    func record(in journal: SQLiteJournal) throws {
        let entry = try journal.begin(request, at: 1)
        for step in steps { try journal.note(step, of: entry, at: 2) }
    }
}

/// One table and one prepared statement, with the journal's settings.
@safe private final class BareSQLite {
    /// The size of a payment with one input and two outputs, in bytes.
    static let length = 226

    private var handle: OpaquePointer?
    private var insert: OpaquePointer?
    private let bytes = [UInt8](repeating: 1, count: length)

    init(path: String) throws {
        let sql = """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE entry (id INTEGER PRIMARY KEY, raw BLOB)
            """
        guard
            unsafe sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil) == SQLITE_OK,
            unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK,
            unsafe sqlite3_prepare_v2(handle, "INSERT INTO entry (raw) VALUES (?)", -1, &insert, nil) == SQLITE_OK,
            let insert = unsafe insert,
            unsafe sqlite3_bind_blob_copy(insert, 1, bytes, Int32(bytes.count)) == SQLITE_OK
        else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit {
        unsafe sqlite3_finalize(insert)
        unsafe sqlite3_close_v2(handle)
    }

    func commit() throws {
        guard unsafe sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK,
            unsafe sqlite3_step(insert) == SQLITE_DONE,
            unsafe sqlite3_reset(insert) == SQLITE_OK, unsafe sqlite3_exec(handle, "COMMIT", nil, nil, nil) == SQLITE_OK
        else { throw CocoaError(.fileWriteUnknown) }
    }
}
