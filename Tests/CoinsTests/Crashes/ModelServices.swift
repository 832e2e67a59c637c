import JournalConformance
import RouterSecrets
import RouterTestSupport
import SchemeRouter

/// The journal in memory, in a run that may end before each change.
struct ModelJournal: ForwardingJournal {
    let run: Run
    var journal: MemoryJournal { run.journal }

    func begin(_ request: JournalRequest, at time: UnixTime) throws(ServiceError) -> Int64 {
        guard run.effect({ _ in }) != nil else { throw .dead }
        return try journal.begin(request, at: time)
    }

    func note(_ step: JournalStep, of entry: Int64, at time: UnixTime) throws(ServiceError) {
        guard run.effect({ _ in }) != nil else { throw .dead }
        try journal.note(step, of: entry, at: time)
    }
}

/// A network that takes what is sent, and may lose, refuse or not answer.
struct ModelChain: Chain {
    let run: Run

    func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] { [] }
    func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> { [] }
    func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] { [] }
    func feePerKB() async throws(ServiceError) -> Amount? { nil }

    func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] { [:] }

    func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        run.world.network[id] == nil ? .unknown : .confirmed(1, isLocked: false)
    }

    func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] {
        let network = run.world.network
        return Dictionary(
            outputs.map { output in
                (output, network.first { $0.value.contains(output) }.map { .spent($0.key) } ?? .unspent)
            }, uniquingKeysWith: { first, _ in first })
    }

    func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance {
        await run.intrude()
        let inputs = transaction.bytes.map { World.utxos[Int($0)].outpoint }
        let isTaken = run.effect { world in
            guard world.network[transaction.id] == nil else { return true }
            if run.start.network == .keeps { world.kept[transaction.id] = inputs }
            guard [.answers, .losesTheAnswer].contains(run.start.network) else { return false }
            guard world.spent.isDisjoint(with: inputs) else {
                world.mishaps.append("a UTXO was spent twice")
                return false
            }
            world.network[transaction.id] = inputs
            return true
        }
        guard let isTaken else { throw .dead }
        switch run.start.network {
        case .losesTheAnswer, .losesTheRequest: throw ServiceError(.answerUnknown, "The connection broke.")
        // A node refuses also what it has had for long.
        case .refuses, .keeps: throw ServiceError(.networkRefused, "The node refused it.")
        case .answers: if !isTaken { throw ServiceError(.networkRefused, "The UTXOs are spent.") }
        }
        return .network
    }
}

/// A wallet of three UTXOs. Each signature is another transaction, so that a second one is noticed.
struct ModelKeyring: Keyring, UnlockedKeyring {
    let run: Run

    private var fake: FakeKeyring {
        let spent = run.world.spent
        return FakeKeyring(utxos: World.utxos.filter { !spent.contains($0.outpoint) })
    }

    func checkReady() throws(ServiceError) {}
    func accountKey(of coin: CoinDescriptor, on chain: ChainID) throws(ServiceError) -> String {
        FakeKeyring.accountKey
    }

    func accounts(
        of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> [any AccountReader] { [fake] }

    func unlock(with passcode: borrowing Secret) async throws(ServiceError) -> any UnlockedKeyring {
        if run.isDead { throw .dead }
        return self
    }

    func sign(
        _ intent: PaymentIntent, approved: IntentDigest, coin: CoinDescriptor, previous: [TransactionID: [UInt8]]
    ) throws(ServiceError) -> SignedTransaction {
        let number = run.effect { world in
            world.signatures += 1
            return world.signatures
        }
        let hex = String(number ?? 0, radix: 16)
        guard number != nil, let id = TransactionID(hex: String(repeating: "0", count: 64 - hex.utf8.count) + hex)
        else {
            throw .dead
        }
        return SignedTransaction(id: id, bytes: intent.inputs.map { UInt8($0.outpoint.index) })
    }

    func sign(
        _ intent: ActionsIntent, approved: IntentDigest, in frame: TransactionFrame, coin: CoinDescriptor
    ) throws(ServiceError) -> SignedTransaction { throw .dead }

    func sign(
        _ intent: IdentityIntent, approved: IntentDigest, in frame: TransactionFrame, coin: CoinDescriptor
    ) throws(ServiceError) -> SignedHeader { throw .dead }

    func sign(_ intent: TextIntent, approved: IntentDigest, coin: CoinDescriptor) throws(ServiceError) -> [String] {
        throw .dead
    }

    func publicKeys(
        for intent: KeyIntent, approved: IntentDigest, coin: CoinDescriptor
    ) throws(ServiceError) -> ExtendedPublicKeys { throw .dead }
}

/// The asking app.
struct ModelApp: Launcher {
    let run: Run

    func receiver(ofScheme scheme: String) throws(LaunchError) -> ReceivingProgram? { .demo }

    func open(_ callback: String, scheme: String, with program: ReceivingProgram) throws(LaunchError) {
        let isTold: Void? = run.effect { world in
            let isAddress = callback.contains("callback=address")
            if isAddress, run.start.link?.contains("request=address") != true {
                world.mishaps.append("an address was told after a restart")
            }
            world.callbacks.append(callback)
        }
        guard isTold != nil else { throw .failed("The program has ended.") }
    }
}

/// A person who wants every link done once, and looks at the asking app before they say what it was told.
struct ModelPerson: Prompt {
    let run: Run

    private func enter() async throws(PromptError) {
        await run.intrude()
        if run.isDead { throw .unavailable("The program has ended.") }
    }

    func confirm(_ dialogue: Dialogue) async throws(PromptError) {
        try await enter()
        switch (dialogue.agree, run.start.person) {
        case ("Send it now", .sends), ("Drop it", .drops), ("Drop it", .sends), ("Share the address", _): return
        default: throw .refused
        }
    }

    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        try await enter()
        return Secret(count: 1) { $0.copyBytes(from: [1]) }
    }

    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        throw .refused
    }

    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice {
        try await enter()
        let text = dialogue.pages.joined()
        switch (otherwise, run.start.person) {
        case ("Drop it", .sends): return .agreed
        case ("Drop it", .drops): return .otherwise
        case ("It was notified", .sends), ("It was notified", .drops):
            let told = run.world.callbacks.contains { callback in
                callback.split(separator: "txid=").last.map { text.contains($0) } ?? false
            }
            return told ? .otherwise : .agreed
        default: throw .refused
        }
    }

    func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int {
        try await enter()
        throw .refused
    }

    func tell(_ dialogue: Dialogue) async throws(PromptError) { try await enter() }
}
