import SchemeRouter

extension ReceivingProgram {
    public static let demo = ReceivingProgram(
        name: "Demo", desktopEntry: "/usr/share/applications/demo.desktop", executable: "/usr/bin/demo",
        fileIdentity: "1")
}

extension SignedTransaction {
    public static let example = SignedTransaction(
        id: TransactionID(hex: String(repeating: "ab", count: 32))!, bytes: [1, 2, 3])
}

extension OwnedUTXO {
    /// A confirmed UTXO of the fake wallet.
    public static func example(
        _ units: Int64, index: UInt32 = 0, confirmations: Int = 6,
        in account: DerivationPath = .bip44(coinType: 5, account: 0), branch: UInt32 = 0,
        isFromOwnPayment: Bool = false, of transaction: TransactionID = SignedTransaction.example.id
    ) -> OwnedUTXO {
        OwnedUTXO(
            outpoint: Outpoint(transaction: transaction, index: index), amount: Amount(units: units)!,
            path: account.appending(branch, 0), confirmations: confirmations, isFromOwnPayment: isFromOwnPayment)
    }
}
