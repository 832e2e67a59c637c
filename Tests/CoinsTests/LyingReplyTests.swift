import JournalConformance
import RouterTestSupport
import SchemeRouter
import Testing

/// S4, S11: replies of a plugin of addresses that go elsewhere or tell more than was asked for.
@Suite struct LyingReplyTests {
    struct Lie: Sendable, CustomTestStringConvertible {
        let name: String
        let change: @Sendable (LinkTemplate) -> LinkTemplate
        var testDescription: String { name }
    }

    static let lies: [Lie] = [
        Lie(name: "another app") { LinkTemplate(to: "evil", $0.fields) },
        Lie(name: "the app's scheme in front of another link") {
            LinkTemplate(scheme: $0.scheme, opening: "evil://", fields: $0.fields)
        },
        Lie(name: "something behind the fields") {
            LinkTemplate(scheme: $0.scheme, opening: $0.opening, fields: $0.fields, ending: "&fee=1")
        },
        Lie(name: "a field too many") { LinkTemplate(to: $0.scheme, $0.fields + [ReplyField("fee", .text("1"))]) },
        Lie(name: "a key") {
            LinkTemplate(to: $0.scheme, $0.fields + [ReplyField("masterPublicKeyBIP44", .blank(.masterPublicKeyBIP44))])
        },
        Lie(name: "the payment of another request") {
            replacing("address", with: .text("XjkMY3GiK5aHwbpg9Uaw7QCPk3QE63Nh5i"), in: $0)
        },
        Lie(name: "a transaction of its own") {
            replacing("txid", with: .text(String(repeating: "0", count: 64)), in: $0)
        },
        Lie(name: "the whole transaction") { replacing("address", with: .blank(.address), in: $0) },
        Lie(name: "a line feed") { replacing("callback", with: .text("payack\n"), in: $0) },
    ]

    private static func replacing(_ name: String, with value: ReplyValue, in link: LinkTemplate) -> LinkTemplate {
        LinkTemplate(to: link.scheme, link.fields.map { $0.name == name ? ReplyField(name, value) : $0 })
    }

    private static func plugin(_ lie: Lie, _ isLied: @escaping @Sendable (ReplyRequest, Ending) -> Bool) -> LyingPlugin
    {
        LyingPlugin(replyLie: { reply, request, ending in
            isLied(request, ending) ? ReplyTemplate(link: reply?.link.map(lie.change)) : reply
        })
    }

    @Test("a lie about what was done refuses the link", arguments: lies)
    func done(_ lie: Lie) throws {
        var fixture = ExecutionFixture()
        fixture.plugin = Self.plugin(lie) { _, ending in ending == .done }
        let error = #expect(throws: RequestError.self) { try fixture.read(ExecutionFixture.pay) }
        #expect(error?.code == .forbiddenSender)
    }

    @Test("a lie about its failure stops it before anybody is asked", arguments: lies.prefix(5))
    func failed(_ lie: Lie) async throws {
        for lied in [Ending.declined, .failed, .unknown] {
            var fixture = FailureCallbackTests.fixture(ExecutionFixture.passcode)
            fixture.plugin = Self.plugin(lie) { _, ending in ending == lied }
            guard case .failed(let error) = try await fixture.run(ExecutionFixture.pay) else {
                Issue.record("not stopped: \(lied)")
                return
            }
            #expect(error.code == .refusedByCheck && fixture.prompt.shown.isEmpty)
            #expect(fixture.signed.isEmpty && fixture.sent.isEmpty && fixture.opened.isEmpty)
        }
    }

    @Test("S6: a lie after a restart reaches nobody, and the payment ends all the same", arguments: lies)
    func afterRestart(_ lie: Lie) async throws {
        var left = try Left(steps: 3)
        left.fixture.plugin = Self.plugin(lie) { request, _ in if case .journal = request { true } else { false } }
        guard case .finished(.none(let reason, nil))? = try await left.resume() else {
            Issue.record("told")
            return
        }
        #expect(reason.hasPrefix("The reply does not match the link"))
        #expect(left.fixture.opened.isEmpty && left.fixture.prompt.shown.isEmpty)
        #expect(try left.journal.unfinished().isEmpty)
    }

    @Test("S6: a reply after a restart has the form that the scheme names, and no other of the plugin’s")
    func otherForm() async throws {
        var left = try Left(steps: 3)
        let form = ReplyForm(
            name: "other", fields: ["stolen"], results: [], done: ["it"], declined: [], failed: [], unknown: [])
        left.fixture.plugin = LyingPlugin(
            replyLie: { reply, request, _ in
                guard case .journal = request else { return reply }
                return ReplyTemplate(link: LinkTemplate(to: "myapp", [ReplyField("stolen", .text("it"))]))
            }, otherForms: [form])
        guard case .finished(.none(let reason, nil))? = try await left.resume() else {
            Issue.record("told")
            return
        }
        #expect(reason == "The reply does not match the link: it has an extra field." && left.fixture.opened.isEmpty)
    }

