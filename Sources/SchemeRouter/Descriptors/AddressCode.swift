/// Bytes in a text: how they are written, what stands around them, and what reveals a typing error.
///
/// Many kinds of addresses differ in nothing else. A text is a beginning, then symbols for a version, a content and a
/// checksum.
public struct AddressCode: Sendable, Hashable {
    public let writing: Writing
    public let checksum: Checksum
    /// What texts begin with; empty if nothing is written before the symbols.
    public let beginnings: [String]
    /// What may precede the content; the first that fits counts.
    public let versions: [Version]

    public init(_ writing: Writing, _ checksum: Checksum, beginnings: [String] = [], versions: [Version]) {
        (self.writing, self.checksum, self.beginnings, self.versions) = (writing, checksum, beginnings, versions)
    }

    /// How bytes are written.
    public enum Writing: Sendable, Hashable {
        /// One number of base 58. `alphabet`: its digits from 0 on; nil for Bitcoin's.
        case base58(alphabet: [UInt8]?)
        /// Five bits for each character. `alphabet`: its digits from 0 on; nil for RFC 4648's.
        case base32(alphabet: [UInt8]?, padding: Padding)
        /// RFC 4648, 5, without padding.
        case base64URL
        /// Bech32's characters behind a human-readable part. `symbol`: the value of five bits before the bytes; nil if
        /// there is none.
        case bech32(prefix: String, symbol: UInt8?)
        /// Bech32's characters behind a prefix that may be omitted. `prefix`: nil for the scheme of the link.
        case cashaddr(prefix: String?)
    }

    /// Where the zero bits are that fill up a whole number of characters, and who capitalises them. The raw values are
    /// those of descriptors.
    public enum Padding: String, Sendable, Hashable, CaseIterable {
        case before
        case after
    }

    /// What reveals a typing error. The raw values are those of descriptors.
    public enum Checksum: String, Sendable, Hashable, CaseIterable {
        case none
        /// The first four bytes of a double SHA-256.
        case sha256d
        /// Five bytes of BLAKE2b, the last one first.
        case blake2b40 = "blake2b-40"
        /// The last four bytes of a SHA-512/256.
        case sha512256 = "sha512-256"
        /// CRC-16/XMODEM, the higher byte first.
        case crc16
        /// The same, the lower byte first.
        case crc16Low = "crc16-low"
        /// The six characters of BIP173.
        case bech32
        /// The six characters of BIP350.
        case bech32m
        /// Twelve characters, for longer texts than ``bech32``.
        case blech32
        /// Twelve characters with another constant.
        case blech32m
        /// Eight characters over the prefix and all others.
        case cashaddr
    }

    /// A version and what follows it.
    public struct Version: Sendable, Hashable {
        /// Its bytes; empty if texts have no version.
        public let bytes: [UInt8]
        /// The allowed lengths of the content.
        public let lengths: [Int]
        public let content: Content

        public init(_ bytes: [UInt8] = [], lengths: [Int], content: Content = .plain) {
            (self.bytes, self.lengths, self.content) = (bytes, lengths, content)
        }
    }

    /// The structure of the content.
    public enum Content: Sendable, Hashable {
        case plain
        /// A key, the length of the payload that it signs, and the payload, padded to a multiple of four bytes (SEP-23).
        case signedPayload
        /// A hash, whether there is a tag (0 or 1), the tag in four bytes, the lowest first, and four zeros (XLS-5).
        case tagged
    }
}

extension AddressCode {
    /// All that distinguishes it, in a fixed order.
    var canonicalText: String {
        var parts: [String]
        switch writing {
        case .base58(let alphabet): parts = ["base58 \(Self.text(alphabet))"]
        case .base32(let alphabet, let padding): parts = ["base32 \(Self.text(alphabet)) \(padding.rawValue)"]
        case .base64URL: parts = ["base64url"]
        case .bech32(let prefix, let symbol): parts = ["bech32 \(prefix) \(symbol.map { String($0) } ?? "-")"]
        case .cashaddr(let prefix): parts = ["cashaddr \(prefix ?? "-")"]
        }
        parts += [checksum.rawValue] + beginnings
        parts += versions.map { version in
            let bytes = version.bytes.map { String($0) }.joined(separator: ".")
            return "\(bytes):\(version.lengths.map { String($0) }.joined(separator: ","))\(version.content)"
        }
        return parts.joined(separator: " ")
    }

    private static func text(_ alphabet: [UInt8]?) -> String {
        alphabet.map { String(decoding: $0, as: UTF8.self) } ?? "-"
    }
}
