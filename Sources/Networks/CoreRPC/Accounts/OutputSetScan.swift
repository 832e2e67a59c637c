import ExactJSON
import RouterBitcoinFormat
import SchemeRouter

/// An account from the set of all unspent outputs, for nodes without wallets: it includes neither unconfirmed payments
/// nor history (Documentation/protocols/core-rpc.md §4).
struct OutputSetScan: AccountFacts {
    /// The last index of each branch to scan.
    private static let lastIndex = 999
    private static let method = "scantxoutset"

    let node: Node
    private let outputs: [UnspentOutput]
    private let notable: [NotableOutput]
    private let heights: [TransactionID: BlockHeight]
    /// The scripts of all addresses up to the last one with money, in each branch.
    private let used: Set<[UInt8]>

    /// Scans all unspent outputs, which takes the node seconds to minutes.
    init(of account: WatchedAccount, in node: Node, _ patience: Patience) async throws(ServiceError) {
        self.node = node
        let branches = try await AccountDescriptors(of: account, from: node, until: patience.deadline).branches
        let result = try await Self.scan(for: branches, in: node, patience)
        guard result["success"]?.isTrue == true, let tip = result["height"]?.blockHeight,
            let unspents = result["unspents"]?.elements
        else { throw RPCResponse.strange(Self.method) }
        var outputs: [UnspentOutput] = []
        var rewards: Set<Outpoint> = []
        var heights: [TransactionID: BlockHeight] = [:]
        var last = [Int](repeating: -1, count: branches.count)
        for unspent in unspents {
            guard let height = unspent["height"]?.blockHeight, height <= tip,
                let output = node.unspentOutput(unspent, confirmations: height.confirmations(whenNewestIs: tip)),
                let place = Self.place(unspent["desc"]?.string), last.indices.contains(place.branch),
                (0...Self.lastIndex).contains(place.index)
            else { throw RPCResponse.strange(Self.method) }
            last[place.branch] = max(last[place.branch], place.index)
            heights[output.outpoint.transaction] = height
            if unspent["coinbase"]?.isTrue == true { rewards.insert(output.outpoint) }
            outputs.append(output)
        }
        let notable = try await Self.notes(on: outputs, rewards, heights, node, until: patience.deadline)
        let left = Set(notable.filter { !$0.note.isWithdrawal }.map(\.output.outpoint))
        let addresses = try await AccountDescriptors.addresses(
            branches, last.map { 0..<max($0, 0) + 1 }, from: node, until: patience.deadline)
        self.outputs = outputs.filter { !left.contains($0.outpoint) }
        self.notable = notable
        self.heights = heights
        used = Set(
            zip(addresses, last).flatMap { addresses, last in
                addresses.prefix(last + 1).compactMap { try? Address($0, on: node.parameters).script }
            })
    }

    func unspentOutputs(until deadline: Deadline) async throws(ServiceError) -> [UnspentOutput] { outputs }

    func used(among scripts: [[UInt8]], until deadline: Deadline) async throws(ServiceError) -> UsedScripts {
        UsedScripts(used: used.intersection(scripts))
    }

    func extend(toCover scripts: [[UInt8]], _ patience: Patience) async throws(ServiceError) -> Bool { false }

    func notableOutputs(until deadline: Deadline) async throws(ServiceError) -> [NotableOutput] { notable }

    func transactions(
        until deadline: Deadline
    ) async throws(ServiceError) -> (read: [WalletTransaction], unread: [HistoricTransaction]) {
        throw ServiceError(
            .unsupported, "The node has no wallets, so it has no history of your payments.",
            hint: "Start it with wallets enabled (disablewallet=0).")
    }

