import ExactJSON
import RouterBitcoinFormat
import RouterNetworkBackend
import SchemeRouter
import Synchronization

/// A coin's network behind its full node – Dash Core, Axe Core, bitcoind – that the person chose (S7). The node has
/// none of the wallet's keys: a watch-only wallet of the node holds the account's addresses
/// (Documentation/protocols/core-rpc.md §3).
public struct CoreRPCChain: Chain {
    /// How long all reads of one question may take (S13).
    var readTimeout = Duration.seconds(5)
    /// How long a click waits for a node that searches its blocks for payments: less than the limit of all reads, so
    /// that the person learns the reason.
    var searchTimeout = Duration.milliseconds(3_500)
    /// How long sending may take.
    var sendTimeout = Duration.seconds(15)
    let node: Node
    private let memory = Memory()

    /// What has been found out about the node.
    private final class Memory: Sendable {
        let accounts = Mutex<[(account: WatchedAccount, facts: any AccountFacts)]>([])
        /// The node's report about itself; nil before the first.
        let report = Mutex<NodeReport?>(nil)
    }

    /// A network behind a node.
    /// - Parameters:
    ///   - url: the node's URL, without `/wallet/…`.
    ///   - coin: the network's coin.
    ///   - network: which of the coin's networks the node must be on.
    ///   - client: adds the user name and password to requests.
    ///   - now: the time, by which the age of the node's newest block is judged; nil if it is not judged.
    ///
    /// Throws ``ServiceError/Code/badConfiguration`` if the coin has no such network.
    public init(
        url: String, coin: CoinDescriptor, network: NetworkKind, client: any NetworkClient,
        now: (@Sendable () -> UnixTime)? = nil
    ) throws(ServiceError) {
        guard let addressLedger = coin.addressLedger, let parameters = addressLedger.networks[network] else {
            throw ServiceError(.badConfiguration, "\(coin.title) has no network “\(network.rawValue)”.")
        }
        node = Node(
            connection: RPCConnection(client, url: url), coin: coin, addressLedger: addressLedger, kind: network,
            parameters: parameters, now: now)
    }

    /// A wallet of the node that pays with the node's own keys.
    public func wallet(named name: String) -> CoreNodeWallet { CoreNodeWallet(name: name, node: node) }

    /// The node's report about itself. Throws if it does not answer, or is unusable for payments.
    public func report() async throws(ServiceError) -> NodeReport {
        try await node.examine(until: .now + readTimeout)
    }

    /// Checks the node, and has it watch the account. A click does not wait for a node that must search its blocks
    /// first: it gets ``ServiceError/Code/networkUnreachable`` and advice.
    public func watch(_ account: WatchedAccount, progress: ProgressReport?) async throws(ServiceError) {
        guard !memory.accounts.withLock({ $0.contains { $0.account == account } }) else { return }
        let patience = Patience(progress, orAtMost: searchTimeout)
        let report = try await node.examine(until: patience.deadline)
        memory.report.withLock { $0 = report }
        let facts: any AccountFacts
        if let wallet = try await WalletOpening(node: node, account: account).open(until: patience.deadline) {
            try await WalletFilling(wallet: wallet).fill(height: report.height, patience)
            facts = wallet
        } else {
            facts = try await OutputSetScan(of: account, in: node, patience)
        }
        memory.accounts.withLock { accounts in
            if !accounts.contains(where: { $0.account == account }) { accounts.append((account, facts)) }
        }
    }

    /// All unspent outputs that pay one of `scripts`.
    public func unspentOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [UnspentOutput] {
        let asked = Set(scripts)
        var outputs: [UnspentOutput] = []
        for account in try watched() {
            outputs += try await account.unspentOutputs(until: .now + readTimeout).filter { asked.contains($0.script) }
        }
        return outputs
    }

    /// New money that cannot be spent yet, withdrawals, and outputs that the node does not show.
    public func notableOutputs(payingTo scripts: [[UInt8]]) async throws(ServiceError) -> [NotableOutput] {
        let asked = Set(scripts)
        var outputs: [NotableOutput] = []
        for account in try watched() {
            outputs += try await account.notableOutputs(until: .now + readTimeout).filter {
                asked.contains($0.output.script)
            }
        }
        return outputs
    }

