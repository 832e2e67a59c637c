import ExactJSON
import SchemeRouter

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
