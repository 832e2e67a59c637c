import ExactJSON
import SchemeRouter

/// What is kept of a prepared payment until it is final: all that relaying needs, and what proves it. It is what the engine
/// records as the payment's bytes before anything is sent (S6).
///
/// The metadata has which coins are really spent, and the key shows who was paid what: both are for the journal only.
struct WalletRecord: Sendable, Hashable {
    let id: TransactionID
    /// What `relay_tx` takes, in hexadecimal.
    let metadata: String
    /// The secret key of the transaction, in hexadecimal.
    let key: String
    /// The primary address of the wallet, which is the wallet's identity.
    let address: String
    let account: UInt32

    private static let limits = JSONLimits(bytes: 4 << 20, depth: 2)

    init(id: TransactionID, metadata: String, key: String, address: String, account: UInt32) {
        self.id = id
        self.metadata = metadata
        self.key = key
        self.address = address
        self.account = account
    }

    /// The encoded record.
    var bytes: [UInt8] {
        JSON([
            "txid": id.hex, "metadata": metadata, "key": key, "address": address, "account": Int64(account),
        ]).bytes
    }

    /// Reads what ``bytes`` has; nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard let json = try? JSON(reading: bytes, limits: Self.limits),
            let id = json["txid"]?.string.flatMap({ TransactionID(hex: $0) }), let metadata = json["metadata"]?.string,
            let key = json["key"]?.string, let address = json["address"]?.string,
            let account = json["account"]?.unsigned.flatMap({ UInt32(exactly: $0) })
        else { return nil }
        self.init(id: id, metadata: metadata, key: key, address: address, account: account)
    }
}
