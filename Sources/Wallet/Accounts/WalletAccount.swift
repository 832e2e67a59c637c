import BitcoinFormat
import SchemeRouter

/// One account's addresses and coins, from its public key alone. All its addresses are P2PKH.
struct WalletAccount: AccountReader {
    /// BIP44: after so many addresses in a row that were never used there are no more.
    static let gapLimit: UInt32 = 20
    /// No account has used more addresses of one branch. A network that says so does not tell the truth, and would
    /// keep the search going for ever.
    static let mostAddresses: UInt32 = 10_000
    /// How many scripts are asked about at once.
    private static let batch = 100

    private let account: AccountPath
    private let keys: KnownKeys
    private let watched: WatchedAccount
    private let parameters: NetworkParameters
    private let coin: CoinDescriptor
    private let chain: any ChainReader

    private typealias Branch = AccountPath.Branch

    /// A key with the script that outputs to it have.
    private struct Place: Sendable {
        let index: UInt32
        let path: DerivationPath
        let address: Address
        let script: [UInt8]
    }

    /// The account whose keys are `keys`.
    init(
        _ account: AccountPath, keys: KnownKeys, watched: WatchedAccount, parameters: NetworkParameters,
        coin: CoinDescriptor, chain: any ChainReader
    ) {
        self.account = account
        self.keys = keys
        self.watched = watched
        self.parameters = parameters
        self.coin = coin
        self.chain = chain
    }

    var path: DerivationPath { account.path }

    func watch(progress: @escaping ProgressReport) async throws(ServiceError) {
        try await chain.watch(watched, progress: progress)
    }

    func coins() async throws(ServiceError) -> [OwnedCoin] {
        var paths: [[UInt8]: DerivationPath] = [:]
        for branch in Branch.allCases {
            for place in try await scan(branch).places { paths[place.script] = place.path }
        }
        var coins: [Outpoint: OwnedCoin] = [:]
        var scripts = Array(paths.keys)[...]
        while !scripts.isEmpty {
            let asked = Array(scripts.prefix(Self.batch))
            scripts = scripts.dropFirst(Self.batch)
            for output in try await chain.unspentOutputs(payingTo: asked) {
                guard let path = paths[output.script], output.amount <= coin.maxMoney else {
                    throw ServiceError(.refusedByCheck, "The network told of an output that was not asked for.")
                }
                coins[output.outpoint] = OwnedCoin(
                    outpoint: output.outpoint, amount: output.amount, path: path,
                    confirmations: output.confirmations)
            }
        }
        return coins.values.sorted { left, right in
            left.path == right.path
                ? left.outpoint.description < right.outpoint.description
                : left.path.steps.lexicographicallyPrecedes(right.path.steps)
        }
    }

    func receiveAddress() async throws(ServiceError) -> OwnAddress {
        try await firstUnused(.external)
    }

    func changeAddress() async throws(ServiceError) -> OwnAddress {
        try await firstUnused(.change)
    }

    func address(at path: DerivationPath) throws(ServiceError) -> OwnAddress? {
        guard let (branch, index) = account.place(of: path) else { return nil }
        return place(branch, index).flatMap(address)
    }

    private func firstUnused(_ branch: Branch) async throws(ServiceError) -> OwnAddress {
        guard let address = try await scan(branch).firstUnused.flatMap(address) else {
            throw ServiceError(.internalError, "\(path) has no further addresses.")
        }
        return address
    }

    /// All addresses up to the first gap, and the first of them that was never used.
    private func scan(_ branch: Branch) async throws(ServiceError) -> (places: [Place], firstUnused: Place?) {
        try await chain.watch(watched, progress: nil)
        var places: [Place] = []
        var firstUnused: Place?
        var next: UInt32 = 0
        var end = Self.gapLimit
        while next < end {
            guard end <= Self.mostAddresses else {
                throw ServiceError(.refusedByCheck, "The network says that too many addresses of \(path) were used.")
            }
            let batch = (next..<end).compactMap { index in place(branch, index) }
            let used = try await chain.usedScripts(among: batch.map(\.script))
            next = end
            for place in batch {
                if used.contains(place.script) {
                    end = place.index + 1 + Self.gapLimit
                } else if firstUnused == nil {
                    firstUnused = place
                }
            }
            places += batch
        }
        return (places, firstUnused)
    }

    /// Nil where BIP32 has no key for the index (probability below 2^-127): that index is left out.
    private func place(_ branch: Branch, _ index: UInt32) -> Place? {
        guard let hash = keys.hash(branch, index) else { return nil }
        let address = Address(.publicKeyHash(hash))
        return Place(
            index: index, path: path.appending(branch.rawValue, index), address: address, script: address.script)
    }

    private func address(of place: Place) -> OwnAddress? {
        place.address.text(on: parameters).map { OwnAddress(text: $0, path: place.path) }
    }
}
