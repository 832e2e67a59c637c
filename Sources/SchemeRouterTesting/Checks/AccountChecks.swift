import SchemeRouter

/// The additional promises of plugins for named accounts, besides reading.
enum AccountChecks {
    private static let none = "the plugin is not for named accounts"

    static let all: [ConformanceCheck] = [
        ConformanceCheck(
            "account-check", "the account may answer the good links, and the answer does not change",
            needs: ["link-read"]
        ) { harness in
            var notes = Notes()
            for (known, plugin) in accounts(of: harness) {
                let memory = MemoryBindings(harness.fixtures.bindings)
                let errors = (0..<4).map { _ in
                    do throws(ServiceError) {
                        try plugin.check(known.request, by: harness.fixtures.signer, bindings: memory)
                        return ServiceError?.none
                    } catch { return error }
                }
                notes.expect(
                    errors.allSatisfy { $0 == nil },
                    "\(ConformanceHarness.shown(known.link)): \(errors.compactMap(\.self).first?.message ?? "")")
            }
            return notes.verdict(else: none)
        },
        ConformanceCheck(
            "account-texts", "the same texts are signed for the same request, account and time", needs: ["link-read"]
        ) { harness in
            var notes = Notes()
            for (known, plugin) in accounts(of: harness) {
                func texts() -> [String]? {
                    try? plugin.texts(for: known.request, by: harness.fixtures.signer, at: FixtureDesktop.time)
                }
                guard let first = texts() else { continue }
                notes.expect(texts() == first, "\(ConformanceHarness.shown(known.link)): other texts the second time")
                notes.expect(
                    !first.isEmpty && !first.contains(""), "\(ConformanceHarness.shown(known.link)): nothing is signed")
            }
            return notes.verdict(else: "the plugin has no texts signed")
        },
        ConformanceCheck(
            "account-message", "a signature over a text is over exactly that text", needs: ["link-read"]
        ) { harness in
            var notes = Notes()
            for (known, plugin) in accounts(of: harness) {
                guard case .sign(let sign) = known.request else { continue }
                let texts = try? plugin.texts(for: known.request, by: harness.fixtures.signer, at: FixtureDesktop.time)
                notes.expect(
                    texts?.count == 1 && texts?.first?.utf8.elementsEqual(sign.message.utf8) == true,
                    "\(ConformanceHarness.shown(known.link)): \(Quoted(texts?.first ?? "nothing", limit: 200)) is signed"
                )
            }
            return notes.verdict(else: "no good link asks for a signature over a text")
        },
        ConformanceCheck(
            "account-login", "what is signed to log in names the dapp's user and the account", needs: ["link-read"]
        ) { harness in
            var notes = Notes()
            for (known, plugin) in accounts(of: harness) {
                guard case .login(let login) = known.request,
                    let texts = try? plugin.texts(
                        for: known.request, by: harness.fixtures.signer, at: FixtureDesktop.time)
                else { continue }
                for text in texts {
                    notes.expect(
                        text.contains(login.userID) && text.contains(harness.fixtures.signer.account),
                        "\(ConformanceHarness.shown(known.link)): \(Quoted(text, limit: 200))")
                }
            }
            return notes.verdict(else: "no good link asks to log in")
        },
        ConformanceCheck(
            "account-binding", "a login is remembered for the account that signed it and the dapp that asked",
            needs: ["link-read"]
        ) { harness in
            var notes = Notes()
            for (known, plugin) in accounts(of: harness) {
                guard let binding = plugin.binding(after: known.request, by: harness.fixtures.signer) else { continue }
                notes.expect(
                    binding.account == harness.fixtures.signer.account && binding.appKey == known.request.dapp?.appKey,
                    "\(ConformanceHarness.shown(known.link)): “\(binding.account)” is remembered")
            }
            return notes.verdict(else: "the plugin remembers nothing")
        },
    ]

    private static func accounts(of harness: ConformanceHarness) -> [(ConformanceHarness.Known, any AccountPlugin)] {
        guard case .accounts(let plugin) = harness.plugin.ability else { return [] }
        return harness.known.filter { $0.request.dapp != nil }.map { ($0, plugin) }
    }
}
