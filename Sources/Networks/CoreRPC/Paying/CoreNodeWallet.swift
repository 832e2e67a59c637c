import ExactJSON
import RouterBitcoinFormat
import SchemeRouter

/// A wallet of a node – Dash Core, Axe Core, bitcoind, litecoind – that pays with its own keys
/// (Documentation/protocols/core-rpc.md §7).
///
/// `fundrawtransaction` builds the payment and `signrawtransactionwithwallet` signs it. Neither keeps or sends anything,
/// so the bytes are known before `sendrawtransaction`, unlike with `sendtoaddress`.
public struct CoreNodeWallet: NodeWallet {
    /// How long all reads of one question may take (S13).
    var readTimeout = Duration.seconds(5)
    /// How long signing may take: a wallet with many UTXOs is slow.
    var signTimeout = Duration.seconds(30)

    /// Its name at the node.
    public let name: String
    let node: Node
    private var form: TransactionForm { node.addressLedger.transactions }

    /// Its confirmed UTXOs and its own change.
    public func balance() async throws(ServiceError) -> NodeBalance {
        let calls = [RPCCall("getwalletinfo"), RPCCall("getbalances"), RPCCall("listunspent", .number(0))]
        let answers = try await node.connection.read(Node.checks + calls, in: name, until: .now + readTimeout)
        try node.check(answers)
        let mine = answers.dropFirst(Node.checks.count)
        let info = try mine[mine.startIndex].get("getwalletinfo")
        guard info["private_keys_enabled"] != .bool(false) else {
            throw ServiceError(
                .badConfiguration, "The node's wallet “\(name)” has no keys and cannot pay.",
                hint: "Name another wallet in config.yaml, or remove it to pay with your own keys.")
        }
        // Zero means locked; a wallet without a passphrase does not have the field.
        if info["unlocked_until"]?.integer == 0 {
            throw RPCFailure(RPCFailure.Code.walletLocked.rawValue, "").error(of: "getbalances")
        }
        let trusted = mine[mine.startIndex + 1].result?["mine"]?["trusted"] ?? info["balance"]
        guard let balance = trusted?.amount(of: node.coin) else { throw RPCResponse.strange("getbalances") }
        let entries = try mine[mine.startIndex + 2].get("listunspent").elements ?? []
        let hidden = Amount.sum(entries.filter(node.isHidden).compactMap { $0["amount"]?.amount(of: node.coin) })
        guard let hidden, hidden > .zero else { return NodeBalance(spendable: balance) }
        return NodeBalance(
            spendable: balance.subtracting(hidden) ?? .zero, unspendable: min(hidden, balance),
            reason: Self.hiddenCoins)
    }

    /// Litecoin's extension blocks (MWEB): such coins have no output number, and the node builds no transaction of them
    /// that anyone could see before it is sent.
    private static let hiddenCoins =
        "It is in the extension block (MWEB), from which a node pays only by itself: send it to a normal address of "
        + "the wallet with “sendtoaddress”; it can be spent from here after six confirmations."

    /// All outputs that its node lists as spendable.
    public func coins() async throws(ServiceError) -> Set<Outpoint> {
        Set(try await outputs.listed(until: .now + readTimeout).map(\.outpoint))
    }

    /// New money that cannot be spent yet, withdrawals, and outputs whose transactions the node does not show.
    public func notableOutputs() async throws(ServiceError) -> [NotableOutput] {
        try await outputs.notable(until: .now + readTimeout)
    }

    private var outputs: WalletOutputs { WalletOutputs(node: node, name: name, hasKeys: true) }

