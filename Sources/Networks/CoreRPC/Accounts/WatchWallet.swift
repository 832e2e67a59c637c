import ExactJSON
import RouterBitcoinFormat
import SchemeRouter

/// A node's watch-only wallet that belongs to this program. The person's other wallets are never queried or changed.
struct WatchWallet: AccountFacts {
    /// The prefix of all such wallets' names.
    static let prefix = "schemerouter-"

    let node: Node
    let name: String
    let descriptors: AccountDescriptors
    /// Whether it stores descriptors. Older nodes, and those without SQLite, store keys instead.
    let keepsDescriptors: Bool

    func unspentOutputs(until deadline: Deadline) async throws(ServiceError) -> [UnspentOutput] {
        try await outputs.spendable(until: deadline)
    }

    func notableOutputs(until deadline: Deadline) async throws(ServiceError) -> [NotableOutput] {
        try await outputs.notable(until: deadline)
    }

    func used(among scripts: [[UInt8]], until deadline: Deadline) async throws(ServiceError) -> UsedScripts {
        let method = "getreceivedbyaddress"
        let asked = scripts.compactMap { script in node.address(of: script).map { (script, $0) } }
        let calls = asked.map { RPCCall(method, .string($0.1), .number(0)) }
        var result = UsedScripts()
        for ((script, _), answer) in zip(asked, try await node.connection.read(calls, in: name, until: deadline)) {
            // “Address not found in wallet”.
            if answer.failure?.code == .wallet {
                result.unknown.insert(script)
                continue
            }
            if let failure = answer.failure, failure.isOfWholeWallet { throw failure.error(of: method) }
            // An address of which the node cannot say it is not offered again, and hides no other.
            if answer.result?.amount(of: node.coin) != .zero { result.used.insert(script) }
        }
        // Nodes leave out block rewards; but an address that holds one now was paid.
        result.used.formUnion(try await outputs.listed(until: deadline).map(\.script).filter(Set(scripts).contains))
        return result
    }

    func extend(toCover scripts: [[UInt8]], _ patience: Patience) async throws(ServiceError) -> Bool {
        try await WalletFilling(wallet: self).extend(toCover: scripts, patience)
    }

    func transactions(
        until deadline: Deadline
    ) async throws(ServiceError) -> (read: [WalletTransaction], unread: [HistoricTransaction]) {
        try await list.transactions(until: deadline)
    }

    func bytes(
        of ids: [TransactionID], until deadline: Deadline
    ) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        try await list.bytes(of: ids, until: deadline)
    }

    private var outputs: WalletOutputs { WalletOutputs(node: node, name: name, hasKeys: false) }

    /// The wallet's transactions.
    private var list: WatchedTransactions { WatchedTransactions(node: node, name: name) }

    /// Reads an answer of the wallet; throws if it refuses.
    func read(_ call: RPCCall, until deadline: Deadline) async throws(ServiceError) -> JSON {
        try await node.connection.read(call, in: name, until: deadline).get(call.method)
    }
}

/// Finds or creates the node's watch-only wallet for an account (Documentation/protocols/core-rpc.md §3).
struct WalletOpening {
    /// Parameters beyond the name and “no keys, none generated”, from the newest kind of node to the oldest. Each kind
    /// refuses names it does not know.
    private static let kinds: [[(name: String, value: JSON)]] = [
        [("descriptors", .bool(true)), ("load_on_startup", .bool(true))], [("load_on_startup", .bool(true))], [],
    ]

    let node: Node
    let account: WatchedAccount

