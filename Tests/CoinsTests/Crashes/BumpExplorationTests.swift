import JournalConformance
import RouterSecrets
import RouterTestSupport
import SchemeRouterTesting
import Synchronization
import Testing

@testable import SchemeRouter

/// Every way that raising a fee can go, with the engine's own rules: again and again, after a crash before any effect, on a
/// network that loses, refuses, swallows or keeps what it is sent, with a person who sends, drops or leaves what was left.
@Suite struct BumpExplorationTests {
    /// How many payments with a higher fee are signed in one world.
    private static let mostSigned = 2

    @Test("S6: one of them all is with the network, none is forgotten, and what was agreed to last is sent in the end")
    func exploration() async throws {
        var seen: Set<String> = []
        var open: [BumpModel] = []
        func visit(_ world: BumpModel) {
            if seen.insert(world.key).inserted { open.append(world) }
        }
        visit(try BumpModel())
        var (position, starts, crashes) = (0, 0, 0)
        while position < open.count {
            let world = open[position]
            position += 1
            await Task.yield()
            for start in Self.starts(in: world) {
                let (next, _) = await start.run(in: world)
                starts += 1
                try Self.check(next, after: "\(start)", from: world)
                visit(next)
                guard start.network == .answers, start.person == .sends, world.crashes < 1 else { continue }
                var (step, crashed) = (0, true)
                while crashed {
                    step += 1
                    var early = start
                    early.crash = step
                    let (next, isDead) = await early.run(in: world)
                    crashed = isDead
                    starts += 1
                    crashes += crashed ? 1 : 0
                    try Self.check(next, after: "\(early)", from: world)
                    visit(next)
                    try #require(step < 40)
                }
            }
            var later = world
            later.now += 700
            visit(later)
            if world.kept != nil { visit(world.sendingWhatWasKept) }
            // Whatever happened, an honest network and a person who looks bring it to its end.
            var last = world
            for _ in 0..<2 { (last, _) = await BumpStart(raises: false).run(in: last) }
            let flaws = last.flaws(finished: true)
            try #require(flaws.isEmpty, "\(flaws) after resuming from \(world.key)")
        }
        print("explored \(seen.count) situations in \(starts) starts, \(crashes) of them with a crash")
        #expect(seen.count > 50 && crashes > 50)
    }

    private static func starts(in world: BumpModel) -> [BumpStart] {
        let raises = world.signed.count < mostSigned ? [true, false] : [false]
        let asks = world.journal.entries.contains(where: \.isUndecided)
        return raises.flatMap { raises in
            BumpStart.Network.allCases.flatMap { network in
                (asks ? BumpStart.Person.allCases : [.sends]).map {
                    BumpStart(raises: raises, network: network, person: $0)
                }
            }
        }
    }

    private static func check(_ world: BumpModel, after start: String, from before: BumpModel) throws {
        let flaws = world.flaws(finished: false)
        try #require(flaws.isEmpty, "\(flaws) after “\(start)” from \(before.key)")
    }
}

/// What outlives a start of the program: the journal, the network, and what somebody kept.
struct BumpModel: Sendable {
    var journal: MemoryJournal.State
    var now: UnixTime = BumpWorld.now
    /// The one of the rivals that waits for a block.
    var waiting = BumpWorld.first.id
    /// What was sent to somebody who kept it.
    var kept: TransactionID?
    /// The fee of each.
    var fees: [TransactionID: Int64] = [BumpWorld.first.id: 226]
    /// Those with a higher fee, in the order in which they were signed.
    var signed: [TransactionID] = []
    var crashes = 0
    var mishaps: [String] = []

    init() throws { journal = try BumpWorld().journal.contents }

    /// The world in which whoever kept a payment sends it.
    var sendingWhatWasKept: BumpModel {
        var world = self
        if let kept { world.take(kept) }
        world.kept = nil
        return world
    }

    /// Has it, where its fee is higher than that of what waits.
    @discardableResult
    mutating func take(_ id: TransactionID) -> Bool {
        guard let fee = fees[id], let other = fees[waiting] else { return false }
        if id == waiting { return true }
        guard fee > other else { return false }
        waiting = id
        return true
    }

    /// What decides how it can go on.
    var key: String {
        let entries = journal.entries.map { entry in
            let age = entry.isUndecided ? (now - entry.changed < 600 ? "young" : "old") : ""
            return
                "\(entry.progress) \(entry.end?.rawValue ?? "open") \(age) \(entry.transaction?.id.hex.suffix(2) ?? "")"
                + " \(entry.settlement?.rawValue ?? "")"
        }
        return "\(crashes) \(waiting.hex.suffix(2)) \(kept?.hex.suffix(2) ?? "") \(entries)"
    }