    /// That the node is too old for its network, or left behind by it, and what was left out of its lists because it
    /// cannot be read.
    public func warning() async -> String? {
        try? await check(until: .now + readTimeout)
        return [memory.report.withLock { $0?.warning }, node.unread.warning].sentences
    }

    /// The `scripts` that any transaction ever paid.
    public func usedScripts(among scripts: [[UInt8]]) async throws(ServiceError) -> Set<[UInt8]> {
        let patience = Patience(nil, orAtMost: searchTimeout)
        let accounts = try watched()
        var used: Set<[UInt8]> = []
        var unknown = Set(scripts)
        for account in accounts {
            let answer = try await account.used(among: scripts, until: patience.deadline)
            used.formUnion(answer.used)
            unknown.formIntersection(answer.unknown)
        }
        guard !unknown.isEmpty else { return used }
        // Addresses beyond the watched ones, of one of the accounts.
        for account in accounts {
            guard try await account.extend(toCover: Array(unknown), patience) else { continue }
            return used.union(try await account.used(among: Array(unknown), until: patience.deadline).used)
        }
        throw ServiceError(
            .networkRefused, "The node does not watch the addresses it was asked to watch.", hint: "Nothing was sent.")
    }

    /// All transactions that pay one of `scripts` or spend from it. A node without wallets does not know them.
    public func history(of scripts: [[UInt8]]) async throws(ServiceError) -> [HistoricTransaction] {
        let asked = Set(scripts)
        var history: [HistoricTransaction] = []
        for account in try watched() {
            let (transactions, unread) = try await account.transactions(until: .now + readTimeout)
            let ours = Set(
                transactions.flatMap { transaction in
                    transaction.content.outputs.indices.filter {
                        asked.contains(transaction.content.outputs[$0].script)
                    }.map { Outpoint(transaction: transaction.id, index: UInt32($0)) }
                })
            history += transactions.filter { transaction in
                transaction.content.outputs.contains { asked.contains($0.script) }
                    || transaction.content.inputs.contains { ours.contains($0.outpoint) }
            }.map { HistoricTransaction(id: $0.id, confirmations: $0.confirmations, time: $0.time) }
            // It is the account's, but nobody knows of which address.
            history += unread
        }
        return history
    }

