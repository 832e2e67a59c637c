import Foundation
import SchemeRouter

@testable import RouterStorage

/// The journal and the practice ledger of a home, as a crash or a hand could leave them.
struct JournalFile {
    let home: RouterHome

    var path: String { home.directory.path + "/state/schemerouter/journal.sqlite" }
    private var ledger: String { home.directory.path + "/data/schemerouter/sandbox/dash-main.sqlite" }

    /// Pays, and makes it as if the program had ended when the payment was signed and nobody had got it.
    func leaveSigned(secondsAgo: Int64) throws -> String? {
        let before = try Data(contentsOf: URL(fileURLWithPath: ledger))
        let result = try home.router(["open", OpenTests.pay], answers: [RouterHome.passcode])
        guard result.status == 0 else { return nil }
        try before.write(to: URL(fileURLWithPath: ledger))
        try home.forgetReceived()
        try change("progress = 'signed', ending = NULL, changed = \(Int64(time(nil)) - secondsAgo)")
        _ = home.dialogue()
        return try newest?.transaction?.id.hex
    }

    /// Sets columns of every entry.
    func change(_ columns: String) throws {
        try Database(path: path, migrations: SQLiteJournal.schema).write { (connection) throws(ServiceError) in
            _ = try connection.execute("UPDATE entry SET \(columns)")
        }
    }

    var newest: JournalEntry? { get throws { try SQLiteJournal(path: path).newest(1).first } }
    var entries: [JournalEntry] { get throws { try SQLiteJournal(path: path).newest(1_000) } }
    var bytes: Data { get throws { try Data(contentsOf: URL(fileURLWithPath: path)) } }
}
