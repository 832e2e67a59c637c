import SchemeRouter
import Testing

@testable import RouterStorage

/// Journals of older versions.
@Suite struct JournalMigrationTests {
    @Test("S6: a journal of an older version still reads, and what a clock ended there is followed again")
    func migration() throws {
        let scratch = try Scratch()
        let path = scratch.path("journal.sqlite")
        let old = try Database(path: path, migrations: Array(SQLiteJournal.schema.prefix(5)))
        try old.write { (connection) throws(ServiceError) in
            for (number, progress, ending) in [
                (1, "calledBack", "'done'"), (2, "sent", "NULL"), (3, "signed", "NULL"), (4, "signed", "'failed'"),
            ] {
                try connection.execute(
                    """
                    INSERT INTO entry (id, seen, changed, action, scheme, fingerprint, coin, network, practice, progress,
                        ending, txid, raw) VALUES (\(number), 1, 1, 'pay', 'dash', 'f\(number)', 'dash', 'main', 0,
                        '\(progress)', \(ending), '\(String(repeating: "0\(number)", count: 32))', x'01')
                    """)
            }
        }
        let journal = try SQLiteJournal(path: path)
        #expect(try journal.newest(9).map(\.settlement) == [nil, nil, nil, nil])
        #expect(try journal.followedPayments().map(\.id) == [1, 2] && journal.unfinished().map(\.id) == [2, 3])
        #expect(try journal.givenUpPayments().map(\.id) == [4])
        try journal.note(.sent, of: 3, at: 5)
        #expect(try journal.followedPayments().map(\.id) == [1, 2, 3])
    }

    @Test("S6: what apps are owed is read from the words that older versions stored")
    func owed() throws {
        let scratch = try Scratch()
        let path = scratch.path("journal.sqlite")
        let old = try Database(path: path, migrations: SQLiteJournal.schema)
        let words: [(String, JournalReply)] = [("payack", .toSender), ("proof", .proof), ("dapp", .dapp)]
        try old.write { (connection) throws(ServiceError) in
            for (number, word) in words.enumerated() {
                try connection.execute(
                    """
                    INSERT INTO entry (id, seen, changed, action, scheme, fingerprint, coin, network, practice, progress,
                        sender, recipient, answer) VALUES (\(number + 1), 1, 1, 'pay', 'dash', 'f\(number)', 'dash', 'main', 0,
                        'seen', 'shop', 'X', '\(word.0)')
                    """)
            }
        }
        #expect(words.map(\.1) == JournalReply.allCases)
        let journal = try SQLiteJournal(path: path)
        for (number, word) in words.enumerated() {
            #expect(try journal.entry(Int64(number + 1))?.request.reply == word.1)
        }
    }
}
