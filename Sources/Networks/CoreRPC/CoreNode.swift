import ExactJSON
import RouterBitcoinFormat
import RouterNetworkBackend
import SchemeRouter

/// `use: core-rpc`: a full node of the coin, such as Dash Core or bitcoind.
package struct CoreNode: NetworkUse {
    package static let (name, servesAccounts) = ("core-rpc", false)
    /// The node's URL, its credentials, and its wallet that pays.
    package static var keys: [String] { [networkKey, "url", "cookie", "user", "password-file", "wallet"] }

    /// The node's URL, without a trailing slash.
    package let url: ServerAddress
    /// The node's credentials.
    package let login: NodeLogin
    /// The node's wallet that pays with the node's own keys; nil if the person's own keys pay.
    package let wallet: String?

    package init(url: ServerAddress, login: NodeLogin, wallet: String? = nil) {
        self.url = url
        self.login = login
        self.wallet = wallet
    }

    package static func read(
        _ fields: Fields, of coin: CoinDescriptor, on network: NetworkKind, _ document: inout DocumentReader
    ) -> CoinNetwork? {
        let url = document.required("url", in: fields) { $0.nodeURL($1) }
        let login = login(in: fields, &document)
        let wallet = document.optional("wallet", in: fields) { $0.walletName($1) }
        guard let url, let login, wallet != nil || fields["wallet"] == nil else { return nil }
        return CoinNetwork(use: CoreNode(url: url, login: login, wallet: wallet), network: network)
    }

    /// Either the node's own cookie, or a user name with a password file: a password in config.yaml would be read by
    /// this program, which must not know it (S8).
    private static func login(in fields: Fields, _ document: inout DocumentReader) -> NodeLogin? {
        guard let cookie = fields.entry("cookie") else {
            return document.passwordLogin(in: fields).map { .user($0.user, passwordFile: $0.file) }
        }
        for key in ["user", "password-file"] {
            guard let entry = fields.entry(key) else { continue }
            document.note(
                .conflict, at: entry.mark, in: fields.node, "“\(key)” and “cookie” cannot be used together",
                hint: "the cookie contains the name and password")
        }
        return document.filePath(cookie.value).map(NodeLogin.cookie)
    }

    /// The network behind the node, and the node's wallet if one pays.
    package func network(_ context: NetworkContext) throws(ServiceError) -> ConfiguredNetwork {
        let chain = try chain(context)
        return ConfiguredNetwork(id: context.id(isPractice: false), chain: chain, wallet: wallet.map(chain.wallet))
    }

    package func start(_ context: NetworkContext) {
        _ = context.connections.node(at: url, of: context.coin.id, login: login, isNeededSoon: true)
    }

    /// Whether the node answers, is usable for payments, and allows use of its wallet.
    package func checks(_ context: NetworkContext) async -> [HealthCheck] {
        let place = "\(context.coin.id.name): the node at \(url.place)"
        do throws(ServiceError) {
            let chain = try chain(context)
            let report = try await chain.report()
            if let wallet { _ = try await chain.wallet(named: wallet).balance() }
            let paying = wallet.map { " Its wallet \(Quoted($0, limit: 80)) pays." } ?? ""
            let facts = [
                "\(Quoted(report.version, limit: 60))", report.protocolVersion.map { "protocol \($0)" }, report.upgrade,
                "network \(context.network.rawValue)",
                "block \(report.height)" + (report.blockAge.map { ", \($0) old" } ?? ""),
                "connections: \(report.connections)",
            ].compactMap(\.self).joined(separator: ", ")
            return [
                HealthCheck(
                    "node", report.warning == nil ? .good : .warning, "\(place) answers: \(facts).\(paying)",
                    advice: report.warning)
            ]
        } catch { return [HealthCheck("node", .failure, "\(place): \(error.message)", advice: error.hint)] }
    }

    private func chain(_ context: NetworkContext) throws(ServiceError) -> CoreRPCChain {
        try context.connections.kept(of: context.coin.id) { () throws(ServiceError) in
            try CoreRPCChain(
                url: url.text, coin: context.coin, network: context.network,
                client: context.connections.node(at: url, of: context.coin.id, login: login),
                now: context.now)
        }
    }
}