    func flaws(finished: Bool) -> [String] {
        var flaws = mishaps
        let entries = journal.entries
        if entries.first?.end != .done { flaws.append("the first has another end") }
        if entries.contains(where: { $0.settlement != nil }) { flaws.append("one is looked after no longer") }
        let ids = entries.compactMap(\.transaction?.id)
        if Set(ids).count != ids.count { flaws.append("a transaction is in two entries") }
        guard let known = entries.first(where: { $0.transaction?.id == waiting }) else {
            return flaws + ["the network has what the journal does not know"]
        }
        if entries.count(where: { $0.isUndecided }) > 1 { flaws.append("two are undecided") }
        guard finished else { return flaws }
        if entries.contains(where: \.isUnfinished) { flaws.append("something stays unfinished") }
        if known.isGivenUp { flaws.append("a bump that was given up is on the network") }
        // What was sent last is there, whatever a server did with it.
        let last = entries.last { $0.wasTaken }
        if let last, last.transaction?.id != waiting, (fees[waiting] ?? 0) < (last.fee?.units ?? 0) {
            flaws.append("#\(last.id) was sent, and is not there")
        }
        return flaws
    }
}

/// One start of the program: “bump”, or “resume”.
struct BumpStart: Sendable, CustomStringConvertible {
    enum Network: CaseIterable, Sendable {
        case answers, losesTheAnswer, losesTheRequest, refuses
        /// It says that it took a payment, and forgets it.
        case swallows
        /// It says that it refuses a payment, and keeps it.
        case keeps
    }

    enum Person: CaseIterable, Sendable { case sends, drops, leaves }

    /// Whether the fee of the newest payment is raised.
    let raises: Bool
    var network = Network.answers
    var person = Person.sends
    /// The program ends before this effect, counted from 1.
    var crash: Int?

    var description: String { "\(raises ? "bump" : "resume") \(network) \(person) \(crash ?? 0)" }

    func run(in world: BumpModel) async -> (BumpModel, crashed: Bool) {
        let run = BumpRun(world, self)
        guard let router = Start.router else { return (world, false) }
        let services = run.services()
        if raises, let entry = world.journal.entries.last(where: \.wasTaken) {
            let rate = Amount(units: 20_000 * Int64(world.signed.count + 1))
            _ = await FeeBump(services: services, routes: router.routes).run(entry.id, fee: rate.map { .rate($0) })
        } else {
            _ = try? await Resumption(services: services, router: router).run()
        }
        return run.end()
    }
}

/// A start under way, which can end before any effect.
final class BumpRun: Sendable {
    private struct State: Sendable {
        var world: BumpModel
        var effects = 0
        var isDead = false
    }

    let start: BumpStart
    let journal: MemoryJournal
    private let state: Mutex<State>

    init(_ world: BumpModel, _ start: BumpStart) {
        self.start = start
        journal = MemoryJournal(world.journal)
        state = Mutex(State(world: world))
    }

    var world: BumpModel { state.withLock { $0.world } }

    func effect<Value>(_ body: (inout BumpModel) -> Value) -> Value? {
        state.withLock { state in
            state.effects += 1
            if state.effects == start.crash { state.isDead = true }
            return state.isDead ? nil : body(&state.world)
        }
    }

    func end() -> (BumpModel, crashed: Bool) {
        state.withLock { state in
            state.world.journal = journal.contents
            state.world.now += 61
            state.world.crashes += state.isDead ? 1 : 0
            return (state.world, state.isDead)
        }
    }

    func services() -> Services {
        let now = world.now
        return Services(
            networks: FakeNetworks(chain: BumpChain(run: self)), keyring: BumpKeyring(run: self),
            journal: BumpJournal(run: self), prompt: BumpPerson(person: start.person), gate: ModelGate(),
            launcher: MemoryLauncher.demo(), receivers: MemoryReceivers.demo([:]), bindings: MemoryBindings(),
            servers: nil,
            notifier: MemoryNotifier(isPatient: false), settings: Settings(), now: { now })
    }
}

private struct BumpJournal: ForwardingJournal {
    let run: BumpRun
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

private struct BumpChain: Chain {
    let run: BumpRun

