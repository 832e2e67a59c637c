import BitcoinFormat
import CSodium
import SchemeRouter

/// The keys of one account while a payment is signed.
///
/// Public keys are derived from public keys, and a private key is never multiplied with the curve's generator but by its
/// signature; that both belong together is proved when the signature is verified. All private keys of a payment use one
/// piece of guarded memory, one after another: getting and wiping such memory costs more than a signature.
final class AccountSigningKeys {
    private let account: AccountPath
    private let external: BranchKeys?
    private let change: BranchKeys?

    /// - Parameter key: the account's own key.
    init(of account: AccountPath, key: consuming ExtendedPrivateKey) {
        self.account = account
        external = BranchKeys(of: key, AccountPath.Branch.external.rawValue)
        change = BranchKeys(of: key, AccountPath.Branch.change.rawValue)
    }

    /// The compressed public key at a path of an address.
    func publicKey(at path: DerivationPath) throws(ServiceError) -> [UInt8] {
        let (branch, index) = try branch(of: path)
        guard let key = branch.publicKey(index) else { throw .refused("the wallet has no key at \(path)") }
        return key
    }

    /// The input script that spends an output to the key at `path` by a signature over `digest`.
    func spend(_ digest: [UInt8], at path: DerivationPath) throws(ServiceError) -> [UInt8] {
        let (branch, index) = try branch(of: path)
        guard let publicKey = branch.publicKey(index), let signature = branch.signature(over: digest, index) else {
            throw .refused("the key at \(path) does not sign")
        }
        return Script.spendPublicKeyHash(signature: signature, publicKey: publicKey)
    }

    private func branch(of path: DerivationPath) throws(ServiceError) -> (keys: BranchKeys, index: UInt32) {
        guard let place = account.place(of: path), let keys = place.branch == .external ? external : change else {
            throw .refused("the wallet has no key at \(path)")
        }
        return (keys, place.index)
    }
}

/// The keys of one branch of an account.
private final class BranchKeys {
    private let key: ExtendedPrivateKey
    private let publicKey: ExtendedPublicKey
    /// What was derived already: a payment asks for a key when it is planned and when it is signed.
    private var known: [UInt32: [UInt8]] = [:]
    private var memory: Secret

    /// Where things lie in the memory. The state of HMAC-SHA-512 stands first, where it is aligned.
    private enum Place {
        static let message = MemoryLayout<crypto_auth_hmacsha512_state>.stride
        static let messageLength = 33 + 4
        /// The result of the HMAC, whose first half is added to the parent's key.
        static let result = message + 40
        static let key = result + HMACSHA512.length
        static let end = key + SecretCurve.keyLength
    }

    init?(of account: borrowing ExtendedPrivateKey, _ branch: UInt32) {
        guard let key = try? account.derived(along: DerivationPath([branch])) else { return nil }
        publicKey = key.publicKey
        self.key = key
        memory = Secret(count: Place.end) { memory in memory.initializeMemory(as: UInt8.self, repeating: 0) }
    }

    func publicKey(_ index: UInt32) -> [UInt8]? {
        if let known = known[index] { return known }
        let derived = try? publicKey.child(index).key
        known[index] = derived
        return derived
    }

    /// The signature by the key at `index`, which is derived as BIP32 says (CKDpriv) and overwritten by the next one.
    func signature(over digest: [UInt8], _ index: UInt32) -> [UInt8]? {
        key.withKeyAndChainCode { parent in
            memory.withMutableBytes { memory in
                let child = UnsafeMutableRawBufferPointer(rebasing: memory[Place.key..<Place.end])
                guard Self.derive(index, of: parent, publicKey.key, in: memory) else { return nil }
                return SecretCurve.signature(over: digest, with: UnsafeRawBufferPointer(child))
            }
        }
    }

    private static func derive(
        _ index: UInt32, of parent: UnsafeRawBufferPointer, _ point: [UInt8], in memory: UnsafeMutableRawBufferPointer
    ) -> Bool {
        let state = memory.baseAddress!.assumingMemoryBound(to: crypto_auth_hmacsha512_state.self)
        let message = UnsafeMutableRawBufferPointer(rebasing: memory[Place.message...].prefix(Place.messageLength))
        let result = UnsafeMutableRawBufferPointer(rebasing: memory[Place.result..<Place.key])
        let child = UnsafeMutableRawBufferPointer(rebasing: memory[Place.key..<Place.end])
        message.copyBytes(from: point)
        message.storeBytes(of: index.bigEndian, toByteOffset: 33, as: UInt32.self)
        let chainCode = UnsafeRawBufferPointer(rebasing: parent[SecretCurve.keyLength...])
        crypto_auth_hmacsha512_init(state, chainCode.octets, chainCode.count)
        crypto_auth_hmacsha512_update(state, message.octets, UInt64(message.count))
        crypto_auth_hmacsha512_final(state, result.octets)
        child.copyBytes(from: parent[..<SecretCurve.keyLength])
        return SecretCurve.add(UnsafeRawBufferPointer(rebasing: result[..<SecretCurve.keyLength]), to: child)
    }
}
