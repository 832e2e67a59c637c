import SchemeRouter

/// `req-` (S3): a required parameter is honoured, or the link is refused.
enum RequiredChecks {
    static let all: [ConformanceCheck] = [
        ConformanceCheck(
            "required-unknown", "a link that requires what nobody knows is refused (S3)", needs: ["link-read"]
        ) { harness in
            var notes = Notes()
            for known in harness.known {
                for parameter in ["req-xyzzy=1", "req-xyzzy", "REQ-xyzzy=1", "%72eq-xyzzy=1", "req-xyzzy=%41"] {
                    // If names are case-sensitive, a prefix in capitals has no meaning.
                    if known.scheme.links?.keys.ignoresCase == false, parameter.hasPrefix("REQ-") { continue }
                    // A bare word is not a name if names need values.
                    guard parameter.contains("=") || known.scheme.grammar != .jsonParameter,
                        let link = known.adding(parameter)
                    else { continue }
                    let read = harness.read(link)
                    // A link that is a single word allows no other parameter, and is refused for that.
                    let other = known.adding("xyzzy" + parameter.drop { $0 != "=" })
                    let takesOthers = other.map { harness.read($0).request != nil } ?? false
                    notes.expect(
                        read.error.map { !takesOthers || $0.code == .unsupportedRequiredParameter } ?? false,
                        "\(ConformanceHarness.shown(link)) is \(ConformanceHarness.shown(read))")
                }
            }
            return notes.verdict(else: "no good link has a place for parameters")
        },
        ConformanceCheck(
            "required-not-understood",
            "a link that requires what the plugin does not say it understands is refused (S3)", needs: ["link-read"]
        ) { harness in
            var notes = Notes()
            for known in harness.known where known.scheme.grammar != .jsonParameter {
                let understood = harness.reader.supportedRequiredParameters(for: known.coin, in: known.scheme.grammar)
                for name in ParameterName.allCases
                where !understood.contains(name) && !known.describes(name.rawValue) {
                    for link in requiring(name, in: known) {
                        let read = harness.read(link)
                        notes.expect(
                            read.request == nil,
                            "\(ConformanceHarness.shown(link)) is \(ConformanceHarness.shown(read))")
                    }
                }
            }
            return notes.verdict(else: "the grammar of the good links has no parameters")
        },
        ConformanceCheck(
            "required-honoured", "what the plugin says it understands decides what is done (S3)",
            needs: ["link-read", "link-amount", "pure-repeated"]
        ) { harness in
            var notes = Notes()
            for known in harness.known where known.scheme.grammar != .jsonParameter {
                let rules = known.scheme.actions[known.request.action] ?? []
                for name in harness.reader.supportedRequiredParameters(for: known.coin, in: known.scheme.grammar) {
                    guard rules.contains(where: { $0.name == name }), !says(name, known.link) else { continue }
                    // Code that honours a parameter cannot read two different values as the same.
                    let links = values(of: name).compactMap { known.adding("req-\(name.rawValue)=\($0)") }
                    let read = Set(links.compactMap { harness.read($0).request?.meaning })
                    let refused = links.count { harness.read($0).request == nil }
                    notes.expect(
                        read.count + refused == links.count,
                        "“req-\(name.rawValue)” is accepted and changes nothing in \(ConformanceHarness.shown(known.link))"
                    )
                }
            }
            return notes.verdict(else: "the plugin understands nothing that its good links do not say already")
        },
        ConformanceCheck(
            "required-said", "requiring what a link says already changes nothing of what it asks for (S3)",
            needs: ["link-read", "pure-repeated"]
        ) { harness in
            var notes = Notes()
            for known in harness.known where known.scheme.grammar != .jsonParameter {
                for name in harness.reader.supportedRequiredParameters(for: known.coin, in: known.scheme.grammar) {
                    guard let link = addingReqPrefix(name, in: known.link) else { continue }
                    let read = harness.read(link)
                    notes.expect(
                        read.request?.core == known.request.core,
                        "\(ConformanceHarness.shown(link)) is \(ConformanceHarness.shown(read))")
                }
            }
            return notes.verdict(else: "the good links say nothing that the plugin understands")
        },
        ConformanceCheck(
            "required-taken-away", "what a descriptor takes away cannot be required any more (S3)",
            needs: ["link-read"]
        ) { harness in
            var notes = Notes()
            for known in harness.known where known.scheme.grammar != .jsonParameter {
                let action = known.request.action
                for name in harness.reader.supportedRequiredParameters(for: known.coin, in: known.scheme.grammar) {
                    guard let rules = known.scheme.actions[action], rules.contains(where: { $0.name == name }),
                        let link = addingReqPrefix(name, in: known.link)
                            ?? values(of: name).first.flatMap({ known.adding("req-\(name.rawValue)=\($0)") })
                    else { continue }
                    var actions = known.scheme.actions
                    actions[action] = rules.filter { $0.name != name }
                    let read = harness.with(routes: harness.routes.with(actions, of: known.scheme)).read(link)
                    notes.expect(
                        read.request == nil,
                        "without “\(name.rawValue)” in the descriptor \(ConformanceHarness.shown(link)) is \(ConformanceHarness.shown(read))"
                    )
                }
            }
            return notes.verdict(else: "the plugin understands nothing that descriptors can take away")
        },
        ConformanceCheck(
            "required-action-taken-away", "what a descriptor does not offer is refused (S3)", needs: ["link-read"]
        ) { harness in
            var notes = Notes()
            for known in harness.known {
                var actions = known.scheme.actions
                guard actions[known.request.action] != nil,
                    known.request.action != .payment || known.scheme.grammar != .bip21
                else { continue }
                actions[known.request.action] = nil
                let read = harness.with(routes: harness.routes.with(actions, of: known.scheme)).read(known.link)
                notes.expect(
                    read.request == nil,
                    "without the action \(ConformanceHarness.shown(known.link)) is \(ConformanceHarness.shown(read))")
            }
            return notes.verdict(else: "the descriptors of the good links offer one action only")
        },
    ]

