import RouterBitcoinFormat
import RouterBytes
import SchemeRouter
import Synchronization

/// The hashes in the scripts of an account's addresses, in a file next to the accounts, so that no key is derived
/// twice: each costs two multiplications on the curve.
///
/// Like the accounts file, it shows every address and cannot spend; it is written only after the wallet was unlocked,
/// and is checked against the master key then, before anything is signed. An address that is given out without that is
/// derived again (``isRight(_:_:)``). So a changed file can hide money, or count another's as the wallet's, until the
/// passcode is given, but pays nobody. A file that is damaged, missing or for another key is recreated.
final class KnownKeys: Sendable {
    private static let hashLength = 20
    /// Enough for both branches of an account, with the most addresses that a search covers.
    private static let longestFile = 2 << 20
    /// How many keys behind the examined ones are derived once the passcode was given. Each payment moves the search by
    /// one key, and the person would wait for it before the prompt.
    private static let ahead: UInt32 = 20

    private typealias Branch = AccountPath.Branch

    private struct State {
        /// For each branch, the concatenated hashes of its keys from the first on.
        var hashes: [ArraySlice<UInt8>] = [[], []]
        /// The keys of the branches, derived when first needed.
        var branches: [ExtendedPublicKey?] = [nil, nil]
        /// How many keys of each branch were examined.
        var examined: [UInt32] = [0, 0]
        var isChanged = false
    }

    private let account: ExtendedPublicKey
    private let script: KeyScript
    private let file: PrivateFile?
    private let state: Mutex<State>

    /// The keys below `account`.
    /// - Parameters:
    ///   - account: the account's key.
    ///   - script: the form of the account's scripts.
    ///   - file: where to store the hashes; nil to store none.
    init(below account: ExtendedPublicKey, in script: KeyScript, file: PrivateFile?) {
        self.account = account
        self.script = script
        self.file = file
        var state = State()
        if let bytes = try? file?.read(limit: Self.longestFile),
            let hashes = Self.hashes(in: bytes, below: account, script)
        {
            state.hashes = hashes
        }
        self.state = Mutex(state)
    }

    /// The hash in the script of an address; nil if BIP32 defines no key here (probability below 2^-127).
    func hash(_ branch: AccountPath.Branch, _ index: UInt32) -> [UInt8]? {
        state.withLock { state in
            Self.known(index, of: state.hashes[Int(branch.rawValue)]) ?? add(branch, index, &state)
        }
    }

    /// Derives the keys of a branch below `end` that are not known, in order, so that they are kept.
    func examine(_ branch: AccountPath.Branch, upTo end: UInt32) {
        for index in min(count(branch), end)..<end { _ = hash(branch, index) }
        state.withLock { state in
            state.examined[Int(branch.rawValue)] = max(state.examined[Int(branch.rawValue)], end)
        }
    }

    /// Whether the address is the one that the account's key gives, which is derived again.
    func isRight(_ branch: AccountPath.Branch, _ index: UInt32) -> Bool {
        let known = hash(branch, index)
        return state.withLock { derived(branch, index, &$0) } == known
    }

    /// The places of those of `wanted` that are among the known hashes of a branch, in one pass over them: the fewer are
    /// wanted, the less each known one costs.
    func indices(of wanted: Set<[UInt8]>, _ branch: AccountPath.Branch) -> [(hash: [UInt8], index: UInt32)] {
        guard !wanted.isEmpty else { return [] }
        // Nearly all that are not wanted begin with other bits.
        var isWanted = [Bool](repeating: false, count: 1 << 12)
        for hash in wanted where hash.count == Self.hashLength { isWanted[Self.start(hash[0], hash[1])] = true }
        let hashes = state.withLock { $0.hashes[Int(branch.rawValue)] }
        var found: [(hash: [UInt8], index: UInt32)] = []
        var start = hashes.startIndex
        while start < hashes.endIndex {
            if isWanted[Self.start(hashes[start], hashes[start + 1])] {
                let hash = Array(hashes[start..<start + Self.hashLength])
                if wanted.contains(hash) { found.append((hash, UInt32((start - hashes.startIndex) / Self.hashLength))) }
            }
            start += Self.hashLength
        }
        return found
    }

