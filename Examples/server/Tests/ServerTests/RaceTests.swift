import JournalConformance
import LinkServer
import PostgresJournal
import RouterSecrets
import SchemeRouter
import Synchronization
import Testing

/// Two engines without a gate, so that only the journal protects them. The real workers also have the lease.
@Suite(.serialized) struct RaceTests {
    private let server = PostgresServer.shared

    @Test("S6: of two payments that were approved at once with the same coins, one is made")
    func race() async throws {
        for _ in 0..<4 {
            // All money is one UTXO, so that both must spend it.
            let money = try await PracticeMoney(hosts: 2, outputs: 1)
            defer { money.remove() }
            let wallet = newWallet()
            let meeting = Meeting()
            let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
                for number in 1...2 {
                    let journal = try PostgresJournal(try server.database(), wallet: wallet)
                    let keyring = try await OpenWallet(
                        directory: "\(money.directory)/host-\(number)", passcode: Secret(PracticeMoney.passcode))
                    let open = OpenDoors(meeting: meeting)
                    var services = Services(
                        networks: money.networks, keyring: keyring, journal: journal, prompt: open, gate: open,
                        launcher: open, receivers: open, bindings: open, servers: nil, notifier: open,
                        settings: Settings(), now: { 1_700_000_000 })
                    services.readTime = .seconds(3_600)
                    let link = try PracticeMoney.router().read(Array(PracticeMoney.link(number).utf8))
                    group.addTask { [services] in
                        await LinkExecution(services: services).run(link, to: .here).outcome
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let paid = outcomes.count { if case .paid = $0 { true } else { false } }
            let received = try await money.received()
            #expect(paid == 1 && received.count == 1, "\(outcomes)")
            let entries = try PostgresJournal(try server.database(), wallet: wallet).newest(10)
            #expect(entries.count { $0.end == .done } == 1 && entries.allSatisfy { !$0.isUnfinished })
        }
    }

    /// Makes both wait until the other has arrived.
    private actor Meeting {
        private var first: CheckedContinuation<Void, Never>?

        func arrive() async {
            if let first {
                self.first = nil
                first.resume()
            } else {
                await withCheckedContinuation { first = $0 }
            }
        }
    }

    /// A gate that is always open, and a person who agrees once both payments have been proposed.
    private struct OpenDoors: Prompt, PromptGate, Launcher, ReceiverMemory, BindingMemory, Notifier {
        let meeting: Meeting

        private final class Pass: Sendable {}
        func enter() throws(ServiceError) -> (any AnyObject & Sendable)? { Pass() }

        func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
            await meeting.arrive()
            return Secret("")
        }
        func confirm(_ dialogue: Dialogue) async throws(PromptError) {}
        func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
            throw .refused
        }
        func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice { .agreed }
        func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int { 0 }
        func tell(_ dialogue: Dialogue) async throws(PromptError) {}

        func receiver(ofScheme scheme: String) throws(LaunchError) -> ReceivingProgram? { nil }
        func open(_ callback: String, scheme: String, with program: ReceivingProgram) throws(LaunchError) {}
        func remembered(_ sender: String) throws(ServiceError) -> KnownReceiver? { nil }
        func remember(_ program: KnownReceiver, for sender: String) throws(ServiceError) {}
        func bindings(of appKey: String) throws(ServiceError) -> [DappBinding] { [] }
        func remember(_ binding: DappBinding) throws(ServiceError) {}
        func notify(title: String, text: String) -> Bool { false }
        func mayInterrupt() -> Bool { false }
        func didNotInterrupt() {}
    }
}
