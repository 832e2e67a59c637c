import RouterBitcoinFormat

/// A payer's proof that an address got money in a transaction, which was made for whoever knows a message
/// (`get_tx_proof` in `wallet2.cpp`, `generate_tx_proof` in `crypto.cpp`).
///
/// For each secret key of the transaction it has the secret that this key shares with the address, and a signature that
/// whoever made it knows the key.
package enum MoneroProof {
    private static let beginning = "OutProofV2"
    /// The characters of a shared secret, and of a signature, whose blocks of eight bytes are eleven each.
    private static let (secretSize, signatureSize) = (44, 88)

    /// Whether a text is such a proof, and nothing else: with the key, everybody can verify all of it.
    /// - Parameters:
    ///   - text: what a wallet says.
    ///   - id: the transaction's.
    ///   - key: as for ``MoneroPayment``.
    ///   - address: whose checksum somebody has checked.
    ///   - message: for whom it was made.
    ///   - keccak: the hash; without it nothing is a proof.
    package static func isProof(
        _ text: String, of id: [UInt8], key: [UInt8], address: String, message: String,
        keccak: Keccak256? = .installed
    ) -> Bool {
        let size = secretSize + signatureSize
        let parts = Array(text.utf8.dropFirst(beginning.utf8.count))
        guard let keccak, let keys = CryptoNoteKeys(address), let secrets = MoneroPayment.secrets(in: key),
            text.hasPrefix(beginning), parts.count == secrets.count * size,
            let subject = keccak.digest(id + Array(message.utf8))
        else { return false }
        return secrets.indices.allSatisfy { place in
            let part = parts[(place * size)..<((place + 1) * size)]
            guard let shared = AddressText.cryptoNoteBlocks(Array(part.prefix(secretSize))),
                let signature = AddressText.cryptoNoteBlocks(Array(part.suffix(signatureSize)))
            else { return false }
            return shared == EdwardsPoint(secrets[place], times: keys.view)?.bytes
                && isSignature(signature, by: secrets[place], of: subject, shared, keys, keccak)
        }
    }

    /// Whether 64 bytes are a Schnorr signature for the base of the address, and for its view key, by the same secret key.
    private static func isSignature(
        _ signature: [UInt8], by secret: [UInt8], of subject: [UInt8], _ shared: [UInt8], _ keys: CryptoNoteKeys,
        _ keccak: Keccak256
    ) -> Bool {
        let (challenge, response) = (Array(signature.prefix(32)), Array(signature.suffix(32)))
        guard EdwardsPoint.reduced(response) == response, let published = keys.base(times: secret),
            let base = keys.base(times: response),
            let first = EdwardsPoint(challenge, times: published.bytes)?.adding(base.bytes),
            let view = EdwardsPoint(response, times: keys.view),
            let second = EdwardsPoint(challenge, times: shared)?.adding(view.bytes),
            let separator = keccak.digest(Array("TXPROOF_V2".utf8))
        else { return false }
        let spend = keys.isSubaddress ? keys.spend : [UInt8](repeating: 0, count: 32)
        let text = subject + shared + first.bytes + second.bytes + separator + published.bytes + keys.view + spend
        return keccak.digest(text).map(EdwardsPoint.reduced) == challenge
    }
}
