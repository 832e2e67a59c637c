import ExactJSON
import Glibc
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Synchronization

/// An Electrum server on this computer, in front of the network of a soak. It lies while it is told to.
final class SoakServer: Sendable {
    fileprivate struct Memory: Sendable {
        var lie: Lie?
        /// What it took and did not pass on.
        var kept: [Transaction] = []
        /// What it took: it can deny or invent it.
        var taken: Set<TransactionID> = []
        /// How many transactions there were when it began to live in the past.
        var end = 0
        var answers: UInt64 = 0
        var sent = 0
    }

    /// One connection or request at a time reads and changes it.
    fileprivate final class Shared: Sendable {
        let ledger: SoakLedger
        let memory = Mutex(Memory())

        init(_ ledger: SoakLedger) { self.ledger = ledger }
    }

    private let listener: LoopbackListener
    private let shared: Shared

    /// - Parameter socket: the file that it listens on; nil for a port of 127.0.0.1.
    init(_ ledger: SoakLedger, socket: String? = nil) {
        let shared = Shared(ledger)
        self.shared = shared
        let serve = { @Sendable (descriptor: Int32) in
            ElectrumLines.serve(descriptor) { shared.answer(to: $0) }
        }
        listener = socket.map { LoopbackListener(socket: $0, serve) } ?? LoopbackListener(serve)
    }

    var port: UInt16 { listener.port }

    /// How many payments it was sent.
    var sent: Int { shared.memory.withLock { $0.sent } }

    /// What it does from now on; nil for the truth.
    func lie(_ lie: Lie?) {
        let count = shared.ledger.read { $0.count }
        shared.memory.withLock { memory in
            memory.lie = lie
            memory.end = max(SoakLedger.funding, count - 6)
            if lie == nil { memory.taken = [] }
        }
    }

    /// Passes on what it kept.
    func passOnKept() {
        let kept = shared.memory.withLock { memory in
            defer { memory.kept = [] }
            return memory.kept
        }
        for transaction in kept { try? shared.ledger.take(transaction) }
    }
}

private enum Answer {
    case result(JSON)
    case error(String, code: Int)
    case hangUp
}

extension SoakServer.Shared {
    private static let unknown = Answer.error(
        "daemon error: DaemonError({'code': -5, 'message': 'No such mempool or blockchain transaction.'})", code: 2)
    private static let genesis = "000008ca1832a4baf228eb1553c03d3a2c8e02399550dd6ea8d65cec3ef23d2e"

    /// Nil where the connection ends instead.
    fileprivate func answer(to request: JSON) -> JSON? {
        let (lie, count, end, taken) = memory.withLock { memory in
            memory.answers += 1
            return (memory.lie, memory.answers, memory.end, memory.taken)
        }
        let view = LedgerView(ledger: ledger, lie: lie, end: end, taken: taken)
        let answer: Answer
        switch lie {
        case .away: return nil
        // The wallet waits for another server for two and a half seconds.
        case .silent:
            usleep(3_000_000)
            return nil
        case .nonsense where count % 5 == 0: answer = Self.nonsense(Int(count / 5))
        default: answer = self.answer(to: request, view)
        }
        let id = request["id"] ?? .null
        switch answer {
        case .hangUp: return nil
        case .result(let result): return .object([("jsonrpc", .string("2.0")), ("result", result), ("id", id)])
        case .error(let text, let code):
            let error = JSON.object([("code", .number(code)), ("message", .string(text))])
            return .object([("jsonrpc", .string("2.0")), ("error", error), ("id", id)])
        }
    }

    private func answer(to request: JSON, _ view: LedgerView) -> Answer {
        let parameters = request["params"]?.elements ?? []
        let first = parameters.first?.string ?? ""
        switch request["method"]?.string {
        case "server.version": return .result(.array([.string("Soak"), .string("1.4")]))
        case "server.features": return .result(.object([("genesis_hash", .string(Self.genesis))]))
        case "blockchain.headers.subscribe": return .result(.object([("height", .number(view.height))]))
        case "blockchain.block.headers": return .result(.object([("hex", .string(""))]))
        case "blockchain.block.header": return .result(.string(String(repeating: "0", count: 160)))
        case "blockchain.estimatefee":
            guard view.lie == .fees else { return .result(.number(-1)) }
            return .result(
                JSONNumber(ledger.read { $0.count } % 2 == 0 ? "9999" : "1e-99").map { .number($0) } ?? .null)
        case "blockchain.relayfee": return .result(JSONNumber("1e-05").map { .number($0) } ?? .null)
        case "blockchain.scripthash.get_history": return .result(.array(view.history(of: first)))
        case "blockchain.scripthash.listunspent": return .result(.array(view.unspent(with: first)))
        case "blockchain.transaction.get":
            guard let id = TransactionID(hex: first), let entry = view.entry(id) else { return Self.unknown }
            guard parameters.last == .bool(true) else {
                let cut = view.lie == .otherBytes ? String(entry.hex.dropLast(8)) + "01000000" : entry.hex
                return .result(.string(cut))
            }
            let depth = entry.height.map { .number(max(1, view.height - $0 + 1)) } ?? JSON.number(0)
            return .result(.object([("txid", .string(first)), ("confirmations", depth)]))
        case "blockchain.transaction.broadcast": return take(first, view.lie)
        default: return .error("unknown method", code: -32_601)
        }
    }

