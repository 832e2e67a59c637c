import Foundation
import RouterTestSupport
import Testing

@testable import RouterEOSIO

@Suite struct TimeTests {
    @Test("seconds are those of Foundation’s calendar")
    func againstFoundation() throws {
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: false, timeZone: .gmt)
        var numbers = SeededGenerator(seed: 2000)
        let ends: [UInt32] = [0, 951_782_399, 951_782_400, 951_868_800, 1_709_164_800, 4_107_542_400, .max]
        for seconds in ends + (0..<2000).map({ _ in UInt32.random(in: 0 ... .max, using: &numbers) }) {
            let text = Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(format)
            let time = TimePointSec(seconds: seconds)
            #expect("\(time)Z" == text)
            #expect(TimePointSec(text) == time)
            #expect(TimePointSec("\(time)") == time)
            #expect(TimePointSec("\(time).000") == time)
        }
    }

    @Test(
        "what is not a time",
        arguments: [
            "", "2020-01-02", "2020-1-02T03:04:05", "2020-01-02 03:04:05", "2020-02-30T00:00:00", "2021-02-29T00:00:00",
            "2020-13-01T00:00:00", "2020-00-01T00:00:00", "2020-01-00T00:00:00", "2020-01-01T24:00:00",
            "2020-01-01T00:60:00", "2020-01-01T00:00:60", "2020-01-01T00:00:00.", "2020-01-01T00:00:00.5",
            "2020-01-01T00:00:00.0000000", "2020-01-01T00:00:00+01:00", "2020-01-01T00:00:00ZZ", "1969-12-31T23:59:59",
            "2106-02-07T06:28:16", "+020-01-01T00:00:00", "٢٠٢٠-01-01T00:00:00",
        ])
    func noTimes(text: String) {
        #expect(TimePointSec(text) == nil)
    }

    @Test("beyond 2106 there is no expiration")
    func overflow() {
        #expect(TimePointSec(seconds: .max).adding(seconds: 1) == nil)
        #expect(TimePointSec(seconds: 1).adding(seconds: 2) == TimePointSec(seconds: 3))
    }

    @Test func texts() {
        #expect("\(TimePoint(microseconds: 1_577_934_245_500_000))" == "2020-01-02T03:04:05.500")
        #expect("\(TimePoint(microseconds: 1_577_934_245_500_001))" == "2020-01-02T03:04:05.500001")
        #expect("\(TimePoint(microseconds: -1))" == "1969-12-31T23:59:59.999999")
        #expect("\(TimePoint(microseconds: .max))" == "9223372036854775807")
        #expect("\(BlockTimestamp(slot: 0))" == "2000-01-01T00:00:00.000")
        #expect("\(BlockTimestamp(slot: 1_262_304_001))" == "2020-01-01T00:00:00.500")
    }
}
