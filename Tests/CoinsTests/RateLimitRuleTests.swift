import RouterTestSupport
import Testing

@testable import SchemeRouter

/// S10: the rules about repeated and insistent links, over entries of the journal and a clock.
@Suite struct RateLimitRuleTests {
    static let now: UnixTime = 100_000

    /// An entry of `sender` that was seen and ended at `time`.
    static let chain = ChainID(coin: "dash", network: .main, isPractice: false)

    static func entry(
        _ id: Int64, _ time: UnixTime, _ end: JournalEnd? = .refused, sender: String? = "shop", took: UnixTime = 0,
        fingerprint: String = "f", opener: Opener? = nil
    ) -> JournalEntry {
        JournalEntry(
            id: id, seen: time - took, changed: time,
            request: request(sender, fingerprint, opener),
            progress: .seen, end: end, amount: nil, fee: nil, transaction: nil, inputs: [])
    }

    static func request(_ sender: String?, _ fingerprint: String, _ opener: Opener? = nil) -> JournalRequest {
        JournalRequest(
            action: .payment, scheme: "dashwallet", fingerprint: fingerprint, chain: chain, sender: sender,
            opener: opener)
    }

    static let firefox = Opener(.program, "/usr/bin/firefox")
    static let mail = Opener(.flatpak, "org.mozilla.Thunderbird")

    /// A failure now, of which its sender was told so.
    static func told(
        _ id: Int64, _ action: Action, _ progress: JournalEntry.Progress, as code: FailureCode = .declined
    ) -> JournalEntry {
        JournalEntry(
            id: id, seen: now, changed: now,
            request: JournalRequest(
                action: action, scheme: "dashwallet", fingerprint: "f", chain: chain, sender: "shop"),
            progress: progress, end: .failed, amount: nil, fee: nil, transaction: nil, inputs: [], toldFailure: code)
    }

    struct Flood: CustomTestStringConvertible, Sendable {
        let name: String
        /// Newest first.
        let entries: [JournalEntry]
        var sender: String? = "shop"
        var fingerprint = "f"
        var opener: Opener?
        var unlocked: Int64 = 0
        /// Seconds from now until which links are refused; nil if they are not.
        let blockedFor: UnixTime?
        var mustBeRecorded = false
        var testDescription: String { name }
    }

    /// Refusals at these times before now, the newest first.
    static func refusals(_ ages: UnixTime...) -> [JournalEntry] {
        ages.enumerated().map { entry(Int64(ages.count - $0), now - $1) }
    }

