import SchemeRouter

/// Errors are helpful: they say what is wrong, where, and what to do.
enum ErrorChecks {
    static let all: [ConformanceCheck] = [
        ConformanceCheck("error-place", "a refused value is refused at its place", needs: ["link-read"]) { bench in
            var notes = Notes()
            for (link, error, value) in refusals(of: bench) where value != nil {
                let place = value.flatMap { GoodLink.range(of: $0, in: link) }.map { range in
                    link.utf8.distance(
                        from: link.startIndex, to: range.lowerBound)..<link.utf8.distance(
                            from: link.startIndex, to: range.upperBound)
                }
                guard let place else { continue }
                notes.expect(
                    error.range.map { $0.overlaps(place) } ?? false,
                    "\(Bench.shown(link)) is refused as \(error.code.rawValue) at \(error.range.map { "\($0)" } ?? "no place")"
                )
            }
            return notes.verdict(else: "no good link has a value that can be wrong")
        },
        ConformanceCheck("error-message", "an error says what is wrong, in a sentence", needs: ["link-read"]) { bench in
            var notes = Notes()
            for (link, error, _) in refusals(of: bench) {
                notes.expect(
                    error.message.utf8.count >= 8 && error.message.utf8.count <= 1_000,
                    "\(Bench.shown(link)): \(Quoted(error.message, limit: 200))")
            }
            return notes.verdict(else: "no good link has a value that can be wrong")
        },
        ConformanceCheck("error-hint", "an error says what to do where something can be done", needs: ["link-read"]) {
            bench in
            let helped: [RequestError.Code] = [
                .invalidAmount, .amountTooPrecise, .unsupportedRequiredParameter, .duplicateParameter,
                .privateKeyInAddress,
            ]
            var notes = Notes()
            for (link, error, _) in refusals(of: bench) where helped.contains(error.code) {
                notes.expect(error.hint?.isEmpty == false, "\(Bench.shown(link)): \(error.code.rawValue) has no hint")
            }
            return notes.verdict(else: "no refusal is of a kind about which something can be done")
        },
        ConformanceCheck(
            "error-discreet", "an error does not repeat what a stranger wrote unless it is marked", needs: ["link-read"]
        ) { bench in
            let mark = "Xyzzy-Plugh-4711"
            var notes = Notes()
            for known in bench.known {
                let links =
                    ["label=\(mark)&req-xyzzy=1", "message=\(mark)&amount=x", "xyzzy=\(mark)&req-plugh=\(mark)"]
                    .compactMap(known.adding)
                for link in links {
                    guard let error = bench.read(link).error else { continue }
                    for text in [error.message, error.hint ?? ""] {
                        notes.expect(
                            GoodLink.range(of: mark, in: text) == nil,
                            "\(Bench.shown(link)): \(Quoted(text, limit: 200))")
                    }
                }
            }
            return notes.verdict(else: "no good link has a place for parameters")
        },
        ConformanceCheck(
            "error-printable", "errors can be printed: nothing invisible stands in them", needs: ["link-read"]
        ) {
            bench in
            var notes = Notes()
            for known in bench.known {
                for text in ["%E2%80%AE", "%1B%5B2J", "%0A", "\u{202E}"] {
                    for link in [
                        known.adding("req-\(text)=1"), known.good.paying(text),
                        known.good.replacing(known.good.recipientText, with: text),
                    ] {
                        guard let link, let error = bench.read(link).error else { continue }
                        for text in [error.message, error.hint ?? ""] {
                            notes.expect(
                                text.unicodeScalars.allSatisfy {
                                    $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E
                                },
                                "\(Bench.shown(link)): \(Quoted(text, limit: 200))")
                        }
                    }
                }
            }
            return notes.verdict(else: "no good link can be refused in this way")
        },
    ]

    /// Links with one wrong value, their errors, and the value if the error must have its position.
    private static func refusals(of bench: Bench) -> [(link: String, RequestError, value: String?)] {
        bench.known.flatMap { known -> [(String, RequestError, String?)] in
            let amounts: [(String?, String?)] = ["1e3", "-1", "0x10", "1.00000000000000000000001"].map {
                (known.payment == nil ? nil : known.good.paying($0), $0)
            }
            let wrong = known.payment.map { String($0.address.dropLast(2)) + "zz" }
            let recipient = wrong.flatMap { wrong in known.good.replacing(known.good.recipientText, with: wrong) }
            let required = known.adding("req-xyzzy=1")
            return (amounts + [(recipient, wrong), (required, "req-xyzzy")]).compactMap { link, value in
                guard let link, let error = bench.read(link).error else { return nil }
                return (link, error, value)
            }
        }
    }
}
