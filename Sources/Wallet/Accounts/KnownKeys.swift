import RouterBitcoinFormat
import RouterBytes
import SchemeRouter
import Synchronization

/// Hashes of an account's public keys, in a file next to the accounts, so that no key is derived twice: each costs two
/// multiplications on the curve.
///
/// Like the accounts file, it shows every address and cannot spend; it is written only after the wallet was unlocked,
/// and is checked against the master key then. A file that is damaged, missing or for another key is recreated.
final class KnownKeys: Sendable {
    private static let record = ChecksummedRecord(name: "SRADDRESS", version: 1)
    private static let hashLength = 20
    /// Enough for both branches of an account, with the most addresses that a search covers.
    private static let longestFile = 2 << 20

    private typealias Branch = AccountPath.Branch

    private struct State {
        /// For each branch, the concatenated hashes of its keys from the first on.
        var hashes: [[UInt8]] = [[], []]
        /// The keys of the branches, derived when first needed.
        var branches: [ExtendedPublicKey?] = [nil, nil]
        var isChanged = false
    }

    private let account: ExtendedPublicKey
    private let file: PrivateFile?
    private let state: Mutex<State>

    /// The keys below `account`.
    /// - Parameter file: where to store the hashes; nil to store none.
    init(below account: ExtendedPublicKey, file: PrivateFile?) {
        self.account = account
        self.file = file
        var state = State()
        if let bytes = try? file?.read(limit: Self.longestFile), let hashes = Self.hashes(in: bytes, below: account) {
            state.hashes = hashes
        }
        self.state = Mutex(state)
    }

    /// RIPEMD-160 of SHA-256 of the key; nil if BIP32 defines no key here (probability below 2^-127).
    func hash(_ branch: AccountPath.Branch, _ index: UInt32) -> [UInt8]? {
        state.withLock { state in
            let place = Int(branch.rawValue)
            let start = Int(index) * Self.hashLength
            let known = state.hashes[place].count
            if start < known { return Array(state.hashes[place][start..<start + Self.hashLength]) }
            guard let hash = derived(branch, index, &state) else { return nil }
            if start == known {
                state.hashes[place] += hash
                state.isChanged = true
            }
            return hash
        }
    }

    /// How many keys of a branch are known, from the first on: at least the used ones, and those examined after them.
    func count(_ branch: AccountPath.Branch) -> UInt32 {
        state.withLock { UInt32($0.hashes[Int(branch.rawValue)].count / Self.hashLength) }
    }

    /// Derives the keys that every account examines, so that its first use is quick too.
    func deriveFirst() {
        for branch in Branch.allCases {
            for index in 0..<AddressSearch.gapLimit { _ = hash(branch, index) }
        }
    }

    /// Writes the file if anything is new. A missing file costs time, not correctness.
    func save() {
        guard let file else { return }
        let bytes = state.withLock { state -> [UInt8]? in
            guard state.isChanged else { return nil }
            state.isChanged = false
            return recorded(state)
        }
        if let bytes { try? file.replace(with: bytes) }
    }

    /// Whether each hash matches the key derived from the account.
    var areRight: Bool {
        state.withLock { state in
            Branch.allCases.allSatisfy { branch in
                let known = state.hashes[Int(branch.rawValue)]
                return (0..<known.count / Self.hashLength).allSatisfy { index in
                    let start = index * Self.hashLength
                    return derived(branch, UInt32(index), &state).map { $0[...] }
                        == known[start..<start + Self.hashLength]
                }
            }
        }
    }

    private func derived(_ branch: Branch, _ index: UInt32, _ state: inout State) -> [UInt8]? {
        let place = Int(branch.rawValue)
        if state.branches[place] == nil { state.branches[place] = try? account.child(branch.rawValue) }
        return (try? state.branches[place]?.child(index)).map { Digest.hash160($0.key) }
    }

    /// The account's key, then for each branch the number of its hashes and the hashes themselves.
    private func recorded(_ state: State) -> [UInt8] {
        Self.record.wrapping(
            state.hashes.reduce(account.payload) { bytes, hashes in
                bytes + [UInt8](bigEndian: UInt32(hashes.count / Self.hashLength)) + hashes
            })
    }

    private static func hashes(in bytes: [UInt8], below account: ExtendedPublicKey) -> [[UInt8]]? {
        guard let content = record.content(of: bytes) else { return nil }
        var reader = BinaryReader(content)
        guard reader.take(ExtendedPublicKey.payloadLength) == account.payload else { return nil }
        var hashes: [[UInt8]] = []
        for _ in Branch.allCases {
            guard let count = reader.number(UInt32.self), let some = reader.take(Int(count) * hashLength) else {
                return nil
            }
            hashes.append(some)
        }
        return reader.rest.isEmpty ? hashes : nil
    }
}
