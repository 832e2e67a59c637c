import ExactJSON
import SchemeRouter

/// Tells a wallet of the node which addresses to watch, and has it look for them in all blocks.
///
/// Looking is done in steps, and how far it came is kept as the label of the account's first address: a step that nobody
/// waited for, a node that stopped and a person who gave up cost one step, and never a payment that is not seen.
struct WalletFilling {
    /// How many addresses of each branch are watched, and how many more if that is not enough.
    private static let ranges = [1_000, 2_000, 4_000, 8_000, 16_000]

    /// The label of the marked address once all blocks were searched, and before that how it begins.
    private static let allBlocks = "schemerouter: all blocks searched"
    private static let nextBlock = "schemerouter: next block "

    let wallet: WatchWallet

    private var marker: String { wallet.descriptors.firstAddresses[0] }

    /// Returns when the wallet knows all about the account.
    /// - Parameter height: of the newest block.
    func fill(height: Int, _ patience: Patience) async throws(ServiceError) {
        if try await !watches(wallet.descriptors.firstAddresses, until: patience.deadline) {
            try await importAddresses(Self.ranges[0], patience)
        }
        guard let next = try await firstBlock(until: patience.deadline) else { return }
        try await BlockSearch(wallet: wallet, height: height, note: note).run(from: next, patience)
    }

    /// Watches more addresses, until those of `scripts` are among them, and looks for them in all blocks again. Returns
    /// false, and changes nothing, if they are not the account's.
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

    /// The first `count` addresses of each branch. Blocks are not searched here.
    private func importAddresses(_ count: Int, _ patience: Patience) async throws(ServiceError) {
        // Before the import: where anything stops now, all blocks are searched the next time.
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
            // A wallet that watches more than that keeps it; the next range is larger.
            if failure.code == .invalidParameter, failure.says("range") { continue }
            throw failure.error(of: call.method)
        }
    }

    /// Notes the first block that is still to be searched; nil if there is none.
    private func note(_ next: Int?, _ deadline: Deadline) async throws(ServiceError) {
        let label = next.map { Self.nextBlock + String($0) } ?? Self.allBlocks
        _ = try await wallet.read(RPCCall("setlabel", .string(marker), .string(label)), until: deadline)
    }

    /// The first block that is still to be searched; nil if all were.
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
