import RouterTestSupport
import SchemeRouterTesting
import Synchronization
import Testing

@testable import SchemeRouter

/// A clipboard that records the texts copied to it.
private final class FakeClipboard: Clipboard {
    let texts = Mutex<[String]>([])
    /// How many texts it takes.
    let room: Int

    init(room: Int = .max) { self.room = room }

    func copy(_ text: String) async throws(LaunchError) {
        let isFull = texts.withLock { texts in
            if texts.count < room { texts.append(text) }
            return !texts.contains(text)
        }
        if isFull { throw .failed("it is full") }
    }
}

/// The address and the amount, copied for a wallet that takes no links.
@Suite struct HandOverCopyTests {
    private static func twoWallets(_ answers: FakePrompt.Answer...) -> ExecutionFixture {
        var fixture = ExecutionFixture(answers)
        fixture.wallets = MemoryWalletPrograms([
            .example("one", takes: ["bitcoin"]), .example("two", takes: ["bitcoin"]),
        ])
        fixture.hasNetwork = false
        return fixture
    }

    private static func open(
        _ parameters: String, _ fixture: ExecutionFixture, _ clipboard: FakeClipboard
    ) async throws -> Outcome {
        var services = fixture.services
        services.clipboard = clipboard
        let link = try fixture.read("bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" + parameters)
        return await LinkExecution(services: services).run(link).outcome
    }

    @Test("a wallet that takes no links gets the address, and then the amount", arguments: [true, false])
    func copying(wantsAmount: Bool) async throws {
        let fixture = Self.twoWallets(.pick(2), .agree, wantsAmount ? .agree : .fail(.refused))
        let clipboard = FakeClipboard()
        let outcome = try await Self.open("?amount=0.50", fixture, clipboard)
        guard case .handedOver(let program) = outcome else {
            Issue.record("it was not copied")
            return
        }
        #expect(program.id == "clipboard" && fixture.journal.steps.last == .ended(.handedOver))
        #expect(
            clipboard.texts.withLock { $0 }
                == ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"] + (wantsAmount ? ["0.5"] : []))
        #expect(fixture.prompt.shown.map(\.agree).dropFirst() == ["Copy the address", "Copy the amount"])
        #expect(fixture.wallets.given.isEmpty)
    }

