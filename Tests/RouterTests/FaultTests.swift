import Foundation
import SchemeRouter
import Testing

/// Disks that are full or cannot be written, journals that are damaged, clocks that are wrong: clear errors, nothing lost.
@Suite struct FaultTests {
    private func home() throws -> (RouterHome, JournalFile) {
        let home = try RouterHome()
        try home.makeWallet()
        try home.register("shop")
        try home.configure("sandbox:\n  senders: [shop]\n")
        return (home, JournalFile(home: home))
    }

    @Test("S6: wherever the disk fills up, the error says so, and afterwards the payment is finished or never was")
    func full() throws {
        let (home, journal) = try home()
        var ends: Set<Int32> = []
        var failed = 0
        // No file can grow beyond so many KiB.
        for limit in [1, 8, 16, 24, 32, 40, 48, 56, 64, 80, 128] {
            let link = OpenTests.pay.replacingOccurrences(of: "0.5", with: "0.1") + "&message=\(limit)"
            let limited = ["/bin/bash", "-c", "trap '' XFSZ; ulimit -f \(limit); exec \"$@\"", "limited"]
            let result = try home.router(["open", link], answers: [RouterHome.passcode], through: limited)
            ends.insert(result.status)
            #expect([0, 73, 74].contains(result.status), "\(limit) KiB: \(result.status) \(result.errors)")
            if result.status == 73 {
                #expect(
                    result.errors.contains("[cannotWrite]") && result.errors.contains(".sqlite"), "\(result.errors)")
            }
            let resumed = try home.router(["resume"], answers: ["ok", "ok"])
            #expect(resumed.status == 0, "\(limit) KiB: \(resumed.output)\(resumed.errors)")
            let signed = try journal.entries.filter { $0.transaction != nil }
            #expect(signed.allSatisfy { $0.end == .done })
            // Each payment that was signed is out once: its fee and amount are gone, and the app was told.
            let told = try signed.isEmpty ? [] : home.received(times: signed.count)
            let received = told.filter { $0.hasPrefix("shop://") }
            let expected = signed.compactMap { $0.transaction?.id.hex }
            // Where that could not be recorded, the person is asked whether to tell it again, and says yes here: at most
            // once for each run that failed. No order of the records rules that out: the app is another program, and if the
            // record after its start fails, nothing tells whether it has the answer (Documentation/after-a-crash.md).
            if result.status != 0 { failed += 1 }
            #expect(received.count - Set(received).count <= (failed > 0 && !signed.isEmpty ? 1 : 0), "\(received)")
            #expect(
                Set(received).count == expected.count
                    && expected.allSatisfy { id in received.contains { $0.contains(id) } }, "\(limit) KiB: \(received)")
        }
        #expect(ends.contains(0) && ends.contains(73))
    }

    @Test("a journal that cannot be written ends 73 before anything is asked, and is as it was")
    func readOnly() throws {
        let (home, journal) = try home()
        #expect(try home.router(["open", OpenTests.pay], answers: [RouterHome.passcode]).status == 0)
        _ = home.dialogue()
        let before = try journal.bytes
        let directory = home.directory.path + "/state/schemerouter"
        unsafe chmod(directory, 0o500)
        defer { unsafe chmod(directory, 0o700) }
        // The system's administrator may write everywhere, unless that is taken from them.
        let starter = geteuid() == 0 ? ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search"] : []
        for words in [["open", OpenTests.pay + "&message=2"], ["resume"]] {
            let result = try home.router(words, answers: [RouterHome.passcode], through: starter)
            #expect(result.status == 73, "\(words[0]): \(result.status) \(result.errors)")
            #expect(result.errors.contains("journal.sqlite"), "\(result.errors)")
        }
        #expect(!home.dialogue().contains("GETPIN"))
        #expect(try journal.bytes == before)
        unsafe chmod(directory, 0o700)
        #expect(try home.router(["open", OpenTests.pay + "&message=2"], answers: [RouterHome.passcode]).status == 0)
    }

    @Test("S6: a damaged journal ends 73, is left as it is, and nothing is paid without it")
    func damaged() throws {
        let (home, journal) = try home()
        let txid = try #require(try journal.leaveSigned(secondsAgo: 60))
        let good = try journal.bytes
        for range in [0..<good.count, 0..<100, 4_096..<good.count] {
            var bad = good
            for place in range { bad[place] = 0xA5 }
            try bad.write(to: URL(fileURLWithPath: journal.path))
            for words in [["open", OpenTests.pay], ["open", OpenTests.pay + "&message=2"], ["resume"], ["history"]] {
                let result = try home.router(words, answers: [RouterHome.passcode])
                #expect(result.status == 73, "\(words): \(result.status) \(result.errors)")
                #expect(
                    result.errors.contains("is damaged") && result.errors.contains("Keep a copy"), "\(result.errors)")
            }
            #expect(try journal.bytes == bad)
            #expect(!home.dialogue().contains("GETPIN"))
        }
        try good.write(to: URL(fileURLWithPath: journal.path))
        #expect(try home.router(["resume"]).status == 0)
        #expect(try home.received().last?.hasSuffix(txid) == true)
    }

    @Test("S6: after the clock was set back nothing is sent again without a question")
    func clock() throws {
        let (home, journal) = try home()
        let txid = try #require(try journal.leaveSigned(secondsAgo: -7_200))
        let left = try home.router(["resume"], answers: ["-"])
        #expect(left.status == 74, "\(left.output)\(left.errors)")
        #expect(home.dialogue().contains("2  Drop it"))
        #expect(try journal.newest?.progress == .signed)
        #expect(try home.router(["resume"], answers: ["ok"]).status == 0)
        #expect(try home.received().last?.hasSuffix(txid) == true)
    }
}
