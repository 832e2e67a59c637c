import JournalConformance
import SchemeRouter
import Testing

@testable import RouterStorage

/// The kit for journals of one's own, on ours, and on some that are wrong.
@Suite struct JournalConformanceTests {
    @Test("S6: the journal in an SQLite file conforms")
    func sqlite() async throws {
        let scratch = try Scratch()
        try await JournalConformance {
            let path = scratch.path("journal-\(UInt64.random(in: 0 ... .max)).sqlite")
            return { try SQLiteJournal(path: path) }
        }.run()
    }

    @Test("S6: the journal in memory conforms")
    func memory() async throws {
        try await JournalConformance {
            let journal = MemoryJournal()
            return { journal }
        }.run()
    }

    @Test("S6: a journal that a new start does not find again is found out")
    func notDurable() async throws {
        await #expect(throws: JournalFlaw.self) { try await JournalConformance { { MemoryJournal() } }.run() }
    }

    @Test("S6: every mistake in a journal is found", arguments: FlawedJournal.Flaw.allCases)
    func flawed(_ flaw: FlawedJournal.Flaw) async throws {
        await #expect(throws: JournalFlaw.self) {
            try await JournalConformance {
                let journal = MemoryJournal()
                return { FlawedJournal(journal, flaw) }
            }.run()
        }
    }
}
