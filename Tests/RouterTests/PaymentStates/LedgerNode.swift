import ExactJSON
import Foundation
import RouterBitcoinFormat
import RouterTestSupport
import SchemeRouter
import Synchronization

/// A node of Dash's private network on 127.0.0.1 that tells what a scripted ledger has, as Dash Core 23 does without an index
/// of transactions. Its watching wallet knows account 0 of the well-known test words, and keeps telling of what the node
/// dropped.
final class LedgerNode: Sendable {
    private static let genesis = "000008ca1832a4baf228eb1553c03d3a2c8e02399550dd6ea8d65cec3ef23d2e"
    private static let wallet = "schemerouter-73c5da0a-44h-1h-0h"
    /// The first addresses of m/44'/1'/0', receive and change.
    private static let first = ["yRd4FhXfVGHXpsuZXPNkMrfD9GVj46pnjt", "yNwHG9D2rnrJRQ8j7TG6xnWfbr8D634HeM"]

    private let listener: LoopbackListener

    fileprivate struct Book: Sendable {
        let ledger: ScriptedLedger
        let network: NetworkParameters
    }

    private final class Memory: Sendable {
        struct State: Sendable {
            var isThere = false
            var isImported = false
            var labels: [String] = []
        }

        let state = Mutex(State())
    }