    /// The whole bytes of each of these transactions. Throws ``ServiceError/Code/networkRefused`` if the node lacks one
    /// of them.
    public func transactions(_ ids: Set<TransactionID>) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        let deadline = ContinuousClock.now + readTimeout
        try await check(until: deadline)
        var found: [TransactionID: [UInt8]] = [:]
        for account in memory.accounts.withLock({ $0.map(\.facts) }) {
            found.merge(try await account.bytes(of: Array(ids.filter { found[$0] == nil }), until: deadline)) { $1 }
        }
        let method = "getrawtransaction"
        let missing = ids.filter { found[$0] == nil }
        let calls = missing.map { RPCCall(method, .string($0.hex)) }
        for (id, answer) in zip(missing, try await node.connection.read(calls, until: deadline)) {
            guard let bytes = try answer.get(method).hexBytes else { throw RPCResponse.strange(method) }
            found[id] = bytes
        }
        return found
    }

    /// The node's state of a transaction.
    public func state(of id: TransactionID) async throws(ServiceError) -> TransactionState {
        let deadline = ContinuousClock.now + readTimeout
        try await check(until: deadline)
        return try await facts.state(of: id, until: deadline)
    }

    /// Whether outputs are spent. The spender is known only for payments of the wallet.
    public func states(of outputs: [Outpoint]) async throws(ServiceError) -> [Outpoint: OutputState] {
        let deadline = ContinuousClock.now + readTimeout
        try await check(until: deadline)
        return try await facts.states(of: outputs, until: deadline)
    }

    /// The node's estimate, at least its relay fee; nil if it has no estimate and the usual relay fee.
    public func feePerKB() async throws(ServiceError) -> Amount? { try await feePerKB(for: .normal) }

    /// The node's estimate for the level's number of blocks, at least its relay fee.
    public func feePerKB(for level: FeeLevel) async throws(ServiceError) -> Amount? {
        let answers = try await node.connection.read(
            [
                RPCCall("estimatesmartfee", .number(level.blocks)), RPCCall("getnetworkinfo"),
                RPCCall("getmempoolinfo"),
            ], until: .now + readTimeout)
        let least = [answers[1].result?["relayfee"], answers[2].result?["mempoolminfee"]]
            .compactMap { $0?.amount(of: node.coin) }.max()
        let estimate = answers[0].result?["feerate"]?.amount(of: node.coin)
        if let estimate, estimate > .zero { return max(estimate, least ?? .zero) }
        guard let least, least > node.addressLedger.feePerKB.usual(level) else { return nil }
        return least
    }

    /// Sends the transaction. Throws as documented at `Chain/broadcast(_:)`, and `ServiceError/Code/networkUnreachable`
    /// if it certainly did not arrive.
    @discardableResult
    public func broadcast(_ transaction: SignedTransaction) async throws(ServiceError) -> Acceptance {
        try await NodeBroadcast(node: node, facts: facts, deadline: .now + sendTimeout).send(transaction)
        return .network
    }

    private var facts: TransactionFacts {
        TransactionFacts(node: node, accounts: memory.accounts.withLock { $0.map(\.facts) })
    }

    /// Checks the node before trusting any of its answers.
    private func check(until deadline: Deadline) async throws(ServiceError) {
        guard memory.report.withLock({ $0 == nil }) else { return }
        let report = try await node.examine(until: deadline)
        memory.report.withLock { $0 = report }
    }

    private func watched() throws(ServiceError) -> [any AccountFacts] {
        let accounts = memory.accounts.withLock { $0.map(\.facts) }
        guard !accounts.isEmpty else {
            throw ServiceError(.internalError, "The node was not asked to watch an account.")
        }
        return accounts
    }
}

/// Sends one signed transaction. It is never signed again here, and a transaction that may have arrived is never
/// reported as “not sent” (S6). Documentation/protocols/core-rpc.md §6 lists what the answers mean.
struct NodeBroadcast {
    /// How long to keep asking the node about a transaction whose answer was lost.
    private static let inquiry = Duration.seconds(5)

    let node: Node
    let facts: TransactionFacts
    let deadline: Deadline

    /// Returns when the node has the transaction.
    func send(_ transaction: SignedTransaction) async throws(ServiceError) {
        let hex = JSON.string(transaction.bytes.hex)
        // A node that changed since the person was asked could take the payment and keep it to itself.
        try await node.examine(until: deadline)
        let trial = RPCCall("testmempoolaccept", .array([hex]))
        guard let verdict = try await carry(transaction, by: trial) else { return }
        // From here on the node has the bytes, and only its word for what it did with them (S6).
        do throws(ServiceError) {
            if try await isKnown(verdict, transaction) { return }
            guard let answer = try await carry(transaction, by: RPCCall("sendrawtransaction", hex)) else { return }
            switch answer {
            case .result(let result):
                guard result.says(transaction.id.hex) else {
                    throw RPCConnection.unknown("the node returned another transaction")
                }
            case .failure(let failure): try await settle(failure, transaction)
            }
        } catch {
            throw error.ofReceiver
        }
    }

    /// Makes a call that carries the transaction. Nil if its answer was lost, but the node has the transaction.
    private func carry(_ transaction: SignedTransaction, by call: RPCCall) async throws(ServiceError) -> RPCAnswer? {
        do throws(ServiceError) {
            return try await node.connection.send(call, until: deadline)
        } catch {
            guard error.code == .answerUnknown, await nodeHas(transaction) else { throw error }
            return nil
        }
    }