    /// A transaction with one output for the recipient, and at most one more, the change.
    public func prepare(_ order: NodeOrder) async throws(ServiceError) -> PreparedPayment {
        let deadline = ContinuousClock.now + readTimeout
        let answer = try await fund([(order.recipient, order.amount)], order.mustSpend, until: deadline)
        if let failure = answer.failure, failure.says("Insufficient funds") {
            throw await tooLittle(for: order, until: deadline)
        }
        let (bytes, fee) = try funded(answer)
        // A transaction of extension block coins alone has no inputs; one of both kinds pays another amount.
        let script = try? Address(order.recipient, on: node.parameters).script
        guard bytes.count > 4, bytes[4] != 0 else { throw oddPayment }
        guard let transaction = try? Transaction(bytes: bytes, as: form) else {
            throw RPCResponse.strange(Self.fundMethod)
        }
        // Anything else would be signed with it, or would make it look larger than it is: fees are judged by the size (S16).
        guard transaction.payload == nil, !transaction.isExtensionPayout, transaction.bytes == bytes,
            transaction.inputs.allSatisfy({ $0.script.isEmpty && $0.witness.isEmpty })
        else {
            throw ServiceError(
                .refusedByCheck, "The node's wallet built something other than a plain payment without signatures.",
                hint: "Nothing was sent.")
        }
        guard transaction.outputs.filter({ $0.script == script }).map(\.amount) == [order.amount] else {
            throw oddPayment
        }
        let inputs = transaction.inputs.map(\.outpoint)
        guard transaction.outputs.count <= 2, Set(inputs).count == inputs.count else {
            throw RPCResponse.strange(Self.fundMethod)
        }
        // What the person agrees to, and their limits count, is what the bytes say.
        let spent = try await amount(of: inputs, until: deadline)
        guard let paid = Amount.sum(transaction.outputs.map(\.amount)), spent.subtracting(paid) == fee else {
            throw ServiceError(
                .refusedByCheck, "The node's wallet built a payment with another fee than it reports.",
                hint: "Nothing was sent.")
        }
        for change in transaction.outputs where change.script != script {
            try await checkOwn(change.script, until: deadline)
        }
        return PreparedPayment(
            bytes: bytes, inputs: inputs, fee: fee,
            // A signature and its key are at most 107 bytes; in a witness they count for less.
            size: bytes.count + 107 * transaction.inputs.count, id: transaction.id)
    }

    /// What these outputs hold, from the whole transactions that created them, whose bytes have the right ids (S12).
    private func amount(of outputs: [Outpoint], until deadline: Deadline) async throws(ServiceError) -> Amount {
        let method = "gettransaction"
        let ids = Array(Set(outputs.map(\.transaction)))
        let calls = ids.map { RPCCall(method, .string($0.hex)) }
        let answers = try await node.connection.read(calls, in: name, until: deadline)
        var created: [TransactionID: [Transaction.Output]] = [:]
        for (id, answer) in zip(ids, answers) {
            guard let bytes = answer.result?["hex"]?.hexBytes,
                let content = try? Transaction(bytes: bytes, as: form), content.id == id
            else { continue }
            created[id] = content.outputs
        }
        var amounts: [Amount] = []
        for output in outputs {
            guard let all = created[output.transaction], let index = Int(exactly: output.index),
                all.indices.contains(index)
            else { throw Self.unshown(output) }
            amounts.append(all[index].amount)
        }
        guard let sum = Amount.sum(amounts) else { throw RPCResponse.strange(method) }
        return sum
    }

    /// Nobody can leave out an output that the wallet chose, except in the wallet.
    private static func unshown(_ output: Outpoint) -> ServiceError {
        ServiceError(
            .refusedByCheck,
            "The node's wallet would spend the output \(output), but the node does not show its transaction, or shows another.",
            hint:
                "Nothing was sent. To keep the wallet from using it: “lockunspent false [{\"txid\":\"\(output.transaction.hex)\","
                + "\"vout\":\(output.index)}]”.")
    }

    /// Throws ``ServiceError/Code/refusedByCheck`` unless the wallet says that change to this script is its own.
    private func checkOwn(_ script: [UInt8], until deadline: Deadline) async throws(ServiceError) {
        if let address = node.address(of: script),
            try await read(RPCCall("getaddressinfo", .string(address)), until: deadline)["ismine"]?.isTrue == true
        {
            return
        }
        throw ServiceError(
            .refusedByCheck, "The change of the node's payment does not go back to its wallet “\(name)”.",
            hint: "Nothing was sent.")
    }

    private static let fundMethod = "fundrawtransaction"

    /// The wallet built something other than this payment. Nodes of coins with an extension block do that if the wallet's
    /// coins are in that block; other nodes never do.
    private var oddPayment: ServiceError {
        guard node.mayHaveExtension else { return RPCResponse.strange(Self.fundMethod) }
        return ServiceError(
            .unsupported, "The node's wallet cannot make this payment with coins outside its extension block (MWEB).",
            hint: "Nothing was sent.".adding(
                Remedy.balance(of: nil).text { "\($0) says how much can be spent from here." }))
    }

    /// Has the wallet add inputs and change to these outputs.
    private func fund(
        _ outputs: [(address: String, amount: Amount)], _ inputs: [Outpoint] = [], options: JSON? = nil,
        until deadline: Deadline
    ) async throws(ServiceError) -> RPCAnswer {
        let paid = JSON.object(outputs.map { ($0.address, .string(text($0.amount))) })
        let bare = try await read(RPCCall("createrawtransaction", Self.list(inputs), paid), until: deadline)
        let call = RPCCall(Self.fundMethod, [bare] + [options].compactMap(\.self))
        return try await node.connection.read(call, in: name, until: deadline)
    }

