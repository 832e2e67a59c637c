import ExactJSON
import RouterEOSIO

/// What a wallet says of a transaction that it sent. It is a claim: look the transaction up on the chain, whether it is
/// there for good and does what was asked.
public struct TransactionAnswer: Sendable, Hashable {
    /// The transaction's id.
    public let id: Checksum256
    /// Whether the dapp's server was notified; also true if there was none.
    public let isServerTold: Bool

    init(payload: JSON) throws(MYKEYError) {
        // SimpleWallet spells the name in the second way.
        guard let text = (payload["txId"] ?? payload["txID"])?.string, let id = Checksum256(hex: text)
        else { throw .unreadable("txId", "The wallet returned no transaction id.") }
        self.id = id
        isServerTold = payload["notify"]?["ok"] != .bool(false)
    }
}