    /// Reads `testmempoolaccept`. Returns whether the network already has the transaction; throws if the node would
    /// refuse it.
    private func isKnown(_ answer: RPCAnswer, _ transaction: SignedTransaction) async throws(ServiceError) -> Bool {
        let method = "testmempoolaccept"
        // Older nodes have no such call; they report the same when it is sent.
        if answer.failure?.code == .methodNotFound { return false }
        guard let verdict = try answer.get(method).elements?.first, verdict["txid"]?.says(transaction.id.hex) == true
        else {
            throw RPCResponse.strange(method)
        }
        if verdict["allowed"]?.isTrue == true { return false }
        let reason = (verdict["reject-reason"]?.string ?? verdict["package-error"]?.string ?? "").beginning()
        switch reason {
        case "txn-already-in-mempool", "txn-already-known": return true
        case "missing-inputs", "bad-txns-inputs-missingorspent":
            if try await isMined(transaction) { return true }
            throw Self.refused(reason)
        default: throw Self.refused(reason)
        }
    }

    /// Returns if a refusal of `sendrawtransaction` means that the network has the transaction.
    private func settle(_ failure: RPCFailure, _ transaction: SignedTransaction) async throws(ServiceError) {
        switch failure.code {
        case .alreadyInChain: return
        case .rejected where failure.says("txn-already-in-mempool") || failure.says("txn-already-known"): return
        case .verification where !failure.says("Fee exceeds"):
            // Nodes also say this about an old transaction whose outputs are all spent.
            if try await isMined(transaction) { return }
            throw Self.refused(failure.message)
        case .verification, .rejected: throw Self.refused(failure.message)
        case .undecodable:
            throw ServiceError(
                .networkRefused, "The node cannot read the payment: \(failure.text).",
                hint: "The node says that it did not relay the payment.")
        case .networkDisabled:
            // Nodes say this after adding the transaction to the mempool.
            if await nodeHas(transaction) { return }
            throw RPCConnection.unknown("the node's network is off")
        // An honest node says these before it looks at the transaction.
        case .warmingUp: throw failure.error(of: "sendrawtransaction")
        case .methodNotFound:
            throw ServiceError(
                .networkRefused, "The node has no call “sendrawtransaction”.",
                hint: "The node says that it did not relay the payment.")
        default:
            // Whatever failed may have failed after the transaction was relayed.
            if await nodeHas(transaction) { return }
            throw RPCConnection.unknown("the node reported \(failure.text)")
        }
    }

    private func isMined(_ transaction: SignedTransaction) async throws(ServiceError) -> Bool {
        if case .confirmed = try await facts.state(of: transaction.id, until: deadline) { return true }
        return false
    }

    /// Whether the node has the transaction, asked after an answer was lost.
    private func nodeHas(_ transaction: SignedTransaction) async -> Bool {
        switch try? await facts.state(of: transaction.id, until: .now + Self.inquiry) {
        case .waiting, .confirmed: true
        case .unknown, nil: false
        }
    }

    private static func refused(_ reason: String) -> ServiceError {
        let text = Quoted(reason, limit: 200)
        let meaning =
            switch reason {
            case _ where reason.hasPrefix("missing-inputs") || reason.hasPrefix("bad-txns-inputs-missingorspent"):
                "its inputs are missing or already spent"
            case _ where reason.hasPrefix("txn-mempool-conflict") || reason.hasPrefix("tx-txlock-conflict"):
                "it conflicts with another payment in the mempool"
            case _ where reason.hasPrefix("min relay fee") || reason.hasPrefix("mempool min fee"):
                "its fee is too low"
            case _ where reason.hasPrefix("max-fee-exceeded") || reason.hasPrefix("Fee exceeds"):
                "its fee is higher than the node's settings allow"
            case _ where reason.hasPrefix("dust"): "an amount is below the dust limit"
            case _ where reason.hasPrefix("too-long-mempool-chain"): "too many of your payments are waiting for a block"
            default: "the node does not accept it"
            }
        return ServiceError(
            .networkRefused, "The node refused the payment: \(meaning)" + (text.isEmpty ? "." : " (\(text))."),
            hint: "The node says that it did not relay the payment.")
    }
}