    /// The first 12 bits of a hash.
    private static func start(_ first: UInt8, _ second: UInt8) -> Int { Int(first) << 4 | Int(second) >> 4 }

    /// How many keys of a branch are known, from the first on.
    func count(_ branch: AccountPath.Branch) -> UInt32 {
        state.withLock { Self.count($0.hashes[Int(branch.rawValue)]) }
    }

    /// How many of them were examined before: at least the used ones, and those after them up to the end of a search.
    func examined(_ branch: AccountPath.Branch) -> UInt32 { count(branch) - min(count(branch), Self.ahead) }

    /// Derives the keys that every account examines, so that its first use is quick too.
    func deriveFirst() {
        for branch in Branch.allCases { examine(branch, upTo: AddressSearch.gapLimit) }
    }

    /// Derives the keys behind the examined ones.
    func deriveNext() {
        for branch in Branch.allCases {
            let end = state.withLock { $0.examined[Int(branch.rawValue)] }
            if end > 0 { for index in end..<end + Self.ahead { _ = hash(branch, index) } }
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
        Branch.allCases.allSatisfy { branch in (0..<count(branch)).allSatisfy { isRight(branch, $0) } }
    }

    /// The file lists an address that the account's key does not give.
    var wasChanged: ServiceError {
        ServiceError(
            .refusedByCheck,
            "The file \(file?.path ?? "of addresses") was changed: it lists addresses that do not belong to the wallet.",
            hint: "Move it away. Addresses shared since it changed may not be yours.")
    }

    private static func count(_ hashes: ArraySlice<UInt8>) -> UInt32 { UInt32(hashes.count / hashLength) }

    private static func known(_ index: UInt32, of hashes: ArraySlice<UInt8>) -> [UInt8]? {
        guard index < count(hashes) else { return nil }
        return Array(hashes.dropFirst(Int(index) * hashLength).prefix(hashLength))
    }

    /// Derives a key, and keeps it if it follows the known ones.
    private func add(_ branch: Branch, _ index: UInt32, _ state: inout State) -> [UInt8]? {
        let hash = derived(branch, index, &state)
        let place = Int(branch.rawValue)
        if let hash, index == Self.count(state.hashes[place]) {
            state.hashes[place] += hash
            state.isChanged = true
        }
        return hash
    }

    private func derived(_ branch: Branch, _ index: UInt32, _ state: inout State) -> [UInt8]? {
        let place = Int(branch.rawValue)
        if state.branches[place] == nil { state.branches[place] = try? account.child(branch.rawValue) }
        return (try? state.branches[place]?.child(index)).map { script.heldHash(of: Digest.hash160($0.key)) }
    }

    /// Files of the first version hold the hashes of keys, and those of the second the hashes of scripts around them.
    private static func record(_ script: KeyScript) -> ChecksummedRecord {
        ChecksummedRecord(name: "SRADDRESS", version: script == .nestedWitness ? 2 : 1)
    }

    /// The account's key, then for each branch the number of its hashes and the hashes themselves.
    private func recorded(_ state: State) -> [UInt8] {
        Self.record(script).wrapping(
            state.hashes.reduce(account.payload) { bytes, hashes in
                bytes + [UInt8](bigEndian: Self.count(hashes)) + hashes
            })
    }

    private static func hashes(
        in bytes: [UInt8], below account: ExtendedPublicKey, _ script: KeyScript
    ) -> [ArraySlice<UInt8>]? {
        guard let place = record(script).place(in: bytes) else { return nil }
        var reader = BinaryReader(bytes[place])
        guard reader.take(ExtendedPublicKey.payloadLength) == account.payload else { return nil }
        var hashes: [ArraySlice<UInt8>] = []
        for _ in Branch.allCases {
            guard let count = reader.number(UInt32.self), let some = reader.takeSlice(Int(count) * hashLength) else {
                return nil
            }
            hashes.append(some)
        }
        return reader.rest.isEmpty ? hashes : nil
    }
}
