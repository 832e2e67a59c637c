import Foundation
import RouterTestSupport
import SchemeRouter
import SchemeRouterTesting

/// The engine with the sample's descriptors and plugins, and fake services.
struct Engine {
    let prompt: FakePrompt
    let chain = FakeChain()
    let launcher = MemoryLauncher.demo()
    var settings = Settings()

    init(_ answers: FakePrompt.Answer...) {
        prompt = FakePrompt(answers)
    }

    /// Reads links of all descriptors in the sample's folders.
    static func router() throws -> Router {
        var stack = DescriptorStack([.shipped])
        for path in SampleTree.paths.sorted() where path.hasSuffix(".yaml") {
            stack.add(DescriptorFile(name: path, bytes: Array(try SampleTree.text(path).utf8)))
        }
        return Router(routes: try RouteTable.load(stack), plugins: SampleLists.plugins)
    }

    /// Opens a link.
    func run(_ link: String) async throws -> Outcome {
        var services = Services(
            networks: FakeNetworks(chain: chain), keyring: FakeKeyring(utxos: [.example(1_000_000_000)]),
            journal: FakeJournal(), prompt: prompt, gate: MemoryGate(), launcher: launcher,
            receivers: MemoryReceivers.demo(["myapp": KnownReceiver(.demo)]), bindings: MemoryBindings(),
            servers: MemoryServers.confirming(), notifier: MemoryNotifier(), settings: settings, now: { 1_000 })
        // Tests share two threads: an answer that is there may be noticed late.
        services.readTime = .seconds(600)
        return await LinkExecution(services: services).run(try Self.router().read(Array(link.utf8))).outcome
    }

    /// The callbacks that were opened.
    var opened: [String] { launcher.opened }
}

/// A directory that nobody else reads, for one test.
final class Scratch {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("sample-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    var path: String { directory.path }

    func write(_ name: String, _ text: String) throws {
        let file = directory.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
}
