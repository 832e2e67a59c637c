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

/// A desktop on which every sender has the same, known program. Nothing is started.
struct FixtureDesktop: Launcher, ReceiverMemory {
    static let time: UnixTime = 1_700_000_000
    static let program = ReceivingProgram(
        name: "Fixture", desktopEntry: "/usr/share/applications/fixture.desktop", executable: "/usr/bin/fixture",
        fileIdentity: "1")

    func receiver(ofScheme scheme: String) throws(LaunchError) -> ReceivingProgram? { Self.program }
    func open(_ callback: String, scheme: String, with program: ReceivingProgram) throws(LaunchError) {
        throw .failed("nothing is started here")
    }

    func remembered(_ sender: String) throws(ServiceError) -> KnownReceiver? { KnownReceiver(Self.program) }
    func remember(_ program: KnownReceiver, for sender: String) throws(ServiceError) {}
}

/// The only network, which the links use.
struct FixtureNetworks: NetworkDirectory {
    let network: ConfiguredNetwork?
    let accounts: AccountNetwork?

    func network(of coin: CoinDescriptor) throws(ServiceError) -> ConfiguredNetwork {
        if let network { return network }
        throw ServiceError(.noNetwork, "The fixture has no addresses.")
    }

    func accountNetwork(of coin: CoinDescriptor) throws(ServiceError) -> AccountNetwork {
        if let accounts { return accounts }
        throw ServiceError(.noNetwork, "The fixture has no accounts.")
    }
}
