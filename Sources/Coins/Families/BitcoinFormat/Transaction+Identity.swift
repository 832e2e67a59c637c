import SchemeRouter

extension Transaction {
    /// The id, which names it in outpoints, histories and the trees of blocks: double SHA-256 of ``bytes``, shown
    /// byte-reversed. In a withdrawal that keeps its id, the fields that every new signature changes count as zeros.
    public var id: TransactionID {
        var bytes = bytes
        if withdrawal == .resigned {
            let end = bytes.count - Self.signatureFields..<bytes.count
            bytes.replaceSubrange(end, with: repeatElement(0, count: Self.signatureFields))
        }
        return TransactionID(digest: Digest.doubleSHA256(bytes))
    }

    /// A withdrawal out of a coin's credit pool (DIP-27, “Asset Unlock”), which spends no output.
    public enum Withdrawal: Sendable, Hashable {
        /// Another signature gives it another id.
        case signedOnce
        /// It may be signed again while it is unconfirmed, and keeps its id and outputs (payload version 2).
        case resigned
    }

    /// Whether it is a withdrawal; nil if not.
    public var withdrawal: Withdrawal? {
        guard let payload, UInt32(bitPattern: version) >> 16 == Self.withdrawalType else { return nil }
        return payload.count == Self.withdrawalLength && payload.first == 2 ? .resigned : .signedOnce
    }

    /// The confirmations that its outputs need before they can be spent: a coinbase by the coin, a payout of an
    /// extension block by LIP-3; nil for all other transactions.
    /// - Parameter maturity: ``AddressLedger/coinbaseMaturity``.
    public func maturity(ofCoinbase maturity: Int) -> Int? {
        // Wallets wait one block longer for a coinbase than nodes require.
        isCoinbase ? maturity + 1 : isExtensionPayout ? Self.extensionMaturity : nil
    }

    /// Whether it is a coinbase transaction, whose input spends no transaction's output.
    private var isCoinbase: Bool {
        inputs.count == 1 && inputs[0].outpoint.index == .max
            && inputs[0].outpoint.transaction.digest.allSatisfy { $0 == 0 }
    }

    /// `PEGOUT_MATURITY` of Litecoin Core.
    public static let extensionMaturity = 6

    private static let withdrawalType: UInt32 = 9
    /// Version (1), index (8), fee (4), height (4), quorum (32) and signature (96).
    private static let withdrawalLength = 145
    /// The last three.
    private static let signatureFields = 132
}
