import ExactJSON
import RouterBitcoinFormat
import RouterNetworkBackend
import SchemeRouter

/// A line from a server, parsed.
enum ElectrumMessage: Sendable {
    typealias Answer = Result<JSON, ElectrumError>

    /// The answer to the request with that id.
    case answer(Int, Answer)
    /// An unrequested notification.
    case notification(method: String, parameters: JSON?)
    /// An error that belongs to no particular request, such as one about a whole batch.
    case complaint(ElectrumError)

    /// More than any answer here needs: the largest transaction has 4,000,000 bytes, at two digits each.
    static let limits = JSONLimits(bytes: 16 * 1024 * 1024, depth: 32)

    /// Reads a line: one message, or a batch of them. Nil if it is anything else.
    static func read(_ line: [UInt8]) -> [ElectrumMessage]? {
        guard let json = try? JSON(reading: line, limits: limits) else { return nil }
        var messages: [ElectrumMessage] = []
        for item in json.elements ?? [json] {
            guard let message = ElectrumMessage(item) else { return nil }
            messages.append(message)
        }
        return messages
    }

    private init?(_ json: JSON) {
        guard json.members != nil else { return nil }
        if let method = json["method"]?.string {
            self = .notification(method: method, parameters: json["params"])
            return
        }
        let error = json["error"].flatMap { $0 == .null ? nil : ElectrumError($0) }
        if let id: Int = json["id"]?.wholeNumber() {
            self = .answer(id, error.map(Answer.failure) ?? .success(json["result"] ?? .null))
        } else if let error {
            self = .complaint(error)
        } else {
            return nil
        }
    }
}

/// A version of the protocol, by what differs in the calls below.
enum ElectrumVersion: String, Sendable {
    /// 1.4 to 1.4.2, which nearly all servers speak.
    case v14 = "1.4"
    /// For servers that speak nothing older. It has no ``ElectrumCall/relayFee``.
    case v16 = "1.6"

    /// For servers that speak nothing older. It asks for scripts instead of their hashes.
    case v17 = "1.7"

    /// Nil for a version that this program does not speak.
    init?(_ text: String) {
        // As bytes: to compare a server's text as characters can take hours.
        if ["1.4", "1.4.1", "1.4.2"].contains(where: text.isSame) {
            self = .v14
        } else if let newer = [Self.v16, .v17].first(where: {
            text.isSame($0.rawValue) || text.utf8.starts(with: "\($0.rawValue).".utf8)
        }) {
            self = newer
        } else {
            return nil
        }
    }

    /// The version to ask for if a server refuses this one; nil after the last.
    var next: ElectrumVersion? {
        switch self {
        case .v14: .v16
        case .v16: .v17
        case .v17: nil
        }
    }

    /// The oldest and the newest of its numbers.
    fileprivate var range: [String] {
        switch self {
        case .v14: ["1.4", "1.4.2"]
        case .v16, .v17: [rawValue, "\(rawValue).0"]
        }
    }
}

/// One call of the protocol, versions 1.4 to 1.7 (Documentation/protocols/electrum.md §1.1).
struct ElectrumCall: Sendable {
    let method: String
    let parameters: [JSON]

