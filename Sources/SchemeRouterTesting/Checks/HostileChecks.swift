import SchemeRouter

/// Links that are made to be misread: each is refused at a position, or means the same as the honest one.
enum HostileChecks {
    private static let needs = ["link-read", "pure-repeated", "hostile-bytes"]

    static let all: [ConformanceCheck] = [
        ConformanceCheck(
            "hostile-bytes", "any byte anywhere leads to a request or to a refusal with its place",
            needs: ["link-read", "pure-repeated"]
        ) {
            harness in
            var notes = Notes()
            var random = Generator(seed: 0x5EED)
            for known in harness.known {
                for _ in 0..<300 {
                    var bytes = Array(known.link.utf8)
                    guard !bytes.isEmpty else { continue }
                    for _ in 0...random.next(3) {
                        let place = random.next(bytes.count)
                        switch random.next(3) {
                        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next(256))
                        case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next(256)), at: place)
                        default: if bytes.count > 1 { bytes.remove(at: place) }
                        }
                    }
                    expectPlace(harness.read(bytes), in: bytes[...], &notes)
                }
            }
            return notes.verdict(else: "no good link is read")
        },
        inserted(
            "hostile-percent", "broken and double percent-encoding is refused, or changes nothing",
            [
                "%", "%4", "%zz", "%%41", "%25", "%2541", "%u0041", "%C0%80", "%ED%A0%80", "%F8%88%80%80%80", "%FF",
                "%E2%82",
            ]),
        inserted(
            "hostile-controls", "control characters are refused, or change nothing",
            [
                "\u{1}", "\t", "\n", "\r\n", "\u{1B}[2J", "\u{7F}", "%01", "%0A", "%0D%0A", "%1B%5B2J", "%7F", "%C2%85",
            ]),
        inserted("hostile-nul", "a NUL is refused, or changes nothing", ["\0", "%00", "%2500"]),
        inserted(
            "hostile-bidi", "characters that turn the text around are refused, or change nothing",
            [
                "\u{202E}", "%E2%80%AE", "%E2%80%8B", "%EF%BB%BF", "%E2%81%A6", "%D8%9C", "\u{E9}", "%CC%81",
            ]),
        inserted(
            "hostile-at", "“@” and “\\” are refused, or change nothing",
            [
                "@", "evil.example@", "\\", "\\\\evil.example", "%40", "%5C", "//", "//evil.example", "///", ":80",
                "/../",
            ]),
        inserted(
            "hostile-nested", "a link within the link is refused, or changes nothing",
            [
                "https://evil.example/", "javascript:alert(1)", "bitcoin:1", "file:///etc/passwd", "%6Aavascript:",
                "data:,x",
            ]),
        inserted(
            "hostile-separators", "separators at wrong places are refused, or change nothing",
            [
                "&", "&&", "=", "==", "?", "??", "#", ";", "&=", "&=&", "+", "%26", "%3D", "%23", "%3F",
            ]),
        ConformanceCheck("hostile-twice", "a parameter that appears twice is refused, whatever it says", needs: needs) {
            harness in
            var notes = Notes()
            for known in harness.known {
                let names = known.parameters
                for (name, value) in names {
                    for other in [value, "7", ""] {
                        for spelling in [name, name.uppercased(), "req-" + name] {
                            guard let link = known.adding("\(spelling)=\(other)") else { continue }
                            judge(harness.read(link), of: link, known, &notes)
                        }
                    }
                }
            }
            return notes.verdict(else: "no good link has parameters")
        },
        ConformanceCheck(
            "hostile-long", "links of 8 KiB and of one byte more are refused, or change nothing", needs: needs
        ) {
            harness in
            var notes = Notes()
            for known in harness.known {
                let longest = known.scheme.grammar == .jsonParameter ? Router.maxJSONLinkLength : Router.maxLinkLength
                for length in [longest, longest + 1, longest * 3] {
                    for filler in ["x", "%41", "&", "a=1&"] {
                        let start = known.link + (known.routed.isBareJSON ? "" : "&xyzzy=")
                        let room = max(length - start.utf8.count, 0)
                        let link = start + String(repeating: filler, count: room / filler.utf8.count + 1)
                        let cut = String(decoding: link.utf8.prefix(length), as: UTF8.self)
                        let read = harness.read(cut)
                        judge(read, of: cut, known, &notes)
                        if length > longest {
                            notes.expect(read.request == nil, "a link of \(length) bytes is read")
                        }
                    }
                }
            }
            return notes.verdict(else: "no good link is read")
        },
        ConformanceCheck(
            "hostile-cut", "a link that was cut off is refused, or asks for no more than it says", needs: needs
        ) {
            harness in
            var notes = Notes()
            for known in harness.known {
                let bytes = Array(known.link.utf8)
                for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 300)) {
                    expectPlace(harness.read(bytes[..<count]), in: bytes[..<count], &notes)
                }
            }
            return notes.verdict(else: "no good link is read")
        },
        ConformanceCheck(
            "hostile-case", "letters of another case are refused, called ignored, or change nothing", needs: needs
        ) { harness in
            var notes = Notes()
            for known in harness.known {
                for link in [known.link.uppercased(), known.link.lowercased()] {
                    let read = harness.read(link)
                    // The person is told that such a parameter does not count.
                    guard read.request?.header.ignored.isEmpty ?? true else { continue }
                    judge(read, of: link, known, &notes, mayDifferInCase: true)
                }
            }
            return notes.verdict(else: "no good link is read")
        },
    ]

    /// Checks that inserting these texts before and after each value of a link does no harm.
    private static func inserted(_ name: String, _ promise: String, _ texts: [String]) -> ConformanceCheck {
        ConformanceCheck(name, promise, needs: needs) { harness in
            var notes = Notes()
            for known in harness.known {
                var places = [known.link.endIndex]
                if let colon = known.link.firstIndex(of: ":") { places.append(known.link.index(after: colon)) }
                for (place, character) in zip(known.link.indices, known.link) where "=&?".contains(character) {
                    places += [place, known.link.index(after: place)]
                }
                for (place, text) in places.flatMap({ place in texts.map { (place, $0) } }) {
                    let link: String = known.link[..<place] + text + known.link[place...]
                    let read = harness.read(link)
                    expectPlace(read, in: Array(link.utf8)[...], &notes)
                    guard let payment = read.request?.payable, let honest = known.payment, let paid = payment.address
                    else {
                        continue
                    }
                    // If the text becomes part of a visible value, that value changes. The payment does not, unless the
                    // link contains another amount.
                    notes.expect(
                        honest.address?.utf8.elementsEqual(paid.utf8) == true
                            || known.routed.parameters.map { harness.reader.isAddress(paid, on: $0) }
                                ?? false,
                        "\(ConformanceHarness.shown(link)) pays \(Quoted(paid, limit: 120))")
                    notes.expect(
                        payment.amount == honest.amount || payment.amount == nil
                            || known.good.amountText.map { GoodLink.value(of: "amount", in: link) != $0 } ?? true,
                        "\(ConformanceHarness.shown(link)) asks for another amount")
                    notes.expect(
                        payment.header.sender?.scheme.utf8.allSatisfy { (0x21...0x7E).contains($0) } ?? true,
                        "\(ConformanceHarness.shown(link)) is asked by somebody who cannot be printed")
                }
            }
            return notes.verdict(else: "no good link is read")
        }
    }

    /// Requires an error with a position, or the same request.
    private static func judge(
        _ read: Result<WalletRequest, RequestError>, of link: String, _ known: ConformanceHarness.Known,
        _ notes: inout Notes,
        mayDifferInCase: Bool = false
    ) {
        expectPlace(read, in: Array(link.utf8)[...], &notes)
        guard let request = read.request else { return }
        let (found, honest) = (request.core, known.request.core)
        let isSame = mayDifferInCase ? found.map { $0.lowercased() } == honest.map { $0.lowercased() } : found == honest
        notes.expect(isSame, "\(ConformanceHarness.shown(link)) asks for something else")
    }

    /// If a link is refused at a position, that position is inside the link.
    static func expectPlace(
        _ read: Result<WalletRequest, RequestError>, in link: ArraySlice<UInt8>, _ notes: inout Notes
    ) {
        let shown = Quoted(ForeignText(link, limit: 120))
        guard let error = read.error, let range = error.range else { return notes.expect(true, "") }
        notes.expect(
            range.lowerBound >= 0 && range.upperBound <= link.count, "\(shown) is refused at \(range), outside of it")
    }
}

