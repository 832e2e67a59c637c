import Foundation
import RouterTestSupport
import SchemeRouter
import Testing

/// `router resume` and `router history --forget`, by real runs.
@Suite struct ResumeTests {
    private func home() throws -> (RouterHome, JournalFile) {
        let home = try RouterHome()
        try home.makeWallet()
        try home.register("shop")
        try home.configure("sandbox:\n  senders: [shop]\n")
        return (home, JournalFile(home: home))
    }

    @Test("S6: resume sends a young payment as it was signed, tells the app, and says so")
    func young() throws {
        let (home, journal) = try home()
        #expect(try home.router(["resume"]).output == "There is nothing to finish.\n")
        #expect(!home.files().contains("state/schemerouter/journal.sqlite"))
        let txid = try #require(try journal.leaveSigned(secondsAgo: 60))
        let result = try home.router(["resume", "--json"])
        #expect(result.status == 0, "\(result.errors)")
        let json = try JSONValue(lines: result.output)
        #expect(json.elements.first?["state"] == .string("finished") && json.elements.first?["txid"] == .string(txid))
        #expect(json.elements.first?["callback"] == .string("started"))
        #expect(
            try home.received().last == "shop://callback=payack&address=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa&txid=\(txid)"
        )
        #expect(try home.router(["resume"]).output == "There is nothing to finish.\n")
        #expect(!home.dialogue().contains("CONFIRM"))
    }

    @Test("S6: an old payment is asked about: left it ends 74, the same link leaves it too, dropped its UTXOs are free")
    func old() throws {
        let (home, journal) = try home()
        _ = try #require(try journal.leaveSigned(secondsAgo: 3_600))
        let left = try home.router(["resume"], answers: ["-"])
        #expect(left.status == 74 && left.output.contains("PRACTICE – no real money"), "\(left.output)\(left.errors)")
        #expect(left.output.contains("It is not known whether the network has this payment"))
        #expect(home.dialogue().contains("2  Drop it"))
        #expect(try home.router(["open", OpenTests.pay], answers: ["-"]).status == 74)
        // Its coin is the only one, and reserved.
        let other = try home.router(["open", OpenTests.pay + "&message=2"], answers: ["-", RouterHome.passcode])
        #expect(other.status == 77 && other.errors.contains("[insufficientFunds]"), "\(other.errors)")
        let dropped = try home.router(["resume"], answers: ["="])
        #expect(dropped.status == 0 && dropped.output.contains("You dropped this payment"), "\(dropped.output)")
        #expect(try home.router(["open", OpenTests.pay + "&message=3"], answers: [RouterHome.passcode]).status == 0)
        #expect(try home.received().count == 2)
    }

    @Test("S6: opening another link of the coin finishes what is left first")
    func nextStart() throws {
        let (home, journal) = try home()
        let txid = try #require(try journal.leaveSigned(secondsAgo: 5))
        #expect(try home.router(["open", "dashwallet://request=address&sender=shop"], answers: ["ok"]).status == 0)
        #expect(try home.received().filter { $0.contains(txid) }.count == 1)
        #expect(try journal.entries.map(\.end) == [.done, .done])
    }

    @Test("S6: a link of another coin finishes it, too, but asks nothing about it")
    func anotherCoin() throws {
        let (home, journal) = try home()
        try home.router(["sandbox", "on", "axe"])
        let link = "axewallet://request=address&sender=shop"
        let old = try #require(try journal.leaveSigned(secondsAgo: 3_600))
        #expect(try home.router(["open", link], answers: ["-"]).status == 130)
        #expect(try journal.entries.map(\.progress) == [.seen, .signed])
        try journal.change("changed = \(time(nil)) WHERE id = 1")
        #expect(try home.router(["open", link + "&message=2"], answers: ["-"]).status == 130)
        #expect(try home.received().last?.hasSuffix(old) == true)
        #expect(try journal.entries.last?.end == .done)
    }

    @Test("the journal is its owner's alone, also in a directory that others could look into")
    func permissions() throws {
        let (home, journal) = try home()
        let directory = home.directory.path + "/state/schemerouter"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        #expect(try home.router(["open", OpenTests.pay], answers: ["-"]).status == 130)
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(directory) == 0o700)
        #expect(try mode(journal.path) == 0o600)
    }

    @Test("history --forget removes what ended before a day for good, and nothing that is unfinished")
    func forget() throws {
        let (home, journal) = try home()
        for words in [["--forget", "yesterday"], ["--forget", "2026-02-30"], ["--forget", "9999-01-01"]] {
            #expect(try home.router(["history"] + words).status == 64, "\(words)")
        }
        #expect(try home.router(["history", "--forget", "2020-01-01"]).output == "0 entries were forgotten.\n")
        #expect(try home.router(["open", OpenTests.pay], answers: ["-"]).status == 130)
        try journal.change("changed = 1000000000")
        _ = try #require(try journal.leaveSigned(secondsAgo: 0))
        try journal.change("changed = 1000000000")
        try journal.change("progress = 'seen', ending = 'refused', sender = 'nobodyelse' WHERE id = 1")
        #expect(try home.router(["history", "--forget", "2020-01-01"]).output == "One entry was forgotten.\n")
        #expect(try journal.entries.map(\.progress) == [.signed])
        #expect(try journal.bytes.range(of: Data("nobodyelse".utf8)) == nil)
        #expect(try home.router(["resume"], answers: ["ok"]).status == 0)
    }
}
