import Foundation
import SchemeRouter
import Synchronization
import Testing

@testable import RouterStorage

@Suite struct DatabaseTests {
    static let schema = ["CREATE TABLE item (name TEXT NOT NULL, bytes BLOB)"]

    private func count(_ database: Database) throws -> Int64? {
        try database.read { (connection) throws(ServiceError) in
            try connection.execute("SELECT count(*) FROM item").first?.first?.integer
        }
    }

    private func insert(_ name: String, _ bytes: [UInt8] = [], into database: Database) throws {
        _ = try database.write { (connection) throws(ServiceError) in
            try connection.execute("INSERT INTO item (name, bytes) VALUES (?, ?)", .text(name), .blob(bytes))
        }
    }

    private func refusal(opening path: String, _ migrations: [String] = schema) -> ServiceError? {
        do {
            _ = try Database(path: path, migrations: migrations)
            return nil
        } catch {
            return error
        }
    }

    @Test("every kind of value comes back as it was")
    func values() throws {
        let scratch = try Scratch()
        let database = try Database(path: scratch.path("a.sqlite"), migrations: Self.schema)
        let values: [DatabaseValue] = [
            .null, .integer(.min), .integer(.max), .text(""), .text("ä\u{0}b"), .blob([]), .blob([0, 255]),
        ]
        for value in values {
            let rows = try database.read { (connection) throws(ServiceError) in
                try connection.execute("SELECT ?", value)
            }
            #expect(rows == [[value]])
        }
    }

    @Test("files and directories are their owner's alone, the log beside them too")
    func permissions() throws {
        let scratch = try Scratch()
        let database = try Database(path: scratch.path("x/y/a.sqlite"), migrations: Self.schema)
        try insert("one", into: database)
        for directory in ["x", "x/y"] { #expect(try scratch.mode(of: directory) == 0o700) }
        for file in ["a.sqlite", "a.sqlite-wal", "a.sqlite-shm"] {
            #expect(try scratch.mode(of: "x/y/\(file)") == 0o600)
        }
    }

    @Test("a file that others could read is closed to them")
    func tightened() throws {
        let scratch = try Scratch()
        _ = try Database(path: scratch.path("a.sqlite"), migrations: Self.schema)
        unsafe chmod(scratch.path("a.sqlite"), 0o644)
        let database = try Database(path: scratch.path("a.sqlite"), migrations: Self.schema)
        try insert("one", into: database)
        #expect(try scratch.mode(of: "a.sqlite") == 0o600)
        #expect(try scratch.mode(of: "a.sqlite-wal") == 0o600)
    }

    @Test("what others can change is not used")
    func changeable() throws {
        let scratch = try Scratch()
        _ = try Database(path: scratch.path("d/a.sqlite"), migrations: Self.schema)
        unsafe chmod(scratch.path("d"), 0o770)
        #expect(refusal(opening: scratch.path("d/a.sqlite"))?.code == .cannotWrite)
        unsafe chmod(scratch.path("d"), 0o700)
        unsafe chmod(scratch.path("d/a.sqlite"), 0o602)
        #expect(refusal(opening: scratch.path("d/a.sqlite"))?.code == .cannotWrite)
    }

    @Test(
        "S6: where others can take the directory of a journal away it is not used, and they see no new one",
        arguments: [0o775, 0o757])
    func takenAway(mode: mode_t) throws {
        let scratch = try Scratch()
        let path = scratch.path("x/y/a.sqlite")
        try insert("one", into: try Database(path: path, migrations: Self.schema))
        // Whoever can write to x can rename y, and the next start would make an empty one.
        unsafe #expect(chmod(scratch.path("x"), mode) == 0)
        let error = refusal(opening: path)
        #expect(error?.code == .cannotWrite)
        #expect(error?.message == "\(scratch.path("x/y/")) is not used: other users may write to \(scratch.path("x")).")
        #expect(error?.hint == "run: chmod go-w \(scratch.path("x"))")
        // With the sticky bit nobody moves what is not theirs.
        unsafe #expect(chmod(scratch.path("x"), 0o1777) == 0)
        #expect(refusal(opening: path) == nil)
    }

    @Test("a directory may be a symbolic link, the file may not")
    func symbolicLinks() throws {
        let scratch = try Scratch()
        _ = try Database(path: scratch.path("d/a.sqlite"), migrations: Self.schema)
        try FileManager.default.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: scratch.path("d"))
        #expect(refusal(opening: scratch.path("link/a.sqlite")) == nil)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("d/b.sqlite"), withDestinationPath: scratch.path("d/a.sqlite"))
        #expect(refusal(opening: scratch.path("d/b.sqlite"))?.code == .cannotWrite)
    }