    init(_ ledger: ScriptedLedger, network: NetworkParameters) {
        let (book, memory) = (Book(ledger: ledger, network: network), Memory())
        listener = LoopbackListener { descriptor in
            while let body = Self.body(from: descriptor) {
                guard let json = try? JSON(reading: body, limits: .answer) else { return }
                let answers = (json.elements ?? [json]).map { Self.answer($0, book, memory) }
                let text = json.elements == nil ? answers[0].text : JSON.array(answers).text
                let head =
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(text.utf8.count)\r\n\r\n"
                let bytes = Array((head + text).utf8)
                guard unsafe send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return }
            }
        }
    }

    var url: String { "http://127.0.0.1:\(listener.port)/" }

    private static func body(from descriptor: Int32) -> [UInt8]? {
        func bytes(_ isEnough: ([UInt8]) -> Bool) -> [UInt8]? {
            var bytes: [UInt8] = []
            var byte: UInt8 = 0
            while !isEnough(bytes) {
                guard unsafe read(descriptor, &byte, 1) == 1 else { return nil }
                bytes.append(byte)
            }
            return bytes
        }
        guard let head = bytes({ $0.suffix(4).elementsEqual("\r\n\r\n".utf8) }) else { return nil }
        let fields = String(decoding: head, as: UTF8.self).lowercased()
        let length = fields.split(separator: "content-length:").dropFirst().first?
            .prefix { !$0.isNewline }.trimmingCharacters(in: .whitespaces)
        let count = length.flatMap { Int($0) } ?? 0
        return bytes { $0.count == count }
    }

    private static func answer(_ call: JSON, _ book: Book, _ memory: Memory) -> JSON {
        let id = ("id", call["id"] ?? .null)
        // Parameters by name are of calls whose parameters do not matter here.
        let parameters = call["params"]?.elements ?? []
        if let result = result(call["method"]?.string ?? "", parameters, book, memory) {
            return .object([("result", result), ("error", .null), id])
        }
        let error = JSON.object([("code", .number(-5)), ("message", .string("No such transaction, or no such wallet"))])
        return .object([("result", .null), ("error", error), id])
    }

    /// Nil if there is no such transaction, or address.
    private static func result(_ method: String, _ parameters: [JSON], _ book: Book, _ memory: Memory) -> JSON? {
        let first = parameters.first?.string ?? ""
        let isChange = first.contains("/1/*")
        switch method {
        case "getblockchaininfo":
            return .object([("chain", .string("regtest")), ("blocks", .number(ScriptedLedger.height))])
        case "getnetworkinfo": return .object([("connections", .number(0)), ("subversion", .string("/Ledger:1/"))])
        case "getblockhash": return .string(genesis)
        case "getmempoolinfo", "estimatesmartfee": return .object([])
        case "listwallets": return .array(memory.state.withLock { $0.isThere } ? [.string(wallet)] : [])
        case "loadwallet", "createwallet":
            memory.state.withLock { $0.isThere = true }
            return .object([("name", .string(wallet))])
        case "getdescriptorinfo": return .object([("checksum", .string(isChange ? "p5s6nd54" : "sq4mwcyd"))])
        case "deriveaddresses": return .array([.string(Self.first[isChange ? 1 : 0])])
        case "getwalletinfo": return .object([("private_keys_enabled", .bool(false)), ("descriptors", .bool(true))])
        case "getaddressinfo":
            let state = memory.state.withLock { $0 }
            return .object([
                ("ismine", .bool(state.isImported)), ("labels", .array(state.labels.map(JSON.string))),
            ])
        case "importdescriptors":
            memory.state.withLock { $0.isImported = true }
            return .array([.object([("success", .bool(true))]), .object([("success", .bool(true))])])
        case "setlabel":
            memory.state.withLock { $0.labels = [parameters.last?.string ?? ""] }
            return .null
        case "rescanblockchain":
            return .object([("start_height", .number(0)), ("stop_height", .number(ScriptedLedger.height))])
        default: return facts(method, parameters, book)
        }
    }

    /// What depends on the ledger.
    private static func facts(_ method: String, _ parameters: [JSON], _ book: Book) -> JSON? {
        let (ledger, first) = (book.ledger, parameters.first?.string ?? "")
        let dropped = ledger.dropped.first { $0.id.hex == first }
        switch method {
        case "listunspent":
            return .array(
                ledger.unspent(book.isOurs).map { unspent($0.outpoint, $0.output, $0.confirmations) }
                    + ledger.unspentOdd.compactMap { odd in
                        TransactionID(hex: odd.id).map {
                            unspent(Outpoint(transaction: $0, index: 0), odd.output, odd.confirmations)
                        }
                    })
        case "getreceivedbyaddress":
            let outputs = ledger.entries.flatMap(\.transaction.outputs)
            let sum = outputs.filter { book.address($0.script) == first }.map(\.amount.units).reduce(0, +)
            return amount(sum)
        case "listsinceblock":
            let known = ledger.history(book.isOurs).map { ($0.transaction.id, $0.confirmations) }
            let all = known + ledger.dropped.map { ($0.id, 0) }
            // As Dash Core names withdrawals, and without an address.
            let odd = ledger.odd.map { odd -> JSON in
                .object([
                    ("txid", .string(odd.id)), ("confirmations", .number(odd.confirmations)),
                    ("category", .string("platform-transfer")), ("platform-transfer", .bool(true)),
                ])
            }
            return .object([
                (
                    "transactions",
                    .array(
                        all.map { .object([("txid", .string($0.0.hex)), ("confirmations", .number($0.1))]) } + odd)
                )
            ])
        case "gettransaction":
            if let odd = ledger.odd.first(where: { $0.id == first }) {
                return .object([
                    ("txid", .string(first)), ("confirmations", .number(odd.confirmations)),
                    ("hex", .string(odd.bytes.hex)),
                ])
            }
            if let dropped {
                return .object([
                    ("txid", .string(first)), ("confirmations", .number(0)), ("hex", .string(dropped.wholeBytes.hex)),
                ])
            }
            return ledger.entry(first).map(details)
        case "getrawtransaction":
            // Without an index: only what waits.
            guard let entry = ledger.entry(first), entry.confirmations == 0 else { return nil }
            return parameters.last == .bool(true) ? details(entry) : .string(entry.transaction.wholeBytes.hex)
        case "gettxout":
            let index = parameters.dropFirst().first.flatMap { Int($0.text) } ?? 0
            let found = ledger.unspent { _ in true }
                .first { $0.outpoint.transaction.hex == first && Int($0.outpoint.index) == index }
            return found.map { unspent($0.outpoint, $0.output, $0.confirmations) } ?? .null
        case "testmempoolaccept":
            let bytes = parameters.first?.elements?.first?.string.flatMap { [UInt8](hexDigits: $0) } ?? []
            let id = (try? Transaction(bytes: bytes))?.id.hex ?? ""
            return .array([.object([("txid", .string(id)), ("allowed", .bool(true))])])
        case "sendrawtransaction":
            return [UInt8](hexDigits: first).flatMap(ledger.take).map { .string($0.id.hex) }
        default: return nil
        }
    }

    private static func unspent(_ outpoint: Outpoint, _ output: Transaction.Output, _ confirmations: Int) -> JSON {
        .object([
            ("txid", .string(outpoint.transaction.hex)), ("vout", .number(outpoint.index)),
            ("amount", amount(output.amount.units)), ("scriptPubKey", .string(output.script.hex)),
            ("confirmations", .number(confirmations)),
        ])
    }

    private static func details(_ entry: ScriptedLedger.Entry) -> JSON {
        let isInBlock = entry.confirmations > 0
        return .object([
            ("txid", .string(entry.transaction.id.hex)), ("hex", .string(entry.transaction.wholeBytes.hex)),
            ("confirmations", .number(entry.confirmations)), ("instantlock", .bool(entry.isLocked)),
            ("chainlock", .bool(isInBlock && entry.isLocked)),
        ])
    }

    private static func amount(_ units: Int64) -> JSON {
        let digits = String(units)
        let padded = String(repeating: "0", count: max(0, 9 - digits.count)) + digits
        return .number(JSONNumber("\(padded.dropLast(8)).\(padded.suffix(8))") ?? JSONNumber(0))
    }
}

extension LedgerNode.Book {
    func address(_ script: [UInt8]) -> String? { Address(script: script)?.text(on: network) }

    /// Everybody but the stranger of ``PaymentStateTests``.
    func isOurs(_ script: [UInt8]) -> Bool { script != PaymentStateTests.stranger }
}