    func bytes(
        of ids: [TransactionID], until deadline: Deadline
    ) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        try await Self.bytes(of: ids, heights, node, until: deadline)
    }

    private static func bytes(
        of ids: [TransactionID], _ heights: [TransactionID: BlockHeight], _ node: Node, until deadline: Deadline
    ) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        var found: [TransactionID: [UInt8]] = [:]
        for id in ids {
            guard let height = heights[id] else { continue }
            // Without a transaction index, a node finds a transaction only if its block is given.
            let block = try await node.connection.read(RPCCall("getblockhash", .number(height.number)), until: deadline)
                .get("getblockhash")
            let call = RPCCall("getrawtransaction", .string(id.hex), .bool(false), block)
            found[id] = try await node.connection.read(call, until: deadline).result?.hexBytes
        }
        return found
    }

    /// What there is to say of new outputs, read from their transactions: not all nodes mark block rewards, and none
    /// marks payouts of an extension block.
    /// - Parameter rewards: the outputs that the node marks as block rewards.
    private static func notes(
        on outputs: [UnspentOutput], _ rewards: Set<Outpoint>, _ heights: [TransactionID: BlockHeight], _ node: Node,
        until deadline: Deadline
    ) async throws(ServiceError) -> [NotableOutput] {
        let maturity = node.coin.coinbaseMaturity
        let young = outputs.filter { $0.confirmations <= max(maturity, Transaction.extensionMaturity) }
        // The node's mark suffices, if there is one.
        let asked = Set(young.filter { !rewards.contains($0.outpoint) }.map(\.outpoint.transaction))
        let bytes = try await bytes(of: Array(asked), heights, node, until: deadline)
        return young.compactMap { output in
            let id = output.outpoint.transaction
            if rewards.contains(output.outpoint) {
                let blocks = maturity + 1 - output.confirmations
                return blocks > 0 ? NotableOutput(output, .maturing(blocks: blocks)) : nil
            }
            // A node that does not return it cannot prove it to a payment either.
            guard let whole = bytes[id] else { return nil }
            guard let content = try? Transaction(bytes: whole, as: node.coin.transactions), content.id == id else {
                return NotableOutput(output, .unreadable)
            }
            if let needed = content.maturity(ofCoinbase: maturity), needed > output.confirmations {
                return NotableOutput(output, .maturing(blocks: needed - output.confirmations))
            }
            return content.withdrawal == nil ? nil : NotableOutput(output, .withdrawal(isLocked: false))
        }
    }

    /// Runs one scan at a time, after waiting for any other to end. Aborts our own scan once nobody waits for it.
    private static func scan(
        for branches: [String], in node: Node, _ patience: Patience
    ) async throws(ServiceError) -> JSON {
        let objects = branches.map { branch -> JSON in
            .object([("desc", .string(branch)), ("range", .number(lastIndex))])
        }
        let start = RPCCall(method, .string("start"), .array(objects))
        let reports = Task { await report(from: node, patience) }
        defer { reports.cancel() }
        while true {
            let answer: RPCAnswer
            do throws(ServiceError) {
                answer = try await node.connection.read(start, until: patience.deadline)
            } catch {
                guard error.code == .networkUnreachable, patience.end != nil, patience.isOver else { throw error }
                _ = try? await node.connection.read(
                    RPCCall(method, .string("abort")), until: .now + .milliseconds(500))
                throw ServiceError(
                    .networkUnreachable, "The node has to scan all unspent outputs, which takes too long here.",
                    hint:
                        "Nothing was sent. Start the node with wallets enabled (disablewallet=0): then no scan is needed."
                )
            }
            guard answer.failure?.code == .invalidParameter, answer.failure?.says("already in progress") == true else {
                return try answer.get(method)
            }
            try await patience.pause(patience.end == nil ? .seconds(1) : .milliseconds(200))
        }
    }

    /// Polls the progress of a scan if the caller wants it.
    private static func report(from node: Node, _ patience: Patience) async {
        guard let progress = patience.progress else { return }
        var done = 0
        while !Task.isCancelled {
            progress(WorkProgress("Scanning all unspent outputs for your money, percent", done: done, total: 100))
            guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
            let call = RPCCall(method, .string("status"))
            let status = try? await node.connection.read(call, until: .now + .seconds(5))
            done = max(done, status?.result?["progress"]?.integer ?? 0)
        }
    }

    /// Branch and index from a descriptor such as `pkh([73c5da0a/44'/1'/0'/0/7]02…)#…`.
    private static func place(_ descriptor: String?) -> (branch: Int, index: Int)? {
        guard let origin = descriptor?.split(separator: "[").dropFirst().first?.split(separator: "]").first else {
            return nil
        }
        let steps = origin.split(separator: "/").suffix(2).map { Int($0) }
        guard steps.count == 2, let branch = steps[0], let index = steps[1] else { return nil }
        return (branch, index)
    }
}
