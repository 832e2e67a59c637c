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

    @Test("S4: apps that share a file are told apart, also after the file is opened again")
    func apps() throws {
        let scratch = try Scratch()
        let path = scratch.path("journal.sqlite")
        func program(_ entry: String, _ arguments: String) -> ReceivingProgram {
            ReceivingProgram(
                name: "Shop", desktopEntry: entry, executable: "/usr/bin/python3", arguments: arguments,
                fileIdentity: "1")
        }
        let first = program("/a.desktop", "/app.py %u")
        try SQLiteReceiverMemory(try SQLiteJournal(path: path)).remember(KnownReceiver(first), for: "shop")
        let known = try #require(try SQLiteReceiverMemory(try SQLiteJournal(path: path)).remembered("shop"))
        #expect(known == KnownReceiver(first) && known.isSame(as: first))
        for other in [program("/a.desktop", "/b.py %u"), program("/b.desktop", "/app.py %u")] {
            #expect(!known.isSame(as: other))
        }
        // These two are equal as texts, but not as names of files.
        #expect(!KnownReceiver(program("/a", "/\u{E9}")).isSame(as: program("/a", "/e\u{301}")))
    }

    @Test("S4: a record from before apps were told apart is the same as no app")
    func earlierRecord() throws {
        let scratch = try Scratch()
        let path = scratch.path("journal.sqlite")
        let earlier = Array(SQLiteJournal.schema.prefix { !$0.contains("CREATE TABLE agreed") })
        do {
            let database = try Database(path: path, migrations: earlier)
            try database.write { (connection) throws(ServiceError) in
                _ = try connection.execute(
                    "INSERT INTO receiver (sender, name, executable) VALUES ('shop', 'Shop', '/usr/bin/python3')")
            }
        }
        let memory = SQLiteReceiverMemory(try SQLiteJournal(path: path))
        let known = try #require(try memory.remembered("shop"))
        #expect(known == KnownReceiver(name: "Shop", executable: "/usr/bin/python3"))
        for (entry, arguments) in [("/a.desktop", "%u"), ("", ""), ("/a.desktop", "/app.py %u")] {
            let program = ReceivingProgram(
                name: "Shop", desktopEntry: entry, executable: "/usr/bin/python3", arguments: arguments,
                fileIdentity: "1")
            #expect(!known.isSame(as: program))
        }
    }

    @Test("S4: the program that was agreed to is there after the file is opened again, as long as its entry is")
    func agreements() throws {
        let scratch = try Scratch()
        let path = scratch.path("journal.sqlite")
        let journal = try SQLiteJournal(path: path)
        let request = JournalRequest(
            action: .payment, scheme: "dashwallet", fingerprint: "f",
            chain: ChainID(coin: "dash", network: .main, isPractice: false), sender: "shop")
        let (first, second) = (try journal.begin(request, at: 1), try journal.begin(request, at: 1))
        let program = ReceivingProgram(
            name: "Shop", desktopEntry: "/a.desktop", executable: "/bin/x", arguments: "a %u", fileIdentity: "1 2")
        try SQLiteReceiverMemory(journal).agree(to: AgreedReceiver(program), of: first)
        let reopened = SQLiteReceiverMemory(try SQLiteJournal(path: path))
        let agreed = try #require(try reopened.agreed(first))
        #expect(agreed == AgreedReceiver(program) && agreed.isSame(as: program))
        let changed = ReceivingProgram(
            name: "Shop", desktopEntry: "/a.desktop", executable: "/bin/x", arguments: "a %u", fileIdentity: "1 3")
        #expect(!agreed.isSame(as: changed) && agreed.program.isSame(as: changed))
        #expect(try reopened.agreed(second) == nil)
        try journal.note(.ended(.refused), of: first, at: 2)
        _ = try journal.forget(before: 3)
        #expect(try reopened.agreed(first) == nil)
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