extension ConformanceHarness.Known {
    /// Whether the descriptor of its links has a rule for a parameter, and reads it behind `req-`.
    func describes(_ name: String) -> Bool {
        guard let links = scheme.links, links.keys.required == .modifier else { return false }
        return links.forms.contains { form in form.parameters.contains { $0.name == name } }
    }

    /// The names and values of its parameters, as written.
    var parameters: [(name: String, value: String)] {
        let end = link.firstIndex(of: "#") ?? link.endIndex
        let parts = link[..<end].split(separator: "&")
        return parts.compactMap { part in
            guard let equals = part.firstIndex(of: "=") else { return nil }
            let start =
                part[..<equals].lastIndex { "?/:".contains($0) }.map { part.index(after: $0) } ?? part.startIndex
            return (String(part[start..<equals]), String(part[part.index(after: equals)...]))
        }
    }
}

/// A generator of the same numbers in each run.
private struct Generator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// A number below `bound`.
    mutating func next(_ bound: Int) -> Int {
        // Knuth's multiplier; the upper bits vary most.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(max(bound, 1)))
    }
}

/// Errors are helpful: they say what is wrong, where, and what to do.
enum ErrorChecks {
    static let all: [ConformanceCheck] = [
        ConformanceCheck("error-place", "a refused value is refused at its place", needs: ["link-read"]) { harness in
            var notes = Notes()
            for (link, error, value) in refusals(of: harness) where value != nil {
                let place = value.flatMap { GoodLink.range(of: $0, in: link) }.map { range in
                    link.utf8.distance(
                        from: link.startIndex, to: range.lowerBound)..<link.utf8.distance(
                            from: link.startIndex, to: range.upperBound)
                }
                guard let place else { continue }
                notes.expect(
                    error.range.map { $0.overlaps(place) } ?? false,
                    "\(ConformanceHarness.shown(link)) is refused as \(error.code.rawValue) at \(error.range.map { "\($0)" } ?? "no place")"
                )
            }
            return notes.verdict(else: "no good link has a value that can be wrong")
        },
        ConformanceCheck("error-message", "an error says what is wrong, in a sentence", needs: ["link-read"]) {
            harness in
            var notes = Notes()
            for (link, error, _) in refusals(of: harness) {
                notes.expect(
                    error.message.utf8.count >= 8 && error.message.utf8.count <= 1_000,
                    "\(ConformanceHarness.shown(link)): \(Quoted(error.message, limit: 200))")
            }
            return notes.verdict(else: "no good link has a value that can be wrong")
        },
        ConformanceCheck("error-hint", "an error says what to do where something can be done", needs: ["link-read"]) {
            harness in
            let helped: [RequestError.Code] = [
                .invalidAmount, .amountTooPrecise, .unsupportedRequiredParameter, .duplicateParameter,
                .privateKeyInAddress,
            ]
            var notes = Notes()
            for (link, error, _) in refusals(of: harness) where helped.contains(error.code) {
                notes.expect(
                    error.hint?.isEmpty == false,
                    "\(ConformanceHarness.shown(link)): \(error.code.rawValue) has no hint")
            }
            return notes.verdict(else: "no refusal is of a kind about which something can be done")
        },
        ConformanceCheck(
            "error-discreet", "an error does not repeat what a stranger wrote unless it is marked", needs: ["link-read"]
        ) { harness in
            let mark = "Xyzzy-Plugh-4711"
            var notes = Notes()
            for known in harness.known {
                let links =
                    ["label=\(mark)&req-xyzzy=1", "message=\(mark)&amount=x", "xyzzy=\(mark)&req-plugh=\(mark)"]
                    .compactMap(known.adding)
                for link in links {
                    guard let error = harness.read(link).error else { continue }
                    for text in [error.message, error.hint ?? ""] {
                        notes.expect(
                            GoodLink.range(of: mark, in: text) == nil,
                            "\(ConformanceHarness.shown(link)): \(Quoted(text, limit: 200))")
                    }
                }
            }
            return notes.verdict(else: "no good link has a place for parameters")
        },
        ConformanceCheck(
            "error-printable", "errors can be printed: nothing invisible stands in them", needs: ["link-read"]
        ) {
            harness in
            var notes = Notes()
            for known in harness.known {
                for text in ["%E2%80%AE", "%1B%5B2J", "%0A", "\u{202E}"] {
                    for link in [
                        known.adding("req-\(text)=1"), known.good.paying(text),
                        known.good.replacing(known.good.recipientText, with: text),
                    ] {
                        guard let link, let error = harness.read(link).error else { continue }
                        for text in [error.message, error.hint ?? ""] {
                            notes.expect(
                                text.unicodeScalars.allSatisfy {
                                    $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E
                                },
                                "\(ConformanceHarness.shown(link)): \(Quoted(text, limit: 200))")
                        }
                    }
                }
            }
            return notes.verdict(else: "no good link can be refused in this way")
        },
    ]

    /// Links with one wrong value, their errors, and the value if the error must have its position.
    private static func refusals(of harness: ConformanceHarness) -> [(link: String, RequestError, value: String?)] {
        harness.known.flatMap { known -> [(String, RequestError, String?)] in
            let amounts: [(String?, String?)] = ["1e3", "-1", "0x10", "1.00000000000000000000001"].map {
                (known.payment == nil ? nil : known.good.paying($0), $0)
            }
            let wrong = known.payment?.address.map { String($0.dropLast(2)) + "zz" }
            let recipient = wrong.flatMap { wrong in known.good.replacing(known.good.recipientText, with: wrong) }
            let required = known.adding("req-xyzzy=1")
            return (amounts + [(recipient, wrong), (required, "req-xyzzy")]).compactMap { link, value in
                guard let link, let error = harness.read(link).error else { return nil }
                return (link, error, value)
            }
        }
    }
}
