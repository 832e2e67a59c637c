/// The keys of an address form, and which kinds have them.
extension DescriptorSection {
    package static let addressForm = DescriptorSection(
        "a form of addresses",
        DescriptorKey(
            "kind", .choice("kind of address") { AddressForm.Kind.allCases.map(\.rawValue) }, also: "type encoding",
            "How its addresses are written and checked."),
        DescriptorKey(
            "versions", .numbers(0...0xFFFF, most: 16), also: "version-bytes prefixes",
            "The version before the payload; values from 0x100 up take two bytes. For a CashAddr, instead of types."),
        DescriptorKey(
            "bytes", .numbers(1...256, most: 8), also: "length lengths size payload",
            "How many bytes it holds: one number or a list. For base58check, the bytes after the version; "
                + "the default is 20."),
        DescriptorKey(
            "alphabet", .alphabet, also: "digits characters",
            "Its digits from 0 on, all 58 or 32. The default is the usual one for 58, or that of RFC 4648."),
        DescriptorKey(
            "padding", .choice("place of padding") { AddressCode.Padding.allCases.map(\.rawValue) },
            standard: AddressCode.Padding.after.rawValue, also: "pad",
            "Where the zero bits are that fill up a whole number of characters."),
        DescriptorKey(
            "begins", .beginnings, also: "starts", "What stands before the characters: words with “_” behind them."),
        DescriptorKey(
            "symbol", .integer(0...31), also: "version-symbol witness-version",
            "The value of the character after the prefix and “1”, before the bytes."),
        DescriptorKey(
            "tag", .boolean, standard: "false", also: "destination-tag",
            "Whether the bytes after the version are a hash, and a tag or none (XLS-5)."),
        DescriptorKey(
            "prefix", .humanReadablePart, also: "hrp human-readable-part bech32-prefix",
            "The human-readable part. For a CashAddr, the prefix its checksum covers; the default is the link's scheme."
        ),
        DescriptorKey(
            "types", .lengthsByType(0...15, 1...64), also: "hash-types",
            "The types of a CashAddr, each with its number of bytes or a list of them."),
        DescriptorKey(
            "tags", .numbers(DescriptorLimits.units, most: 16), also: "network-bytes network-tags",
            "The numbers that come before the keys."),
        DescriptorKey(
            "with-payment-id", .numbers(DescriptorLimits.units, most: 16), also: "integrated integrated-tags",
            "The tags of addresses in which a payment id follows the keys."),
        DescriptorKey(
            "letters", .names("letter") { AddressForm.StrkeyLetter.allCases.map(\.rawValue) }, also: "first-letters",
            "The letters its addresses begin with. S, a private key, is always recognised."),
        DescriptorKey(
            "checksum", .choice("checksum") { [eip55] + AddressCode.named.map(\.rawValue) }, also: "case-checksum",
            "What reveals a typing error. For hex20, whether mixed-case letters form a checksum; without it, case is ignored."
        ),
        DescriptorKey(
            "eip1191", .numbers(1...DescriptorLimits.units.upperBound, most: 16), also: "chains",
            "The numbers of the chains that use the checksum of EIP-1191."),
        DescriptorKey(
            "network-id", .integer(0...15), also: "network-nibble", "The network, in the low half of the header."),
        DescriptorKey(
            "magic", .integer(0...0xFFFF_FFFF), also: "protocol-magic network-magic",
            "The network number inside the address. Without it, addresses contain none."),
        DescriptorKey(
            "shape", .choice("shape") { AddressForm.NameShape.allCases.map(\.rawValue) }, also: "looks-like",
            "What the name looks like."),
        DescriptorKey(
            "receivers", .choice("kind of receivers") { AddressForm.UnifiedReceivers.allCases.map(\.rawValue) },
            also: "receiver-types", "Which receivers a unified address of ZIP-316's second revision has."),
        DescriptorKey(
            "memo", .boolean, standard: "false", also: "private-memo takes-memo",
            "Whether a payment to it can carry a private memo; for unified, whether one to a receiver inside can."),
        DescriptorKey(
            "warn", .boolean, standard: "false", also: "warning ambiguous",
            "Whether another coin's addresses look the same. If so, the person is warned."),
        DescriptorKey(
            "says", .label(80), also: "note", "What the person reads with each of them: a sentence without a full stop."
        ),
        DescriptorKey(
            "pays", .boolean, standard: "true", also: "payable",
            "false for an address that is recognised but cannot be paid."),
        DescriptorKey(
            "why", .label(80), also: "reason", "Why it cannot be paid, in one sentence without a full stop."),
        DescriptorKey(
            "named", .title(40), also: "called name",
            "Its name, if it cannot be paid: “Platform address”."),
        DescriptorKey(
            "secret", .boolean, standard: "false", also: "private private-key",
            "Whether it is a private key, which is rejected and never shown."))

    /// The checksum in the case of letters.
    package static let eip55 = "eip55"
}

extension AddressForm.Kind {
    /// The keys that only some kinds have: required and optional ones.
    package var keys: (needed: [String], optional: [String]) {
        switch self {
        case .base58check: (["versions"], ["bytes", "alphabet", "tag"])
        case .base58: (["bytes"], ["alphabet"])
        case .base32: (["bytes", "checksum"], ["versions", "alphabet", "padding", "begins"])
        case .base64url: (["bytes", "checksum"], ["versions"])
        case .bech32, .bech32m, .blech32, .blech32m: (["prefix", "bytes"], ["versions", "symbol", "memo"])
        case .segwit: (["prefix"], [])
        case .cashaddr: ([], ["types", "versions", "bytes", "prefix"])
        case .hex20: ([], ["checksum", "eip1191"])
        case .cryptonote: (["tags"], ["with-payment-id"])
        case .strkey: (["letters"], [])
        case .shelley: (["prefix", "network-id"], [])
        case .byron: ([], ["magic"])
        case .unified: (["prefix"], ["receivers", "memo"])
        case .iban: ([], [])
        case .name: (["shape"], [])
        }
    }

    /// The keys that every kind has.
    package static let commonKeys = ["kind", "warn", "says", "pays", "why", "named", "secret"]

    /// Whether it has this key.
    func has(_ key: String) -> Bool {
        Self.commonKeys.contains(key) || keys.needed.contains(key) || keys.optional.contains(key)
    }
}

extension AddressCode {
    /// The checksums that a descriptor names; every other one belongs to a kind.
    package static let named: [Checksum] = [.blake2b40, .sha512256, .crc16]
}

extension DescriptorLimits {
    /// The allowed number of address forms for one network of a coin.
    package static let addressForms = 1...24
}