    @Test("where nothing can be written the error names the file")
    func notWritable() throws {
        let scratch = try Scratch()
        try scratch.write([], to: "file")
        for path in [scratch.path("file/a.sqlite"), "/proc/none/a.sqlite"] {
            let error = try #require(refusal(opening: path))
            #expect(error.code == .cannotWrite)
            #expect(path.hasPrefix(error.message.prefix { $0 != " " }))
        }
        guard geteuid() != 0 else { return }
        unsafe chmod(scratch.path, 0o500)
        #expect(refusal(opening: scratch.path("a.sqlite"))?.code == .cannotWrite)
    }

    @Test("a file that is no database is refused and left as it is")
    func noDatabase() throws {
        let scratch = try Scratch()
        let bytes = [UInt8]((0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try scratch.write(bytes, to: "a.sqlite")
        let error = try #require(refusal(opening: scratch.path("a.sqlite")))
        #expect(error.code == .cannotWrite)
        #expect(error.message.contains("damaged"))
        #expect(try scratch.read("a.sqlite") == bytes)
    }

    @Test("a damaged page is an error and never an empty answer")
    func damagedPage() throws {
        let scratch = try Scratch()
        do {
            let database = try Database(path: scratch.path("a.sqlite"), migrations: Self.schema)
            for number in 0..<200 { try insert("\(number)", [UInt8](repeating: 1, count: 200), into: database) }
        }
        var bytes = try scratch.read("a.sqlite")
        #expect(bytes.count > 8 * 4_096)
        for position in 4_096..<(bytes.count) { bytes[position] = 0xA5 }
        try scratch.write(bytes, to: "a.sqlite")
        let database = try Database(path: scratch.path("a.sqlite"), migrations: Self.schema)
        #expect(throws: ServiceError(.cannotWrite, "")) { try count(database) }
    }

    @Test("a newer version's file and another program's are refused and left as they are")
    func foreignFiles() throws {
        let scratch = try Scratch()
        _ = try Database(path: scratch.path("newer.sqlite"), migrations: Self.schema + ["CREATE TABLE more (x)"])
        for (name, sql) in [("other", "CREATE TABLE theirs (x)"), ("negative", "PRAGMA user_version = -1")] {
            let connection = try Connection(path: try PrivateDirectory.createFile(scratch.path("\(name).sqlite")))
            try connection.execute(sql)
        }
        for name in ["newer", "other", "negative"] {
            let before = try scratch.read("\(name).sqlite")
            #expect(refusal(opening: scratch.path("\(name).sqlite"))?.code == .cannotWrite, "\(name)")
            #expect(try scratch.read("\(name).sqlite") == before, "\(name)")
        }
    }

    @Test("an older file gets what it lacks, and keeps what it has")
    func migration() throws {
        let scratch = try Scratch()
        try insert("kept", into: try Database(path: scratch.path("a.sqlite"), migrations: Self.schema))
        let migrations = Self.schema + ["ALTER TABLE item ADD COLUMN more INTEGER; CREATE TABLE other (x)"]
        let database = try Database(path: scratch.path("a.sqlite"), migrations: migrations)
        #expect(try count(database) == 1)
        let rows = try database.read { (connection) throws(ServiceError) in
            try connection.execute("SELECT more FROM item UNION ALL SELECT x FROM other")
        }
        #expect(rows == [[.null]])
    }

    @Test("a migration that fails leaves nothing half done")
    func failedMigration() throws {
        let scratch = try Scratch()
        try insert("kept", into: try Database(path: scratch.path("a.sqlite"), migrations: Self.schema))
        let broken = Self.schema + ["CREATE TABLE other (x); CREATE TABLE item (x)"]
        #expect(refusal(opening: scratch.path("a.sqlite"), broken)?.code == .cannotWrite)
        let database = try Database(path: scratch.path("a.sqlite"), migrations: Self.schema)
        #expect(try count(database) == 1)
        #expect(throws: ServiceError.self) {
            try database.read { (connection) throws(ServiceError) in try connection.execute("SELECT * FROM other") }
        }
    }

    @Test("a change that fails is undone as a whole")
    func rollback() throws {
        let scratch = try Scratch()
        let database = try Database(path: scratch.path("a.sqlite"), migrations: Self.schema)
        #expect(throws: ServiceError(.networkRefused, "")) {
            _ = try database.write { (connection) throws(ServiceError) in
                try connection.execute("INSERT INTO item (name) VALUES ('x')")
                throw ServiceError(.networkRefused, "")
            }
        }
        #expect(try count(database) == 0)
        try insert("after", into: database)
        #expect(try count(database) == 1)
    }