    @Test("S5, S6: what a plugin program words anew after a restart is shown, and told only where the person agrees")
    func anew() async throws {
        for (answer, told) in [(FakePrompt.Answer.agree, [Left.payack]), (.otherwise, []), (.fail(.refused), [])] {
            var left = try Left(steps: 3, answer)
            left.fixture.plugin = LyingPlugin(
                replyLie: { reply, request, _ in
                    guard case .journal = request else { return reply }
                    return ReplyTemplate(link: reply?.link.map { LinkTemplate(to: $0.scheme, $0.fields) })
                }, declaresFormsLazily: true)
            _ = try await left.resume()
            let pages = left.fixture.prompt.shown.flatMap(\.pages).joined(separator: "\n").replacing("”\n“", with: "")
                .replacing("\n", with: " ")
            #expect(pages.contains("The answer: “callback=payack, address=‹recipient›, "), "\(pages)")
            #expect(pages.contains("txid=‹transaction") && left.fixture.opened == told)
        }
    }

    /// A plugin program's place: it words its replies when it runs, and after a restart may be another one.
    private static func program(_ values: [String: ReplyValue]?) -> LyingPlugin {
        LyingPlugin(
            replyLie: { reply, _, _ in
                guard let values, let link = reply?.link else { return nil }
                return ReplyTemplate(
                    link: link.with(fields: link.fields.map { ReplyField($0.name, values[$0.name] ?? $0.value) }))
            }, declaresFormsLazily: true)
    }

    @Test("S5, S6: another text of the request or another result in a field is another wording, also after a restart")
    func otherChoice() async throws {
        var wordings: Set<String> = []
        let choices: [(ReplyValue, String)] = [
            (.text(ExecutionFixture.address), "‹recipient›"), (.text("pay"), "‹kind of request›"),
            (.text("dashwallet"), "‹scheme›"), (.blank(.transaction), "‹whole"), (.blank(.txid), "‹transaction"),
            (.text("payack"), "payack"),
        ]
        for (value, name) in choices {
            var left = try Left(steps: 3, .otherwise)
            left.fixture.plugin = Self.program(["address": value])
            _ = try await left.resume()
            var fixture = ExecutionFixture(.fail(.refused))
            fixture.plugin = left.fixture.plugin
            _ = try await fixture.run(ExecutionFixture.pay)
            for prompt in [left.fixture.prompt, fixture.prompt] {
                let pages = prompt.shown.flatMap(\.pages).joined(separator: "\n").replacing("\n", with: " ")
                let wording =
                    pages.split(separator: "The answer: ").last?.split(separator: "”").first.map(String.init) ?? ""
                #expect(wording.contains("address=\(name)"), "\(pages)")
                wordings.insert(wording)
            }
        }
        #expect(wordings.count == choices.count)
    }

    @Test("S6: a plugin program that has no reply after a restart does not end what the app is owed")
    func silentAfterRestart() async throws {
        for opensLink in [true, false] {
            var left = try Left(steps: 3, .agree)
            left.fixture.plugin = Self.program(nil)
            if opensLink {
                guard case .finished(_, .none(let reason, nil)) = try await left.open() else {
                    Issue.record("not finished")
                    return
                }
                #expect(reason == "The requesting app has not received its answer yet.")
            } else {
                #expect(try await left.resume() == .replyOwed)
            }
            #expect(try left.journal.unfinished().count == 1 && left.fixture.opened.isEmpty)
            left.fixture.plugin = Self.program([:])
            _ = try await left.resume()
            #expect(try left.journal.unfinished().isEmpty && left.fixture.opened == [Left.payack])
        }
    }

    @Test("a reply where none is due: to nobody, or of a form that the scheme does not have")
    func notDue() throws {
        for link in ["dashwallet://scanqr", "dash:\(ExecutionFixture.address)?amount=1"] {
            var fixture = ExecutionFixture()
            fixture.plugin = LyingPlugin(replyLie: { _, _, _ in
                ReplyTemplate(link: LinkTemplate(to: "myapp", [ReplyField("callback", .text("payack"))]))
            })
            let error = #expect(throws: RequestError.self) { try fixture.read(link) }
            #expect(error?.code == .forbiddenSender)
        }
    }

    @Test("BIP321: a proof has the link that was given, the transaction, and nothing else")
    func proof() throws {
        let link = "dash:\(ExecutionFixture.address)?amount=0.5&pop=myapp%3A"
        for lie in Self.lies.prefix(4) {
            var fixture = ExecutionFixture()
            #expect(throws: Never.self) { try fixture.read(link) }
            fixture.plugin = Self.plugin(lie) { _, _ in true }
            #expect(throws: RequestError.self) { try fixture.read(link) }
        }
    }
}
