import SchemeRouter

/// Work and output are bounded for every link.
enum LimitChecks {
    private static let needs = ["link-read", "pure-repeated"]

    static let all: [ConformanceCheck] = [
        ConformanceCheck("limit-texts", "texts of the caller have an end", needs: needs) { bench in
            var notes = Notes()
            for known in bench.known {
                for name in ["label", "message", "sender", "xyzzy"] {
                    guard let link = known.adding("\(name)=\(String(repeating: "x", count: 6_000))"),
                        let request = bench.read(link).request
                    else { continue }
                    for text in request.callerTexts {
                        notes.expect(
                            text.text.unicodeScalars.count <= ForeignText.maxLength,
                            "a text has \(text.text.unicodeScalars.count) characters")
                    }
                    notes.expect(
                        request.header.ignored.allSatisfy { $0.utf8.count <= 200 }, "a name that is ignored has no end")
                }
            }
            return notes.verdict(else: "no good link has a place for parameters")
        },
        ConformanceCheck("limit-instructions", "the ways to pay that a link offers have an end", needs: needs) {
            bench in
            var notes = Notes()
            for known in bench.known {
                for name in ["lightning", "lno", "sp", "pay", "bc", "tb"] {
                    guard let value = known.recipient,
                        let link = known.adding(Array(repeating: "\(name)=\(value)", count: 60).joined(separator: "&"))
                    else { continue }
                    let count = bench.read(link).request?.instructions.count ?? 0
                    notes.expect(count <= 20, "\(count) ways to pay are read")
                }
            }
            return notes.verdict(else: "no good link has a place for parameters")
        },
        ConformanceCheck("limit-warnings", "what is said about a link has an end", needs: needs) { bench in
            var notes = Notes()
            for known in bench.known {
                guard let link = known.adding(Array(repeating: "(req-)x=1", count: 300).joined(separator: "&")),
                    let request = bench.read(link).request
                else { continue }
                notes.expect(request.header.warnings.count <= 1_000, "\(request.header.warnings.count) warnings")
            }
            return notes.verdict(else: "no good link is read with that many parameters")
        },
        ConformanceCheck(
            "limit-work", "a link that is eight times as long takes not much more than eight times the work",
            needs: needs
        ) { bench in
            guard let cost = bench.fixtures.cost else { return .notApplicable("work is not measured here") }
            var notes = Notes()
            for known in bench.known {
                for filler in ["%41", "a=1&"] {
                    let (short, long) = (Self.link(known, filler, 900), Self.link(known, filler, 7_200))
                    let few = max(cost { _ = bench.read(short) }, 1)
                    let many = cost { _ = bench.read(long) }
                    // Quadratic growth would give 64; variations of cheap work do not matter.
                    notes.expect(
                        many < few.multipliedReportingOverflow(by: 40).partialValue || many < enough,
                        "reading \(long.utf8.count) bytes instead of \(short.utf8.count) costs \(many) instead of \(few)"
                    )
                }
                guard let address = known.payment?.address, let parameters = known.routed.parameters else { continue }
                let (short, long) = (
                    String(repeating: address, count: 20), String(repeating: address, count: 160)
                )
                let few = max(cost { _ = bench.plugin.isAddress(short, on: parameters) }, 1)
                let many = cost { _ = bench.plugin.isAddress(long, on: parameters) }
                notes.expect(
                    many < few.multipliedReportingOverflow(by: 40).partialValue || many < enough,
                    "isAddress of \(long.utf8.count) bytes instead of \(short.utf8.count) costs \(many) instead of \(few)"
                )
            }
            return notes.verdict(else: "no good link is read")
        },
    ]

    /// An amount of work that is always acceptable: three milliseconds, if measured in time.
    private static let enough: Int64 = 3_000_000

    private static func link(_ known: Bench.Known, _ filler: String, _ length: Int) -> String {
        let start = known.adding("xyzzy=") ?? known.link
        let room = max(length - start.utf8.count, 0)
        return start + String(repeating: filler, count: room / filler.utf8.count)
    }
}
