import RouterBitcoinFormat
import SchemeRouter

/// Signs transactions whose inputs all spend single-key outputs (`KeyScript`), with signature type ALL.
enum KeySigner {
    /// `transaction` with the input script or witness in each input.
    ///
    /// Before returning, its bytes are read again and every signature is verified by the code that verifies other
    /// people's: a fault while signing could reveal a key.
    /// - Parameters:
    ///   - transaction: the transaction to sign; its input scripts and witnesses are replaced.
    ///   - outputs: the output that each input spends.
    ///   - spend: signs the digest from `hashes`, and returns the data that spends the input's output.
    static func sign(
        _ transaction: Transaction, spending outputs: [Transaction.Output],
        spend: (_ input: Int, _ hashes: SignatureHashes) throws(ServiceError) -> KeySpend
    ) throws(ServiceError) -> SignedTransaction {
        guard outputs.count == transaction.inputs.count else {
            throw .refused("the number of spent outputs differs from the number of inputs")
        }
        var signed = transaction
        let hashes = SignatureHashes(of: transaction, spending: outputs)
        for index in outputs.indices {
            signed.inputs[index] = try spend(index, hashes).satisfying(transaction.inputs[index])
        }
        let bytes = signed.wholeBytes
        try verify(bytes, against: transaction, spending: outputs)
        return SignedTransaction(id: signed.id, bytes: bytes)
    }

    /// Reads signed bytes again. Throws unless they are `transaction` with a valid signature in every input.
    static func verify(
        _ bytes: [UInt8], against transaction: Transaction, spending outputs: [Transaction.Output]
    ) throws(ServiceError) {
        guard var read = try? Transaction(bytes: bytes), read.inputs.count == outputs.count, read.wholeBytes == bytes
        else { throw .refused("the signed transaction cannot be read") }
        let hashes = SignatureHashes(of: transaction, spending: outputs)
        for (index, output) in outputs.enumerated() {
            guard read.isSigned(input: index, spending: output, hashes) else {
                throw .refused("the signature of input \(index) does not verify")
            }
            read.inputs[index].script = transaction.inputs[index].script
            read.inputs[index].witness = transaction.inputs[index].witness
        }
        guard read == transaction else { throw .refused("the signed transaction is not the one to be signed") }
    }
}

extension ServiceError {
    /// A check by this wallet failed. `reason` completes "Nothing was signed: …".
    static func refused(_ reason: String) -> ServiceError {
        ServiceError(.refusedByCheck, "Nothing was signed: \(reason).")
    }
}

/// The keys of one account while a payment is signed, and their slots in the wallet's guarded memory.
struct AccountSigningKeys {
    private let account: AccountPaths
    /// The public keys of the parts and their branches, by slot, derived when first needed.
    private var parents: [Int: [UInt8]] = [:]
    /// The derived keys: a payment needs each when it is planned and when it is signed.
    private var known: [DerivationPath: (slot: Int, point: [UInt8])] = [:]

    /// The layout of keys in memory: the root, then for each part of the account its key and the keys of its branches,
    /// then all others.
    private enum Slot {
        static let master = 0

        static func account(_ part: Int) -> Int { 1 + 3 * part }
        static func branch(_ branch: AccountPath.Branch, of part: Int) -> Int {
            account(part) + 1 + Int(branch.rawValue)
        }
    }

    private var firstSlot: Int { Slot.account(account.parts.count) }

    /// - Parameters:
    ///   - memory: holds the wallet's root key in its first slot.
    ///   - mostKeys: the maximum number of keys.
    init(of account: AccountPaths, in memory: inout KeyMemory, mostKeys: Int) {
        self.account = account
        memory.reserve(slots: firstSlot + mostKeys)
    }

    mutating func publicKey(at path: DerivationPath, in memory: inout KeyMemory) throws(ServiceError) -> [UInt8] {
        try key(at: path, in: &memory).point
    }

    /// The data that spends an output to the key at `path`: its signature over the input's hash.
    mutating func spend(
        _ output: Transaction.Output, at path: DerivationPath, by input: Int, _ hashes: SignatureHashes,
        in memory: inout KeyMemory
    ) throws(ServiceError) -> KeySpend {
        let key = try key(at: path, in: &memory)
        let digest = hashes.digest(input: input, path.keyScript, to: key.point, amount: output.amount)
        guard let signature = memory.signature(over: digest, by: key.slot) else {
            throw .refused("the key at \(path) cannot sign")
        }
        return KeySpend(path.keyScript, signature: signature, publicKey: key.point)
    }

    private mutating func key(
        at path: DerivationPath, in memory: inout KeyMemory
    ) throws(ServiceError) -> (slot: Int, point: [UInt8]) {
        if let known = known[path] { return known }
        let slot = firstSlot + known.count
        guard let part = account.parts.firstIndex(where: { path.isBelow($0.path) }),
            let (branch, index) = account.parts[part].place(of: path), slot < memory.slots,
            memory.derive(
                index, of: Slot.branch(branch, of: part), try point(of: branch, part, in: &memory), into: slot),
            let point = memory.publicKey(slot)
        else { throw Self.noKey(path) }
        known[path] = (slot, point)
        return (slot, point)
    }

    private mutating func point(
        of branch: AccountPath.Branch, _ part: Int, in memory: inout KeyMemory
    ) throws(ServiceError) -> [UInt8] {
        let slot = Slot.branch(branch, of: part)
        if let known = parents[slot] { return known }
        let accountPoint = try point(of: part, in: &memory)
        guard memory.derive(branch.rawValue, of: Slot.account(part), accountPoint, into: slot),
            let point = memory.publicKey(slot)
        else { throw Self.noKey(account.parts[part].path.appending(branch.rawValue)) }
        parents[slot] = point
        return point
    }

    private mutating func point(of part: Int, in memory: inout KeyMemory) throws(ServiceError) -> [UInt8] {
        let slot = Slot.account(part)
        if let known = parents[slot] { return known }
        let path = account.parts[part].path
        // All steps to an account are hardened, so no public key is needed in between.
        var parent = Slot.master
        for step in path.steps {
            guard memory.derive(step, of: parent, [], into: slot) else { throw Self.noKey(path) }
            parent = slot
        }
        guard let point = memory.publicKey(slot) else { throw Self.noKey(path) }
        parents[slot] = point
        return point
    }

    private static func noKey(_ path: DerivationPath) -> ServiceError { .refused("the wallet has no key at \(path)") }
}
