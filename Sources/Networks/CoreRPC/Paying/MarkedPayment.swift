import ExactJSON
import SchemeRouter

/// Finds the payment of an order in a node's wallet, newest first.
struct MarkedPayment {
    private static let method = "listtransactions"
    /// The number of entries in one request, and the maximum in all.
    private static let batch = 1_000
    private static let most = 20_000

    let wallet: CoreNodeWallet
    let order: NodeOrder

    /// Nil if the wallet has no such payment.
    ///
    /// Throws ``ServiceError/Code/refusedByCheck`` if a different payment has the mark.
    func find(until deadline: Deadline) async throws(ServiceError) -> TransactionID? {
        var skipped = 0
        while skipped < Self.most {
            let call = RPCCall(Self.method, .string("*"), .number(Self.batch), .number(skipped))
            guard let entries = try await wallet.read(call, until: deadline).elements else {
                throw RPCResponse.strange(Self.method)
            }
            if let entry = entries.last(where: isMarked) { return try id(of: entry) }
            guard entries.count == Self.batch else { return nil }
            skipped += Self.batch
        }
        return nil
    }

    /// Whether an entry is the payment, and can still be confirmed.
    private func isMarked(_ entry: JSON) -> Bool {
        entry["comment"]?.says(order.mark) == true && entry["category"]?.says("send") == true
            && entry["abandoned"]?.isTrue != true && (entry["confirmations"]?.confirmations ?? 0) >= 0
    }

    private func id(of entry: JSON) throws(ServiceError) -> TransactionID {
        guard let id = Node.transactionID(entry["txid"]) else { throw RPCResponse.strange(Self.method) }
        guard entry["address"]?.says(order.recipient) == true, case .number(let amount)? = entry["amount"],
            amount.text.hasPrefix("-"), let paid = JSONNumber(String(amount.text.dropFirst())),
            JSON.number(paid).amount(of: wallet.node.coin) == order.amount
        else {
            throw ServiceError(
                .refusedByCheck, "The node's wallet has a different payment in place of this one.",
                hint: "Do not pay again before you check the node's own list of payments.")
        }
        return id
    }
}
