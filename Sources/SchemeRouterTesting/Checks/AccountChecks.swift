import SchemeRouter

/// The additional promises of plugins for named accounts, besides reading.
enum AccountChecks {
    private static let none = "the plugin is not for named accounts"

    static let all: [ConformanceCheck] = [
        ConformanceCheck(
            "account-check", "the account may answer the good links, and the answer does not change",
            needs: ["link-read"]
        ) { bench in
            var notes = Notes()
            for (known, plugin) in accounts(of: bench) {
                let memory = MemoryBindings(bench.fixtures.bindings)
                let errors = (0..<4).map { _ in
                    do throws(ServiceError) {
                        try plugin.check(known.request, by: bench.fixtures.signer, bindings: memory)
                        return ServiceError?.none
                    } catch { return error }
                }
                notes.expect(
                    errors.allSatisfy { $0 == nil },
                    "\(Bench.shown(known.link)): \(errors.compactMap(\.self).first?.message ?? "")")
            }
            return notes.verdict(else: none)
        },
        ConformanceCheck(
            "account-texts", "the same texts are signed for the same request, account and time", needs: ["link-read"]
        ) { bench in
            var notes = Notes()
            for (known, plugin) in accounts(of: bench) {
                func texts() -> [String]? {
                    try? plugin.texts(for: known.request, by: bench.fixtures.signer, at: FixtureDesktop.time)
                }
                guard let first = texts() else { continue }
                notes.expect(texts() == first, "\(Bench.shown(known.link)): other texts the second time")
                notes.expect(
                    !first.isEmpty && !first.contains(""), "\(Bench.shown(known.link)): nothing is signed")
            }
            return notes.verdict(else: "the plugin has no texts signed")
        },
        ConformanceCheck(
            "account-message", "a signature over a text is over exactly that text", needs: ["link-read"]
        ) { bench in
            var notes = Notes()
            for (known, plugin) in accounts(of: bench) {
                guard case .sign(let sign) = known.request else { continue }
                let texts = try? plugin.texts(for: known.request, by: bench.fixtures.signer, at: FixtureDesktop.time)
                notes.expect(
                    texts?.count == 1 && texts?.first?.utf8.elementsEqual(sign.message.utf8) == true,
                    "\(Bench.shown(known.link)): \(Quoted(texts?.first ?? "nothing", limit: 200)) is signed")
            }
            return notes.verdict(else: "no good link asks for a signature over a text")
        },
        ConformanceCheck(
            "account-login", "what is signed to log in names the dapp's user and the account", needs: ["link-read"]
        ) { bench in
            var notes = Notes()
            for (known, plugin) in accounts(of: bench) {
                guard case .login(let login) = known.request,
                    let texts = try? plugin.texts(
                        for: known.request, by: bench.fixtures.signer, at: FixtureDesktop.time)
                else { continue }
                for text in texts {
                    notes.expect(
                        text.contains(login.userID) && text.contains(bench.fixtures.signer.account),
                        "\(Bench.shown(known.link)): \(Quoted(text, limit: 200))")
                }
            }
            return notes.verdict(else: "no good link asks to log in")
        },
        ConformanceCheck(
            "account-binding", "a login is remembered for the account that signed it and the dapp that asked",
            needs: ["link-read"]
        ) { bench in
            var notes = Notes()
            for (known, plugin) in accounts(of: bench) {
                guard let binding = plugin.binding(after: known.request, by: bench.fixtures.signer) else { continue }
                notes.expect(
                    binding.account == bench.fixtures.signer.account && binding.appKey == known.request.dapp?.appKey,
                    "\(Bench.shown(known.link)): “\(binding.account)” is remembered")
            }
            return notes.verdict(else: "the plugin remembers nothing")
        },
    ]

    private static func accounts(of bench: Bench) -> [(Bench.Known, any AccountPlugin)] {
        guard case .accounts(let plugin) = bench.plugin.ability else { return [] }
        return bench.known.filter { $0.request.dapp != nil }.map { ($0, plugin) }
    }
}
