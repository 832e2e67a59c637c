import JournalConformance
import RouterTestSupport
import SchemeRouterTesting
import Synchronization
import Testing

@testable import SchemeRouter

/// S7: an address without an amount, where the coin has a limit: the person gives the amount, which counts.
@Suite struct HandOverLimitTests {
    private static let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    private static let electrum = WalletProgram.example("electrum", takes: ["bitcoin", "lightning"], origin: .before)

    private static func fixture(
        _ answers: FakePrompt.Answer..., limit: Int64? = 50_000_000, wallets: [WalletProgram] = [electrum]
    ) -> ExecutionFixture {
        var fixture = ExecutionFixture(answers)
        fixture.wallets = MemoryWalletPrograms(wallets)
        fixture.hasNetwork = false
        fixture.settings.policy.limits["bitcoin"] = limit.map { SpendingLimits(payment: Amount(units: $0)) }
        return fixture
    }

    @Test("S7: the person gives the amount of an address, and the wallet receives and shows exactly that")
    func asked() async throws {
        for (typed, isGiven) in [("0.5", true), ("0.50000001", false)] {
            let fixture = Self.fixture(.type(typed), .agree)
            let outcome = try await fixture.run("bitcoin:\(Self.address)?label=Shop")
            let given = fixture.wallets.given.map(\.link)
            let dialogues = fixture.prompt.shown.map(\.flowing)
            #expect(dialogues.first?.contains("The link does not say how much to pay. How many BTC?") == true)
            switch outcome {
            case .handedOver:
                #expect(isGiven && given == ["bitcoin:\(Self.address)?amount=0.5&label=Shop"])
                #expect(dialogues.last?.contains("Payment of 0.5 BTC to") == true, "\(dialogues)")
                #expect(dialogues.last?.contains("may show the amount of an earlier link") == false)
                guard case .approved(.handOver(let intent))? = fixture.journal.steps.first else {
                    Issue.record("\(fixture.journal.steps)")
                    continue
                }
                #expect(intent.cost.known?.units == 50_000_000 && intent.isRewritten)
            case .failed(let error):
                #expect(!isGiven && error.code == .refusedByPolicy && given.isEmpty && dialogues.count == 1)
            default: Issue.record("\(outcome)")
            }
        }
    }

    @Test("who has no limit, or one of another coin, is not asked: the link goes over as it is")
    func unasked() async throws {
        var other = Self.fixture(.agree, limit: nil)
        other.settings.policy.limits["dash"] = SpendingLimits(payment: .zero)
        other.settings.policy.limits["bitcoin"] = SpendingLimits()
        for fixture in [Self.fixture(.agree, limit: nil), other] {
            _ = try await fixture.run("bitcoin:\(Self.address)")
            #expect(fixture.wallets.given.map(\.link) == ["bitcoin:\(Self.address)"])
            #expect(fixture.prompt.shown.first?.flowing.contains("an unspecified amount") == true)
        }
    }

    @Test("S7: no other way to pay without an amount is handed over, even beside an amount that it does not receive")
    func disguised() async throws {
        for query in [
            "?lightning=\(PaymentTokens.lnurl)", "?amount=0.00000001&lightning=\(PaymentTokens.lnurl)",
            "?lno=\(PaymentTokens.offer)", "?sp=\(PaymentTokens.silentPayment)",
        ] {
            let fixture = Self.fixture(.agree, .agree)
            guard case .failed(let error) = try await fixture.run("bitcoin:\(query)") else {
                Issue.record("\(query) went on")
                continue
            }
            #expect(error.code == .refusedByPolicy && fixture.prompt.shown.isEmpty, "\(query)")
            #expect(fixture.wallets.given.isEmpty)
        }
    }

    @Test("S7: another coin's link is no way around the limit of the coin whose scheme the wallet receives")
    func others() async throws {
        let link = "litecoin:?lightning=\(PaymentTokens.lnurl)"
        let fixture = Self.fixture(.agree, .agree)
        if case .failed(let error) = try await fixture.run(link) {
            #expect(error.code == .refusedByPolicy && error.message.contains("your limits for Bitcoin"), "\(error)")
        } else {
            Issue.record("\(link) went on")
        }
        #expect(fixture.prompt.shown.isEmpty && fixture.wallets.given.isEmpty)
        let free = Self.fixture(.agree, limit: nil)
        _ = try await free.run(link)
        #expect(free.wallets.given.count == 1)
    }

