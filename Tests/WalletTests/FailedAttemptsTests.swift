import SchemeRouter
import Testing

@testable import RouterWallet

@Suite struct FailedAttemptsTests {
    @Test(
        "Delays: none for two, then 5 s, doubling to an hour",
        arguments: [
            (0, 0), (1, 0), (2, 0), (3, 5), (4, 10), (5, 20), (10, 640), (12, 2560), (13, 3600), (14, 3600),
            (UInt32.max, 3600),
        ] as [(UInt32, Int64)])
    func delays(count: UInt32, seconds: Int64) {
        let attempts = FailedAttempts(count: count, last: 1000)
        #expect(attempts.delay == seconds)
        #expect(attempts.remaining(at: 1000) == seconds)
        #expect(attempts.remaining(at: 1000 + seconds) == 0)
        #expect(attempts.remaining(at: 1001) == max(0, seconds - 1))
        #expect(attempts.adding(at: 2000).count >= count)
    }

    @Test("A clock set back begins the delay anew", arguments: [999, 0, Int64.min])
    func clockSetBack(now: UnixTime) {
        let attempts = FailedAttempts(count: 5, last: 1000).adjusted(to: now)
        #expect(attempts.remaining(at: now) == 20)
        #expect(attempts.remaining(at: now + 19) == 1)
        #expect(attempts.count == 5)
    }

    @Test func extremeTimesDoNotTrap() {
        #expect(FailedAttempts(count: 5, last: .min).remaining(at: .max) == 0)
    }

    @Test("The record is read as written; with any byte changed or missing it is not")
    func record() throws {
        let attempts = FailedAttempts(count: 7, last: 1_700_000_000)
        let bytes = attempts.bytes
        #expect(FailedAttempts(reading: bytes) == attempts)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(FailedAttempts(reading: changed) == nil)
            #expect(FailedAttempts(reading: Array(bytes[..<index])) == nil)
        }
    }

    @Test("A damaged record counts as the longest delay")
    func damaged() {
        #expect(FailedAttempts.damaged(at: 50).remaining(at: 50) == FailedAttempts.longestDelay)
    }
}