    static let floods = [
        Flood(name: "nothing", entries: [], blockedFor: nil),
        Flood(name: "two", entries: refusals(0, 1), blockedFor: nil),
        Flood(name: "three in a second", entries: refusals(0, 0, 0), blockedFor: 300),
        Flood(name: "three in a minute", entries: refusals(10, 30, 70), blockedFor: 290),
        Flood(name: "three in more than a minute", entries: refusals(10, 30, 71), blockedFor: nil),
        Flood(name: "the five minutes nearly over", entries: refusals(299, 300, 301), blockedFor: 1),
        Flood(name: "the five minutes over", entries: refusals(300, 301, 302), blockedFor: nil),
        Flood(name: "one more after them", entries: refusals(5, 301, 302, 303), blockedFor: nil),
        Flood(name: "an older burst counts", entries: refusals(5, 100, 110, 120), blockedFor: 200),
        Flood(
            name: "of another sender", entries: refusals(1, 2, 3), sender: "myapp", blockedFor: nil),
        Flood(name: "the sender in capitals", entries: refusals(1, 2, 3), sender: "SHOP", blockedFor: 299),
        Flood(name: "nobody is not a sender", entries: refusals(1, 2, 3), sender: nil, blockedFor: nil),
        Flood(
            name: "the same link without a sender", entries: (1...3).map { entry(4 - $0, now - $0, sender: nil) },
            sender: nil, blockedFor: 299),
        Flood(
            name: "other links without a sender",
            entries: (1...3).map { entry(4 - $0, now - $0, sender: nil, fingerprint: "\($0)") }, sender: nil,
            blockedFor: nil),
        Flood(
            name: "another link of the sender", entries: refusals(1, 2, 3), fingerprint: "g", blockedFor: 299),
        Flood(
            name: "the same sender in another program",
            entries: (1...3).map { entry(4 - $0, now - $0, opener: firefox) }, opener: mail, blockedFor: nil),
        Flood(
            name: "the same sender in the same program",
            entries: (1...3).map { entry(4 - $0, now - $0, opener: firefox) }, opener: firefox, blockedFor: 299),
        Flood(
            name: "the opener is known only now", entries: refusals(1, 2, 3), opener: firefox, blockedFor: 299),
        Flood(
            name: "the opener is no longer known",
            entries: (1...3).map { entry(4 - $0, now - $0, opener: firefox) }, blockedFor: 299),
        Flood(name: "typed now", entries: refusals(1, 2, 3), opener: .typed, blockedFor: nil),
        Flood(
            name: "typed before", entries: (1...3).map { entry(4 - $0, now - $0, opener: .typed) }, blockedFor: nil),
        Flood(name: "unlocked", entries: refusals(1, 2, 3), unlocked: 3, blockedFor: nil),
        Flood(name: "unlocked before the last", entries: refusals(1, 2, 3), unlocked: 2, blockedFor: nil),
        Flood(name: "unlocked long before", entries: refusals(1, 2, 3, 4), unlocked: 1, blockedFor: 299),
        Flood(
            name: "other ends are not refusals",
            entries: [
                entry(5, now), entry(4, now, .timedOut), entry(3, now, .failed), entry(2, now, .done), entry(1, now),
            ],
            blockedFor: nil),
        Flood(
            name: "others between them",
            entries: [
                entry(5, now), entry(4, now, .done, sender: "x"), entry(3, now), entry(2, now, nil), entry(1, now),
            ],
            blockedFor: 300),
        Flood(
            name: "a long dialogue", entries: [entry(3, now, took: 119), entry(2, now - 120), entry(1, now - 121)],
            blockedFor: nil),
        // The clock was set back.
        Flood(
            name: "refused in the future", entries: refusals(-3_600, -3_590, -3_580), blockedFor: 300,
            mustBeRecorded: true),
        Flood(
            name: "refused a year ahead, far apart", entries: refusals(-31_536_000, -31_535_000, -31_534_000),
            blockedFor: nil),
        Flood(
            name: "the setting back was recorded",
            entries: [entry(4, now - 100, .failed)] + refusals(-3_600, -3_590, -3_580),
            blockedFor: 200),
        Flood(
            name: "five minutes after it was recorded",
            entries: [entry(4, now - 300, .failed)] + refusals(-3_600, -3_590, -3_580), blockedFor: nil),
        Flood(
            name: "when the old time comes again", entries: [entry(4, now - 3_600, .failed)] + refusals(10, 20, 30),
            blockedFor: nil),
        Flood(
            name: "refused before and after it",
            entries: [entry(3, now - 1), entry(2, now - 2), entry(1, now + 3_600)],
            blockedFor: 299),
        Flood(
            name: "set back twice, and long before",
            entries: [entry(3, now + 100), entry(2, now + 170, took: 120), entry(1, now + 45)], blockedFor: nil),
        Flood(
            name: "what a sender was told like a refusal",
            entries: [
                told(3, .payment, .signed), told(2, .login, .seen), told(1, .transaction, .seen),
            ], blockedFor: 300),
        Flood(
            name: "what a dapp was told in other words",
            entries: [
                told(6, .login, .approved), told(5, .sign, .approved), told(4, .transfer, .signed),
                told(3, .transaction, .sent), told(2, .payment, .signed), told(1, .payment, .approved),
            ], blockedFor: nil),
        Flood(
            name: "ends that a sender was told are unknown",
            entries: (1...3).map { told(4 - $0, .payment, .signed, as: .unknown) }, blockedFor: nil),
        Flood(
            name: "far apart, and one later", entries: [entry(4, now - 1, .done)] + refusals(-4_000, -3_000, -2_000),
            blockedFor: nil),
    ]

