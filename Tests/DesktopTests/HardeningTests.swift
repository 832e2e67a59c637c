import Foundation
import Glibc
import SchemeRouter
import Testing

@testable import RouterDesktop

extension DesktopTests {
    @Suite struct HardeningAndLock {
        @Test("S8: no core dump, no debugger; the umask is left for the programs that are started")
        func hardening() throws {
            let probe = try Probe(["harden"], environment: ["SWIFT_BACKTRACE": "enable=yes"])
            let mask = umask(0o022)
            umask(mask)
            #expect(probe.line() == "umask \(mask), core 0, dumpable 0, crashes []")
        }

        @Test("One prompt at a time, and none for ever: the lock ends with its holder")
        func lock() throws {
            let directory = try TemporaryDirectory()
            let holder = try Probe(["lock", directory.path])
            #expect(holder.line() == "taken")
            #expect(try Probe(["lock", directory.path]).line() == "busy")
            #expect(try PromptLock.take(in: directory.path) == nil)
            let attributes = try FileManager.default.attributesOfItem(atPath: directory.path + "/prompt.lock")
            #expect((attributes[.posixPermissions] as? Int) == 0o600)
            kill(holder.process, SIGKILL)
            _ = holder.end()
            #expect(try PromptLock.take(in: directory.path) != nil)
            #expect(try PromptLock.take(in: directory.path) != nil)
        }

        @Test("A lock file that is a link, a pipe or not there is refused")
        func strangeFiles() throws {
            let directory = try TemporaryDirectory()
            let path = directory.path + "/prompt.lock"
            #expect(throws: ServiceError(.cannotWrite, "")) {
                _ = try PromptLock.take(in: directory.path + "/none") == nil
            }
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: directory.path + "/other")
            #expect(throws: ServiceError(.cannotWrite, "")) { _ = try PromptLock.take(in: directory.path) == nil }
            #expect(!FileManager.default.fileExists(atPath: directory.path + "/other"))
            try FileManager.default.removeItem(atPath: path)
            unsafe mkfifo(path, 0o600)
            #expect(throws: ServiceError(.cannotWrite, "")) { _ = try PromptLock.take(in: directory.path) == nil }
        }
    }
}