extension DocumentReader {
    /// The user name and the password file of a login, which must be there; nil after a mistake, which is noted.
    mutating func passwordLogin(in fields: Fields) -> (user: String, file: String)? {
        let user = required("user", in: fields) { $0.userName($1) }
        let file = required("password-file", in: fields) { $0.filePath($1) }
        guard let user, let file else { return nil }
        return (user, file)
    }

    /// A file path, absolute or below the person's home directory.
    fileprivate mutating func filePath(_ node: YAMLNode) -> String? {
        guard let path = label(node, limit: 1_024) else { return nil }
        if path.utf8.first == UInt8(ascii: "/") || (path.utf8.starts(with: "~/".utf8) && path.utf8.count > 2) {
            return path
        }
        note(
            .invalidValue, at: node.mark, in: node, "\(quoted(path)) is not the path of a file",
            hint: "begin it with / or ~/, such as ~/.dashcore/.cookie")
        return nil
    }

    /// The name of a node's wallet, which becomes part of the node's URL.
    fileprivate mutating func walletName(_ node: YAMLNode) -> String? {
        guard let name = label(node, limit: 64) else { return nil }
        // Characters that need no escaping in URLs (RFC 3986, 2.3) and in file names on all systems.
        let isPlain = name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_.".utf8.contains($0) }
        if isPlain && !name.hasPrefix(".") { return name }
        note(
            .invalidValue, at: node.mark, in: node, "\(quoted(name)) cannot be used as a wallet name",
            hint: "use letters, digits, “-”, “_” and “.”; the node's “listwallets” lists the names")
        return nil
    }

    /// A user name as HTTP accepts it: without a colon, which would end it.
    fileprivate mutating func userName(_ node: YAMLNode) -> String? {
        guard let name = label(node, limit: 256) else { return nil }
        if name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }) { return name }
        note(
            .invalidValue, at: node.mark, in: node, "\(quoted(name)) is not a valid user name for a node",
            hint: "use the rpcuser or rpcauth name from the node's own settings, without a colon")
        return nil
    }
}

/// A node of one coin's network, and the checks it must pass before its answers are trusted
/// (Documentation/protocols/core-rpc.md §2).
struct Node: Sendable {
    let connection: RPCConnection
    let coin: CoinDescriptor
    let addressLedger: AddressLedger
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
        let age = NodeAge(self, blocks, network, height)
        if kind != .regtest, blocks["initialblockdownload"]?.isTrue == true {
            throw Self.notReady("The node is still loading blocks; it has \(height).", age)
        }
        // After a sleep, a node claims to be up to date until it has asked others.
        if kind != .regtest, let said = blocks["headers"] {
            guard let headers = said.integer else {
                throw RPCResponse.strange("getblockchaininfo")
            }
            guard headers - height <= Self.mostBehind else {
                throw Self.notReady("The node is still loading blocks; it has \(height) of \(headers).", age)
            }
        }
        if network["networkactive"] == .bool(false) {
            throw Self.notReady("The node's network is switched off (setnetworkactive).", age)
        }
        guard let connections = network["connections"]?.integer else {
            throw RPCResponse.strange("getnetworkinfo")
        }
        guard kind == .regtest || connections > 0 else {
            throw Self.notReady("The node is not connected to any other node.", age)
        }
        let version = ForeignText((network["subversion"]?.string ?? "").utf8, limit: 60).text
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
    var mayHaveExtension: Bool { addressLedger.transactions == .plain && !addressLedger.hasLock }