    @Test("a full disk is an error that leaves what was there")
    func full() throws {
        let scratch = try Scratch()
        let database = try Database(path: scratch.path("a.sqlite"), migrations: Self.schema)
        try insert("one", into: database)
        _ = try database.read { (connection) throws(ServiceError) in try connection.execute("PRAGMA max_page_count = 4")
        }
        do {
            try insert("two", [UInt8](repeating: 1, count: 100_000), into: database)
            Issue.record("more was written than there is room for")
        } catch let error as ServiceError {
            #expect(error.code == .cannotWrite)
            #expect(error.message.contains("a.sqlite"))
            #expect(error.message.contains("full"))
        }
        #expect(try count(database) == 1)
        try insert("three", into: database)
    }

    @Test("a reader sees one moment, whatever is written meanwhile")
    func snapshot() throws {
        let scratch = try Scratch()
        let first = try Database(path: scratch.path("a.sqlite"), migrations: Self.schema)
        let second = try Database(path: scratch.path("a.sqlite"), migrations: Self.schema)
        try insert("one", into: first)
        let counts = try first.read { (connection) throws(ServiceError) in
            let before = try connection.execute("SELECT count(*) FROM item")
            _ = try second.write { (other) throws(ServiceError) in
                try other.execute("INSERT INTO item (name) VALUES ('two')")
            }
            return [before, try connection.execute("SELECT count(*) FROM item")]
        }
        #expect(counts == [[[.integer(1)]], [[.integer(1)]]])
        #expect(try count(first) == 2)
    }

    @Test("several processes open a new file at once, and all their changes are there")
    func concurrent() throws {
        for _ in 0..<4 {
            let scratch = try Scratch()
            let path = scratch.path("d/a.sqlite")
            let failures = Mutex<[String]>([])
            onThreads(4) { thread in
                do {
                    let database = try Database(path: path, migrations: Self.schema)
                    for number in 0..<10 { try insert("\(thread)-\(number)", into: database) }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
            #expect(failures.withLock { $0 } == [])
            #expect(try count(try Database(path: path, migrations: Self.schema)) == 40)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: scratch.path("d")).allSatisfy {
                    !$0.contains("new")
                })
        }
    }

    @Test("a second connection of this process leaves the first one's locks alone")
    func locks() throws {
        let scratch = try Scratch()
        let first = try Database(path: scratch.path("a.sqlite"), migrations: Self.schema)
        try insert("one", into: first)
        var status = stat()
        unsafe #expect(lstat(scratch.path("a.sqlite"), &status) == 0)
        func locks() throws -> Int {
            let table = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
            return table.split(separator: "\n").count { $0.contains(":\(status.st_ino) ") }
        }
        let before = try locks()
        #expect(before > 0)
        let second = try Database(path: scratch.path("a.sqlite"), migrations: Self.schema)
        #expect(try locks() >= before)
        #expect(try count(second) == 1)
    }
}
