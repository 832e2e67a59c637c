import RouterTestSupport
import SchemeRouter
import Testing

/// How long a network may take before the person is asked.
@Suite struct ReadTimeTests {
    /// A network that says nothing until the question is broken off.
    private struct SilentChain: Chain {
        private func silence() async throws(ServiceError) -> Never {
            while !Task.isCancelled { await Task.yield() }
            throw ServiceError(.networkUnreachable, "broken off")
        }

        func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] {
            try await silence()
        }
        func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> { try await silence() }
        func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] { try await silence() }
        func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] {
            try await silence()
        }
        func state(of id: TransactionID) async throws(ServiceError) -> TransactionState { try await silence() }
        func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] {
            try await silence()
        }
        func feePerKB() async throws(ServiceError) -> Amount? { try await silence() }
        func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance {
            try await silence()
        }
    }

    @Test(
        "S13: a network that does not answer in time ends the link, without a question to the person",
        arguments: [ExecutionFixture.pay, "dashwallet://request=address&sender=myapp"])
    func silence(_ text: String) async throws {
        var fixture = ExecutionFixture()
        fixture.keyring = FakeKeyring(isSilent: true)
        #expect(Services(fixture.services).readTime == .seconds(5))
        var services = fixture.services
        services.networks = FakeNetworks(chain: SilentChain())
        services.readTime = .milliseconds(1)
        let link = try fixture.read(text)
        guard case .failed(let error) = await LinkExecution(services: services).run(link).outcome else {
            Issue.record("it went on")
            return
        }
        #expect(error.code == .networkUnreachable)
        #expect(fixture.prompt.shown.isEmpty && fixture.signed.isEmpty)
    }
}

extension Services {
    /// The same with everything that can be left out left out.
    fileprivate init(_ services: Services) {
        self.init(
            networks: services.networks, keyring: services.keyring, journal: services.journal, prompt: services.prompt,
            gate: services.gate, launcher: services.launcher, receivers: services.receivers,
            bindings: services.bindings, servers: services.servers, notifier: services.notifier,
            settings: services.settings, now: services.now)
    }
}
