import ExactJSON
import RouterEOSIO

/// What a wallet reports about a transaction that it sent. It is a claim: check on the chain that the transaction is
/// irreversible and does what was requested.
public struct TransactionAnswer: Sendable, Hashable {
    /// The transaction's id.
    public let id: Checksum256
    /// Whether the dapp's server was notified; also true if there was none.
    public let isServerTold: Bool

    init(payload: JSON) throws(MYKEYError) {
        // SimpleWallet uses the second spelling.
        guard let text = (payload["txId"] ?? payload["txID"])?.string, let id = Checksum256(hex: text)
        else { throw .unreadable("txId", "The wallet returned no transaction id.") }
        self.id = id
        isServerTold = payload["notify"]?["ok"] != .bool(false)
    }
}
