import ExactJSON
import SchemeRouter

/// One entry of the wallet's list of payments (Documentation/protocols/monero-rpc.md §3.3). One payment can have several.
struct WalletTransfer: Sendable {
    enum Kind: String, Sendable {
        /// It left the wallet, in a block.
        case out
        /// It left the wallet and is in no block.
        case pending
        /// The wallet gave up waiting for it; it may be in a block later all the same.
        case failed
        /// It came, in a block: after a restore at a later height, also the change of an own payment.
        case incoming = "in"
        /// It came and is in no block.
        case pool
    }

    let id: TransactionID
    let kind: Kind
    private let amount: Amount
    private let fee: Amount
    private let confirmations: Int
    private let time: UnixTime?

    var isOutgoing: Bool { kind == .out || kind == .pending || kind == .failed }

    /// Reads an entry; nil for others, such as block rewards, which are no payments, or amounts that no wallet has.
    init?(_ json: JSON) {
        guard let id = json["txid"]?.string.flatMap({ TransactionID(hex: $0) }),
            let kind = json["type"]?.string.flatMap(Kind.init), let amount = json["amount"]?.units
        else { return nil }
        self.id = id
        self.kind = kind
        self.amount = amount
        fee = json["fee"]?.units ?? .zero
        confirmations = json["confirmations"]?.integer ?? 0
        time = json["timestamp"]?.integer.flatMap { UnixTime(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// What it says of the transaction; nil if it says nothing that counts. The confirmations of a failed one are no such
    /// thing.
    var state: TransactionState? {
        switch kind {
        case .out, .incoming: .confirmed(max(confirmations, 1), isLocked: false)
        case .pending, .pool: .waiting(isLocked: false)
        case .failed: nil
        }
    }

    var transfer: NodeTransfer {
        NodeTransfer(
            id: id, isOutgoing: isOutgoing, amount: amount, fee: isOutgoing ? fee : nil, state: state, time: time)
    }
}
