import SchemeRouter
import Testing

@testable import RouterStorage

@Suite struct ReceiverMemoryTests {
    private static let old = KnownReceiver(name: "Shop", executable: "/usr/bin/shop")
    private static let new = KnownReceiver(name: "Shop “2”; DROP", executable: "/home/ä/shop")

    @Test("S4: the last receiver of each sender is there after the file is opened again")
    func remembers() throws {
        let scratch = try Scratch()
        let path = scratch.path("journal.sqlite")
        let memory = SQLiteReceiverMemory(try SQLiteJournal(path: path))
        #expect(try memory.remembered("shop") == nil)
        try memory.remember(Self.old, for: "shop")
        try memory.remember(Self.old, for: "shop")
        try memory.remember(Self.new, for: "other")
        #expect(try memory.remembered("shop") == Self.old)
        try memory.remember(Self.new, for: "shop")
        let reopened = SQLiteReceiverMemory(try SQLiteJournal(path: path))
        #expect(try reopened.remembered("shop") == Self.new)
        #expect(try reopened.remembered("other") == Self.new)
        #expect(try reopened.remembered("sho") == nil)
        #expect(try scratch.mode(of: "journal.sqlite") == 0o600)
    }

    @Test("what cannot be written is said, and the old one stays")
    func full() throws {
        let scratch = try Scratch()
        let journal = try SQLiteJournal(path: scratch.path("journal.sqlite"))
        let memory = SQLiteReceiverMemory(journal)
        try memory.remember(Self.old, for: "shop")
        _ = try journal.database.read { (connection) throws(ServiceError) in
            try connection.execute("PRAGMA query_only = ON")
        }
        #expect(throws: ServiceError(.cannotWrite, "")) { try memory.remember(Self.new, for: "shop") }
        #expect(try memory.remembered("shop") == Self.old)
    }
}
