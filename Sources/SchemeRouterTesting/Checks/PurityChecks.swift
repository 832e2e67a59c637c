import SchemeRouter

/// A plugin is a pure function: it keeps no state and reads nothing but its arguments.
enum PurityChecks {
    private static let times = 8

    static let all: [ConformanceCheck] = [
        ConformanceCheck("pure-repeated", "a link is read as the same request each time", needs: ["link-read"]) {
            harness in
            var notes = Notes()
            for known in harness.known {
                let readings = (0..<times).map { _ in harness.read(known.link) }
                notes.expect(
                    readings.allSatisfy { $0 == readings[0] },
                    "\(ConformanceHarness.shown(known.link)) is read differently when it is read again")
            }
            return notes.verdict(else: "no good link is read")
        },
        ConformanceCheck(
            "pure-order", "what else was read before changes nothing", needs: ["link-read", "pure-repeated"]
        ) { harness in
            var notes = Notes()
            let links = harness.known.map(\.link)
            let alone = links.map { harness.read($0) }
            for step in 1...3 {
                for (link, first) in zip(links, alone).reversed() {
                    // A refusal must not leave state behind either.
                    for other in links { _ = harness.read(other + String(repeating: "x", count: step)) }
                    notes.expect(
                        harness.read(link) == first,
                        "\(ConformanceHarness.shown(link)) is read differently after other links")
                }
            }
            return notes.verdict(else: "no good link is read")
        },
        ConformanceCheck(
            "pure-concurrent", "links that are read at the same time do not disturb each other",
            needs: ["link-read", "pure-repeated"]
        ) { harness in
            var notes = Notes()
            let links = harness.known.map(\.link)
            let alone = links.map { harness.read($0) }
            let differing = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<times {
                    for (link, first) in zip(links, alone) {
                        group.addTask { (0..<times).contains { _ in harness.read(link) != first } ? link : nil }
                    }
                }
                var differing: [String] = []
                for await link in group { if let link { differing.append(link) } }
                return differing
            }
            for link in links {
                notes.expect(
                    !differing.contains(link), "\(ConformanceHarness.shown(link)) is read differently beside others")
            }
            return notes.verdict(else: "no good link is read")
        },
        ConformanceCheck(
            "pure-over-time", "a link is read as the same request later", needs: ["link-read", "pure-repeated"]
        ) { harness in
            var notes = Notes()
            let links = harness.known.map(\.link)
            let first = links.map { harness.read($0) }
            await harness.fixtures.pause()
            for (link, first) in zip(links, first) {
                notes.expect(
                    harness.read(link) == first, "\(ConformanceHarness.shown(link)) is read differently a second later")
            }
            return notes.verdict(else: "no good link is read")
        },
        ConformanceCheck(
            "pure-address", "whether a text is an address does not change", needs: ["link-read"]
        ) { harness in
            var notes = Notes()
            for known in harness.known {
                guard let address = known.payment?.address, let parameters = known.routed.parameters else { continue }
                let answers = (0..<times).map { _ in harness.reader.isAddress(address, on: parameters) }
                notes.expect(Set(answers).count == 1, "isAddress(\(Quoted(address, limit: 120))) changes")
            }
            return notes.verdict(else: "no good link pays to an address")
        },
        ConformanceCheck("pure-understood", "which parameters can be required does not change (S3)") { harness in
            var notes = Notes()
            for known in harness.known {
                let sets = (0..<times).map { _ in
                    harness.reader.supportedRequiredParameters(for: known.coin, in: known.scheme.grammar)
                }
                notes.expect(Set(sets).count == 1, "supportedRequiredParameters(for: \(known.coin.id), …) changes")
            }
            return notes.verdict(else: "no good link is read")
        },
        ConformanceCheck(
            "pure-reply", "the reply to a request does not change", needs: ["link-read", "pure-repeated"]
        ) { harness in
            var notes = Notes()
            for known in harness.known {
                for ending in Ending.allCases {
                    let replies = (0..<times).map { _ in
                        harness.plugin.told(.link(known.request), ending: ending)
                    }
                    notes.expect(
                        Set(replies).count == 1,
                        "the reply to \(ConformanceHarness.shown(known.link)), \(ending), changes")
                }
            }
            return notes.verdict(else: "no good link is read")
        },
    ]
}
