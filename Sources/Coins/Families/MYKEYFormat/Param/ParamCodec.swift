import ExactJSON
import RouterBytes

/// MYKEY's encoding of a request (Documentation/protocols/mykey.md §1.2): ECIES in hexadecimal digits, encrypted with
/// ChaCha20, in hexadecimal digits again.
///
/// Every key follows from `appKey` and `userId`, which the link contains too. Anyone who sees a link can read and forge
/// it, so no claim of a request about its sender is proved.
public struct ParamCodec: Sendable {
    private static let password = Array("Bitcoin seed".utf8)
    private static let tagSalt = Array("MyKey-2018-Password".utf8)
    private static let salt = Array("mykey-hiandui-2020".utf8)
    private static let rounds: UInt = 4096
    /// ChaCha20's initial counter and nonce, the same for every message.
    private static let state: [UInt8] = [0x0A, 0x4A, 0x4B, 0x4C, 0x3A, 0x2A, 0x1A] + "hxgxqhxdh".utf8
    /// The fewest and the most digits of a request.
    private static let digits = 4 * ECIES.overhead...4 * (ECIES.overhead + JSONLimits.link.bytes)

    let ecies: ECIES
    let chaChaKey: [UInt8]

    /// The keys of a link.
    /// - Parameters:
    ///   - appKey: as in the link.
    ///   - userID: as in the link; case does not matter.
    public init(appKey: String, userID: String) {
        let seed = Array((appKey + userID.lowercased()).utf8)
        ecies = ECIES(key: Array(Gcrypt.hmacSHA512(key: Self.password, seed)[..<32]), salt: Self.tagSalt)
        chaChaKey = Gcrypt.pbkdf2SHA1(
            password: Array(Gcrypt.md5(seed).hex.utf8), salt: Self.salt, rounds: Self.rounds)
    }

    /// A request encoded for `param`: 4n + 452 hexadecimal digits for n bytes.
    public func encode(_ json: [UInt8]) -> String {
        while true {
            if let text = encode(json, with: .random()) { return text }
        }
    }

    func encode(_ json: [UInt8], with ephemeral: ECIES.Ephemeral) -> String? {
        guard let encrypted = ecies.encrypt(json, with: ephemeral) else { return nil }
        return Gcrypt.chaCha20(key: chaChaKey, state: Self.state, Array(encrypted.hex.utf8)).hex
    }

    /// The bytes of a request, without checking that they are JSON.
    public func decode(_ text: String) throws(ParamError) -> [UInt8] {
        guard text.utf8.count >= Self.digits.lowerBound else { throw .tooShort }
        guard text.utf8.count <= Self.digits.upperBound else { throw .tooLarge }
        guard let outer = [UInt8](hexDigits: text) else { throw .unknownEncoding }
        let inner = Gcrypt.chaCha20(key: chaChaKey, state: Self.state, outer)
        guard let digits = String(validating: inner, as: UTF8.self), let encrypted = [UInt8](hexDigits: digits) else {
            throw .wrongKeys
        }
        return try ecies.decrypt(encrypted)
    }
}
