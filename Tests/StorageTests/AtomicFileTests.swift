import Foundation
import RouterStorage
import SchemeRouter
import Synchronization
import Testing

@Suite struct AtomicFileTests {
    private func error(reading path: String, limit: Int = 100) -> ServiceError? {
        do {
            _ = try AtomicFile.read(path, limit: limit)
            return nil
        } catch {
            return error
        }
    }

    @Test("what was written is read, by its owner only")
    func roundTrip() throws {
        let scratch = try Scratch()
        let path = scratch.path("file")
        #expect(try AtomicFile.read(path, limit: 10) == nil)
        for bytes in [[], [1, 2, 3], [UInt8](repeating: 7, count: 200_000)] as [[UInt8]] {
            try AtomicFile.write(bytes, to: path)
            #expect(try AtomicFile.read(path, limit: bytes.count) == bytes)
        }
        #expect(try scratch.mode(of: "file") == 0o600)
        #expect(scratch.names == ["file"])
    }

    @Test("a file that is to be new never replaces one")
    func create() throws {
        let scratch = try Scratch()
        try AtomicFile.write([1], to: scratch.path("file"), mode: .create)
        #expect(throws: ServiceError(.cannotWrite, "")) {
            try AtomicFile.write([2], to: scratch.path("file"), mode: .create)
        }
        #expect(try scratch.read("file") == [1])
        #expect(scratch.names == ["file"])
    }

    @Test("a symbolic link is replaced and never followed")
    func symbolicLink() throws {
        let scratch = try Scratch()
        try scratch.write([9], to: "target")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("file"), withDestinationPath: scratch.path("target"))
        #expect(error(reading: scratch.path("file"))?.code == .badConfiguration)
        try AtomicFile.write([1], to: scratch.path("file"))
        #expect(try scratch.read("target") == [9])
        #expect(try AtomicFile.read(scratch.path("file"), limit: 1) == [1])
    }

    @Test("what cannot be written leaves the old file, nothing beside it, and names the file")
    func failure() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch.path("file"), withIntermediateDirectories: false)
        do {
            try AtomicFile.write([1], to: scratch.path("file"))
            Issue.record("a directory was replaced")
        } catch {
            #expect(error.code == .cannotWrite)
            #expect(error.message.contains(scratch.path("file")))
        }
        #expect(scratch.names == ["file"])
        #expect(throws: ServiceError(.cannotWrite, "")) { try AtomicFile.write([1], to: scratch.path("none/file")) }
    }

    @Test("a writer removes what a killed one left, but no unfinished file of another and no file that a person named")
    func abandoned() throws {
        let scratch = try Scratch()
        try scratch.write([1], to: "file.schemerouter.new-0000000killed")
        try scratch.write([2], to: "file.schemerouter.new-000000working")
        for name in ["file.newer", "file.new-old", "file.new-0000000killed"] { try scratch.write([3], to: name) }
        try scratch.write([4], to: "other.schemerouter.new-0000000killed")
        let working = unsafe open(scratch.path("file.schemerouter.new-000000working"), O_RDONLY)
        defer { close(working) }
        #expect(flock(working, LOCK_EX) == 0)
        for mode in [AtomicFile.Mode.create, .replace] {
            try AtomicFile.write([5], to: scratch.path("file"), mode: mode)
            #expect(
                Set(scratch.names) == [
                    "file", "file.schemerouter.new-000000working", "file.newer", "file.new-old",
                    "file.new-0000000killed", "other.schemerouter.new-0000000killed",
                ])
            try scratch.write([1], to: "file.schemerouter.new-0000000killed")
        }
    }

    @Test("writers at the same time: the file is always one of theirs, whole")
    func concurrentWriters() throws {
        let scratch = try Scratch()
        let path = scratch.path("file")
        try AtomicFile.write([UInt8](repeating: 0, count: 20_000), to: path)
        let failures = Mutex(0)
        onThreads(6) { number in
            for _ in 0..<25 {
                do {
                    if number < 4 {
                        try AtomicFile.write([UInt8](repeating: UInt8(number), count: 20_000), to: path)
                    } else {
                        let bytes = try AtomicFile.read(path, limit: 20_000) ?? []
                        if bytes.count != 20_000 || Set(bytes).count != 1 { failures.withLock { $0 += 1 } }
                    }
                } catch {
                    failures.withLock { $0 += 1 }
                }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        #expect(scratch.names == ["file"])
    }

    @Test("too long, no regular file, or one that others can change: not read")
    func refusals() throws {
        let scratch = try Scratch()
        try AtomicFile.write([1, 2, 3], to: scratch.path("file"))
        #expect(error(reading: scratch.path("file"), limit: 3) == nil)
        #expect(error(reading: scratch.path("file"), limit: 2)?.code == .badConfiguration)
        #expect(error(reading: scratch.path)?.code == .badConfiguration)
        unsafe #expect(mkfifo(scratch.path("pipe"), 0o600) == 0)
        #expect(error(reading: scratch.path("pipe"))?.code == .badConfiguration)
        for mode in [0o620, 0o602] as [mode_t] {
            unsafe chmod(scratch.path("file"), mode)
            #expect(error(reading: scratch.path("file"))?.code == .badConfiguration)
        }
        unsafe chmod(scratch.path("file"), 0o600)
        if geteuid() == 0 {
            unsafe #expect(chown(scratch.path("file"), 1, 1) == 0)
            #expect(error(reading: scratch.path("file"))?.code == .badConfiguration)
        }
    }
}