    /// A node that is too old never becomes ready, however long it is waited for.
    private static func notReady(_ message: String, _ age: NodeAge?) -> ServiceError {
        ServiceError(
            .networkUnreachable, message, hint: "Nothing was sent. " + (age?.lack ?? "Try again later."))
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

/// Whether a node knows the rules of its network, and still receives its blocks. One that is too old answers as before:
/// it stops at the last block that it understands, and its balances look right.
struct NodeAge {
    private let coin: String
    private let upgrade: NetworkUpgrade?
    private let newest: NewestBlock
    private let time: UnixTime?
    /// Its version; nil if it does not report one.
    private let version: Int?
    /// The state of the upgrade, if the node knows it.
    private let state: String?
    /// Whether it reports which upgrades it knows.
    private let listsUpgrades: Bool

    /// Nil on a private network, whose rules and blocks are the person's own.
    init?(_ node: Node, _ blocks: JSON, _ network: JSON, _ height: Int) {
        guard node.kind != .regtest, let height = BlockHeight(height) else { return nil }
        coin = node.coin.title
        upgrade = node.parameters.upgrade
        // Older nodes have only the median of the last eleven.
        newest = NewestBlock(height, at: (blocks["time"] ?? blocks["mediantime"])?.blockTime)
        time = node.now?()
        version = network["version"]?.integer
        let upgrades = blocks["softforks"]
        listsUpgrades = upgrades != nil
        let known = upgrade.flatMap { upgrades?[$0.name] }
        state = known.map { known in
            let said = known["bip9"]?["status"]?.string ?? (known["active"]?.isTrue == true ? "active" : "known")
            return ForeignText(said.utf8, limit: 20).text
        }
    }

    /// The age of its newest block in words; nil if unknown.
    var blockAge: String? { time.flatMap(newest.ageText) }

    /// What it knows of the upgrade; nil if there is none.
    var upgradeText: String? {
        upgrade.map { "\($0.name): \(state ?? (isTooOld ? "unknown to this node" : "not listed"))" }
    }

    /// Whether it does not know the upgrade: its version is lower, or its list lacks it.
    private var isTooOld: Bool {
        guard let upgrade else { return false }
        if let version, version < upgrade.nodeVersion { return true }
        return listsUpgrades && state == nil
    }

    /// What waiting does not change about it; nil if nothing does.
    var lack: String? {
        guard let upgrade, isTooOld else { return nil }
        return
            "It is too old for the upgrade “\(upgrade.name)” of \(coin) and gets no further than that: update it to version "
            + "\(Self.text(upgrade.nodeVersion)) or later."
    }

    /// Throws if it does not know the upgrade and stopped receiving blocks.
    func check() throws(ServiceError) {
        guard let upgrade, isTooOld, let time, newest.isOld(at: time), let age = blockAge else { return }
        throw ServiceError(
            .networkUnreachable,
            "The node is left behind: its newest block, \(newest.height.number), is \(age) old, and it is too old for the "
                + "upgrade “\(upgrade.name)” of \(coin).",
            hint:
                "Nothing was sent. Update the node to version \(Self.text(upgrade.nodeVersion)) or later. If its blocks are not "
                + "that old, correct this computer's clock.")
    }

    /// Nil if there is nothing to warn of.
    var warning: String? {
        if let upgrade, isTooOld {
            let first = upgrade.height.map { ", which begins at block \($0.number) at the earliest" } ?? ""
            return
                "The node is too old for the upgrade “\(upgrade.name)” of \(coin)\(first). From then on it stops: its balance is "
                + "outdated, and no payment is confirmed. Update it to version \(Self.text(upgrade.nodeVersion)) or later."
        }
        return time.flatMap { newest.warning(about: "the node", upgrade, coin, at: $0) }
    }

    /// 240000 is 24.0.0.
    private static func text(_ version: Int) -> String {
        "\(version / 10_000).\(version / 100 % 100).\(version % 100)"
    }
}
