import RouterBitcoinFormat
import RouterBytes
import SchemeRouter

/// A possible address. What several forms ask for is decoded once, and only if one of them asks.
final class AddressText {
    let bytes: [UInt8]
    let string: String
    /// Whether it may have a prefix that ends with a colon.
    let mayHavePrefix: Bool
    /// The Base58 content; nil if it is not Base58, or too long for the quadratic time of decoding.
    private(set) lazy var base58 = Base58.decode(string)
    /// The Base58Check payload before the four bytes of checksum; nil if the checksum is wrong.
    private(set) lazy var base58CheckPayload = try? Base58Check.decode(string)
    /// The bech32 or bech32m content; nil if the checksum is wrong.
    private(set) lazy var bech32 = Self.bech32(bytes)
    /// The witness program; nil if it is none, of any network.
    private(set) lazy var program = Bech32.decode(string)
    /// The bytes in blocks of Base58; nil if it has none.
    private(set) lazy var cryptoNoteBlocks = Self.cryptoNoteBlocks(bytes)

    /// Nil if a text cannot contain an address.
    init?(_ text: some Collection<UInt8>, mayHavePrefix: Bool) {
        guard !text.isEmpty, text.count <= AddressCheck.maxLength else { return nil }
        let bytes = Array(text)
        guard let string = String(validating: bytes, as: UTF8.self) else { return nil }
        self.bytes = bytes
        self.string = string
        self.mayHavePrefix = mayHavePrefix
    }

    private static func bech32(_ bytes: [UInt8]) -> Bech32Text? { Bech32Text(bytes.span) }

    /// Whether it is any coin's private key: in wallet import format, extended (BIP32), encrypted (BIP38), or a strkey.
    var isPrivateKey: Bool {
        if let payload = base58CheckPayload, AddressError(payloadThatIsNoAddress: payload) == .privateKey {
            return true
        }
        return isStrkeySeed || hasSecretPrefix
    }

    /// Whether it is an extended public key (BIP32).
    var isExtendedKey: Bool {
        base58CheckPayload.map { AddressError(payloadThatIsNoAddress: $0) == .extendedKey } ?? false
    }

    /// Whether it has the prefix of a bech32 private key, such as `addr_xsk` of Cardano (CIP-5) and
    /// `secret-extended-key-main` of Zcash (ZIP-32). Its checksum does not matter: even a mistyped key must not be
    /// shown.
    private var hasSecretPrefix: Bool {
        guard let separator = bytes.lastIndex(of: UInt8(ascii: "1")), bytes.count - separator > 20 else { return false }
        let prefix = bytes[..<separator].map(\.lowercasedASCII)
        return ["_sk", "_xsk"].contains { prefix.suffix($0.utf8.count).elementsEqual($0.utf8) }
            || ["xprv", "nsec"].contains { prefix.elementsEqual($0.utf8) }
            || prefix.indices.contains { prefix[$0...].starts(with: "secret".utf8) }
    }

    /// Whether it begins with the human-readable part of a form, in whatever case.
    func begins(like form: AddressForm) -> Bool {
        guard let prefix = form.rule.prefix else { return false }
        return bytes.starts(with: (prefix + "1").utf8) { $0.lowercasedASCII == $1 }
    }

    /// Whether its beginning and length allow an address of a form that has a checksum. Far cheaper than reading it.
    func mayBe(_ form: AddressForm) -> Bool {
        switch form.rule {
        case .code(let code): return mayBe(code)
        case .segwit(let prefix), .shelley(let prefix, _), .unified(let prefix, _): return begins(with: prefix)
        case .hex20: return bytes.count == 42
        // A tag of at least a byte, two keys and a checksum.
        case .cryptonote: return bytes.count >= 95
        // A hash of 28 bytes, and 15 around it.
        case .byron: return bytes.count >= 43
        case .iban: return bytes.count <= 34
        case .name: return false
        }
    }

    private func mayBe(_ code: AddressCode) -> Bool {
        guard code.checksum != .none else { return false }
        switch code.writing {
        case .bech32(let prefix, _): return begins(with: prefix)
        case .cashaddr: return code.sizes.contains { ($0 * 8 + 4) / 5 + SymbolChecksum.cashaddr.count <= bytes.count }
        case .base58(let alphabet):
            if code.checksum == .sha256d, alphabet == nil, base58CheckPayload == nil { return false }
            // Zeros at the start take a character each, and other bytes 1.37.
            return code.sizes.contains { ($0...$0 * 138 / 100 + 1).contains(bytes.count) }
        case .base32:
            let beginning = code.beginnings.first { bytes.starts(with: $0.utf8) }?.utf8.count
            guard let start = code.beginnings.isEmpty ? 0 : beginning else { return false }
            return code.sizes.contains { ($0 * 8 + 4) / 5 == bytes.count - start }
        case .base64URL: return code.beginnings.isEmpty || code.beginnings.contains { bytes.starts(with: $0.utf8) }
        }
    }

    private func begins(with prefix: String) -> Bool {
        let prefix = prefix.utf8
        return bytes.count > prefix.count && bytes[prefix.count] == UInt8(ascii: "1")
            && zip(bytes, prefix).allSatisfy { $0.lowercasedASCII == $1 }
    }
}

extension AddressCode {
    /// The numbers of bytes that its texts can have.
    fileprivate var sizes: some Sequence<Int> {
        let checksum = checksum.length
        return versions.lazy.flatMap { version in version.lengths.lazy.map { version.bytes.count + $0 + checksum } }
    }
}
