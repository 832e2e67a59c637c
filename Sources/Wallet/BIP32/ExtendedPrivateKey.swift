import SchemeRouter

/// A private key of a BIP32 tree with its chain code. Both lie in a `Secret`.
struct ExtendedPrivateKey: ~Copyable, Sendable {
    /// The private key in its first 32 bytes, then the chain code.
    private let secret: Secret
    /// The compressed public key.
    let point: [UInt8]
    private let place: TreePlace

    /// The root of the tree that `seed` gives (BIP32 "Master key generation").
    static func master(seed: borrowing Secret) throws(DerivationError) -> ExtendedPrivateKey {
        let name: StaticString = "Bitcoin seed"
        let secret = seed.withBytes { bytes in
            HMACSHA512.code(key: UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), bytes)
        }
        return try at(.root, secret)
    }

    private init(secret: consuming Secret, point: [UInt8], place: TreePlace) {
        self.secret = secret
        self.point = point
        self.place = place
    }

    private static func at(
        _ place: TreePlace, _ secret: consuming Secret
    ) throws(DerivationError) -> ExtendedPrivateKey {
        let point = secret.withBytes { bytes in
            SecretCurve.publicKey(of: UnsafeRawBufferPointer(rebasing: bytes[..<SecretCurve.keyLength]))
        }
        guard let point else { throw .noKey }
        return ExtendedPrivateKey(secret: secret, point: point, place: place)
    }

    /// The public half. Its chain code is no secret any more once it is told or stored.
    var publicKey: ExtendedPublicKey {
        let chainCode = secret.withBytes { bytes in Array(bytes[SecretCurve.keyLength...]) }
        return ExtendedPublicKey(place: place, chainCode: chainCode, key: point)
    }

    /// The key at `path` below this one.
    borrowing func derived(along path: DerivationPath) throws(DerivationError) -> ExtendedPrivateKey {
        var key = ExtendedPrivateKey(secret: secret.duplicate(), point: point, place: place)
        for step in path.steps { key = try key.child(step) }
        return key
    }

    /// CKDpriv of BIP32. Leading zeros of keys are kept.
    private borrowing func child(_ number: UInt32) throws(DerivationError) -> ExtendedPrivateKey {
        let childPlace = try place.child(number, of: point)
        let message = Secret(count: 1 + SecretCurve.keyLength + 4) { memory in
            secret.withBytes { bytes in
                if number & DerivationPath.hardened == 0 {
                    memory.copyBytes(from: point)
                } else {
                    memory[0] = 0
                    UnsafeMutableRawBufferPointer(rebasing: memory[1...])
                        .copyBytes(from: bytes[..<SecretCurve.keyLength])
                }
            }
            memory.storeBytes(of: number.bigEndian, toByteOffset: 1 + SecretCurve.keyLength, as: UInt32.self)
        }
        var child = secret.withBytes { bytes in
            message.withBytes { message in
                HMACSHA512.code(key: UnsafeRawBufferPointer(rebasing: bytes[SecretCurve.keyLength...]), message)
            }
        }
        let isKey = child.withMutableBytes { bytes in
            secret.withBytes { parent in
                Self.add(UnsafeRawBufferPointer(rebasing: parent[..<SecretCurve.keyLength]), to: bytes)
            }
        }
        guard isKey else { throw .noKey }
        return try Self.at(childPlace, child)
    }

    /// Replaces the tweak in the first half of `bytes` by the child's key. False where BIP32 has no key for it.
    private static func add(_ parent: UnsafeRawBufferPointer, to bytes: UnsafeMutableRawBufferPointer) -> Bool {
        let place = UnsafeMutableRawBufferPointer(rebasing: bytes[..<SecretCurve.keyLength])
        let tweak = Secret(count: place.count) { memory in memory.copyMemory(from: UnsafeRawBufferPointer(place)) }
        place.copyMemory(from: parent)
        return tweak.withBytes { tweak in SecretCurve.add(tweak, to: place) }
    }

    /// Lends the private key and the chain code, 64 bytes. They must not leave `body`.
    borrowing func withKeyAndChainCode<Result: ~Copyable>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        secret.withBytes(body)
    }

    /// The private key alone, 32 bytes.
    borrowing func privateKey() -> Secret {
        secret.withBytes { bytes in
            Secret(count: SecretCurve.keyLength) { memory in
                memory.copyBytes(from: bytes[..<SecretCurve.keyLength])
            }
        }
    }
}
