import Foundation
import SchemeRouter
import Testing

@testable import RouterDesktop

extension DesktopTests {
    @Suite struct LinkTallies {
        private func debt(_ directory: TemporaryDirectory, _ scheme: String) throws -> LinkDebt {
            var found = LinkDebt()
            try LinkTallyFile(directory: directory.path).change(scheme) { found = $0 }
            return found
        }

        private func set(_ directory: TemporaryDirectory, _ scheme: String, _ debt: LinkDebt) throws {
            try LinkTallyFile(directory: directory.path).change(scheme) { $0 = debt }
        }

        @Test("what links owe is the same for every process, and private")
        func remembers() throws {
            let directory = try TemporaryDirectory()
            let owed = LinkDebt(seconds: 70, at: 1_000, isRefused: true)
            try set(directory, "dashwallet", owed)
            try set(directory, "", LinkDebt(seconds: 10, at: 1_001))
            #expect(try debt(directory, "dashwallet") == owed)
            #expect(try debt(directory, "") == LinkDebt(seconds: 10, at: 1_001))
            #expect(try debt(directory, "mykey") == LinkDebt())
            let attributes = try FileManager.default.attributesOfItem(atPath: directory.path + "/links")
            #expect((attributes[.posixPermissions] as? Int) == 0o600)
            // What owes nothing is not kept.
            for scheme in ["dashwallet", ""] { try set(directory, scheme, LinkDebt(at: 2_000)) }
            #expect(directory.read("links") == "")
        }

        @Test("the file stays small however many schemes there are, and those that owe most stay in it")
        func bounded() throws {
            let directory = try TemporaryDirectory()
            for number in 1...200 {
                try set(directory, "s\(number)", LinkDebt(seconds: Int64(number == 1 ? 300 : 10), at: 1_000))
            }
            #expect((directory.read("links") ?? "").split(separator: "\n").count == LinkTallyFile.mostSources)
            #expect(try debt(directory, "s1").seconds == 300)
        }

        @Test(
            "what nobody wrote says nothing, and is gone with the next change",
            arguments: [
                "dash", "dash 1 2", "dash x 2 refused", "dash 1 99999999999999999999 refused", "dash -1 2 refused",
                "\u{0}\u{0}", "dash 1 2 refused more", String(repeating: "x", count: 100_000),
            ])
        func nonsense(_ text: String) throws {
            let directory = try TemporaryDirectory()
            try directory.write("links", text)
            #expect(try debt(directory, "dash") == LinkDebt())
            #expect(directory.read("links") == "")
        }

        @Test("the end of a lock forgets every debt, and outlives what is counted later")
        func unlocked() throws {
            let directory = try TemporaryDirectory()
            let file = LinkTallyFile(directory: directory.path)
            #expect(try file.unlocked() == 0 && directory.read("links") == nil, "reading creates nothing")
            try set(directory, "dash", LinkDebt(seconds: 300, at: 1_000, isRefused: true))
            try file.unlock(upTo: 7)
            #expect(try debt(directory, "dash") == LinkDebt() && file.unlocked() == 7)
            try set(directory, "dash", LinkDebt(seconds: 10, at: 1_001))
            #expect(try debt(directory, "dash").seconds == 10 && file.unlocked() == 7)
            try file.unlock(upTo: 9)
            #expect(try file.unlocked() == 9)
            for nonsense in ["unlocked up to x\n", "unlocked up to -1\n", "unlocked up to 99999999999999999999\n"] {
                try directory.write("links", nonsense)
                #expect(try file.unlocked() == 0, "\(nonsense)")
            }
        }

        @Test("a source with a long opener fits")
        func longSource() throws {
            let directory = try TemporaryDirectory()
            let source = "dash@" + String(repeating: "x", count: 5_000)
            try set(directory, source, LinkDebt(seconds: 10, at: 1_000))
            #expect(try debt(directory, source).seconds == 10)
        }

        @Test("where links cannot be counted nothing is answered")
        func refused() throws {
            let directory = try TemporaryDirectory()
            for name in ["none", "file/none"] {
                #expect(throws: ServiceError(.cannotWrite, "")) {
                    try LinkTallyFile(directory: directory.path + "/" + name).change("dash") { _ in }
                }
            }
            let path = directory.path + "/links"
            unsafe mkfifo(path, 0o600)
            #expect(throws: ServiceError(.cannotWrite, "")) {
                try LinkTallyFile(directory: directory.path).change("dash") { _ in }
            }
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: directory.path + "/other")
            #expect(throws: ServiceError(.cannotWrite, "")) {
                try LinkTallyFile(directory: directory.path).change("dash") { _ in }
            }
        }
    }
}