    /// This client's name, and exactly the versions to choose from: a server chooses the newest.
    static func version(_ version: ElectrumVersion) -> ElectrumCall {
        ElectrumCall(
            method: "server.version",
            parameters: [.string("SchemeRouter"), .array(version.range.map { .string($0) })])
    }
    /// The server's features, and the first block of its chain.
    static let features = ElectrumCall(method: "server.features", parameters: [])
    /// Subscribes to the newest block.
    static let newestBlock = ElectrumCall(method: Self.blockNotification, parameters: [])
    /// The fee for a transaction to be in one of the next blocks, in whole coins for 1,000 bytes; -1 if unknown.
    static func estimatedFee(blocks: Int) -> ElectrumCall {
        ElectrumCall(method: "blockchain.estimatefee", parameters: [.number(blocks)])
    }
    /// The lowest fee that the server's node relays, in whole coins for 1,000 bytes.
    static let relayFee = ElectrumCall(method: "blockchain.relayfee", parameters: [])
    /// The same from version 1.6 on, as `minrelaytxfee`. Not every node reports it.
    static let mempool = ElectrumCall(method: "mempool.get_info", parameters: [])
    /// Requests seven headers as padding. ElectrumX delays an answer of less than a kilobyte for a second, so that an
    /// observer sees only packets of one size; with these it is large enough to go out at once
    /// (Documentation/protocols/electrum.md §2.1).
    static let ballast = ElectrumCall(
        method: "blockchain.block.headers", parameters: [.number(0), .number(7)])
    /// The id of requests whose answers are ignored; no other request of a session reaches it.
    static let ballastID = 1 << 40

    static let blockNotification = "blockchain.headers.subscribe"

    /// The transactions that pay a script or spend from it.
    static func history(of script: [UInt8], in version: ElectrumVersion = .v14) -> ElectrumCall {
        about(script, "get_history", version)
    }

    /// The unspent outputs with a script.
    static func unspent(with script: [UInt8], in version: ElectrumVersion = .v14) -> ElectrumCall {
        about(script, "listunspent", version)
    }

    private static func about(_ script: [UInt8], _ question: String, _ version: ElectrumVersion) -> ElectrumCall {
        version == .v17
            ? ElectrumCall(method: "blockchain.scriptpubkey.\(question)", parameters: [.string(script.hex)])
            : ElectrumCall(method: "blockchain.scripthash.\(question)", parameters: [hash(of: script)])
    }

    static func transaction(_ id: TransactionID) -> ElectrumCall {
        ElectrumCall(method: "blockchain.transaction.get", parameters: [.string(id.hex)])
    }

    /// A transaction's details from the server's node. Nothing else reports the locks of Dash and Axe
    /// (Documentation/protocols/electrum.md §1.4).
    static func details(of id: TransactionID) -> ElectrumCall {
        ElectrumCall(method: "blockchain.transaction.get", parameters: [.string(id.hex), .bool(true)])
    }

    static func header(of height: BlockHeight) -> ElectrumCall {
        ElectrumCall(method: "blockchain.block.header", parameters: [.number(height.number)])
    }

    static func broadcast(_ bytes: [UInt8]) -> ElectrumCall {
        ElectrumCall(method: "blockchain.transaction.broadcast", parameters: [.string(bytes.hex)])
    }

    func request(id: Int) -> JSON {
        .object([
            ("jsonrpc", .string("2.0")), ("id", .number(id)), ("method", .string(method)),
            ("params", .array(parameters)),
        ])
    }

    /// The servers' key for a script: its SHA-256, byte-reversed like transaction ids.
    private static func hash(of script: [UInt8]) -> JSON {
        .string(TransactionID(digest: Digest.sha256(script)).hex)
    }
}

/// A transaction in the history of a script.
struct HistoryEntry: Sendable, Hashable {
    let id: TransactionID
    /// Its block; nil while it is unconfirmed. Servers send 0 for that, and -1 if what it spends is unconfirmed too.
    let height: BlockHeight?

    /// Nil if `json` is not such an entry.
    init?(_ json: JSON) {
        guard let id = json["tx_hash"]?.transactionID, let number: Int = json["height"]?.wholeNumber(), number >= -1
        else { return nil }
        self.id = id
        height = number > 0 ? BlockHeight(number) : nil
        if number > 0, height == nil { return nil }
    }
}

/// An unspent output, as a server lists it.
struct UnspentEntry: Sendable, Hashable {
    let outpoint: Outpoint
    let amount: Amount
    /// Its block; nil while it is unconfirmed.
    let height: BlockHeight?