    private func take(_ hex: String, _ lie: Lie?) -> Answer {
        guard let bytes = [UInt8](hexDigits: hex), let payment = try? Transaction(bytes: bytes) else {
            return .error("the transaction was rejected by network rules.\n\nTX decode failed\n[]", code: 1)
        }
        memory.withLock { memory in
            memory.sent += 1
            memory.taken.insert(payment.id)
        }
        func refusal(_ reason: String) -> Answer {
            .error("the transaction was rejected by network rules.\n\n\(reason)\n[\(hex)]", code: 1)
        }
        func keep() { memory.withLock { $0.kept.append(payment) } }
        switch lie {
        case .dropsAndHangsUp: return .hangUp
        case .pretends, .pretendsBlocks: return .result(.string(payment.id.hex))
        case .pretendsKnown: return refusal("txn-already-in-mempool")
        case .refuses: return refusal("min relay fee not met, 0 < 225")
        case .refusesAndKeeps:
            keep()
            return refusal("min relay fee not met, 0 < 225")
        case .saysSpent:
            keep()
            return refusal("bad-txns-inputs-missingorspent")
        default: break
        }
        do throws(SoakLedger.Refusal) {
            try ledger.take(payment)
        } catch {
            return refusal(error.rawValue)
        }
        switch lie {
        case .passesOnAndHangsUp: return .hangUp
        case .refusesAndPassesOn: return refusal("min relay fee not met, 0 < 225")
        case .otherID: return .result(.string(String(repeating: "ab", count: 32)))
        default: return .result(.string(payment.id.hex))
        }
    }

    private static func nonsense(_ number: Int) -> Answer {
        let deep = (0..<40).reduce(JSON.null) { inner, _ in .array([inner]) }
        let choices: [Answer] = [
            .result(.null), .result(.string("\u{FEFF}\u{202E}")), .result(.number(-1)), .result(deep), .hangUp,
            .result(.object([])), .error("", code: 0), .error("busy", code: -101), .error("excessive", code: -102),
            .result(.array([.object([("tx_hash", .string("00")), ("height", .number(Int.max))])])),
            .error("'code': -5 No such mempool", code: 2),
        ]
        return choices[number % choices.count]
    }
}

/// The network as a server shows it.
private struct LedgerView {
    let ledger: SoakLedger
    let lie: Lie?
    /// Where it lives in the past: how many transactions there are.
    let end: Int
    let taken: Set<TransactionID>

    var height: Int { ledger.read { $0.height } + (lie == .blocks ? 20 : 0) }

    private func shows(_ entry: SoakLedger.Entry) -> Bool {
        switch lie {
        case .old: entry.serial < end
        case .denies: !taken.contains(entry.transaction.id)
        default: true
        }
    }

    private func dressed(_ entry: SoakLedger.Entry) -> SoakLedger.Entry {
        var entry = entry
        switch lie {
        case .blocks: entry.height = 100
        case .noBlocks: entry.height = nil
        default: break
        }
        return entry
    }

    func entry(_ id: TransactionID) -> SoakLedger.Entry? {
        if let entry = ledger.entry(id) { return shows(entry) ? dressed(entry) : nil }
        guard lie == .pretends || lie == .pretendsBlocks, taken.contains(id) else { return nil }
        // Its bytes it does not show: they would not matter, as they are those that it was given.
        return SoakLedger.Entry(
            transaction: Transaction(inputs: [], outputs: []), hex: "", hashes: [],
            height: lie == .pretends ? nil : 150, serial: 0)
    }

    func history(of hash: String) -> [JSON] {
        entries(hash).map { entry in
            .object([
                ("tx_hash", .string(entry.transaction.id.hex)), ("height", .number(entry.height ?? 0)),
            ])
        }
    }

    func unspent(with hash: String) -> [JSON] {
        var list: [JSON] = []
        for entry in entries(hash) {
            let id = entry.transaction.id
            for (index, output) in entry.transaction.outputs.enumerated() where entry.hashes[index] == hash {
                let outpoint = Outpoint(transaction: id, index: UInt32(index))
                let spender = ledger.read { $0.spenders[outpoint] }.flatMap(ledger.entry)
                if let spender, shows(spender) { continue }
                if lie == .hides, entry.serial % 2 == 1 { continue }
                list.append(Self.unspent(id.hex, index, entry.height, output.amount.units))
            }
        }
        if lie == .invents, !list.isEmpty {
            list.append(Self.unspent(String(repeating: "cd", count: 32), 1, 90, 500_000_000))
        }
        return list
    }

    private static func unspent(_ id: String, _ index: Int, _ height: Int?, _ units: Int64) -> JSON {
        .object([
            ("tx_hash", .string(id)), ("tx_pos", .number(index)), ("height", .number(height ?? 0)),
            ("value", .number(units)),
        ])
    }

    private func entries(_ hash: String) -> [SoakLedger.Entry] {
        ledger.read { state in (state.places[hash] ?? []).compactMap { state.entries[$0] } }.filter(shows).map(dressed)
    }
}
