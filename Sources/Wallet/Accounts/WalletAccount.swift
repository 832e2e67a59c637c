import RouterBitcoinFormat
import SchemeRouter

/// One account's addresses and UTXOs, from its public keys alone.
struct WalletAccount: AccountReader {
    /// A path below which it has addresses.
    struct Part: Sendable {
        let account: AccountPath
        let key: ExtendedPublicKey
        /// The keys of its addresses.
        let keys: KnownKeys
    }

    let name: AccountName
    /// At least one. The account receives, and pays its change, at the first.
    let parts: [Part]
    /// The wallet's master fingerprint.
    let masterFingerprint: UInt32
    /// The record of how far addresses are used; nil if none is kept.
    let marks: MarksFile?
    /// How many unused addresses in a row end the search.
    let gap: UInt32
    let parameters: NetworkParameters
    let coin: CoinDescriptor
    let network: ConfiguredNetwork

    var chain: any ChainReader { network.chain }

    typealias Branch = AccountPath.Branch

    /// A branch of a part.
    struct Lane: Sendable, Hashable {
        let part: Int
        let branch: AccountPath.Branch

        /// Its position among all lanes.
        var number: Int { part * AccountPath.Branch.allCases.count + Int(branch.rawValue) }
    }

    /// A key and the script of outputs to it.
    struct Place: Sendable {
        let lane: Lane
        let index: UInt32
        let script: [UInt8]
    }

    var lanes: [Lane] { parts.indices.flatMap { part in Branch.allCases.map { Lane(part: part, branch: $0) } } }

    var path: DerivationPath { parts[0].account.path }

    /// Stores the derived keys, so that none is derived again.
    func saveKeys() {
        for part in parts {
            part.keys.deriveNext()
            part.keys.save()
        }
    }

    func proofs(of utxos: [OwnedUTXO]) async throws(ServiceError) -> [TransactionID: [UInt8]] {
        try await chain.readable(Set(utxos.map(\.outpoint.transaction)), as: coin.transactions).mapValues(\.bytes)
    }

    func isProved(_ utxo: OwnedUTXO, by transaction: [UInt8]) -> Bool {
        for (part, known) in parts.enumerated() {
            guard let (branch, index) = known.account.place(of: utxo.path),
                let script = place(Lane(part: part, branch: branch), index)?.script
            else { continue }
            return PaymentPlan.doubt(utxo, pays: script, transaction, as: coin.transactions) == nil
        }
        return false
    }

    func address(at path: DerivationPath) throws(ServiceError) -> OwnAddress? {
        for (part, known) in parts.enumerated() {
            guard let (branch, index) = known.account.place(of: path) else { continue }
            guard known.keys.isRight(branch, index) else { throw known.keys.wasChanged }
            return place(Lane(part: part, branch: branch), index).flatMap(address)
        }
        return nil
    }

    func receiveAddress(progress: ProgressReport?) async throws(ServiceError) -> OwnAddress {
        let address = try await survey(progress: progress).receiveAddress
        // Derives it again.
        _ = try self.address(at: address.path)
        return address
    }

    func markPlace(_ lane: Lane) -> AddressMarks.Place {
        AddressMarks.Place(chain: network.id, path: parts[lane.part].account.path, branch: lane.branch)
    }

    /// Nil if BIP32 has no key for the index (probability below 2^-127): that index is skipped.
    func place(_ lane: Lane, _ index: UInt32) -> Place? {
        let part = parts[lane.part]
        return part.keys.hash(lane.branch, index).map { hash in
            Place(lane: lane, index: index, script: part.account.script.script(holding: hash))
        }
    }

    /// The places of those of `scripts` that pay to known addresses of this account.
    func places(of scripts: Set<[UInt8]>) -> [[UInt8]: Place] {
        var places: [[UInt8]: Place] = [:]
        for lane in lanes {
            let (form, keys) = (parts[lane.part].account.script, parts[lane.part].keys)
            for (hash, index) in keys.indices(of: Set(scripts.compactMap(form.hash(heldBy:))), lane.branch) {
                let script = form.script(holding: hash)
                places[script] = Place(lane: lane, index: index, script: script)
            }
        }
        return places
    }

    func path(of place: Place) -> DerivationPath {
        parts[place.lane.part].account.path.appending(place.lane.branch.rawValue, place.index)
    }

    func address(of place: Place) -> OwnAddress? {
        Address(script: place.script)?.text(on: parameters).map { OwnAddress(text: $0, path: path(of: place)) }
    }
}

extension WalletAccount.Part {
    init(_ account: AccountPath, key: ExtendedPublicKey, _ files: WalletFiles) {
        self.init(
            account: account, key: key, keys: files.keys(below: key, at: account.path))
    }
}
