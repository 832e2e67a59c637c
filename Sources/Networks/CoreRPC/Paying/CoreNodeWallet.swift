import ExactJSON
import RouterBitcoinFormat
import SchemeRouter

/// A wallet of a node – Dash Core, Axe Core, bitcoind – that pays with its own keys (`sendtoaddress`;
/// Documentation/protocols/core-rpc.md §7).
///
/// An order's mark is the payment's comment, which stays in that wallet. All parameters are named: their order differs
/// between kinds of nodes.
public struct CoreNodeWallet: NodeWallet {
    /// How long all reads of one question may take (S13).
    var readTimeout = Duration.seconds(5)
    /// How long paying may take: a wallet with many UTXOs is slow.
    var sendTimeout = Duration.seconds(30)
    /// How long to look for a payment whose answer was lost.
    var inquiryTimeout = Duration.seconds(5)

    /// Its name at the node.
    public let name: String
    let node: Node

    /// What it can spend now: its confirmed UTXOs, and its own change.
    public func balance() async throws(ServiceError) -> Amount {
        let method = "getbalances"
        let answers = try await node.connection.read(
            Node.checks + [RPCCall("getwalletinfo"), RPCCall(method)], in: name, until: .now + readTimeout)
        try node.check(answers)
        let info = try answers[Node.checks.count].get("getwalletinfo")
        guard info["private_keys_enabled"] != .bool(false) else {
            throw ServiceError(
                .badConfiguration, "The node's wallet “\(name)” has no keys and cannot pay.",
                hint: "Name another wallet in config.yaml, or remove it to pay with your own keys.")
        }
        // Zero means locked; a wallet without a passphrase does not have the field.
        if info["unlocked_until"]?.integer == 0 {
            throw RPCFailure(RPCFailure.Code.walletLocked.rawValue, "").error(of: method)
        }
        let trusted = answers[Node.checks.count + 1].result?["mine"]?["trusted"] ?? info["balance"]
        guard let balance = trusted?.amount(of: node.coin) else { throw RPCResponse.strange(method) }
        return balance
    }

    /// The cost of a transaction that this wallet builds and discards.
    public func quote(for order: NodeOrder) async throws(ServiceError) -> NodeQuote {
        let deadline = ContinuousClock.now + readTimeout
        let outputs = JSON.object([(order.recipient, .string(text(order.amount)))])
        let bare = try await read(RPCCall("createrawtransaction", .array([]), outputs), until: deadline)
        let call = RPCCall("fundrawtransaction", bare)
        let answer = try await node.connection.read(call, in: name, until: deadline)
        if let failure = answer.failure, failure.says("Insufficient funds") {
            throw await tooLittle(for: order, until: deadline)
        }
        return try quote(answer, of: call)
    }

    private func quote(_ answer: RPCAnswer, of call: RPCCall) throws(ServiceError) -> NodeQuote {
        let funded = try answer.get(call.method)
        guard let fee = funded["fee"]?.amount(of: node.coin), let bytes = funded["hex"]?.hexBytes,
            let transaction = try? Transaction(bytes: bytes)
        else { throw RPCResponse.strange(call.method) }
        // A signature and its key are at most 107 bytes; in a witness they count for less.
        return NodeQuote(fee: fee, size: transaction.bytes.count + 107 * transaction.inputs.count)
    }

    /// Says how much the wallet can pay the recipient instead, if the node tells: its whole balance, less the fee of
    /// paying that.
    private func tooLittle(for order: NodeOrder, until deadline: Deadline) async -> ServiceError {
        let coin = node.coin
        var message = "The node's wallet does not have enough for \(coin.text(order.amount)) and the fee."
        if let balance = try? await balance() {
            message += " It can spend \(coin.text(balance))."
            if balance > .zero, let fee = try? await fee(ofPaying: balance, to: order.recipient, until: deadline),
                let most = balance.subtracting(fee), most > .zero
            {
                message += " It can pay at most \(coin.text(most)); the rest is the fee."
            }
        }
        return ServiceError(.insufficientFunds, message, hint: "Nothing was sent.")
    }

