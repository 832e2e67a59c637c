import RouterBitcoinFormat
import RouterBytes
import SchemeRouter

/// Kinds that are bytes in a text.
extension AddressText {
    /// A version, a content and a checksum, as the parts of the code say.
    /// - Parameter scheme: the default prefix of a CashAddr; nil if unknown.
    func coded(_ code: AddressCode, scheme: String?) -> AddressReading {
        let data: [UInt8]
        var details = AddressDetails()
        switch code.writing {
        case .base58(let alphabet):
            guard let found = base58(alphabet, code.checksum) else { return .unknown }
            data = found
        case .base32(let alphabet, let padding):
            guard let start = length(of: code.beginnings),
                let text = Base32Text(bytes[start...], alphabet: alphabet, padding: padding),
                let found = code.checksum.content(of: text.bytes)
            else { return .unknown }
            data = found
            // In capitals, as its own programs write it, unless its letters are told apart by case.
            if text.wasFolded, code.checksum == .crc16Low { return .unknown }
            details.text = text.wasFolded ? text.text : nil
        case .base64URL:
            guard let start = length(of: code.beginnings),
                let found = Base64.decode(bytes[start...], isForURL: true).flatMap(code.checksum.content)
            else { return .unknown }
            data = found
        case .bech32(let prefix, let symbol):
            switch bech32Payload(code.checksum, prefix: prefix, symbol: symbol) {
            case .failure(let none): return none.reading
            case .success(let found): data = found
            }
        case .cashaddr(let prefix):
            guard let prefix = prefix ?? scheme, let (text, found) = cashAddr(prefix: prefix) else { return .unknown }
            details.text = text
            data = found
        }
        for version in code.versions where data.starts(with: version.bytes) {
            let content = data.dropFirst(version.bytes.count)
            guard version.lengths.contains(content.count), details.add(content, as: version.content) else { continue }
            if code.checksum == .none {
                details.checked = .shape
                details.unchecked = "This address has no checksum, so a typing error cannot be detected."
            }
            // Of hashes, some coins' burnt money went to zeros on purpose; a key of zeros is only a gap to be filled.
            if content.count >= 32, code.checksum != .none, content.allSatisfy({ $0 == 0 }) {
                details.warnings.append(.isPlaceholder)
            }
            return .address(details)
        }
        // A hash after one or two version bytes: most coins' addresses have this form.
        return code.checksum == .sha256d && (21...22).contains(data.count) ? .refused(.otherVersion) : .unknown
    }

    /// Whether it is a private key in base32 (SEP-23).
    var isStrkeySeed: Bool {
        guard bytes.first == UInt8(ascii: "S"), let text = Base32Text(bytes[...], alphabet: nil, padding: .after),
            let data = AddressCode.Checksum.crc16Low.content(of: text.bytes)
        else { return false }
        return data.count == 33 && data[0] == 18 << 3
    }

    /// The length of the beginning that the text has; nil if it has none of them.
    private func length(of beginnings: [String]) -> Int? {
        beginnings.isEmpty ? 0 : beginnings.first { bytes.starts(with: $0.utf8) }?.utf8.count
    }

    /// The bytes before the checksum.
    private func base58(_ alphabet: [UInt8]?, _ checksum: AddressCode.Checksum) -> [UInt8]? {
        guard let alphabet else { return checksum == .sha256d ? base58CheckPayload : base58 }
        // The digits that the same number has in the usual alphabet.
        let usual = bytes.map { byte in
            alphabet.firstIndex(of: byte).map { Base58.alphabet[$0] } ?? 0
        }
        return Base58.decode(String(decoding: usual, as: UTF8.self)).flatMap(checksum.content)
    }

    /// The whole text, in lower case behind its prefix, and the bytes before its checksum of 40 bits.
    private func cashAddr(prefix: String) -> (text: String, bytes: [UInt8])? {
        guard let payload = cashAddrPayload(behind: prefix), let folded = Bech32Text.folded(payload.span),
            let values = Bech32Text.values(of: folded[...]), values.count > 8,
            SymbolChecksum.cashaddr.remainder(of: prefix.utf8.map { $0 & 31 } + [0] + values) == 1,
            let bytes = Bech32.regroup(values.dropLast(8), from: 5, to: 8, pads: false)
        else { return nil }
        return (prefix + ":" + String(decoding: folded, as: UTF8.self), bytes)
    }

    /// The part after the prefix; nil if there is no prefix or none is allowed.
    private func cashAddrPayload(behind prefix: String) -> ArraySlice<UInt8>? {
        guard mayHavePrefix, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return bytes[...] }
        return bytes[..<colon].elementsEqual(prefix.utf8) ? bytes[(colon + 1)...] : nil
    }
}

extension AddressDetails {
    /// Takes what the content of a version says; false if it is not such a content.
    fileprivate mutating func add(_ content: ArraySlice<UInt8>, as structure: AddressCode.Content) -> Bool {
        switch structure {
        case .plain: return true
        case .signedPayload:
            let length = content.dropFirst(32).prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            guard (1...64).contains(length) else { return false }
            let end = 36 + Int(length)
            return (end + 3) / 4 * 4 == content.count && content.dropFirst(end).allSatisfy { $0 == 0 }
        case .tagged:
            let (flag, rest) = (content.dropFirst(20).first, content.dropFirst(21))
            let number = rest.prefix(4).reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            guard content.count == 29, rest.dropFirst(4).allSatisfy({ $0 == 0 }), flag == 1 || flag == 0 && number == 0
            else { return false }
            tag = flag == 1 ? .given(number) : .absent
            return true
        }
    }
}
