import JournalConformance
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Synchronization
import Testing

/// What pages and programs tried so that a wallet gets something else than the person saw (S15).
@Suite struct HandOverAttackTests {
    private static let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let offer =
        "lno1pgx9getnwss8vetrw3hhyuckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg"
    private static let electrum = WalletProgram.example("electrum", takes: ["bitcoin", "lightning"], origin: .before)

    private static func fixture(_ programs: WalletProgram..., answers: FakePrompt.Answer...) -> ExecutionFixture {
        var fixture = ExecutionFixture(answers)
        fixture.wallets = MemoryWalletPrograms(programs)
        fixture.hasNetwork = false
        return fixture
    }

    private static func given(_ fixture: ExecutionFixture) -> [String] {
        fixture.wallets.given.map(\.link)
    }

    @Test("S15: the consent names everything in the link that the program does not receive")
    func leftOut() async throws {
        let plain = "bitcoin:\(Self.address)?amount=0.5&label=Shop"
        let fixture = Self.fixture(Self.electrum, answers: .agree)
        guard
            case .handedOver = try await fixture.run(
                "\(plain)&pj=https://shop.example/pj&pop=myapp:&x%20y=1&label2=z")
        else {
            Issue.record("it was not handed over")
            return
        }
        #expect(Self.given(fixture) == [plain])
        let text = try #require(fixture.prompt.shown.first).flowing
        #expect(
            text.contains(
                "Left out for “electrum”: the payjoin offer (pj), the proof that an app asks for (pop), “x y”, “label2”."
            ))
        #expect(!text.contains("will be added"))
    }

    @Test("nothing that was not shown goes over with an offer: no other address, no address of a server")
    func parametersBesideAnOffer() async throws {
        for more in ["&address=\(Self.address)", "&r=https%3A%2F%2Fevil.example%2Fpr", "&lightning=lnbc1", "&x=1"] {
            let fixture = Self.fixture(Self.electrum, answers: .agree)
            _ = try? await fixture.run("bitcoin:?lno=\(Self.offer)&amount=1&label=x\(more)")
            for link in Self.given(fixture) {
                #expect(link == "bitcoin:?lno=\(Self.offer)&amount=1&label=x", "\(more)")
                #expect(fixture.prompt.shown.flatMap(\.pages).joined().contains("a Lightning offer"))
            }
        }
    }

    @Test("what another spelling of the same payment handed over is known again")
    func otherSpellings() async throws {
        var fixture = Self.fixture(Self.electrum, answers: .agree, .agree, .agree)
        _ = try await fixture.run("bitcoin:\(Self.address)?amount=1")
        for link in ["bitcoin:\(Self.address)?amount=1&", "BITCOIN:\(Self.address)?amount=1.0&x=1"] {
            guard case .failed(let error) = try await fixture.run(link) else {
                Issue.record("\(link) went on")
                continue
            }
            #expect(error.code == .tooManyHops)
        }
        fixture.now += 60
        _ = try await fixture.run("bitcoin:\(Self.address)?amount=1&x=2")
        #expect(fixture.prompt.shown.last?.pages.joined().contains("you handed this link to “electrum”") == true)
    }

    @Test("S6: no spelling of a link that may have been paid here is given away")
    func undecidedSpellings() async throws {
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.chain = FakeChain(refusing: ServiceError(.answerUnknown, "lost"))
        let journal = MemoryJournal()
        var services = fixture.services
        services.journal = journal
        _ = await LinkExecution(services: services).run(try fixture.read("dash:\(ExecutionFixture.address)?amount=0.5"))
        fixture.hasNetwork = false
        fixture.wallets = MemoryWalletPrograms([.example("dash-qt", takes: ["dash"])])
        for link in ["DASH:\(ExecutionFixture.address)?amount=0.5", "dash:\(ExecutionFixture.address)?amount=0.5&"] {
            fixture.prompt = FakePrompt([.agree])
            services = fixture.services
            services.journal = journal
            guard case .failed(let error) = await LinkExecution(services: services).run(try fixture.read(link)).outcome
            else {
                Issue.record("\(link) went on")
                continue
            }
            #expect(error.code == .refusedByPolicy && Self.given(fixture).isEmpty)
        }
    }

    @Test("the person is told if another wallet got the same payment earlier")
    func paidHereAfterwards() async throws {
        var fixture = ExecutionFixture(.pick(0), .agree, .pick(1), ExecutionFixture.passcode)
        fixture.wallets = MemoryWalletPrograms([.example("dash-qt", takes: ["dash"])])
        _ = try await fixture.run(ExecutionFixture.pay)
        fixture.now += 120
        _ = try await fixture.run(ExecutionFixture.pay)
        #expect(fixture.sent.count == 1)
        for dialogue in fixture.prompt.shown.suffix(2) {
            #expect(dialogue.pages.joined().contains("you handed this link to “dash-qt” 2 minutes ago"))
        }
    }

    @Test("S3: a link that requires a lock is not written anew without it")
    func requiredLock() async throws {
        let fixture = Self.fixture(.example("dash-qt", takes: ["dash"]), answers: .agree)
        _ = try await fixture.run("dash:\(ExecutionFixture.address)?amount=1&req-IS=1")
        #expect(Self.given(fixture).isEmpty)
    }

    @Test("this wallet is in the list however many programs and invoices there are")
    func ownWalletIsShown() async throws {
        var fixture = ExecutionFixture(.fail(.refused))
        fixture.wallets = MemoryWalletPrograms((0..<12).map { .example("wallet\($0)", takes: ["dash"]) })
        _ = try await fixture.run(ExecutionFixture.pay)
        let labels = try #require(fixture.prompt.options.first).map(\.label)
        #expect(labels.contains("Pay from this wallet") && labels.count <= 8)
    }

    @Test("a documentation browser with a coin's scheme is not a wallet")
    func notAWallet() async throws {
        let zeal = WalletProgram(
            id: "zeal.desktop", program: Self.electrum.program, container: nil, schemes: ["dash"], isWallet: false,
            origin: .byDefault, source: "/apps")
        var fixture = ExecutionFixture(ExecutionFixture.passcode)
        fixture.wallets = MemoryWalletPrograms([zeal])
        guard case .paid = try await fixture.run(ExecutionFixture.pay) else {
            Issue.record("it was not paid")
            return
        }
        #expect(fixture.prompt.options.isEmpty)
    }

    @Test("S7: what other wallets got counts towards the limit of a day")
    func dayLimit() async throws {
        var fixture = Self.fixture(Self.electrum, answers: .agree, .agree)
        fixture.settings.policy.limits["bitcoin"] = SpendingLimits(day: Amount(units: 60_000_000))
        let journal = MemoryJournal()
        var outcomes: [Bool] = []
        for amount in ["0.4", "0.3"] {
            var services = fixture.services
            services.journal = journal
            let link = try fixture.read("bitcoin:\(Self.address)?amount=\(amount)")
            if case .handedOver = await LinkExecution(services: services).run(link).outcome {
                outcomes.append(true)
            } else {
                outcomes.append(false)
            }
            fixture.now += 10
        }
        #expect(outcomes == [true, false])
    }

    @Test(
        "a link that could be a payment is not foreign",
        arguments: [
            "dash:\(ExecutionFixture.address)?amount=1&amount=2", "dash:bitcoin:\(address)",
            "dash:XiUsEXvLjqhuz1Gun%20bymtw7JUwtkQXQHaa", "dash:XiUsEXvLjqhuz1Gun+bymtw7JUwtkQXQHaa",
            "dash:XiUsEXvLjqhuz1Gun%E2%80%8Bbymtw7JUwtkQXQHaa", "dash:foo?x=\(ExecutionFixture.address)",
            "dashwallet://send?to=abc", "bitcoin:foo?name=a&sig=b", "bitcoin:user%40dns.example",
            "dash:foo?PAY=1", "dash:foo?p%61y=1", "dash:foo?req-x=1", "dash:", "dash:////a:b", "mykey://x:y",
        ])
    func noForeignLink(_ link: String) throws {
        let router = try ExecutionFixture([]).router()
        #expect((try? router.read(Array(link.utf8))) != nil || router.foreignLink(Array(link.utf8)) == nil)
    }

    @Test(
        "links of others are foreign, and only their beginning is shown",
        arguments: [
            ("dash:python:os", "dash:python…"), ("dash://ruby:Array", "dash:ruby…"),
            (
                "dashwallet://brokers/coinbase/connect?code=4%2F0AX4XfWhSECRET0123456789abcdef&state=x",
                "dashwallet:brokers…"
            ),
        ])
    func foreignLinks(_ link: String, _ beginning: String) throws {
        let router = try ExecutionFixture([]).router()
        let foreign = try #require(router.foreignLink(Array(link.utf8)))
        #expect(foreign.beginning == beginning && !foreign.beginning.contains("SECRET"))
    }
}
