import SchemeRouter

/// Asks several servers for the fee: a single one could make the person pay too much, or keep a payment waiting for
/// ever (S16). The servers learn nothing but the question.
struct FeeComparison: Sendable {
    static let most = 5
    /// How long to wait for their answers: the person is waiting too.
    static let patience = Duration.seconds(3)

    let connecting: ServerConnecting
    let decimals: Int
    /// The number of blocks within which the payment should be confirmed.
    let blocks: Int
    var patience = Self.patience

    /// The servers to ask besides the first of `servers`: one for each computer, because all its names and ports count
    /// as one server.
    static func others(of servers: [LineServer]) -> [LineServer] {
        var computers = Set(servers.prefix(1).map(\.computer))
        return Array(servers.dropFirst().filter { computers.insert($0.computer).inserted }.prefix(most - 1))
    }

    /// The answers of those `servers` that answer in time and know a fee.
    func answers(of servers: some Sequence<LineServer> & Sendable) async -> [(server: LineServer, fee: Amount)] {
        await withTaskGroup(of: (server: LineServer, fee: Amount?)?.self) { group in
            var waiting = 0
            for server in servers {
                waiting += 1
                group.addTask { (server, await fee(of: server)) }
            }
            group.addTask {
                try? await Task.sleep(for: patience)
                return nil
            }
            var found: [(server: LineServer, fee: Amount)] = []
            // Nil if the time is over.
            while waiting > 0, let answer = await group.next() ?? nil {
                waiting -= 1
                if let fee = answer.fee { found.append((answer.server, fee)) }
            }
            group.cancelAll()
            return found
        }
    }

    private func fee(of server: LineServer) async -> Amount? {
        guard let session = try? await connecting.session(with: server) else { return nil }
        defer { session.close() }
        return try? await session.feePerKB(decimals: decimals, blocks: blocks)
    }

    /// The median, the lower of two middle values: no single server chooses it.
    static func median(_ fees: [Amount]) -> Amount? { fees.isEmpty ? nil : fees.sorted()[(fees.count - 1) / 2] }
}