    /// Nil if `json` is not such an entry, or has an impossible amount.
    init?(_ json: JSON, maxMoney: Amount) {
        guard let entry = HistoryEntry(json), let index: UInt32 = json["tx_pos"]?.wholeNumber(),
            let amount = json["value"]?.wholeNumber().flatMap({ Amount(units: $0) }), amount <= maxMoney
        else { return nil }
        self.outpoint = Outpoint(transaction: entry.id, index: index)
        self.amount = amount
        self.height = entry.height
    }
}

/// A server's own refusal of one call (Documentation/protocols/electrum.md §2.3).
struct ElectrumError: Error, Sendable, Hashable {
    let code: Int64
    /// The first part of the server's message. Untrusted text.
    let message: String

    /// More transactions than the server lists (ElectrumX).
    static let historyTooLarge: Int64 = 10_001
    /// The request was too large; the server closes the connection.
    static let tooMuchAsked: Int64 = -101
    /// The server's own backend, such as its node, did not answer in time.
    static let timedOut: Int64 = -102

    /// Whether it means that the server will not answer other calls either, for now.
    var isAboutLoad: Bool { code == Self.tooMuchAsked || code == Self.timedOut }

    /// Whether an address has more transactions than the server lists. Servers have several numbers and sentences for that.
    var isAboutLongHistory: Bool {
        let words = message.lowercased()
        return code == Self.historyTooLarge || words.contains("response too large")
            || words.contains("history")
                && ["too large", "too many", "too long", "exceeds"].contains(where: words.contains)
    }

    /// The message, safe to show. Refusals of transactions repeat all their bytes, which are cut.
    var text: String { "\(Self.shown(message))" }

    /// Whether a node answered that it does not know the transaction. One without a complete transaction index gives
    /// this answer about mined transactions too, so it proves nothing.
    var saysUnknownTransaction: Bool {
        // The code is the node's, inside the text that the server made from the node's answer.
        let words = [
            "'code': -5", "\"code\": -5", "\"code\":-5", "No such mempool", "No such transaction",
            "missing transaction",
        ]
        return words.contains(where: message.contains) && !message.contains("-txindex")
            && !message.contains("being indexed")
    }

    /// A server's message, without long runs of hexadecimal digits.
    static func shown(_ message: String) -> Quoted {
        var kept: [UInt8] = []
        var rest = Array(message.utf8)[...]
        while !rest.isEmpty {
            let run = rest.prefix { $0.hexDigitValue != nil }
            kept += run.count <= 64 ? Array(run) : Array("…".utf8)
            rest = rest.dropFirst(run.count)
            if let other = rest.popFirst() { kept.append(other) }
        }
        return Quoted(ForeignText(kept, limit: 200))
    }
}

extension ElectrumError {
    /// Reads the `error` of an answer. Some servers send only a string.
    init(_ json: JSON) {
        let message = json["message"]?.string ?? json.string ?? ""
        self.init(code: json["code"]?.wholeNumber() ?? 0, message: message.beginning())
    }
}

/// What it means if a server did not return a transaction's id after a broadcast.
enum BroadcastRefusal: Sendable, Equatable {
    /// The network already has it.
    case alreadyThere
    /// Its inputs are missing or spent; servers also say this if the transaction itself is in a block and its outputs
    /// are spent.
    case spentInputs
    /// The node refused it for this reason, which is shown to the person.
    case refused(String)
    /// Whether the node received it is unknown.
    case unclear(String)

    /// Reads the answer of ElectrumX: its own sentence, then the node's reason, then the transaction's bytes again.
    /// Other servers write other sentences, with the same reasons (Documentation/protocols/electrum.md §3).
    init(_ error: ElectrumError) {
        let paragraphs = error.message.split(separator: "\n\n", maxSplits: 1)
        let reason = String(paragraphs.last?.prefix { $0 != "\n" } ?? "")
        let words = reason.lowercased()
        if let known = Self.table.first(where: { words.contains($0.words) }) {
            self = known.meaning
        } else if paragraphs.count == 2 || error.code == 1 {
            self = .refused("The network refused the payment: \(ElectrumError.shown(reason)).")
        } else if Self.unread.contains(error.code) {
            self = .refused("The server does not accept payments: \(ElectrumError.shown(reason)).")
        } else {
            self = .unclear("\(ElectrumError.shown(reason))")
        }
    }

