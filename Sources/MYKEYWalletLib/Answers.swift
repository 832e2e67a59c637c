import ExactJSON
import RouterEOSIO
import RouterMYKEYFormat

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

/// A signature of the requested text.
public struct SignatureAnswer: Sendable, Hashable {
    /// The text, as requested.
    public let message: String
    public let signature: Signature
    /// The key that made it. Anyone can have a key: ``isSigned(by:)`` checks whose it is.
    public let key: PublicKey
    /// The account that the wallet names, if any; only a claim until ``isSigned(by:)``.
    public let account: Name?

    init(payload: JSON, message: String) throws(MYKEYError) {
        guard let text = payload["sign"]?.string, let signature = try? Signature(text),
            let key = signature.signer(ofText: message)
        else { throw .unreadable("sign", "The wallet returned no signature of the text.") }
        if let named = payload["public_key"]?.string, (try? PublicKey(named)) != key {
            throw .unreadable("public_key", "The signature does not match the text and the key that the wallet names.")
        }
        self.message = message
        self.signature = signature
        self.key = key
        account = payload["account"]?.string.flatMap { try? Name($0) }
    }

    /// Whether the account with `keys` made the signature.
    public func isSigned(by keys: AccountKeys) -> Bool { keys.signer(ofText: message, signature) != nil }
}
