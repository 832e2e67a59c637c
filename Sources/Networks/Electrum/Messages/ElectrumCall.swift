import ExactJSON
import RouterBitcoinFormat
import SchemeRouter

/// One call of the protocol, versions 1.4 and 1.4.2 (Documentation/protocols/electrum.md §1.1).
struct ElectrumCall: Sendable {
    let method: String
    let parameters: [JSON]

    /// This client's name, and exactly the versions it supports: from 1.6 on the calls below are different or missing.
    static let version = ElectrumCall(
        method: "server.version", parameters: [.string("SchemeRouter"), .array([.string("1.4"), .string("1.4.2")])])
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
    /// Requests seven headers as padding. ElectrumX delays an answer of less than a kilobyte for a second, so that an
    /// observer sees only packets of one size; with these it is large enough to go out at once
    /// (Documentation/protocols/electrum.md §2.1).
    static let ballast = ElectrumCall(
        method: "blockchain.block.headers", parameters: [.number(0), .number(7)])
    /// The id of requests whose answers are ignored; no other request of a session reaches it.
    static let ballastID = 1 << 40

    static let blockNotification = "blockchain.headers.subscribe"

    /// The transactions that pay a script or spend from it.
    static func history(of script: [UInt8]) -> ElectrumCall {
        ElectrumCall(method: "blockchain.scripthash.get_history", parameters: [hash(of: script)])
    }

    /// The unspent outputs with a script.
    static func unspent(with script: [UInt8]) -> ElectrumCall {
        ElectrumCall(method: "blockchain.scripthash.listunspent", parameters: [hash(of: script)])
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