    @Test("S6, S7: once the address was copied the link is handed over, even if the amount cannot be copied")
    func copyingHalf() async throws {
        for room in [0, 1] {
            let fixture = Self.twoWallets(.pick(2), .agree, .agree)
            let outcome = try await Self.open("?amount=0.50", fixture, FakeClipboard(room: room))
            let told = fixture.prompt.told.map(\.flowing).joined()
            switch outcome {
            case .handedOver:
                #expect(room == 1 && fixture.journal.steps.last == .ended(.handedOver))
                #expect(
                    told.contains(
                        "The amount was not copied: it is full. The address was copied before; enter the amount "
                            + "yourself: 0.5"), "\(told)")
            case .failed(let error):
                #expect(room == 0 && fixture.journal.steps.last == .ended(.failed))
                #expect(error.message == "Nothing was copied: it is full.")
            default: Issue.record("\(outcome)")
            }
        }
    }

    @Test("nothing is copied before the person agrees")
    func copyingRefused() async throws {
        let fixture = Self.twoWallets(.pick(2), .fail(.refused))
        let clipboard = FakeClipboard()
        guard case .refused = try await Self.open("", fixture, clipboard) else {
            Issue.record("it was not refused")
            return
        }
        #expect(clipboard.texts.withLock { $0 }.isEmpty && fixture.journal.steps == [.ended(.refused)])
    }

    private static let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"

    private static func run(_ fixture: ExecutionFixture, _ url: String) async throws
        -> (outcome: Outcome, copied: [String], debt: LinkDebt?)
    {
        let (clipboard, tally) = (FakeClipboard(), MemoryLinkTally())
        var services = fixture.services
        (services.clipboard, services.tally) = (clipboard, tally)
        let outcome = await LinkExecution(services: services).run(try fixture.read(url)).outcome
        var debt: LinkDebt?
        try tally.change("bitcoin") { debt = $0 }
        return (outcome, clipboard.texts.withLock { $0 }, debt)
    }

    private static func fixture(_ answers: [FakePrompt.Answer]) -> ExecutionFixture {
        var fixture = ExecutionFixture(answers)
        fixture.wallets = MemoryWalletPrograms([
            .example("one", takes: ["bitcoin"]), .example("two", takes: ["bitcoin"]),
        ])
        fixture.hasNetwork = false
        return fixture
    }

    @Test("S7: what the settings forbid is not copied either, and nobody is asked to agree to it")
    func forbidden() async throws {
        for (limit, senders, isCopied) in [
            (50_000_000, nil, true), (49_999_999, nil, false), (nil, [], true),
        ] as [(Int64?, Set<String>?, Bool)] {
            var fixture = Self.fixture([.pick(2), .agree, .agree])
            fixture.settings.policy.limits["bitcoin"] = limit.map { SpendingLimits(payment: Amount(units: $0)) }
            fixture.settings.policy.senders = senders
            let (outcome, copied, debt) = try await Self.run(fixture, "bitcoin:\(Self.address)?amount=0.5")
            #expect(copied == (isCopied ? [Self.address, "0.5"] : []), "\(outcome)")
            #expect(debt?.seconds == (isCopied ? 0 : 70))
            guard !isCopied else { continue }
            guard case .failed(let error) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(error.code == .refusedByPolicy && fixture.prompt.shown.count == 1)
        }
    }

    @Test("S7: with a limit, the person gives the amount of an address before it is copied, and then it counts")
    func limited() async throws {
        for (typed, isCopied) in [("0.5", true), ("0.6", false)] {
            var fixture = Self.fixture([.pick(2), .type(typed), .agree, .agree])
            fixture.settings.policy.limits["bitcoin"] = SpendingLimits(payment: Amount(units: 50_000_000))
            let (outcome, copied, _) = try await Self.run(fixture, "bitcoin:\(Self.address)")
            #expect(copied == (isCopied ? [Self.address, "0.5"] : []), "\(outcome)")
            let asked = try #require(fixture.prompt.shown.dropFirst().first).flowing
            #expect(asked.contains("How many BTC?"))
            guard isCopied else { continue }
            #expect(fixture.prompt.shown.dropFirst(2).allSatisfy { $0.flowing.contains("Payment of 0.5 BTC") })
            guard case .approved(.handOver(let intent))? = fixture.journal.steps.first else {
                Issue.record("\(fixture.journal.steps)")
                continue
            }
            #expect(intent.cost.known?.units == 50_000_000)
        }
    }

    @Test("S6, S15: the journal and the memory of links have what was copied, and a refusal counts")
    func recorded() async throws {
        let fixture = Self.fixture([.pick(2), .agree, .agree])
        _ = try await Self.run(fixture, "bitcoin:\(Self.address)?amount=0.5")
        let state = fixture.journal.state.withLock { $0 }
        guard case .approved(.handOver(let intent))? = state.steps.first else {
            Issue.record("\(state.steps)")
            return
        }
        #expect(state.steps.dropFirst() == [.ended(.handedOver)] && state.entries == [1, 1])
        #expect(intent.link == Self.address && intent.scheme == "bitcoin" && intent.cost.known?.units == 50_000_000)
        #expect(intent.program.id == "clipboard" && intent.isRewritten && !intent.chain.isPractice)
        #expect(state.requests.map(\.recipient) == [Self.address])
        #expect(fixture.handedOver.recent().map(\.program) == ["the clipboard"])
        for dialogue in fixture.prompt.shown.dropFirst() {
            #expect(dialogue.flowing.contains("0.5 BTC") && dialogue.flowing.contains(Self.address.inFours))
        }
        let refused = Self.fixture([.pick(2), .fail(.refused)])
        let (_, copied, debt) = try await Self.run(refused, "bitcoin:\(Self.address)")
        #expect(copied.isEmpty && debt?.seconds == 70 && refused.handedOver.recent().isEmpty)
    }

    @Test("S5, S15: both questions say who asked for what, and the memory has the link as another wallet would get it")
    func words() async throws {
        let fixture = Self.fixture([.pick(2), .agree, .agree])
        let url = "bitcoin://\(Self.address)?amount=0.5&label=Shop"
        _ = try await Self.run(fixture, url)
        let asked = HandOverText.asked(try fixture.read(url)).map(\.text).joined(separator: " ")
            .replacing(Self.address, with: Self.address.inFours)
        #expect(
            fixture.prompt.shown.dropFirst().map(\.flowing) == [
                "\(asked) The address is copied to the clipboard, for a wallet that cannot open links. Compare it there: "
                    + "other programs can change the clipboard. This program will not report to anyone whether you paid.",
                "\(asked) The address is on the clipboard. Paste it into your wallet, and come back for the amount: 0.5",
            ])
        let sent = try #require(try fixture.read(url).outgoing.first?.fingerprint)
        #expect(fixture.handedOver.recent().map(\.sentFingerprint) == [sent])
        #expect(try fixture.read(url).fingerprint != sent)
    }
}
