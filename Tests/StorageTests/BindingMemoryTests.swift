import SchemeRouter
import Testing

@testable import RouterStorage

@Suite struct BindingMemoryTests {
    private static func binding(_ user: String, _ account: String, app: String = "9mDxSbyR") -> DappBinding {
        DappBinding(appKey: app, userID: user, account: account)
    }

    @Test("each dapp's users are there after the file is opened again, oldest first, and no other dapp's")
    func remembers() throws {
        let scratch = try Scratch()
        let path = scratch.path("journal.sqlite")
        let memory = SQLiteBindingMemory(try SQLiteJournal(path: path))
        #expect(try memory.bindings(of: "9mDxSbyR") == [])
        let (first, second) = (Self.binding("u1", "bobbobbobbob"), Self.binding("u2", "alicealice11"))
        let foreign = Self.binding("u1", "carolcarol11", app: "other'; DROP TABLE binding; --")
        for binding in [first, second, foreign, first] { try memory.remember(binding) }
        let reopened = SQLiteBindingMemory(try SQLiteJournal(path: path))
        #expect(try reopened.bindings(of: "9mDxSbyR") == [first, second])
        #expect(try reopened.bindings(of: foreign.appKey) == [foreign])
        #expect(try reopened.bindings(of: "9mdxsbyr") == [])
        #expect(try reopened.bindings(of: "") == [])
        #expect(try scratch.mode(of: "journal.sqlite") == 0o600)
    }

    @Test("a user of a dapp is one account at a time, and an account may have several users")
    func replaces() throws {
        let scratch = try Scratch()
        let memory = SQLiteBindingMemory(try SQLiteJournal(path: scratch.path("journal.sqlite")))
        try memory.remember(Self.binding("u1", "bobbobbobbob"))
        try memory.remember(Self.binding("u2", "bobbobbobbob"))
        #expect(Set(try memory.bindings(of: "9mDxSbyR").map(\.userID)) == ["u1", "u2"])
        try memory.remember(Self.binding("u1", "alicealice11"))
        let all = try memory.bindings(of: "9mDxSbyR")
        #expect(all.count == 2 && all.contains(Self.binding("u1", "alicealice11")))
        #expect(all.contains(Self.binding("u2", "bobbobbobbob")))
    }

    @Test("what cannot be written is said, and what was known stays")
    func full() throws {
        let scratch = try Scratch()
        let journal = try SQLiteJournal(path: scratch.path("journal.sqlite"))
        let memory = SQLiteBindingMemory(journal)
        try memory.remember(Self.binding("u1", "bobbobbobbob"))
        _ = try journal.database.read { (connection) throws(ServiceError) in
            try connection.execute("PRAGMA query_only = ON")
        }
        // What is known already needs no writing.
        try memory.remember(Self.binding("u1", "bobbobbobbob"))
        #expect(throws: ServiceError(.cannotWrite, "")) { try memory.remember(Self.binding("u1", "alicealice11")) }
        #expect(try memory.bindings(of: "9mDxSbyR") == [Self.binding("u1", "bobbobbobbob")])
    }
}