    @Test("mal-flood: three refusals in a minute, five minutes of peace, whatever the clock does", arguments: floods)
    func flood(_ flood: Flood) {
        let request = Self.request(flood.sender, flood.fingerprint, flood.opener)
        let block = FloodRule.block(request, entries: flood.entries, unlocked: flood.unlocked, now: Self.now)
        let expected = flood.blockedFor.map {
            FloodRule.Block(until: Self.now + $0, mustBeRecorded: flood.mustBeRecorded)
        }
        #expect(block == expected)
        // Nobody is ever kept out for longer than five minutes.
        if let block { #expect(block.until - Self.now <= 300) }
        // Nothing older than the horizon matters.
        let recent = flood.entries.changed(since: FloodRule.horizon(at: Self.now))
        #expect(FloodRule.block(request, entries: recent, unlocked: flood.unlocked, now: Self.now) == expected)
    }

    @Test("mal-flood: set back by any time at any moment, the clock opens no hole and closes the door for five minutes")
    func clockSetBack() {
        for jump in [1, 30, 59, 61, 299, 301, 3_600, 86_400 * 400] as [UnixTime] {
            for wait in [0, 10, 200] as [UnixTime] {
                var entries = Self.refusals(0, 1, 2)
                var blockedAt: [UnixTime] = []
                // The clock jumps back `wait` seconds after the third refusal; then the page tries every five seconds.
                let start = Self.now + wait - jump
                for second in stride(from: 0, through: 700, by: 5) as StrideThrough<UnixTime> {
                    let time = start + second
                    guard
                        let block = FloodRule.block(
                            Self.request("shop", "f"), entries: entries, unlocked: 0, now: time)
                    else { continue }
                    blockedAt.append(second)
                    if block.mustBeRecorded { entries.insert(Self.entry(entries[0].id + 1, time, .failed), at: 0) }
                }
                #expect(blockedAt == Array(stride(from: 0, through: blockedAt.last ?? -5, by: 5)), "in one piece")
                let longest = blockedAt.last ?? -1
                #expect(longest < 300, "\(jump) \(wait)")
                #expect(longest >= 295 - wait, "\(jump) \(wait)")
                // One record is enough.
                #expect(entries.count <= 4)
            }
        }
    }

    @Test(
        "the time of day in UTC",
        arguments: [
            (0, "00:00:00"), (9, "00:00:09"), (10, "00:00:10"), (3_599, "00:59:59"), (36_610, "10:10:10"),
            (86_399, "23:59:59"), (90_061, "01:01:01"),
        ] as [(UnixTime, String)])
    func timeOfDay(_ time: UnixTime, _ text: String) {
        #expect(LinkExecution.timeOfDay(time) == text)
    }

    struct Replay: CustomTestStringConvertible, Sendable {
        let name: String
        let entries: [JournalEntry]
        let found: Int64?
        var testDescription: String { name }
    }

    static let replays = [
        Replay(name: "nothing", entries: [], found: nil),
        Replay(name: "done just now", entries: [entry(1, now, .done)], found: 1),
        Replay(name: "done a minute ago", entries: [entry(1, now - 60, .done)], found: 1),
        Replay(name: "done longer ago", entries: [entry(1, now - 61, .done)], found: nil),
        Replay(name: "the newest end", entries: [entry(2, now, .refused), entry(1, now, .done)], found: 2),
        Replay(name: "another link", entries: [entry(1, now, .done, fingerprint: "g")], found: nil),
        Replay(name: "interrupted, so without an end", entries: [entry(1, now, nil)], found: nil),
        Replay(name: "this very entry", entries: [entry(9, now, .done)], found: nil),
        Replay(
            name: "an old end below a recent one",
            entries: [entry(2, now - 100, .done), entry(1, now, .done, fingerprint: "g")], found: nil),
        Replay(name: "the clock was set back", entries: [entry(1, now + 3_600, .done)], found: 1),
    ]

    @Test("the same link within 60 seconds of an end", arguments: replays)
    func replay(_ replay: Replay) {
        let recent = replay.entries.changed(since: ReplayRule.horizon(at: Self.now))
        for entries in [replay.entries, recent] {
            let end = ReplayRule.earlierEnd(of: "f", on: Self.chain, before: 9, entries: entries, now: Self.now)
            #expect(end?.id == replay.found)
            // S14: what came of it with real money is not told under the heading of practice.
            let practice = ChainID(coin: "dash", network: .main, isPractice: true)
            #expect(ReplayRule.earlierEnd(of: "f", on: practice, before: 9, entries: entries, now: Self.now) == nil)
        }
    }
}
