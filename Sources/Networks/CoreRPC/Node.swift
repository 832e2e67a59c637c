import ExactJSON
import RouterBitcoinFormat
import RouterNetworkBackend
import SchemeRouter

/// A node of one coin's network, and the checks it must pass before its answers are trusted
/// (Documentation/protocols/core-rpc.md §2).
struct Node: Sendable {
    let connection: RPCConnection
    let coin: CoinDescriptor
    let kind: NetworkKind
    let parameters: NetworkParameters
    /// The time, by which the age of the newest block is judged; nil if it is not judged.
    let now: (@Sendable () -> UnixTime)?
    /// The entries of its lists that were left out.
    let unread = UnreadEntries()

    /// How many blocks a node may be behind the headers it knows.
    private static let mostBehind = 6

    /// The calls whose answers ``check(_:)`` reads.
    static let checks = [
        RPCCall("getblockchaininfo"), RPCCall("getnetworkinfo"), RPCCall("getblockhash", .number(0)),
    ]

    /// Rejects a node on another chain, one that is not synchronised, and one without connections: such a node still
    /// answers, and accepts payments that go nowhere.
    ///
    /// A private network may be a single node, and as old as its last block.
    @discardableResult
    func check(_ answers: [RPCAnswer]) throws(ServiceError) -> NodeReport {
        let blocks = try answers[0].get("getblockchaininfo")
        let network = try answers[1].get("getnetworkinfo")
        guard let chain = blocks["chain"]?.string, let height = blocks["blocks"]?.blockHeight?.number else {
            throw RPCResponse.strange("getblockchaininfo")
        }
        guard chain.isSame(kind.rawValue) else {
            throw ServiceError(
                .refusedByCheck,
                "The node is on the network \(Quoted(chain, limit: 40)), but config.yaml says "
                    + "“\(kind.rawValue)”.",
                hint: "Nothing was sent. Correct “network” or “url” in config.yaml.")
        }
        // The networks of all coins have the same names, so compare the genesis block.
        if let genesis = parameters.genesis, try !answers[2].get("getblockhash").says(genesis.hex) {
            throw ServiceError(
                .refusedByCheck, "This is not a \(coin.title) node: its network has a different genesis block.",
                hint: "Nothing was sent. Correct “url” in config.yaml.")
        }
        if kind != .regtest, blocks["initialblockdownload"]?.isTrue == true {
            throw Self.notReady("The node is still loading blocks; it has \(height).")
        }
        // After a sleep, a node claims to be up to date until it has asked others.
        if kind != .regtest, let said = blocks["headers"] {
            guard let headers = said.integer else {
                throw RPCResponse.strange("getblockchaininfo")
            }
            guard headers - height <= Self.mostBehind else {
                throw Self.notReady("The node is still loading blocks; it has \(height) of \(headers).")
            }
        }
        if network["networkactive"] == .bool(false) {
            throw Self.notReady("The node's network is switched off (setnetworkactive).")
        }
        guard let connections = network["connections"]?.integer else {
            throw RPCResponse.strange("getnetworkinfo")
        }
        guard kind == .regtest || connections > 0 else {
            throw Self.notReady("The node is not connected to any other node.")
        }
        let version = ForeignText((network["subversion"]?.string ?? "").utf8, limit: 60).text
        let age = NodeAge(self, blocks, network, height)
        try age?.check()
        return NodeReport(
            version: version, height: height, connections: connections,
            protocolVersion: network["protocolversion"]?.integer,
            upgrade: age?.upgradeText, blockAge: age?.blockAge, warning: age?.warning)
    }

    /// Makes all ``checks``.
    @discardableResult
    func examine(until deadline: Deadline) async throws(ServiceError) -> NodeReport {
        try check(try await connection.read(Self.checks, until: deadline))
    }

    /// The address that a script pays; nil for a script without an address.
    func address(of script: [UInt8]) -> String? { Address(script: script)?.text(on: parameters) }

    static func transactionID(_ json: JSON?) -> TransactionID? {
        json?.string.flatMap { TransactionID(hex: $0) }
    }

    /// An unspent output of an account, as nodes list it; nil if `json` is not one. `confirmations` is nil if the node
    /// did not report them.
    func unspentOutput(_ json: JSON, confirmations: Int?) -> UnspentOutput? {
        guard let id = Self.transactionID(json["txid"]),
            let index = json["vout"]?.integer.flatMap({ UInt32(exactly: $0) }),
            let amount = json["amount"]?.amount(of: coin), let script = json["scriptPubKey"]?.hexBytes,
            let confirmations, confirmations >= 0
        else { return nil }
        return UnspentOutput(
            outpoint: Outpoint(transaction: id, index: index), amount: amount, script: script,
            confirmations: confirmations)
    }

    /// Notes an entry of a list that cannot be read: it is left out, and does not affect the others.
    func leaveOut(_ entry: JSON) {
        unread.note(Self.transactionID(entry["txid"]), entry.text, by: "The node")
    }

    /// Whether an unspent output is inside an extension block (LIP-3), where it has no number. Coins with typed
    /// transactions have no such block, whatever a node says.
    func isHidden(_ entry: JSON) -> Bool { mayHaveExtension && entry["vout"] == nil }

    /// Whether the coin may have an extension block.
    var mayHaveExtension: Bool { coin.transactions == .plain && !coin.hasLock }

    private static func notReady(_ message: String) -> ServiceError {
        ServiceError(.networkUnreachable, message, hint: "Nothing was sent. Try again later.")
    }
}

/// The report of a node that passed all checks.
public struct NodeReport: Sendable, Hashable {
    /// Its program and version, safe to show: `/Dash Core:23.1.2/`.
    public let version: String
    /// The height of its newest block.
    public let height: Int
    /// How many other nodes it is connected to.
    public let connections: Int
    /// The version of the protocol that it speaks with others; nil if it does not say.
    public var protocolVersion: Int?
    /// What it knows of the latest upgrade of its network; nil if the coin's descriptor names none.
    public var upgrade: String?
    /// The age of its newest block, such as “5 minutes”; nil if unknown.
    public var blockAge: String?
    /// A warning that it is too old for its network or left behind by it; nil if there is none.
    public var warning: String?
}