    /// The fee of a payment that spends all of `amount`, fee included.
    private func fee(
        ofPaying amount: Amount, to recipient: String, until deadline: Deadline
    ) async throws(ServiceError) -> Amount {
        let outputs = JSON.object([(recipient, .string(text(amount)))])
        let bare = try await read(RPCCall("createrawtransaction", .array([]), outputs), until: deadline)
        let options = JSON.object([("subtractFeeFromOutputs", .array([.number(0)]))])
        let call = RPCCall("fundrawtransaction", bare, options)
        return try quote(try await node.connection.read(call, in: name, until: deadline), of: call).fee
    }

    /// Pays, and looks for the mark if the answer is lost.
    public func pay(_ order: NodeOrder) async throws(ServiceError) -> NodePayment {
        try await node.examine(until: .now + readTimeout)
        let call = RPCCall(
            "sendtoaddress",
            named: [
                ("address", .string(order.recipient)), ("amount", .string(text(order.amount))),
                ("comment", .string(order.mark)),
            ])
        let answer: RPCAnswer
        do throws(ServiceError) {
            answer = try await node.connection.send(call, in: name, until: .now + sendTimeout)
        } catch {
            guard error.code == .answerUnknown, let payment = await lost(order) else { throw error }
            return payment
        }
        switch answer {
        case .result(let result):
            guard let id = Node.transactionID(result) else {
                guard let payment = await lost(order) else {
                    throw RPCConnection.unknown("the node returned no transaction id")
                }
                return payment
            }
            do throws(ServiceError) {
                return try await payment(id, of: order, until: .now + readTimeout)
            } catch {
                guard error.code != .answerUnknown else { throw error }
                // The wallet paid, but does not show the transaction.
                return NodePayment(transaction: SignedTransaction(id: id, bytes: []), inputs: [])
            }
        case .failure(let failure):
            // A node refuses before the wallet stores anything; but older nodes also refuse what they have stored.
            if let payment = try? await payment(for: order) { return payment }
            if failure.says("Insufficient funds") { throw await tooLittle(for: order, until: .now + readTimeout) }
            throw failure.error(of: call.method)
        }
    }

    /// The payment with that mark. One that can no longer be confirmed does not count.
    public func payment(for order: NodeOrder) async throws(ServiceError) -> NodePayment? {
        let deadline = ContinuousClock.now + readTimeout
        try await node.examine(until: deadline)
        guard let id = try await MarkedPayment(wallet: self, order: order).find(until: deadline) else { return nil }
        return try await payment(id, of: order, until: deadline)
    }

    /// The wallet's facts about one of its own transactions. Throws ``ServiceError/Code/answerUnknown`` if it is a
    /// different payment.
    private func payment(
        _ id: TransactionID, of order: NodeOrder, until deadline: Deadline
    ) async throws(ServiceError) -> NodePayment {
        let method = "gettransaction"
        guard let bytes = try await read(RPCCall(method, .string(id.hex)), until: deadline)["hex"]?.hexBytes,
            let content = try? Transaction(bytes: bytes), content.id == id
        else { throw RPCResponse.strange(method) }
        let script = try? Address(order.recipient, on: node.parameters).script
        guard content.outputs.contains(where: { $0.script == script && $0.amount == order.amount }) else {
            throw ServiceError(
                .answerUnknown,
                "The node's wallet did not make the payment it was asked to make but another one: \(id.hex).",
                hint: "Do not pay again before you check the node's own list of payments.")
        }
        return NodePayment(
            transaction: SignedTransaction(id: id, bytes: bytes), inputs: content.inputs.map(\.outpoint))
    }

    /// Looks for a payment whose answer was lost, until it appears or the time is over.
    private func lost(_ order: NodeOrder) async -> NodePayment? {
        let end = ContinuousClock.now + inquiryTimeout
        while ContinuousClock.now < end {
            if let payment = try? await payment(for: order) { return payment }
            guard (try? await Task.sleep(for: .milliseconds(300))) != nil else { return nil }
        }
        return nil
    }

    /// An amount in whole coins, with all decimals: from its digits, never rounded (S9).
    func text(_ amount: Amount) -> String { amount.text(decimals: node.coin.decimals) }

    func read(_ call: RPCCall, until deadline: Deadline) async throws(ServiceError) -> JSON {
        try await node.connection.read(call, in: name, until: deadline).get(call.method)
    }
}