    private static func says(_ name: ParameterName, _ link: String) -> Bool {
        range(of: name, in: link) != nil
    }

    /// The position of a parameter's name.
    private static func range(of name: ParameterName, in link: String) -> String.Index? {
        let lower = link.lowercased()
        guard lower.utf8.count == link.utf8.count else { return nil }
        let bytes = Array(lower.utf8)
        let name = Array("\(name.rawValue.lowercased())=".utf8)
        for start in bytes.indices.dropFirst() where bytes[start...].starts(with: name) {
            if "&?/:".utf8.contains(bytes[start - 1]) { return link.utf8.index(link.startIndex, offsetBy: start) }
        }
        return nil
    }

    private static func addingReqPrefix(_ name: ParameterName, in link: String) -> String? {
        range(of: name, in: link).map { link[..<$0] + "req-" + link[$0...] }
    }

    private static func requiring(_ name: ParameterName, in known: ConformanceHarness.Known) -> [String] {
        if let said = addingReqPrefix(name, in: known.link) { return [said] }
        return values(of: name).compactMap { known.adding("req-\(name.rawValue)=\($0)") }
    }

    /// Values with different meanings.
    private static func values(of name: ParameterName) -> [String] {
        switch name.type {
        case .address: []
        case .requestName: ["address"]
        case .urlScheme: ["firstapp", "secondapp"]
        case .accountIndex: ["1", "2"]
        case .decimalAmount: ["1", "2"]
        case .flag: ["0", "1"]
        case .text: ["one", "two"]
        case .url: ["https%3A%2F%2Fa.example", "https%3A%2F%2Fb.example"]
        case .linkPrefix: ["firstapp%3A", "secondapp%3A"]
        case .hex: ["01", "02"]
        }
    }
}

extension RouteTable {
    /// The same, but with only these actions for links of a scheme.
    fileprivate func with(_ actions: ActionRules, of scheme: SchemeDescriptor) -> RouteTable {
        let changed = SchemeDescriptor(
            name: scheme.name, title: scheme.title, coins: scheme.coins, grammar: scheme.grammar,
            callbacks: scheme.callbacks, isEnabled: scheme.isEnabled, actions: actions, examples: [],
            aliases: scheme.aliases, origin: scheme.origin, lineage: scheme.lineage)
        return RouteTable(coins: coinList, schemes: schemes.map { $0.name == scheme.name ? changed : $0 })
    }
}

/// The same request, however its link is written (S2).
enum WritingChecks {
    static let all: [ConformanceCheck] = [
        ConformanceCheck(
            "plain-form", "the plain link of what was read is read as the same (S2)",
            needs: ["link-read", "pure-repeated"]
        ) { harness in
            var notes = Notes()
            for known in harness.known {
                guard let link = try? harness.router.read(Array(known.link.utf8)) else { continue }
                for plain in link.plainLinks {
                    let read = harness.read(plain)
                    notes.expect(
                        read.request?.core == known.request.core,
                        "\(ConformanceHarness.shown(plain)) is \(ConformanceHarness.shown(read))")
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
        _ write: @escaping @Sendable (ConformanceHarness.Known) -> String?
    ) -> ConformanceCheck {
        ConformanceCheck(name, promise + " (S2)", needs: ["link-read", "pure-repeated"]) { harness in
            var notes = Notes()
            for known in harness.known {
                guard let link = write(known) else { continue }
                let read = harness.read(link)
                let isRefused = mayBeRefused && known.scheme.grammar == .uri && read.error?.code == .malformedURL
                notes.expect(
                    isRefused || read.request?.meaning == known.request.meaning,
                    "\(ConformanceHarness.shown(link)) is \(ConformanceHarness.shown(read))")
            }
            return notes.verdict(else: "no good link can be written otherwise in this way")
        }
    }
}
