import SchemeRouter

/// Replies go to the requesting app, and contain what it requested and nothing else (S4, S11).
enum ReplyChecks {
    static let all: [ConformanceCheck] = [
        ConformanceCheck("reply-forms", "every reply form has a name of its own, and descriptors name only those") {
            harness in
            var notes = Notes()
            let names = harness.plugin.replyForms.map(\.name)
            notes.expect(Set(names).count == names.count, "two forms have one name: \(names)")
            for known in harness.known {
                guard let form = known.scheme.callbacks else { continue }
                notes.expect(
                    names.contains(form), "“\(known.scheme.name)” links have the form “\(form)”, which does not exist")
            }
            return notes.verdict(else: "there are no good links")
        },
        ConformanceCheck(
            "reply-receiver", "a reply goes to whoever the link names, and to nobody else (S4)",
            needs: ["link-read", "link-sender"]
        ) { harness in
            var notes = Notes()
            for (known, ending, reply) in replies(of: harness) {
                for link in [reply.link, reply.linkWithoutServer].compactMap(\.self) {
                    notes.expect(
                        isAddressed(link, for: known.request),
                        "\(ConformanceHarness.shown(known.link)), \(ending): \(Quoted(link.description, limit: 160))")
                }
                guard let post = reply.post else { continue }
                notes.expect(
                    ending == .done && post.server == known.request.dapp?.server,
                    "\(ConformanceHarness.shown(known.link)), \(ending): a body for \(Quoted(post.server.text, limit: 160))"
                )
            }
            return notes.verdict(else: "no good link gets a reply")
        },
        ConformanceCheck(
            "reply-form", "a reply has the fields of its form and no others, and tells what was asked for (S11)",
            needs: ["link-read", "link-sender", "reply-receiver"]
        ) { harness in
            var notes = Notes()
            for (known, ending, reply) in replies(of: harness) {
                let complaint = ReplyRequest.link(known.request).complaint(
                    about: reply, ending: ending, form: form(of: known, harness))
                notes.expect(complaint == nil, "\(ConformanceHarness.shown(known.link)), \(ending): \(complaint ?? "")")
            }
            return notes.verdict(else: "no good link gets a reply")
        },
        ConformanceCheck(
            "reply-unfinished", "a reply to what was not done has nothing left to fill in (S4)",
            needs: ["link-read"]
        ) { harness in
            var notes = Notes()
            for (known, ending, reply) in replies(of: harness) where ending != .done {
                notes.expect(
                    reply.link?.completed(with: [:]) != nil || reply.link == nil,
                    "\(ConformanceHarness.shown(known.link)), \(ending): there are blanks in it")
                notes.expect(reply.post == nil, "\(ConformanceHarness.shown(known.link)), \(ending): a server is told")
            }
            return notes.verdict(else: "no good link gets a reply about what was not done")
        },
        ConformanceCheck(
            "reply-completes", "a reply to what was done can be filled in with what is told then",
            needs: ["link-read", "reply-form"]
        ) { harness in
            var notes = Notes()
            for (known, ending, reply) in replies(of: harness) where ending == .done {
                var values: [ReplyBlank: String] = [:]
                for blank in ReplyBlank.allCases { values[blank] = "1" }
                for link in [reply.link, reply.linkWithoutServer].compactMap(\.self) {
                    let text = link.completed(with: values)
                    notes.expect(
                        text.map { text in link.opening.utf8.elementsEqual(text.utf8.prefix(link.opening.utf8.count)) }
                            == true,
                        "\(ConformanceHarness.shown(known.link)): it cannot be filled in")
                }
                if let post = reply.post {
                    notes.expect(
                        post.completed(with: values) != nil,
                        "\(ConformanceHarness.shown(known.link)): its body cannot be filled in")
                }
            }
            return notes.verdict(else: "no good link gets a reply")
        },
        ConformanceCheck(
            "reply-unasked", "who does not say who they are gets no reply (S4)", needs: ["link-read", "link-sender"]
        ) { harness in
            var notes = Notes()
            for known in harness.known {
                let names = known.request.header.sender == nil && known.request.dapp == nil && !hasProof(known.request)
                guard names else { continue }
                for ending in Ending.allCases {
                    notes.expect(
                        harness.plugin.told(.link(known.request), ending: ending) == nil,
                        "\(ConformanceHarness.shown(known.link)) gets one")
                }
            }
            return notes.verdict(else: "every good link says who asks")
        },
        ConformanceCheck(
            "reply-journal", "after a restart the reply is the same, or there is none (S6)",
            needs: ["link-read", "reply-form"]
        ) { harness in
            var notes = Notes()
            for (known, ending, reply) in replies(of: harness) {
                guard let payment = known.payment, payment.proof == nil,
                    let link = try? harness.router.read(Array(known.link.utf8))
                else { continue }
                let chain = ChainID(coin: known.coin.id, network: harness.fixtures.network, isPractice: false)
                let record = ReplyRequest.journal(link.journalRequest(on: chain))
                let later = harness.plugin.told(record, ending: ending)
                notes.expect(
                    later == reply || later == nil,
                    "\(ConformanceHarness.shown(known.link)), \(ending): \(Quoted(later?.link?.description ?? "no link", limit: 160))"
                )
            }
            return notes.verdict(else: "no good link asks for a payment and gets a reply")
        },
        ConformanceCheck(
            "reply-silent", "a reply has nothing of the caller's texts", needs: ["link-read", "pure-repeated"]
        ) { harness in
            let mark = "xyzzyplugh"
            var notes = Notes()
            for known in harness.known {
                guard let link = known.adding("label=\(mark)&message=\(mark)"), let request = harness.read(link).request
                else { continue }
                for ending in Ending.allCases {
                    guard let reply = harness.plugin.told(.link(request), ending: ending) else { continue }
                    let text = reply.link?.description ?? ""
                    notes.expect(
                        GoodLink.range(of: mark, in: text) == nil,
                        "\(ConformanceHarness.shown(link)), \(ending): \(Quoted(text, limit: 160))")
                }
            }
            return notes.verdict(else: "no good link gets a reply")
        },
    ]