    func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] { [] }
    func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> { [] }
    func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] { [] }
    func feePerKB() async throws(ServiceError) -> Amount? { nil }
    func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] { [:] }

    func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        run.world.waiting == id ? .waiting(isLocked: false) : .unknown
    }

    func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] {
        let waiting = run.world.waiting
        return Dictionary(outputs.map { ($0, $0 == BumpWorld.input ? .spentByWaiting(waiting) : .unspent) }) { $1 }
    }

    func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance {
        let network = run.start.network
        let isTaken = run.effect { world -> Bool in
            switch network {
            case .answers, .losesTheAnswer: return world.take(transaction.id)
            case .losesTheRequest, .refuses, .swallows: return network == .swallows
            case .keeps:
                world.kept = transaction.id
                return false
            }
        }
        guard let isTaken else { throw .dead }
        switch network {
        case .losesTheAnswer, .losesTheRequest: throw ServiceError(.answerUnknown, "The connection broke.")
        case .answers, .swallows, .refuses, .keeps:
            if !isTaken { throw ServiceError(.networkRefused, "txn-mempool-conflict") }
        }
        return .oneServer
    }

    /// All are one server, so that nothing is settled.
    func agrees(
        on id: TransactionID, _ isSo: @escaping @Sendable (TransactionState) -> Bool
    ) async throws(ServiceError) -> Bool { false }
}

/// Knows each payment that it made. Each signature is another transaction.
private struct BumpKeyring: Keyring, UnlockedKeyring {
    let run: BumpRun

    private func sent(_ id: TransactionID) -> SentPayment? {
        guard let fee = run.world.fees[id] else { return nil }
        let path = DerivationPath.bip44(coinType: 5, account: 0).appending(1, 0)
        return SentPayment(
            inputs: [BumpWorld.spent], previous: [:],
            change: PaymentIntent.Change(path: path, amount: Amount(units: 10_000_000 - fee) ?? .zero),
            changeOutpoint: Outpoint(transaction: id, index: 1), fee: Amount(units: fee) ?? .zero,
            size: .init(signed: 225, largest: 226, change: 34), isReplaceable: true)
    }

    private var fake: FakeKeyring {
        let fake = FakeKeyring(utxos: [.example(100_000_000, index: 7)])
        for id in run.world.fees.keys { fake.sentPayments.withLock { $0[id] = sent(id) } }
        return fake
    }

    func checkReady() throws(ServiceError) {}
    func accountKey(of coin: CoinDescriptor, on chain: ChainID) throws(ServiceError) -> String {
        FakeKeyring.accountKey
    }

    func accounts(
        of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> [any AccountReader] { [fake] }

    func unlock(with passcode: borrowing Secret) async throws(ServiceError) -> any UnlockedKeyring { self }

    func sign(
        _ intent: PaymentIntent, approved: IntentDigest, coin: CoinDescriptor, previous: [TransactionID: [UInt8]]
    ) throws(ServiceError) -> SignedTransaction {
        let number = run.effect { world -> Int in
            let number = world.signed.count + 1
            if intent.inputs.map(\.outpoint) != [BumpWorld.input] { world.mishaps.append("it spends something else") }
            guard let id = Self.id(number) else { return number }
            world.signed.append(id)
            world.fees[id] = intent.fee?.units
            return number
        }
        guard let number, let id = Self.id(number) else { throw .dead }
        return SignedTransaction(id: id, bytes: [UInt8(number)])
    }

    private static func id(_ number: Int) -> TransactionID? {
        TransactionID(hex: String(repeating: "0", count: 63) + "\(number)")
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

private struct BumpPerson: Prompt {
    let person: BumpStart.Person

    func confirm(_ dialogue: Dialogue) async throws(PromptError) {
        guard person != .leaves else { throw .refused }
    }

    func passcode(_ dialogue: Dialogue, mistake: String?) async throws(PromptError) -> Secret {
        Secret(count: 1) { $0.copyBytes(from: [1]) }
    }

    func choose(_ dialogue: Dialogue, otherwise: String) async throws(PromptError) -> Choice {
        switch person {
        case .sends: return .agreed
        case .drops: return .otherwise
        case .leaves: throw .refused
        }
    }

    func line(_ dialogue: Dialogue, label: String, mistake: String?) async throws(PromptError) -> String {
        throw .refused
    }

    func select(_ dialogue: Dialogue, from options: [PromptOption]) async throws(PromptError) -> Int { throw .refused }
    func tell(_ dialogue: Dialogue) async throws(PromptError) {}
}
