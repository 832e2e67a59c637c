import BitcoinFormat
import SchemeRouter
import Synchronization

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
    private let branches: [Branch: ExtendedPublicKey]
    private let parameters: NetworkParameters
    private let coin: CoinDescriptor
    private let chain: any ChainReader
    private let derived = DerivedPlaces()

    private typealias Branch = AccountPath.Branch

    /// An address with the script that its outputs have.
    private struct Place: Sendable {
        let index: UInt32
        let address: OwnAddress
        let script: [UInt8]
    }

    /// What was derived already: one payment looks at the same addresses three times, and each costs two multiplications
    /// on the curve.
    private final class DerivedPlaces: Sendable {
        private let places = Mutex<[DerivationPath: Place]>([:])

        subscript(path: DerivationPath) -> Place? {
            get { places.withLock { $0[path] } }
            set { places.withLock { $0[path] = newValue } }
        }
    }

    /// The account whose key is `key`.
    init(
        _ account: AccountPath, key: ExtendedPublicKey, parameters: NetworkParameters, coin: CoinDescriptor,
        chain: any ChainReader
    ) throws(ServiceError) {
        self.account = account
        self.parameters = parameters
        self.coin = coin
        self.chain = chain
        var branches: [Branch: ExtendedPublicKey] = [:]
        for branch in Branch.allCases {
            guard let branchKey = try? key.child(branch.rawValue) else {
                throw ServiceError(.internalError, "\(account.path) has no addresses.")
            }
            branches[branch] = branchKey
        }
        self.branches = branches
    }

    var path: DerivationPath { account.path }

    func coins() async throws(ServiceError) -> [OwnedCoin] {
        var places: [[UInt8]: OwnAddress] = [:]
        for branch in Branch.allCases {
            for place in try await scan(branch).places { places[place.script] = place.address }
        }
        var coins: [Outpoint: OwnedCoin] = [:]
        var scripts = Array(places.keys)[...]
        while !scripts.isEmpty {
            let asked = Array(scripts.prefix(Self.batch))
            scripts = scripts.dropFirst(Self.batch)
            for output in try await chain.unspentOutputs(payingTo: asked) {
                guard let address = places[output.script], output.amount <= coin.maxMoney else {
                    throw ServiceError(.refusedByCheck, "The network told of an output that was not asked for.")
                }
                coins[output.outpoint] = OwnedCoin(
                    outpoint: output.outpoint, amount: output.amount, path: address.path,
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
        return place(branch, index)?.address
    }

    private func firstUnused(_ branch: Branch) async throws(ServiceError) -> OwnAddress {
        guard let address = try await scan(branch).firstUnused else {
            throw ServiceError(.internalError, "\(path) has no further addresses.")
        }
        return address
    }

    /// All addresses up to the first gap, and the first of them that was never used.
    private func scan(_ branch: Branch) async throws(ServiceError) -> (places: [Place], firstUnused: OwnAddress?) {
        var places: [Place] = []
        var firstUnused: OwnAddress?
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
                    firstUnused = place.address
                }
            }
            places += batch
        }
        return (places, firstUnused)
    }

    /// Nil where BIP32 has no key for the index (probability below 2^-127): that index is left out.
    private func place(_ branch: Branch, _ index: UInt32) -> Place? {
        let path = path.appending(branch.rawValue, index)
        if let known = derived[path] { return known }
        guard let key = try? branches[branch]?.child(index) else { return nil }
        let address = Address(.publicKeyHash(Digest.hash160(key.key)))
        guard let text = address.text(on: parameters) else { return nil }
        let place = Place(index: index, address: OwnAddress(text: text, path: path), script: address.script)
        derived[path] = place
        return place
    }
}
