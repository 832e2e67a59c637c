import SchemeRouter

/// The person sees everything that they agree to (S5).
enum ConsentChecks {
    private static let needs = ["link-read", "intent-accepted"]

    static let all: [ConformanceCheck] = [
        shown("consent-recipient", "the whole recipient stands on every page (S5)", onEveryPage: true) { known, _ in
            known.recipient.map { [$0] } ?? []
        },
        shown("consent-amount", "the amount stands on every page (S5)", onEveryPage: true) { known, _ in
            known.payment?.amount.map { [known.coin.text($0)] } ?? []
        },
        shown("consent-sender", "who asks is said (S5)") { known, _ in
            known.request.header.sender.map { [$0.scheme] } ?? []
        },
        shown("consent-receiver", "the program that gets the answer is named (S4)") { known, harness in
            guard known.request.dapp?.wake?.isPage != true,
                harness.plugin.told(.link(known.request), ending: .done)?.link != nil
            else { return [] }
            return [FixtureDesktop.program.executable]
        },
        shown("consent-warnings", "all that is odd about the link is said (S5)") { known, _ in
            known.request.header.warnings.map(\.message)
        },
        ConformanceCheck(
            "consent-untold", "that an app is named and gets no answer is said as it is (S5)", needs: needs
        ) { harness in
            var notes = Notes()
            for known in harness.known {
                guard let sender = known.request.header.sender, let silent = harness.lying({ _, _ in nil }),
                    let pages = try? await silent.pages(of: known)
                else { continue }
                notes.expect(
                    letters(joined(pages)).contains(letters("names “\(sender.scheme)”, which will not be notified")),
                    "\(ConformanceHarness.shown(known.link)): it is not said")
            }
            return notes.verdict(else: "nobody is asked about good links that name an app")
        },
        shown("consent-instructions", "every way to pay that the link offers is said whole (S5)") { known, _ in
            known.payment?.hasAlternatives == true ? known.request.instructions.map(\.text) : []
        },
        ConformanceCheck(
            "consent-whole", "what the link says to the person is kept to the last letter, up to the limit (S5)",
            needs: ["link-read", "pure-repeated"]
        ) { harness in
            let words = "One two three four five six seven eight nine ten. "
            var notes = Notes()
            for known in harness.known {
                guard let rules = known.scheme.actions[known.request.action] else { continue }
                for name in [ParameterName.label, .message] {
                    guard let rule = rules.first(where: { $0.name == name }),
                        GoodLink.value(of: name.rawValue, in: known.link) == nil,
                        harness.reads(name, of: known)
                    else { continue }
                    let limit = rule.maximum ?? ForeignText.maxLength
                    let text =
                        String(String(repeating: words, count: limit / words.utf8.count + 1).prefix(limit - 1)) + "!"
                    guard let link = known.adding("\(name.rawValue)=\(percent(text))"),
                        let request = harness.read(link).request
                    else { continue }
                    let isKept = request.callerTexts.contains { $0.text.utf8.elementsEqual(text.utf8) }
                    notes.expect(isKept, "of \(text.utf8.count) bytes of “\(name.rawValue)” not all are kept")
                }
            }
            return notes.verdict(else: "the plugin shows no texts of the caller")
        },
        ConformanceCheck("consent-texts", "every text that is signed is shown whole (S5)", needs: needs) { harness in
            var notes = Notes()
            for known in harness.known {
                guard case .accounts(let plugin) = harness.plugin.ability,
                    let pages = try? await harness.pages(of: known),
                    let texts = try? plugin.texts(
                        for: known.request, by: harness.fixtures.signer, at: FixtureDesktop.time)
                else { continue }
                for text in texts {
                    notes.expect(
                        joined(pages).contains(letters(text)),
                        "\(ConformanceHarness.shown(known.link)): \(Quoted(text, limit: 200)) is not shown")
                }
            }
            return notes.verdict(else: "the plugin has no texts signed")
        },
        ConformanceCheck("consent-calls", "every call of a contract is shown with all that it says (S5)", needs: needs)
        {
            harness in
            var notes = Notes()
            for known in harness.known {
                guard case .actions(let actions) = known.request, let pages = try? await harness.pages(of: known) else {
                    continue
                }
                for call in actions.calls {
                    for text in [call.contract, call.name] + (call.data.members ?? []).compactMap({ $0.value.string }) {
                        notes.expect(
                            joined(pages).contains(letters(text)),
                            "\(ConformanceHarness.shown(known.link)): \(Quoted(text, limit: 200)) is not shown")
                    }
                }
            }
            return notes.verdict(else: "no good link calls contracts")
        },
        ConformanceCheck("consent-pages", "the pages are few enough to be read, and none is empty (S5)", needs: needs) {
            harness in
            var notes = Notes()
            for known in harness.known {
                guard let pages = try? await harness.pages(of: known) else { continue }
                notes.expect(
                    (1...40).contains(pages.count), "\(ConformanceHarness.shown(known.link)) has \(pages.count) pages")
                notes.expect(!pages.contains(""), "\(ConformanceHarness.shown(known.link)) has an empty page")
            }
            return notes.verdict(else: "nobody is asked about the good links")
        },
        ConformanceCheck("consent-same", "the person is asked the same for the same link", needs: needs) { harness in
            var notes = Notes()
            for known in harness.known {
                guard let pages = try? await harness.pages(of: known) else { continue }
                notes.expect(
                    (try? await harness.pages(of: known)) == pages,
                    "\(ConformanceHarness.shown(known.link)) has other pages the second time")
            }
            return notes.verdict(else: "nobody is asked about the good links")
        },
    ]

    private static func shown(
        _ name: String, _ promise: String, onEveryPage: Bool = false,
        _ texts: @escaping @Sendable (ConformanceHarness.Known, ConformanceHarness) -> [String]
    ) -> ConformanceCheck {
        ConformanceCheck(name, promise, needs: needs) { harness in
            var notes = Notes()
            for known in harness.known {
                let texts = texts(known, harness)
                guard !texts.isEmpty, let pages = try? await harness.pages(of: known) else { continue }
                for text in texts {
                    let places = onEveryPage && known.payment != nil ? pages : [joined(pages)]
                    notes.expect(
                        places.allSatisfy { letters($0).contains(letters(text)) },
                        "\(ConformanceHarness.shown(known.link)): \(Quoted(text, limit: 200)) is not shown")
                }
            }
            return notes.verdict(else: "nobody is asked about good links that have it")
        }
    }

    /// Joins long texts that are divided among lines and pages, with headings between them.
    private static func joined(_ pages: [String]) -> String { letters(pages.joined()) }

    /// The text without white space and the marks around foreign lines: line breaks do not matter.
    private static func letters(_ text: String) -> String {
        String(text.filter { !$0.isWhitespace && $0 != "“" && $0 != "”" })
    }

    private static func percent(_ text: String) -> String {
        text.utf8.map { byte in
            byte == UInt8(ascii: " ") ? "%20" : String(UnicodeScalar(byte))
        }.joined()
    }
}

extension ConformanceHarness {
    /// Whether the request contains a text of the requesting app.
    func reads(_ name: ParameterName, of known: Known) -> Bool {
        let read = known.adding("\(name.rawValue)=xyzzy").flatMap { self.read($0).request }
        return read?.callerTexts.contains { $0.text.utf8.elementsEqual("xyzzy".utf8) } == true
    }
}
