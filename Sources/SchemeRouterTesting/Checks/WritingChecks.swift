import SchemeRouter

/// The same request, however its link is written (S2).
enum WritingChecks {
    static let all: [ConformanceCheck] = [
        ConformanceCheck(
            "plain-form", "the plain link of what was read is read as the same (S2)",
            needs: ["link-read", "pure-repeated"]
        ) { bench in
            var notes = Notes()
            for known in bench.known {
                guard let link = try? bench.router.read(Array(known.link.utf8)) else { continue }
                for plain in link.plainLinks {
                    let read = bench.read(plain)
                    notes.expect(
                        read.request?.core == known.request.core, "\(Bench.shown(plain)) is \(Bench.shown(read))")
                }
            }
            return notes.verdict(else: "no good link asks for a payment that has a plain link")
        },
        writing("writing-scheme", "the case of the scheme does not matter") { known in
            guard known.routed.body.lowerBound > 0 else { return nil }
            let end = known.link.firstIndex(of: ":") ?? known.link.startIndex
            return known.link[..<end].uppercased() + known.link[end...]
        },
        writing(
            "writing-fragment",
            "what stands behind “#” changes nothing, or is refused where a descriptor describes links",
            mayBeRefused: true
        ) { known in
            known.routed.isBareJSON || known.routed.body.lowerBound == 0 || known.link.contains("#")
                ? nil : known.link + "#amount=7&pay=x"
        },
        writing("writing-spaces", "white space around a link changes nothing") { "  \($0.link)\n" },
        writing(
            "writing-unknown",
            "what nobody knows and nothing requires changes nothing, or is refused where a descriptor describes links",
            mayBeRefused: true
        ) { $0.adding("xyzzy=1") },
        writing("writing-percent", "letters that are percent-encoded for no reason change nothing") { known in
            // Only in values: after each “=”.
            guard !known.routed.isBareJSON, known.scheme.grammar != .jsonParameter else { return nil }
            var (text, isFirst) = ("", false)
            for byte in known.link.utf8 {
                let encodes = isFirst && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "+")
                text += encodes ? "%" + hex(byte) : String(UnicodeScalar(byte))
                isFirst = byte == UInt8(ascii: "=")
            }
            return text == known.link ? nil : text
        },
        writing("writing-order", "the order of parameters does not matter") { known in
            guard !known.routed.isBareJSON, known.scheme.grammar != .jsonParameter, !known.link.contains("#") else {
                return nil
            }
            let start: String.Index? =
                known.scheme.grammar == .bip21 || known.scheme.grammar == .uri
                ? known.link.firstIndex(of: "?").map { known.link.index(after: $0) }
                : known.link.firstIndex {
                    $0 != "/" && $0 != ":" && !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "+"
                }
                .map { _ in bodyStart(of: known.link) }
            guard let start else { return nil }
            let parts = known.link[start...].split(separator: "&")
            return parts.count < 2 ? nil : known.link[..<start] + parts.reversed().joined(separator: "&")
        },
    ]

    private static func bodyStart(of link: String) -> String.Index {
        let colon = link.firstIndex(of: ":").map { link.index(after: $0) } ?? link.startIndex
        return link[colon...].firstIndex { $0 != "/" && $0 != "?" } ?? colon
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count < 2 ? "0" + digits : digits
    }

    /// Checks that another spelling of a link has the same meaning.
    /// - Parameter mayBeRefused: whether a described link may be refused.
    private static func writing(
        _ name: String, _ promise: String, mayBeRefused: Bool = false,
        _ write: @escaping @Sendable (Bench.Known) -> String?
    ) -> ConformanceCheck {
        ConformanceCheck(name, promise + " (S2)", needs: ["link-read", "pure-repeated"]) { bench in
            var notes = Notes()
            for known in bench.known {
                guard let link = write(known) else { continue }
                let read = bench.read(link)
                let isRefused = mayBeRefused && known.scheme.grammar == .uri && read.error?.code == .malformedURL
                notes.expect(
                    isRefused || read.request?.meaning == known.request.meaning,
                    "\(Bench.shown(link)) is \(Bench.shown(read))")
            }
            return notes.verdict(else: "no good link can be written otherwise in this way")
        }
    }
}
