import RouterBitcoinFormat
import SchemeRouter

/// The keys of one account while a payment is signed: which lies where in the wallet's guarded memory.
struct AccountSigningKeys {
    private let account: AccountPath
    private let accountPoint: [UInt8]
    /// The public keys of the branches, as soon as they are needed.
    private var branchPoints: [AccountPath.Branch: [UInt8]] = [:]
    /// The keys that were derived: a payment asks for one when it is planned and when it is signed.
    private var known: [DerivationPath: (slot: Int, point: [UInt8])] = [:]

    /// Where keys lie in the memory: the root, the account's, those of its branches, and then the others.
    enum Slot {
        static let master = 0
        static let account = 1
        static let first = 4

        static func branch(_ branch: AccountPath.Branch) -> Int { 2 + Int(branch.rawValue) }
    }

    /// - Parameters:
    ///   - memory: its first slot has the root of the wallet's keys.
    ///   - mostKeys: how many keys there may be.
    init(of account: AccountPath, in memory: inout KeyMemory, mostKeys: Int) throws(ServiceError) {
        self.account = account
        memory.reserve(slots: Slot.first + mostKeys)
        // All steps to an account are hardened, so no public key is needed on the way.
        var parent = Slot.master
        for step in account.path.steps {
            guard memory.derive(step, of: parent, [], into: Slot.account) else { throw Self.noKey(account.path) }
            parent = Slot.account
        }
        guard let point = memory.publicKey(Slot.account) else { throw Self.noKey(account.path) }
        accountPoint = point
    }

    mutating func publicKey(at path: DerivationPath, in memory: inout KeyMemory) throws(ServiceError) -> [UInt8] {
        try key(at: path, in: &memory).point
    }

    /// The input script that spends an output to the key at `path` by a signature over `digest`.
    mutating func spend(
        _ digest: [UInt8], at path: DerivationPath, in memory: inout KeyMemory
    ) throws(ServiceError) -> [UInt8] {
        let key = try key(at: path, in: &memory)
        guard let signature = memory.signature(over: digest, by: key.slot) else {
            throw .refused("the key at \(path) does not sign")
        }
        return Script.spendPublicKeyHash(signature: signature, publicKey: key.point)
    }

    private mutating func key(
        at path: DerivationPath, in memory: inout KeyMemory
    ) throws(ServiceError) -> (slot: Int, point: [UInt8]) {
        if let known = known[path] { return known }
        let slot = Slot.first + known.count
        guard let (branch, index) = account.place(of: path), slot < memory.slots,
            memory.derive(index, of: Slot.branch(branch), try point(of: branch, in: &memory), into: slot),
            let point = memory.publicKey(slot)
        else { throw Self.noKey(path) }
        known[path] = (slot, point)
        return (slot, point)
    }

    private mutating func point(
        of branch: AccountPath.Branch, in memory: inout KeyMemory
    ) throws(ServiceError) -> [UInt8] {
        if let known = branchPoints[branch] { return known }
        let slot = Slot.branch(branch)
        guard memory.derive(branch.rawValue, of: Slot.account, accountPoint, into: slot),
            let point = memory.publicKey(slot)
        else { throw Self.noKey(account.path.appending(branch.rawValue)) }
        branchPoints[branch] = point
        return point
    }

    private static func noKey(_ path: DerivationPath) -> ServiceError { .refused("the wallet has no key at \(path)") }
}
