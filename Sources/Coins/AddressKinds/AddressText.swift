import RouterBitcoinFormat
import RouterBytes
import SchemeRouter

/// A possible address, decoded once for all forms.
struct AddressText {
    let bytes: [UInt8]
    let string: String
    /// Whether it may have a prefix that ends with a colon.
    let mayHavePrefix: Bool
    /// The Base58 content; nil if it is not Base58, or too long for the quadratic time of decoding.
    let base58: [UInt8]?
    /// The Base58Check payload before the four bytes of checksum; nil if the checksum is wrong.
    let base58CheckPayload: [UInt8]?
    /// The bech32 or bech32m content; nil if the checksum is wrong.
    let bech32: Bech32Text?

    /// Decodes a text; nil if it cannot contain an address.
    init?(_ text: some Collection<UInt8>, mayHavePrefix: Bool) {
        guard !text.isEmpty, text.count <= AddressCheck.maxLength else { return nil }
        let bytes = Array(text)
        guard let string = String(validating: bytes, as: UTF8.self) else { return nil }
        self.bytes = bytes
        self.string = string
        self.mayHavePrefix = mayHavePrefix
        base58 = Base58.decode(string)
        base58CheckPayload = try? Base58Check.decode(string)
        bech32 = Bech32Text(bytes.span)
    }

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
        let prefix = String(decoding: bytes[..<separator].map(\.lowercasedASCII), as: UTF8.self)
        return prefix.hasSuffix("_sk") || prefix.hasSuffix("_xsk") || prefix.contains("secret")
            || ["xprv", "nsec"].contains(prefix)
    }

    /// Whether it begins with the human-readable part of a form, in whatever case.
    func begins(like form: AddressForm) -> Bool {
        guard let prefix = form.rule.prefix else { return false }
        return bytes.starts(with: (prefix + "1").utf8) { $0.lowercasedASCII == $1 }
    }
}