    @Test("S7: an offer in a link of another coin is paid over Lightning, so the limits of Lightning's coin apply")
    func offers() async throws {
        // Litecoin's first block.
        let genesis: [UInt8] = [
            0xE2, 0xBF, 0x04, 0x7E, 0x7E, 0x5A, 0x19, 0x1A, 0xA4, 0xEF, 0x34, 0xD3, 0x14, 0x97, 0x9D, 0xC9,
            0x98, 0x6E, 0x0F, 0x19, 0x25, 0x1E, 0xDA, 0xBA, 0x59, 0x40, 0xFD, 0x1F, 0xE3, 0x65, 0xA7, 0x12,
        ]
        let offer = PaymentTokens.offer([2, 32] + genesis + [8, 2, 0x27, 0x10, 10, 1, 0x61] + PaymentTokens.issuerID)
        let wallet = WalletProgram.example("w", takes: ["litecoin"], origin: .before)
        let fixture = Self.fixture(.agree, .agree, wallets: [wallet])
        guard case .failed(let error) = try await fixture.run("litecoin:?lno=\(offer)") else {
            Issue.record("it went on")
            return
        }
        #expect(error.code == .refusedByPolicy && error.message.contains("your limits for Bitcoin"), "\(error)")
        #expect(fixture.prompt.shown.isEmpty && fixture.wallets.given.isEmpty)
        let free = Self.fixture(.agree, limit: nil, wallets: [wallet])
        _ = try await free.run("litecoin:?lno=\(offer)")
        #expect(free.wallets.given.count == 1)
    }

    @Test("S7: what was handed over before there was a limit, without an amount, counts as more than a day's limit")
    func day() async throws {
        let journal = MemoryJournal()
        for (limit, seconds, isGiven) in [
            (nil, 0, true), (100_000_000, 60, false), (100_000_000, 86_401, true),
        ] as [(Int64?, UnixTime, Bool)] {
            var fixture = Self.fixture(.agree, limit: nil)
            fixture.settings.policy.limits["bitcoin"] = limit.map { SpendingLimits(day: Amount(units: $0)) }
            fixture.now += seconds
            var services = fixture.services
            services.journal = journal
            let link = try fixture.read("bitcoin:\(Self.address)" + (limit == nil ? "" : "?amount=0.1"))
            switch await LinkExecution(services: services).run(link).outcome {
            case .handedOver: #expect(isGiven)
            case .failed(let error):
                #expect(
                    !isGiven && error.message.contains("Within the last 24 hours you paid an amount that"), "\(error)")
            case let other: Issue.record("\(other)")
            }
        }
    }

    @Test("S7: a link that is not read reaches no wallet of a coin with a limit, but does reach other programs")
    func unread() async throws {
        let docs = WalletProgram(
            id: "docs", program: Self.electrum.program, container: nil, schemes: ["dash"], isWallet: false,
            origin: .before, source: "")
        for (program, limited, isGiven) in [
            (.example("w", takes: ["dash"], origin: .before), "dash", false),
            (.example("w", takes: ["dash"], origin: .before), "bitcoin", true), (docs, "dash", true),
        ] as [(WalletProgram, CoinID, Bool)] {
            var fixture = Self.fixture(.agree, limit: nil, wallets: [program])
            fixture.settings.policy.limits[limited] = SpendingLimits(payment: .zero)
            let link = try #require(try fixture.router().foreignLink(Array("dash:python:os".utf8)))
            let execution = LinkExecution(services: fixture.services)
            let target = LinkExecution.ForeignTarget(program: program, rule: nil, lostRule: nil)
            switch await execution.run(link, .typed, target).outcome {
            case .handedOver: #expect(isGiven)
            case .failed(let error): #expect(!isGiven && error.code == .refusedByPolicy && fixture.prompt.shown.isEmpty)
            case let other: Issue.record("\(other)")
            }
        }
    }
}