    /// Nil if the node has no wallets, or cannot make one without private keys.
    func open(until deadline: Deadline) async throws(ServiceError) -> WatchWallet? {
        let name = account.walletName
        let listed = try await node.connection.read(RPCCall("listwallets"), until: deadline)
        if listed.failure?.code == .methodNotFound { return nil }
        let names = try listed.get("listwallets").elements?.compactMap(\.string) ?? []
        if !names.contains(name) {
            guard try await load(name, until: deadline) else { return nil }
        }
        let descriptors: AccountDescriptors
        do throws(ServiceError) {
            descriptors = try await AccountDescriptors(of: account, from: node, until: deadline)
        } catch {
            // The node is older than descriptors.
            guard error.code == .unsupportedNetwork else { throw error }
            return nil
        }
        let info = try await node.connection.read(RPCCall("getwalletinfo"), in: name, until: deadline)
            .get("getwalletinfo")
        guard info["private_keys_enabled"] == .bool(false) else {
            throw ServiceError(
                .refusedByCheck, "The node's wallet “\(name)” has keys, so this program did not create it.",
                hint: "Nothing was changed. Rename that wallet.")
        }
        return WatchWallet(
            node: node, name: name, descriptors: descriptors, keepsDescriptors: info["descriptors"]?.isTrue == true)
    }

    private func load(_ name: String, until deadline: Deadline) async throws(ServiceError) -> Bool {
        let answer = try await node.connection.read(RPCCall("loadwallet", .string(name)), until: deadline)
        guard let failure = answer.failure else { return true }
        switch failure.code {
        case .walletAlreadyLoaded: return true
        case .walletNotFound: return try await create(name, until: deadline)
        case .methodNotFound: return false
        default:
            throw ServiceError(
                .networkRefused, "The node cannot open its wallet “\(name)”: \(failure.text).",
                hint: "Nothing was sent.")
        }
    }

    private func create(_ name: String, until deadline: Deadline) async throws(ServiceError) -> Bool {
        let common: [(name: String, value: JSON)] = [
            ("wallet_name", .string(name)), ("disable_private_keys", .bool(true)), ("blank", .bool(true)),
        ]
        for kind in Self.kinds {
            let call = RPCCall("createwallet", named: common + kind)
            let answer = try await node.connection.read(call, until: deadline)
            guard let failure = answer.failure else { return true }
            // The person must see any error other than “I do not know this kind of wallet”.
            guard [.invalidParameter, .wallet, .methodNotFound, .miscellaneous].contains(failure.code) else {
                throw failure.error(of: call.method)
            }
        }
        return false
    }
}

/// Adds an account's addresses to a watch-only wallet of the node, and has it search all blocks for them.
///
/// The search runs in steps, and its progress is stored as the label of the account's first address: an abandoned step,
/// a node that stops or a person who gives up costs one step, and never a missed payment.
struct WalletFilling {
    /// How many addresses of each branch to watch, and the larger ranges to try if that is not enough.
    private static let ranges = [1_000, 2_000, 4_000, 8_000, 16_000]

    /// The marker address's label once all blocks are searched; before that, its prefix.
    private static let allBlocks = "schemerouter: all blocks searched"
    private static let nextBlock = "schemerouter: next block "

    let wallet: WatchWallet

    private var marker: String { wallet.descriptors.firstAddresses[0] }

    /// Returns when the wallet knows everything about the account.
    /// - Parameter height: the newest block's height.
    func fill(height: Int, _ patience: Patience) async throws(ServiceError) {
        if try await !watches(wallet.descriptors.firstAddresses, until: patience.deadline) {
            try await importAddresses(Self.ranges[0], patience)
        }
        guard let next = try await firstBlock(until: patience.deadline) else { return }
        try await BlockSearch(wallet: wallet, height: height, note: note).run(from: next, patience)
    }

    /// Watches more addresses until `scripts` are among them, and searches all blocks for them again. Returns false,
    /// and changes nothing, if they are not the account's.
    func extend(toCover scripts: [[UInt8]], _ patience: Patience) async throws(ServiceError) -> Bool {
        var missing = Set(scripts.compactMap(wallet.node.address))
        for (before, count) in zip(Self.ranges, Self.ranges.dropFirst()) {
            let derived = try await AccountDescriptors.addresses(
                wallet.descriptors.branches, [before..<count, before..<count], from: wallet.node,
                until: patience.deadline)
            missing.subtract(derived.joined())
            guard missing.isEmpty else { continue }
            try await importAddresses(count, patience)
            let height = try await wallet.node.examine(until: patience.deadline).height
            try await BlockSearch(wallet: wallet, height: height, note: note).run(from: 0, patience)
            return true
        }
        return false
    }

