import ExactJSON
import RouterBytes

/// The `param` of a MYKEY or SimpleWallet link: one JSON object, in one of three encodings
/// (Documentation/protocols/mykey.md §1.3 and §1.4).
public struct RequestParam: Sendable, Hashable {
    /// The encoding of a request in a link.
    public enum Encoding: String, Sendable, Hashable, CaseIterable {
        /// As MYKEY's SDK does.
        case mykey
        /// The JSON itself, percent-encoded in a link; used by SimpleWallet and in QR codes.
        case plain
        /// Base64url of the JSON (RFC 4648, 5), without padding.
        case base64url
    }

    public let encoding: Encoding
    /// The request, an object.
    public let json: JSON

    /// Reads a request. It is not authenticated, whatever its encoding: see ``ParamCodec``.
    /// - Parameters:
    ///   - value: the value of `param`, percent-decoded.
    ///   - appKey: the value of `appKey`; empty if the link has none.
    ///   - userID: the value of `userId`; empty if the link has none.
    public init(_ value: String, appKey: String, userID: String) throws(ParamError) {
        let text = Self.trimmed(value)
        guard let first = text.utf8.first else { throw .empty }
        let bytes: [UInt8]
        if first == UInt8(ascii: "{") {
            encoding = .plain
            bytes = Array(text.utf8)
        } else if text.utf8.count % 2 == 0, text.utf8.allSatisfy({ $0.hexDigitValue != nil }) {
            encoding = .mykey
            bytes = try ParamCodec(appKey: appKey, userID: userID).decode(text)
        } else {
            encoding = .base64url
            bytes = try Self.base64url(text)
        }
        do {
            json = try JSON(reading: bytes, limits: .link)
        } catch {
            throw error.code == .tooLarge ? .tooLarge : .json(error)
        }
        guard json.members != nil else { throw .noObject }
    }

    /// The value of `param` for a request, not yet percent-encoded.
    public static func text(of json: JSON, as encoding: Encoding, appKey: String, userID: String) -> String {
        switch encoding {
        case .mykey: ParamCodec(appKey: appKey, userID: userID).encode(json.bytes)
        case .plain: json.text
        case .base64url: base64url(json.bytes)
        }
    }

    private static func trimmed(_ text: String) -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let bytes = text.utf8.drop(while: isSpace)
        guard let last = bytes.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(bytes[...last]) ?? ""
    }

    /// Text that is not Base64url at all has an unknown encoding, and so does text that does not decode to an object.
    private static func base64url(_ text: String) throws(ParamError) -> [UInt8] {
        var digits = Array(text.utf8)
        guard digits.count <= JSONLimits.link.bytes / 3 * 4 + 4 else { throw .tooLarge }
        guard !digits.contains(where: { "+/".utf8.contains($0) }) else { throw .unknownEncoding }
        digits = digits.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? slash : $0 }
        // Allows the whole padding of an encoder, or none.
        if digits.last != padding { digits += [UInt8](repeating: padding, count: (4 - digits.count % 4) % 4) }
        guard let bytes = Base64.decode(digits), bytes.first == UInt8(ascii: "{") else { throw .unknownEncoding }
        return bytes
    }

    private static func base64url(_ bytes: [UInt8]) -> String {
        let digits = Base64.encode(bytes).utf8.lazy.filter { $0 != padding }
            .map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == slash ? UInt8(ascii: "_") : $0 }
        return String(decoding: digits, as: UTF8.self)
    }

    private static let padding = UInt8(ascii: "=")
    private static let slash = UInt8(ascii: "/")
}

/// Replaces the registration with MYKEY for a dapp that has none (`initWalletSimple`, Documentation/protocols/mykey.md
/// §1.1).
public enum SimpleMode {
    /// The `appKey` of a dapp in simple mode: the MD5 of a prefix and its name, 32 upper-case hexadecimal digits.
    /// Anybody can get it by using the same name.
    public static func appKey(dappName: String) -> String {
        Gcrypt.md5(Array("MYKEY-simple-wallet-app-key-prefix-&#%\(dappName)".utf8)).hex.uppercased()
    }
}

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

/// Why the `param` of a link cannot be read. A wallet answers all of these with 10012, "illegal param"
/// (Documentation/protocols/mykey.md §3.5).
public enum ParamError: Error, Sendable, Equatable {
    /// It is empty. MYKEY's SDK sends that if its own encoding fails.
    case empty
    /// More than a link's JSON needs.
    case tooLarge
    /// Neither JSON, nor hexadecimal digits, nor Base64url of JSON.
    case unknownEncoding
    /// Too short for the encoding.
    case tooShort
    /// The link's `appKey` or `userId` is not the one it was encoded with.
    case wrongKeys
    /// It was damaged in transit.
    case damaged
    /// The content is not JSON.
    case json(JSONError)
    /// The content is not a JSON object.
    case noObject

    /// The problem, for the person.
    public var message: String {
        switch self {
        case .empty: "The request is empty: the program that created it failed."
        case .tooLarge: "The request is too long."
        case .unknownEncoding: "The request is neither JSON nor encoded JSON as MYKEY defines it."
        case .tooShort: "The request ends too early."
        case .wrongKeys: "The request does not belong to this link's appKey and userId."
        case .damaged: "The request was altered in transit."
        case .json(let error): "The request is not JSON: \(error.message) (byte \(error.offset))"
        case .noObject: "The request is not a JSON object."
        }
    }
}
