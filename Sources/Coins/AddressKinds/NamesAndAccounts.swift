import RouterBytes
import SchemeRouter

extension AddressText {
    /// An IBAN (ISO 13616): a country, two check digits, and the country's own account number.
    func iban() -> AddressReading {
        guard (15...34).contains(bytes.count), bytes.prefix(2).allSatisfy(\.isASCIILetter),
            bytes[2].isASCIIDigit, bytes[3].isASCIIDigit,
            bytes.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit })
        else { return .unknown }
        // 00, 01 and 99 have the same remainders as 97, 98 and 02, and are never issued.
        let check = (bytes[2] - 0x30) * 10 + bytes[3] - 0x30
        guard (2...98).contains(check) else { return .unknown }
        let remainder = (bytes.dropFirst(4) + bytes.prefix(4)).reduce(0) { remainder, character in
            // A letter counts as two digits, A as 10.
            character.isASCIIDigit
                ? (remainder * 10 + Int(character) - 0x30) % 97
                : (remainder * 100 + Int(character.lowercasedASCII) - 0x61 + 10) % 97
        }
        return remainder == 1 ? .address(AddressDetails()) : .unknown
    }

    /// A name of this shape.
    func name(_ shape: AddressForm.NameShape) -> AddressReading {
        switch shape {
        case .domain:
            guard isDomain else { return .unknown }
            return .address(.shape("This is a name: your wallet looks up the address."))
        case .email:
            guard isNamed(at: UInt8(ascii: "@")) else { return .unknown }
            return .address(.shape("This is a name: a third party looks up the account."))
        case .federated:
            return federated()
        case .any:
            guard !ForeignText(bytes, limit: AddressCheck.maxLength).wasChanged else { return .unknown }
            return .address(.shape("Nothing else about it can be checked here."))
        }
    }

    /// `name*host` (SEP-2): the wallet asks the host. A name that looks like an account is refused: it would pass for
    /// one.
    private func federated() -> AddressReading {
        let sign = UInt8(ascii: "*")
        guard isNamed(at: sign), let name = bytes.split(separator: sign).first,
            let host = bytes.split(separator: sign).last, !Self.looksLikeAccount(name),
            // A single word is not a host that every wallet can find.
            host.contains(UInt8(ascii: "."))
        else { return .unknown }
        var details = AddressDetails.shape(
            "This is a name: your wallet asks the name's server for the account.")
        let text = String(decoding: host, as: UTF8.self)
        // A name that cannot be a server's host is not a public host.
        if ServerAddress("https://\(text)/").map({ $0.isPrivate || $0.namesThisComputer }) ?? true {
            details.warnings.append(.serverIsLocal(host: text))
        }
        return .address(details)
    }

    /// Whether it has the length and letters of a strkey, in either case.
    private static func looksLikeAccount(_ name: ArraySlice<UInt8>) -> Bool {
        name.count >= 56 && name.allSatisfy { $0.isASCIILetter || (0x32...0x37).contains($0) }
    }

    /// Words of letters, digits, `-` and `_` separated by dots, the last one with a letter. A text that begins like
    /// hexadecimal digits is not a name: it would pass for an address. Letters beyond ASCII are refused because they
    /// could pass for ASCII ones.
    private var isDomain: Bool {
        guard bytes.count <= Self.nameLength else { return false }
        let words = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard words.count >= 2, words.allSatisfy(Self.isWord), let first = words.first, let last = words.last else {
            return false
        }
        let folded = first.map(\.lowercasedASCII)
        let looksLikeHex =
            folded.starts(with: "0x".utf8) && folded.count > 2
            || folded.count >= 40 && folded.allSatisfy { $0.hexDigitValue != nil }
        return !looksLikeHex && last.contains(where: \.isASCIILetter)
    }

    /// A name of letters, digits and `-_.+`, then the separator and a host, which may be one word.
    private func isNamed(at sign: UInt8) -> Bool {
        let parts = bytes.split(separator: sign, omittingEmptySubsequences: false)
        guard bytes.count <= Self.nameLength, parts.count == 2, !parts[0].isEmpty,
            parts[0].allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "-_.+".utf8.contains($0) })
        else { return false }
        return parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(Self.isWord)
    }

    private static func isWord(_ bytes: ArraySlice<UInt8>) -> Bool {
        (1...63).contains(bytes.count) && bytes.first != UInt8(ascii: "-") && bytes.last != UInt8(ascii: "-")
            && bytes.allSatisfy {
                $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }

    /// The longest DNS name.
    private static let nameLength = 253
}