    private func watches(_ addresses: [String], until deadline: Deadline) async throws(ServiceError) -> Bool {
        let calls = addresses.map { RPCCall("getaddressinfo", .string($0)) }
        for answer in try await wallet.node.connection.read(calls, in: wallet.name, until: deadline) {
            let info = try answer.get("getaddressinfo")
            guard info["ismine"]?.isTrue == true || info["iswatchonly"]?.isTrue == true else { return false }
        }
        return true
    }

    /// Imports the first `count` addresses of each branch, without searching blocks.
    private func importAddresses(_ count: Int, _ patience: Patience) async throws(ServiceError) {
        // Before the import: if anything stops now, the next run searches all blocks.
        if try await watches([marker], until: patience.deadline) { try await note(0, patience.deadline) }
        let requests = wallet.descriptors.branches.enumerated().map { branch, descriptor -> JSON in
            .object(
                [
                    ("desc", .string(descriptor)), ("timestamp", .string("now")),
                    ("range", .array([.number(0), .number(count - 1)])), ("internal", .bool(branch == 1)),
                    wallet.keepsDescriptors ? ("active", .bool(true)) : ("watchonly", .bool(true)),
                ])
        }
        let call =
            wallet.keepsDescriptors
            ? RPCCall("importdescriptors", .array(requests))
            : RPCCall("importmulti", .array(requests), .object([("rescan", .bool(false))]))
        guard let results = try await wallet.read(call, until: patience.deadline).elements,
            results.count == requests.count
        else { throw RPCResponse.strange(call.method) }
        for result in results where result["success"]?.isTrue != true {
            guard let failure = result["error"].flatMap(RPCFailure.init) else { throw RPCResponse.strange(call.method) }
            // A wallet that watches more than that keeps its range; try the next larger one.
            if failure.code == .invalidParameter, failure.says("range") { continue }
            throw failure.error(of: call.method)
        }
    }

    /// Records the first block that is still to be searched; nil if none is.
    private func note(_ next: Int?, _ deadline: Deadline) async throws(ServiceError) {
        let label = next.map { Self.nextBlock + String($0) } ?? Self.allBlocks
        _ = try await wallet.read(RPCCall("setlabel", .string(marker), .string(label)), until: deadline)
    }

    /// The first block that is still to be searched; nil if none is.
    private func firstBlock(until deadline: Deadline) async throws(ServiceError) -> Int? {
        let info = try await wallet.read(RPCCall("getaddressinfo", .string(marker)), until: deadline)
        // Before Bitcoin Core 0.21 each label was an object.
        let labels = (info["labels"]?.elements ?? []).compactMap { $0.string ?? $0["name"]?.string }
        if labels.contains(Self.allBlocks) { return nil }
        let marks = labels.filter { $0.hasPrefix(Self.nextBlock) }
        return marks.compactMap { Int($0.dropFirst(Self.nextBlock.count)).flatMap { BlockHeight($0) } }.first?.number
            ?? 0
    }
}

/// The transactions in a wallet of the node, for all accounts it watches.
struct WatchedTransactions {
    /// The number of transactions in one request.
    private static let batch = 50

    let node: Node
    let name: String

    /// The transactions that the wallet lists as confirmed or pending: it also keeps ones that its node dropped. Anybody
    /// can pay an address by a transaction of a kind that is not known yet, or whose id the node computes by an older
    /// rule: it must not hide the others.
    func transactions(
        until deadline: Deadline
    ) async throws(ServiceError) -> (read: [WalletTransaction], unread: [HistoricTransaction]) {
        let entries = try await entries(until: deadline)
        var known: [TransactionID: (confirmations: Int, time: UnixTime?)] = [:]
        var kernels: Set<TransactionID> = []
        for entry in entries {
            guard let id = Node.transactionID(entry["txid"]), let confirmations = entry["confirmations"]?.confirmations
            else {
                node.leaveOut(entry)
                continue
            }
            if node.mayHaveExtension, entry["mweb_out"] != nil { kernels.insert(id) }
            // Negative: another transaction replaced it.
            guard confirmations >= 0, entry["abandoned"]?.isTrue != true else { continue }
            known[id] = (confirmations, (entry["blocktime"] ?? entry["time"])?.blockTime)
        }
        let bytes = try await bytes(of: Array(known.keys), until: deadline)
        var transactions: [WalletTransaction] = []
        var unread: [HistoricTransaction] = []
        for (id, facts) in known {
            guard let content = bytes[id].flatMap({ try? Transaction(bytes: $0, as: node.addressLedger.transactions) }),
                content.id == id
            else {
                // A payout of an extension block is listed twice: its part inside that block can never be read.
                if kernels.contains(id) { continue }
                unread.append(HistoricTransaction(id: id, confirmations: facts.confirmations, time: facts.time))
                continue
            }
            transactions.append(
                WalletTransaction(
                    id: id, confirmations: facts.confirmations, time: facts.time, content: content))
        }
        return (transactions, unread)
    }

