import RouterBitcoinFormat
import SchemeRouter

/// A payment that a wallet program built, with the secret keys of the transaction: they show what it pays to whom, which
/// nobody else sees.
package struct MoneroPayment: Sendable {
    /// The whole transaction.
    let bytes: [UInt8]
    /// The secret keys of the transaction, 32 bytes each: one, and one for each output if a subaddress is among several
    /// recipients.
    let secrets: [[UInt8]]

    /// - Parameter key: what wallets call the transaction's key, whose length is a multiple of 32. There are at most 17 keys:
    ///   transactions have at most 16 outputs.
    package init?(bytes: [UInt8], key: [UInt8]) {
        guard let secrets = Self.secrets(in: key) else { return nil }
        self.bytes = bytes
        self.secrets = secrets
    }

    /// The keys in what wallets call the transaction's key; nil if it is none.
    static func secrets(in key: [UInt8]) -> [[UInt8]]? {
        guard (1...17).contains(key.count / 32), key.count.isMultiple(of: 32) else { return nil }
        return stride(from: 0, to: key.count, by: 32).map { Array(key[$0..<$0 + 32]) }
    }

    /// What its bytes show.
    package enum Finding: Sendable, Hashable {
        /// It is exactly that payment.
        case same
        /// No library with the hash is installed, so all of it is the wallet's word.
        case unread
        /// It is not, for this reason: the rest of a sentence about it.
        case other(String)
    }

    /// Whether it has this id, spends the outputs with these key images, and pays exactly this fee and these amounts.
    package func compare(
        id: [UInt8], keyImages: [[UInt8]], fee: Amount, payees: [Payee], keccak: Keccak256? = .installed
    ) -> Finding {
        guard let keccak else { return .unread }
        guard let transaction = MoneroTransaction(bytes, keccak) else { return .other("cannot be read") }
        guard transaction.id == id else { return .other("has another hash than the wallet says") }
        guard Set(transaction.keyImages) == Set(keyImages), transaction.keyImages.count == keyImages.count else {
            return .other("spends other coins than the wallet says")
        }
        guard transaction.fee == UInt64(fee.units) else { return .other("has another fee than the wallet says") }
        var free = Set(transaction.outputs.indices)
        for payee in payees {
            let keys = CryptoNoteKeys(payee.address)
            let place = keys.flatMap { keys in
                free.sorted().first { pays(payee.amount, to: keys, in: $0, of: transaction, keccak) }
            }
            guard let place else { return .other("does not pay \(payee.address) the amount that was ordered") }
            free.remove(place)
        }
        return .same
    }

    /// Whether an output belongs to these keys and has this amount: the recipient finds the same
    /// (`device_default.cpp`, `rctOps.cpp`).
    private func pays(
        _ amount: Amount, to keys: CryptoNoteKeys, in place: Int, of transaction: MoneroTransaction, _ keccak: Keccak256
    ) -> Bool {
        secrets.contains { secret in
            guard let published = keys.base(times: secret), transaction.keys.contains(published.bytes),
                let shared = EdwardsPoint(secret, times: keys.view)?.timesEight,
                let scalar = Self.scalar(shared.bytes + Self.number(place), keccak),
                let own = EdwardsPoint(timesBase: scalar)?.adding(keys.spend),
                own.bytes == transaction.outputs[place],
                let mask = keccak.digest(Array("amount".utf8) + scalar),
                let blinding = Self.scalar(Array("commitment_mask".utf8) + scalar, keccak)
            else { return false }
            let plain = (0..<8).map { UInt8(truncatingIfNeeded: UInt64(amount.units) >> UInt64($0 * 8)) }
            guard zip(plain, mask).map({ $0 ^ $1 }) == transaction.amounts[place],
                let value = EdwardsPoint(plain + [UInt8](repeating: 0, count: 24), times: EdwardsPoint.amounts)
            else { return false }
            return EdwardsPoint(timesBase: blinding)?.adding(value.bytes)?.bytes == transaction.commitments[place]
        }
    }

    private static func scalar(_ bytes: [UInt8], _ keccak: Keccak256) -> [UInt8]? {
        keccak.digest(bytes).map(EdwardsPoint.reduced)
    }

    /// A place as transactions write numbers: all places are below 128.
    private static func number(_ place: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: place)] }
}
