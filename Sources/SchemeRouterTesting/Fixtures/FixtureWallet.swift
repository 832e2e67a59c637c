import SchemeRouter

/// A wallet with money whose keys sign nothing, because the kit never agrees.
struct FixtureWallet: Keyring, AccountReader {
    let coin: CoinDescriptor
    let parameters: NetworkParameters?
    let chain: ChainID
    /// The address that it shares.
    let ownAddress: String
    let utxos: [OwnedUTXO]

    static let accountKey = "the public key of the fixture"

    init(of coin: CoinDescriptor, on chain: ChainID, ownAddress: String) {
        self.coin = coin
        self.chain = chain
        self.ownAddress = ownAddress
        parameters = coin.networks[chain.network]
        let path = DerivationPath.bip44(coinType: parameters?.coinType ?? 0, account: 0).on(chain)
        // Half of the maximum supply, in a few parts.
        let share = Amount(units: max(coin.maxMoney.units / 8, 1)) ?? .zero
        utxos = (0..<4).compactMap { index in
            TransactionID(hex: String(repeating: "ab", count: 32)).map { id in
                OwnedUTXO(
                    outpoint: Outpoint(transaction: id, index: index), amount: share,
                    path: path.appending(0, index), confirmations: 6)
            }
        }
    }

    var name: AccountName { .number(0) }
    var path: DerivationPath { .bip44(coinType: parameters?.coinType ?? 0, account: 0).on(chain) }
    var changeAddress: OwnAddress { OwnAddress(text: ownAddress, path: path.appending(1, 0)) }

    func checkReady() throws(ServiceError) {}

    func accounts(
        of coin: CoinDescriptor, on network: ConfiguredNetwork
    ) throws(ServiceError) -> [any AccountReader] { [self] }

    func accountKey(of coin: CoinDescriptor, on chain: ChainID) throws(ServiceError) -> String { Self.accountKey }

    func unlock(with passcode: borrowing Secret) async throws(ServiceError) -> any UnlockedKeyring {
        throw ServiceError(.unsupported, "The fixture's keys sign nothing.")
    }

    func survey(progress: ProgressReport?) async throws(ServiceError) -> AccountSurvey {
        AccountSurvey(
            utxos: utxos, receiveAddress: OwnAddress(text: ownAddress, path: path.appending(0, 0)),
            changeAddress: changeAddress)
    }

    func proofs(of utxos: [OwnedUTXO]) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        utxos.reduce(into: [:]) { $0[$1.outpoint.transaction] = [] }
    }

    func address(at path: DerivationPath) throws(ServiceError) -> OwnAddress? {
        path.isBelow(self.path) ? OwnAddress(text: ownAddress, path: path) : nil
    }
}