    /// JSON-RPC errors about a request that was not understood, and so not executed.
    private static let unread: [Int64] = [-32_700, -32_600, -32_601, -32_602]

    /// The reasons of nodes (`validation.cpp` and `policy.cpp` of Bitcoin Core and its forks), by words they contain.
    private static let table: [(words: String, meaning: BroadcastRefusal)] = [
        ("already in block chain", .alreadyThere), ("txn-already-", .alreadyThere),
        ("already in mempool", .alreadyThere), ("already in utxo set", .alreadyThere),
        ("inputs-missingorspent", .spentInputs), ("missing inputs", .spentInputs), ("missing-inputs", .spentInputs),
        ("txn-mempool-conflict", conflict), ("txlock-conflict", conflict), ("rejecting replacement", conflict),
        ("min relay fee not met", lowFee), ("mempool min fee not met", lowFee), ("insufficient fee", lowFee),
        ("insufficient priority", lowFee),
        ("dust", .refused("The amount is below the network's dust limit.")),
        ("fee exceeds maximum", highFee), ("absurdly-high-fee", highFee),
        ("script-verify-flag", .refused("The network does not accept the payment's signatures.")),
        ("in-belowout", .refused("The payment would pay out more than it spends.")),
        ("non-final", lock), ("non-bip68-final", lock),
        ("tx decode failed", .refused("The network cannot read the payment.")),
    ]

    private static let conflict = BroadcastRefusal.refused(
        "Another payment, which is waiting for a block, spends the same money.")
    private static let lowFee = BroadcastRefusal.refused("The fee is too low for the network at the moment.")
    private static let highFee = BroadcastRefusal.refused("The fee is higher than the network's nodes accept.")
    private static let lock = BroadcastRefusal.refused("The payment cannot be in a block yet.")
}

extension JSON {
    /// A number without a fraction that fits the type; nil for anything else.
    func wholeNumber<Number: FixedWidthInteger>() -> Number? {
        guard case .number(let number) = self else { return nil }
        return try? number.decimal.units(decimals: 0)
    }

    /// A block height, however the number is written; nil for anything else.
    var wholeHeight: BlockHeight? { wholeNumber().flatMap { BlockHeight($0) } }

    /// A block as its notification describes it; nil for anything else.
    var newestBlock: NewestBlock? {
        guard let height = self["height"]?.wholeHeight else { return nil }
        let header = self["hex"]?.hexBytes
        return NewestBlock(height, at: header.flatMap(JSON.time(inHeader:)))
    }

    /// The time in a block's header, which its miner set; nil if there is none.
    static func time(inHeader header: [UInt8]) -> UnixTime? {
        guard header.count >= 80 else { return nil }
        return header[68..<72].reversed().reduce(0) { $0 << 8 | UnixTime($1) }
    }

    /// A fee in whole coins, such as `1e-05`, rounded up to units of 10^-`decimals` coins; nil for anything else.
    /// Estimates are calculated, so they can have more digits than the coin.
    func fee(decimals: Int) -> Amount? {
        let (digits, scale) = (18, 1_000_000_000_000_000_000 as Int128)
        guard case .number(let number) = self, !number.decimal.isNegative,
            let fine: Int128 = try? number.decimal.units(decimals: decimals + digits)
        else { return nil }
        let (whole, rest) = fine.quotientAndRemainder(dividingBy: scale)
        return Int64(exactly: rest > 0 ? whole + 1 : whole).flatMap { Amount(units: $0) }
    }

    /// A transaction id; nil for anything else.
    var transactionID: TransactionID? { string.flatMap { TransactionID(hex: $0) } }
}
