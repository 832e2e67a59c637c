import ExactJSON
import RouterBitcoinFormat
import RouterNetworkBackend
import SchemeRouter

/// An account from the set of all unspent outputs, for nodes without wallets: it includes neither unconfirmed payments
/// nor history (Documentation/protocols/core-rpc.md §4).
struct OutputSetScan: AccountFacts {
    /// The last index of each branch to scan.
    private static let lastIndex = 999
    private static let method = "scantxoutset"
    /// The number of transactions in one request.
    private static let batch = 50

    let node: Node
    private let outputs: [UnspentOutput]
    /// The same, with those that are too new to be spent.
    private let all: [UnspentOutput]
    /// The outputs that the node marks as block rewards.
    private let rewards: Set<Outpoint>
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
            else {
                node.leaveOut(unspent)
                continue
            }
            last[place.branch] = max(last[place.branch], place.index)
            heights[output.outpoint.transaction] = height
            if unspent["coinbase"]?.isTrue == true { rewards.insert(output.outpoint) }
            outputs.append(output)
        }
        let (young, rest) = BalanceCheck.divided(
            outputs.filter {
                $0.confirmations <= max(node.addressLedger.coinbaseMaturity, Transaction.extensionMaturity)
            })
        let notable = try await Self.notes(on: young, rewards, heights, node, until: patience.deadline)
        let left = Set((notable.filter(\.note.isMaturing).map(\.output) + rest).map(\.outpoint))
        let addresses = try await AccountDescriptors.addresses(
            branches, last.map { 0..<max($0, 0) + 1 }, from: node, until: patience.deadline)
        self.outputs = outputs.filter { !left.contains($0.outpoint) }
        (all, self.rewards) = (outputs, rewards)
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

    func notableOutputs(until deadline: Deadline) async throws(ServiceError) -> [NotableOutput] {
        let (read, unchecked) = BalanceCheck.divided(all)
        return try await Self.notes(on: read, rewards, heights, node, until: deadline)
            + unchecked.map { NotableOutput($0, .unchecked) }
    }

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
        var rest = ids.filter { heights[$0] != nil }[...]
        while !rest.isEmpty {
            let some = rest.prefix(batch)
            rest = rest.dropFirst(batch)
            // Without a transaction index, a node finds a transaction only if its block is given.
            let numbers = some.map { RPCCall("getblockhash", .number(heights[$0]?.number ?? 0)) }
            let blocks = try await node.connection.read(numbers, until: deadline)
            let calls = zip(some, blocks).map { id, block in
                RPCCall("getrawtransaction", .string(id.hex), .bool(false), block.result ?? .null)
            }
            for (id, answer) in zip(some, try await node.connection.read(calls, until: deadline)) {
                found[id] = answer.result?.hexBytes
            }
        }
        return found
    }

    /// What there is to say of outputs, read from their transactions: not all nodes mark block rewards, and none marks
    /// payouts of an extension block.
    /// - Parameter rewards: the outputs that the node marks as block rewards.
    private static func notes(
        on outputs: [UnspentOutput], _ rewards: Set<Outpoint>, _ heights: [TransactionID: BlockHeight], _ node: Node,
        until deadline: Deadline
    ) async throws(ServiceError) -> [NotableOutput] {
        let maturity = node.addressLedger.coinbaseMaturity
        // The node's mark suffices, if there is one.
        let new = outputs.filter { rewards.contains($0.outpoint) && $0.confirmations <= maturity }
        let asked = Set(outputs.map(\.outpoint.transaction)).subtracting(new.map(\.outpoint.transaction))
        let bytes = try await bytes(of: Array(asked), heights, node, until: deadline)
        return outputs.compactMap { output in
            let id = output.outpoint.transaction
            let blocks = maturity + 1 - output.confirmations
            if rewards.contains(output.outpoint), blocks > 0 {
                return NotableOutput(output, .maturing(blocks: blocks))
            }
            guard let content = bytes[id].flatMap({ try? Transaction(bytes: $0, as: node.addressLedger.transactions) }),
                content.id == id, content.pays(output)
            else { return NotableOutput(output, .unreadable) }
            if let needed = content.maturity(ofCoinbase: maturity), needed > output.confirmations {
                return NotableOutput(output, .maturing(blocks: needed - output.confirmations))
            }
            return content.withdrawal == nil || blocks <= 0
                ? nil : NotableOutput(output, .withdrawal(isLocked: false))
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

/// Has a node's wallet rescan blocks for its addresses, with each step small enough to take about a second.
struct BlockSearch {
    private static let firstStep = 2_000
    private static let longestStep = 200_000

    let wallet: WatchWallet
    /// The newest block's height. The wallet learns of later blocks by itself.
    let height: Int
    /// Records the first block that is still to be searched; nil if none is.
    let note: (Int?, Deadline) async throws(ServiceError) -> Void

    /// Returns when all blocks from `first` on are searched.
    func run(from first: Int, _ patience: Patience) async throws(ServiceError) {
        var next = first
        var step = Self.firstStep
        while next <= height {
            patience.progress?(WorkProgress("Looking for your payments in all blocks", done: next, total: height))
            guard !patience.isOver else { throw unfinished(next) }
            let last = min(next + step - 1, height)
            let start = ContinuousClock.now
            guard let reached = try await search(next...last, patience) else {
                step = max(1, step / 4)
                continue
            }
            next = reached + 1
            try await note(next, patience.deadline)
            let time = start.duration(to: .now)
            if time < .seconds(1) {
                step = min(step * 2, Self.longestStep)
            } else if time > .seconds(4) {
                step = max(1, step / 2)
            }
        }
        try await note(nil, patience.deadline)
    }

    /// The last block that was searched; nil if the node did not answer in time, or is busy with an earlier search.
    private func search(_ blocks: ClosedRange<Int>, _ patience: Patience) async throws(ServiceError) -> Int? {
        // Without an end height, newer nodes also search unconfirmed transactions.
        let end: [JSON] = blocks.upperBound == height ? [] : [.number(blocks.upperBound)]
        let call = RPCCall("rescanblockchain", [.number(blocks.lowerBound)] + end)
        let start = ContinuousClock.now
        let answer: RPCAnswer
        do throws(ServiceError) {
            answer = try await wallet.node.connection.read(call, in: wallet.name, until: patience.deadline)
        } catch {
            guard error.code == .networkUnreachable else { throw error }
            if patience.isOver { throw unfinished(blocks.lowerBound) }
            // A node that is gone fails sooner than this.
            guard patience.end == nil, start.duration(to: .now) > .seconds(60) else { throw error }
            return nil
        }
        switch answer {
        case .result(let result):
            guard let reached = result["stop_height"]?.blockHeight?.number, reached >= blocks.lowerBound else {
                throw ServiceError(
                    .networkRefused, "The node stopped searching its blocks for your payments.",
                    hint: "Nothing was sent.".adding(
                        Remedy.balance(of: wallet.node.coin.id).text { "Run \($0) to continue the search." })
                )
            }
            return reached
        case .failure(let failure) where failure.code == .wallet && failure.says("rescanning"):
            if patience.isOver { throw unfinished(blocks.lowerBound) }
            try await patience.pause(patience.end == nil ? .seconds(1) : .milliseconds(200))
            return nil
        case .failure(let failure) where failure.says("pruned"):
            throw ServiceError(
                .unsupportedNetwork, "The node is pruned, so it cannot find your payments in old blocks.",
                hint: "Nothing was sent. Use a node with all blocks (prune=0).")
        case .failure(let failure): throw failure.error(of: call.method)
        }
    }

    private func unfinished(_ next: Int) -> ServiceError {
        ServiceError(
            .networkUnreachable, "The node is still searching its blocks for your payments: \(next) of \(height).",
            hint: "Nothing was sent.".adding(
                Remedy.balance(of: wallet.node.coin.id).text { "\($0) waits for it and shows its progress." }))
    }
}

typealias Deadline = ContinuousClock.Instant

/// How long to wait for long work: a person who clicked a link does not wait, one who ran a command does.
struct Patience: Sendable {
    /// The limit of one request if there is no other end. Nodes continue the work after the client disconnects.
    private static let longest = Duration.seconds(120)

    /// When a click gives up; nil to wait for the end of the work.
    let end: Deadline?
    let progress: ProgressReport?

    /// Without limit if progress is shown, otherwise for `limit`.
    init(_ progress: ProgressReport?, orAtMost limit: Duration) {
        end = progress == nil ? .now + limit : nil
        self.progress = progress
    }

    /// The deadline of a request that begins now.
    var deadline: Deadline { end ?? .now + Self.longest }

    var isOver: Bool { end.map { $0 <= .now } ?? false }

    /// Waits for some time; throws if the end has passed.
    func pause(_ time: Duration) async throws(ServiceError) {
        guard !isOver, (try? await Task.sleep(for: time)) != nil else {
            throw ServiceError(.networkUnreachable, "The node is busy.", hint: "Nothing was sent. Try again later.")
        }
    }
}
