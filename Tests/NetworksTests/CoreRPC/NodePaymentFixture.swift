import ExactJSON
import Foundation
import RouterDash
import RouterStorage
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting
import Synchronization

@testable import RouterNetworks

/// Opens links on a network whose node's wallet pays, with a real journal.
final class NodePaymentFixture {
    let node = ScriptedNode()
    let journal: SQLiteJournal
    let launcher = MemoryLauncher.demo()
    let now = Mutex<UnixTime>(1_000)
    var policy = Policy()
    var plugin: any ReadingPlugin = DashPlugin()
    private let directory: URL

    static let link =
        "dashwallet://pay=yRW24vkuLvaEbWME9aty12EChAzcCQdFLd&amount=3&sender=myapp"
    static let passcode = FakePrompt.Answer.type("right passcode")

    /// One network, for every coin.
    private struct Network: NetworkDirectory {
        let wallet: CoreNodeWallet?
        let chain: CoreRPCChain

        func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork {
            ConfiguredNetwork(
                id: ChainID(coin: coin.id, network: .regtest, isPractice: false), chain: chain, wallet: wallet)
        }

        func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork {
            throw ServiceError(.noNetwork, "")
        }
    }

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "node-payment-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        journal = try SQLiteJournal(path: directory.path + "/journal.sqlite")
        node.hasPayingWallet()
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// Opens a link as a new process would. Returns how it ended and what the person saw.
    func open(
        _ url: String = link, _ answers: FakePrompt.Answer...
    ) async throws -> (outcome: Outcome, shown: [String]) {
        let prompt = FakePrompt(answers)
        let router = try router()
        let services = try services(prompt)
        let outcome = await LinkExecution(services: services).run(try router.read(Array(url.utf8))).outcome
        return (outcome, prompt.shown.map { $0.pages.joined(separator: "\n") })
    }

    /// Finishes what was left, as `router resume` does.
    func resume(namesWallet: Bool = true) async throws -> [Resumed.State] {
        let services = try services(FakePrompt([]), namesWallet: namesWallet)
        let resumption = Resumption(services: services, router: try router())
        return try await resumption.run().map(\.state)
    }

    private func router() throws -> Router {
        Router(routes: try RouteTable.load([.shipped]), plugins: [DashPlugin.name: plugin], network: { _ in .regtest })
    }

    private func services(_ prompt: FakePrompt, namesWallet: Bool = true) throws -> Services {
        let chain = try node.chain()
        return Services(
            networks: Network(wallet: namesWallet ? chain.wallet(named: "w") : nil, chain: chain),
            keyring: FakeKeyring(),
            journal: journal, prompt: prompt,
            gate: MemoryGate(), launcher: launcher, receivers: MemoryReceivers.demo(["myapp": KnownReceiver(.demo)]),
            bindings: MemoryBindings(), servers: nil, notifier: MemoryNotifier(), settings: Settings(policy: policy),
            now: { [now = self.time] in now() })
    }

    private var time: @Sendable () -> UnixTime {
        let time = now.withLock { $0 }
        return { time }
    }

    /// How often the node was sent a payment.
    var sent: Int { node.calls(of: "sendrawtransaction").count }
}

extension ScriptedNode {
    /// A wallet `w` that pays with its own keys, and whose node takes the recorded payment once.
    func hasPayingWallet() {
        say(Recorded.result("007"), to: "getwalletinfo")
        say(Recorded.result("090"), to: "getbalances")
        say(Recorded.result("188"), to: "listunspent")
        say(Recorded.result("128"), to: "createrawtransaction")
        say(Recorded.funded, to: "fundrawtransaction")
        say(Recorded.signature, to: "signrawtransactionwithwallet")
        say("true", to: "lockunspent")
        say(#"{"transactions":[]}"#, to: "listsinceblock")
        say("null", to: "gettxout")
        on("getrawtransaction") { _ in .failure(-5, "No such mempool or blockchain transaction.") }
        say(#"{"ismine":true}"#, to: "getaddressinfo")
        let previous = Recorded.spend["previous_transaction_hex"]?.string ?? ""
        let creator = Recorded.spend["inputs"]?.elements?.first?["txid"]?.string ?? ""
        on("gettransaction") { call in
            call.parameters.elements?.first?.string == creator
                ? .result(#"{"txid":"\#(creator)","hex":"\#(previous)"}"#)
                : .failure(-5, "Invalid or non-wallet transaction id")
        }
        say(Recorded.result("132"), to: "testmempoolaccept")
        say("\"\(Recorded.signed.id.hex)\"", to: "sendrawtransaction")
    }

    /// From now on the node shows the recorded payment as unconfirmed.
    func hasPayment() {
        say(Recorded.result("191"), to: "getrawtransaction")
        say(
            #"[{"txid":"\#(Recorded.signed.id.hex)","allowed":false,"reject-reason":"txn-already-in-mempool"}]"#,
            to: "testmempoolaccept")
    }
}