    /// The replies to the good links, if there are any.
    static func replies(of harness: ConformanceHarness) -> [(ConformanceHarness.Known, Ending, ReplyTemplate)] {
        harness.known.flatMap { known in
            Ending.allCases.compactMap { ending in
                harness.plugin.told(.link(known.request), ending: ending).map { (known, ending, $0) }
            }
        }
    }

    private static func form(of known: ConformanceHarness.Known, _ harness: ConformanceHarness) -> ReplyForm? {
        known.scheme.callbacks.flatMap { name in harness.plugin.replyForms.first { $0.name == name } }
    }

    private static func hasProof(_ request: WalletRequest) -> Bool {
        if case .payment(let payment) = request { payment.proof != nil } else { false }
    }

    /// Whether a link leads back to the requesting app.
    private static func isAddressed(_ link: LinkTemplate, for request: WalletRequest) -> Bool {
        func begins(_ text: String, with start: String) -> Bool {
            text.utf8.prefix(start.utf8.count).elementsEqual(start.utf8)
        }
        guard begins(link.opening, with: link.scheme + ":") else { return false }
        if let proof = request.payable?.proof {
            return begins(link.opening, with: proof.prefix) && link.scheme == proof.scheme
        }
        if let wake = request.dapp?.wake {
            guard let between = link.between else {
                return link.scheme == wake.scheme && begins(link.opening, with: String(wake.text.prefix { $0 != "#" }))
            }
            // Only the blanks of the dapp's own link may differ.
            let pieces = wake.pieces.count > 1 ? [link.opening] + between + [link.ending] : [link.opening]
            return link.scheme == wake.scheme && pieces == wake.pieces && link.fields.map(\.name) == wake.blanks
        }
        guard let sender = request.header.sender?.scheme else { return false }
        return link.scheme.utf8.elementsEqual(sender.utf8) && link.opening.utf8.elementsEqual("\(sender)://".utf8)
    }
}
