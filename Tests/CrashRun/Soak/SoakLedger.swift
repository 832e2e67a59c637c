import RouterBitcoinFormat
import SchemeRouter
import Synchronization

/// The network of a soak: what really happened, whatever its servers say of it. It takes what a node would take.
final class SoakLedger: Sendable {
    /// A transaction that the network has.
    struct Entry: Sendable {
        let transaction: Transaction
        let hex: String
        /// Of the scripts of its outputs.
        let hashes: [String]
        /// Its block; nil while it waits for one.
        var height: Int?
        /// Its place among all that ever came.
        let serial: Int
    }

    /// Why a transaction is not taken.
    enum Refusal: String, Error {
        case known = "txn-already-in-mempool"
        case inputs = "bad-txns-inputs-missingorspent"
        case conflict = "txn-mempool-conflict"
        case signature = "mandatory-script-verify-flag-failed"
        case sum = "bad-txns-in-belowout"
        case fee = "min relay fee not met"
    }

    struct State: Sendable {
        var entries: [TransactionID: Entry] = [:]
        /// By the hash of each script, what pays to it or spends from it, oldest first.
        var places: [String: [TransactionID]] = [:]
        var spenders: [Outpoint: TransactionID] = [:]
        var height = 200
        var count = 0
    }

    /// How many transactions only bring money in.
    static let funding = 8

    private let state = Mutex(State())

    func read<Value>(_ body: (borrowing State) -> Value) -> Value { state.withLock { body($0) } }

    var all: [Entry] { read { $0.entries.values.sorted { $0.serial < $1.serial } } }

    func entry(_ id: TransactionID) -> Entry? { read { $0.entries[id] } }

    /// What electrum servers know a script by.
    static func hash(of script: [UInt8]) -> String { TransactionID(digest: Digest.sha256(script)).hex }

    /// Puts money that comes from nowhere into a block.
    func fund(_ script: [UInt8], _ units: Int64, number: UInt8) throws {
        guard let amount = Amount(units: units) else { throw Mistake("no such amount") }
        let origin = Outpoint(transaction: TransactionID(digest: Digest.sha256([number])), index: 0)
        let payment = Transaction(inputs: [.init(outpoint: origin)], outputs: [.init(amount: amount, script: script)])
        state.withLock { state in
            state.add(payment)
            state.entries[payment.id]?.height = state.height
        }
    }

    /// Takes a transaction into the pool of those that wait for a block.
    func take(_ transaction: Transaction) throws(Refusal) {
        try state.withLock { (state) throws(Refusal) in
            guard state.entries[transaction.id] == nil else { throw .known }
            var sum: Int64 = 0
            for input in transaction.inputs {
                let source = state.entries[input.outpoint.transaction]?.transaction
                guard let source, source.outputs.indices.contains(Int(input.outpoint.index)) else { throw .inputs }
                if let other = state.spenders[input.outpoint] {
                    throw state.entries[other]?.height == nil ? .conflict : .inputs
                }
                let output = source.outputs[Int(input.outpoint.index)]
                guard transaction.isSigned(spending: input.outpoint, of: output) else { throw .signature }
                sum += output.amount.units
            }
            let fee = sum - transaction.outputs.reduce(0) { $0 + $1.amount.units }
            guard fee >= 0 else { throw .sum }
            guard fee >= transaction.bytes.count else { throw .fee }
            state.add(transaction)
        }
    }

    /// Puts everything that waits into blocks.
    func mine(_ blocks: Int) {
        state.withLock { state in
            state.height += blocks
            let height = state.height - blocks + 1
            for (id, entry) in state.entries where entry.height == nil { state.entries[id]?.height = height }
        }
    }

    /// The newest block is replaced by one that has nothing of it.
    func reorganise() {
        state.withLock { state in
            let newest = state.height
            for (id, entry) in state.entries where entry.height == newest && entry.serial >= Self.funding {
                state.entries[id]?.height = nil
            }
        }
    }

    /// All nodes forget what waits for a block.
    func forget() {
        state.withLock { state in
            for (id, entry) in state.entries where entry.height == nil {
                state.entries[id] = nil
                for input in entry.transaction.inputs { state.spenders[input.outpoint] = nil }
            }
            for (hash, ids) in state.places { state.places[hash] = ids.filter { state.entries[$0] != nil } }
        }
    }
}

extension SoakLedger.State {
    fileprivate mutating func add(_ transaction: Transaction) {
        let outputs = transaction.outputs.map { SoakLedger.hash(of: $0.script) }
        var hashes = Set(outputs)
        for input in transaction.inputs {
            spenders[input.outpoint] = transaction.id
            if let source = entries[input.outpoint.transaction] {
                hashes.insert(source.hashes[Int(input.outpoint.index)])
            }
        }
        for hash in hashes { places[hash, default: []].append(transaction.id) }
        entries[transaction.id] = SoakLedger.Entry(
            transaction: transaction, hex: transaction.bytes.hex, hashes: outputs, serial: count)
        count += 1
    }
}
