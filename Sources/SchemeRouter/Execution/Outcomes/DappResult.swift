import RouterBytes

/// What was done for a dapp.
public struct DappResult: Sendable, Hashable {
    /// The requested action.
    public let action: Action
    /// The account that did it.
    public let signer: AccountSigner
    /// The account's public key, in its chain's text form.
    public let publicKey: String
    /// The result.
    public let content: Content

    /// A result.
    public enum Content: Sendable, Hashable {
        /// A transaction was executed.
        case executed(TransactionID)
        /// Texts were signed, each with its own signature.
        case signed(texts: [String], signatures: [String])
        /// A proof of identity was signed.
        case proved
    }

    /// The header of the signed transaction; nil if there is none, or the coin's dapps do not receive it.
    public var header: SignedHeader?

    /// The values for a reply about it.
    /// - Parameter time: when the texts were made; nil if no text was signed.
    func values(at time: UnixTime? = nil) -> [ReplyBlank: String] {
        var values: [ReplyBlank: String] = [.account: signer.account, .publicKey: publicKey]
        values[.time] = time.map { String($0) }
        values[.permission] = signer.permission
        if let header { values.merge(header.values) { $1 } }
        switch content {
        case .proved: break
        case .executed(let id): values[.txid] = id.hex
        case .signed(let texts, let signatures):
            values[.signature] = signatures.first
            guard texts.count > 1, signatures.count > 1, texts[1].utf8.starts(with: texts[0].utf8) else { break }
            values[.secondSignature] = signatures[1]
            values[.addition] = String(decoding: texts[1].utf8.dropFirst(texts[0].utf8.count), as: UTF8.self)
        }
        return values
    }
}

extension SignedHeader {
    /// The values for a reply about it.
    fileprivate var values: [ReplyBlank: String] {
        [
            .txid: id, .signature: signature, .chainID: frame.chainID.hex,
            .expiration: UTCTime.isoText(Int64(frame.expiration)), .referenceBlock: String(frame.referenceBlock),
            .referenceCheck: String(frame.referenceCheck),
        ]
    }
}
