/// Keys and signatures as texts: a prefix, then Base58 of the bytes and the first four bytes of a RIPEMD-160 over them
/// and the curve's letters (EOSIO `libraries/fc/include/fc/crypto/common.hpp`).
enum KeyText {
    /// The bytes of Base58 text after a prefix of `start` characters: `length` of them, if it is not nil.
    static func decode(_ text: String, from start: Int, tag: String, length: Int?) throws(KeyError) -> [UInt8] {
        guard text.utf8.count <= Base58.maxLength else { throw .wrongLength }
        let bytes = try Base58.bytes(text, from: start)
        guard bytes.count > 4, length.map({ $0 == bytes.count - 4 }) ?? true else { throw .wrongLength }
        let payload = Array(bytes.dropLast(4))
        guard bytes.suffix(4).elementsEqual(checksum(payload, tag)) else { throw .badChecksum }
        return payload
    }

    /// Base58 of `payload` with its checksum.
    static func encode(_ payload: [UInt8], tag: String) -> String {
        Base58.text(payload + checksum(payload, tag))
    }

    /// The curve in `PUB_K1_…` and the offset after that; nil without such a prefix.
    static func curve(_ text: String, prefix: String) -> (curve: Curve, start: Int)? {
        for curve in Curve.allCases where text.utf8.starts(with: "\(prefix)_\(curve.tag)_".utf8) {
            return (curve, prefix.utf8.count + 4)
        }
        return nil
    }

    private static func checksum(_ payload: [UInt8], _ tag: String) -> ArraySlice<UInt8> {
        Hash.ripemd160(payload + tag.utf8).bytes.prefix(4)
    }
}