    private func funded(_ answer: RPCAnswer) throws(ServiceError) -> (bytes: [UInt8], fee: Amount) {
        let funded = try answer.get(Self.fundMethod)
        guard let fee = funded["fee"]?.amount(of: node.coin), let bytes = funded["hex"]?.hexBytes else {
            throw RPCResponse.strange(Self.fundMethod)
        }
        return (bytes, fee)
    }

    /// Says how much the wallet can pay the recipient instead, if the node tells: its whole balance, less the fee of
    /// paying that.
    private func tooLittle(for order: NodeOrder, until deadline: Deadline) async -> ServiceError {
        let coin = node.coin
        var message = "The node's wallet does not have enough for \(coin.text(order.amount)) and the fee."
        if let balance = try? await balance() {
            let spendable = balance.spendable
            message += " It can spend \(coin.text(spendable))."
            let takesFeeOut = JSON.object([("subtractFeeFromOutputs", .array([.number(0)]))])
            if spendable > .zero,
                let answer = try? await fund([(order.recipient, spendable)], options: takesFeeOut, until: deadline),
                let fee = try? funded(answer).fee, let most = spendable.subtracting(fee), most > .zero
            {
                message += " It can pay at most \(coin.text(most)); the rest is the fee."
            }
            if let reason = balance.reason { message += " Another \(coin.text(balance.unspendable)): \(reason)" }
        }
        return ServiceError(.insufficientFunds, message, hint: "Nothing was sent.")
    }

    /// Signs with the wallet's keys, after checking that the node is still usable for payments.
    public func sign(_ payment: PreparedPayment) async throws(ServiceError) -> SignedTransaction {
        let deadline = ContinuousClock.now + signTimeout
        try await node.examine(until: deadline)
        // From here on the node can sign and send it, whatever it answers.
        do throws(ServiceError) {
            return try await signature(of: payment, until: deadline)
        } catch {
            throw error.ofReceiver
        }
    }

    private func signature(
        of payment: PreparedPayment, until deadline: Deadline
    ) async throws(ServiceError) -> SignedTransaction {
        let method = "signrawtransactionwithwallet"
        let answer = try await read(RPCCall(method, .string(payment.bytes.hex)), until: deadline)
        guard let bytes = answer["hex"]?.hexBytes, let signed = try? Transaction(bytes: bytes, as: form),
            let prepared = try? Transaction(bytes: payment.bytes, as: form)
        else { throw RPCResponse.strange(method) }
        guard signed.isSame(as: prepared) else {
            throw ServiceError(
                .refusedByCheck, "The node signed a different payment from the one that you agreed to.",
                hint: "Nothing was sent.")
        }
        guard answer["complete"]?.isTrue == true else {
            throw ServiceError(
                .networkRefused, "The node's wallet “\(name)” does not have all keys of its coins.",
                hint: "Nothing was sent.")
        }
        return SignedTransaction(id: signed.id, bytes: bytes)
    }

    /// `lockunspent`, until the node restarts.
    public func reserve(_ outputs: [Outpoint]) async { await lock(outputs, .bool(false)) }

    /// Ends `lockunspent`.
    public func release(_ outputs: [Outpoint]) async { await lock(outputs, .bool(true)) }

    private func lock(_ outputs: [Outpoint], _ unlocks: JSON) async {
        _ = try? await read(RPCCall("lockunspent", unlocks, Self.list(outputs)), until: .now + readTimeout)
    }

    private static func list(_ outputs: [Outpoint]) -> JSON {
        .array(outputs.map { .object([("txid", .string($0.transaction.hex)), ("vout", .number($0.index))]) })
    }

    /// An amount in whole coins, with all decimals: from its digits, never rounded (S9).
    private func text(_ amount: Amount) -> String { amount.text(decimals: node.coin.decimals) }

    private func read(_ call: RPCCall, until deadline: Deadline) async throws(ServiceError) -> JSON {
        try await node.connection.read(call, in: name, until: deadline).get(call.method)
    }
}

extension Transaction {
    /// Whether it differs from another one at most in its signatures.
    fileprivate func isSame(as other: Transaction) -> Bool {
        version == other.version && lockTime == other.lockTime && outputs == other.outputs && payload == other.payload
            && inputs.map(\.outpoint) == other.inputs.map(\.outpoint)
            && inputs.map(\.sequence) == other.inputs.map(\.sequence)
    }
}