    /// New money that the node lets nobody spend yet, which it leaves out of its unspent outputs: block rewards, and
    /// payouts of an extension block. Entries of other categories do not name an output that must still be unspent.
    func immature(until deadline: Deadline) async throws(ServiceError) -> [NotableOutput] {
        try await entries(until: deadline).compactMap { entry in
            guard entry["category"]?.says("immature") == true, let id = Node.transactionID(entry["txid"]),
                let index = entry["vout"]?.integer.flatMap({ UInt32(exactly: $0) }),
                let amount = entry["amount"]?.amount(of: node.coin), let text = entry["address"]?.string,
                let script = try? Address(text, on: node.parameters).script,
                let confirmations = entry["confirmations"]?.confirmations, confirmations > 0
            else { return nil }
            let needed =
                entry["generated"]?.isTrue == true
                ? node.addressLedger.coinbaseMaturity + 1 : Transaction.extensionMaturity
            let output = UnspentOutput(
                outpoint: Outpoint(transaction: id, index: index), amount: amount, script: script,
                confirmations: confirmations)
            return NotableOutput(output, .maturing(blocks: max(1, needed - confirmations)))
        }
    }

    func bytes(
        of ids: [TransactionID], until deadline: Deadline
    ) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        var found: [TransactionID: [UInt8]] = [:]
        for (id, facts) in try await facts(of: ids, until: deadline) {
            found[id] = facts["hex"]?.hexBytes
        }
        return found
    }

    /// The wallet's facts about these transactions, as far as it has them.
    func facts(
        of ids: [TransactionID], until deadline: Deadline
    ) async throws(ServiceError) -> [TransactionID: JSON] {
        let method = "gettransaction"
        var found: [TransactionID: JSON] = [:]
        var rest = ids[...]
        while !rest.isEmpty {
            let some = rest.prefix(Self.batch)
            rest = rest.dropFirst(Self.batch)
            let calls = some.map { RPCCall(method, .string($0.hex)) }
            for (id, answer) in zip(some, try await node.connection.read(calls, in: name, until: deadline)) {
                switch answer {
                case .result(let facts): found[id] = facts
                case .failure(let failure):
                    // One transaction that the node cannot show hides no other: what needs it is named as unread.
                    if failure.isOfWholeWallet { throw failure.error(of: method) }
                }
            }
        }
        return found
    }

    /// One entry for each part of each transaction that is the account's. Change has one only if the node has
    /// `include_change` (since Bitcoin Core 24); without it a payment to oneself alone has none.
    private func entries(until deadline: Deadline) async throws(ServiceError) -> [JSON] {
        let method = "listsinceblock"
        let whole = RPCCall(method, named: [("include_removed", .bool(false)), ("include_change", .bool(true))])
        var answer = try await node.connection.read(whole, in: name, until: deadline)
        if answer.failure?.code == .invalidParameter {
            answer = try await node.connection.read(RPCCall(method), in: name, until: deadline)
        }
        guard let entries = try answer.get(method)["transactions"]?.elements else { throw RPCResponse.strange(method) }
        return entries
    }
}

extension RPCFailure {
    /// Whether nothing of the wallet can be read, rather than one entry of it.
    fileprivate var isOfWholeWallet: Bool {
        switch code {
        case .warmingUp, .walletNotFound, .walletNotSpecified, .methodNotFound: true
        default: false
        }
    }
}
