import RouterTestSupport
import SchemeRouter
import Synchronization
import Testing

/// A clipboard that records the texts copied to it.
private final class FakeClipboard: Clipboard {
    let texts = Mutex<[String]>([])

    func copy(_ text: String) async throws(LaunchError) { texts.withLock { $0.append(text) } }
}

/// The address and the amount, copied for a wallet that takes no links.
@Suite struct HandOverCopyTests {
    @Test("a wallet that takes no links gets the address, and then the amount", arguments: [true, false])
    func copying(wantsAmount: Bool) async throws {
        var fixture = ExecutionFixture(.pick(2), .agree, wantsAmount ? .agree : .fail(.refused))
        fixture.wallets = FakeWallets([.example("one", takes: ["bitcoin"]), .example("two", takes: ["bitcoin"])])
        fixture.hasNetwork = false
        let clipboard = FakeClipboard()
        var services = fixture.services
        services.clipboard = clipboard
        let link = try fixture.read("bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.50")
        let result = await LinkExecution(services: services).run(link)
        guard case .handedOver(let program) = result.outcome else {
            Issue.record("it was not copied")
            return
        }
        #expect(program.id == "clipboard" && fixture.journal.steps.last == .ended(.handedOver))
        #expect(
            clipboard.texts.withLock { $0 }
                == ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"] + (wantsAmount ? ["0.5"] : []))
        #expect(fixture.prompt.shown.map(\.agree).dropFirst() == ["Copy the address", "Copy the amount"])
        #expect(fixture.wallets.given.withLock { $0 }.isEmpty)
    }

    @Test("nothing is copied before the person agrees")
    func copyingRefused() async throws {
        var fixture = ExecutionFixture(.pick(2), .fail(.refused))
        fixture.wallets = FakeWallets([.example("one", takes: ["bitcoin"]), .example("two", takes: ["bitcoin"])])
        fixture.hasNetwork = false
        let clipboard = FakeClipboard()
        var services = fixture.services
        services.clipboard = clipboard
        let link = try fixture.read("bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")
        guard case .refused = await LinkExecution(services: services).run(link).outcome else {
            Issue.record("it was not refused")
            return
        }
        #expect(clipboard.texts.withLock { $0 }.isEmpty && fixture.journal.steps == [.ended(.refused)])
    }
}
