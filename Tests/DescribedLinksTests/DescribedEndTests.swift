import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import SchemeRouter

/// How a link that only other wallets can carry out ends without one.
@Suite struct DescribedEndTests {
    private static let services = Services(
        networks: NoNetworks(), keyring: FakeKeyring(), journal: FakeJournal(), prompt: FakePrompt([]),
        gate: MemoryGate(), launcher: MemoryLauncher.demo(), receivers: MemoryReceivers.demo([:]),
        bindings: MemoryBindings(),
        servers: MemoryServers.confirming(), notifier: MemoryNotifier(), settings: Settings(), now: { 1_000 })

    @Test("each link that is described says that no wallet here takes it, and how to find one")
    func nobody() throws {
        for url in Reading.good {
            let link = try Reading.router.read(Array(url.utf8))
            let scheme = link.request.header.scheme
            let error = #expect(throws: ServiceError.self) {
                try LinkExecution(services: Self.services).backend(of: link)
            }
            #expect(error?.code == .unsupported)
            #expect(error?.message == "No wallet here supports “\(scheme):” links.")
            #expect(error?.hint == "Install a program that opens such links, then open this one again.")
        }
    }

    @Test("a failure that kept the person from seeing the request shows it")
    func asked() throws {
        let error = ServiceError(.networkUnreachable, "Nobody answers.")
        for url in Reading.good {
            let link = try Reading.router.read(Array(url.utf8))
            let asked = try #require(DescribedText(link: link)).asked.map(\.text)
            for (showsRequest, words) in [(true, asked), (false, [])] {
                let text = OutcomeText(link: link, showsRequest: showsRequest).summary(.failed(error))?.map(\.text)
                #expect(text == words + ["Nobody answers."], "\(url)")
                #expect(!asked.isEmpty, "\(url)")
            }
        }
    }
}
