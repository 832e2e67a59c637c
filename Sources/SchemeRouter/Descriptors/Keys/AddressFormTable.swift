/// The keys of one form of addresses, and which of its kinds have them.
extension DescriptorSection {
    package static let addressForm = DescriptorSection(
        "a form of addresses",
        DescriptorKey(
            "kind", .choice("kind of address") { AddressForm.Kind.allCases.map(\.rawValue) }, also: "type encoding",
            "How its addresses are written and checked."),
        DescriptorKey(
            "versions", .numbers(0...0xFFFF, most: 16), also: "version-bytes prefixes",
            "What stands in front of the payload; from 0x100 on in two bytes."),
        DescriptorKey(
            "bytes", .numbers(1...256, most: 8), also: "length lengths size payload",
            "How many bytes it holds: one number, or all that there are. Of base58check those behind the version, "
                + "20 without it."),
        DescriptorKey(
            "prefix", .humanReadablePart, also: "hrp human-readable-part bech32-prefix",
            "The human-readable part. Of a CashAddr what its checksum counts, and without it the scheme of the link."),
        DescriptorKey(
            "types", .lengthsByType(0...15, 1...64), also: "hash-types",
            "The types of a CashAddr, each with the number of its bytes or a list of those."),
        DescriptorKey(
            "tags", .numbers(DescriptorLimits.units, most: 16), also: "network-bytes network-tags",
            "The numbers that stand in front of the keys."),
        DescriptorKey(
            "with-payment-id", .numbers(DescriptorLimits.units, most: 16), also: "integrated integrated-tags",
            "Those of the tags behind which a payment id follows the keys."),
        DescriptorKey(
            "letters", .names("letter") { AddressForm.StrkeyLetter.allCases.map(\.rawValue) }, also: "first-letters",
            "The letters that its addresses begin with. S, a private key, is known without being named."),
        DescriptorKey(
            "checksum", .choice("checksum") { [eip55] }, also: "case-checksum",
            "Whether letters of both cases are a checksum. Without it they mean nothing."),
        DescriptorKey(
            "eip1191", .numbers(1...DescriptorLimits.units.upperBound, most: 16), also: "chains",
            "The numbers of the chains whose checksum is that of EIP-1191."),
        DescriptorKey(
            "network-id", .integer(0...15), also: "network-nibble", "The low half of the header: the network."),
        DescriptorKey(
            "magic", .integer(0...0xFFFF_FFFF), also: "protocol-magic network-magic",
            "The number of the network inside. Without it addresses have none inside."),
        DescriptorKey(
            "shape", .choice("shape") { AddressForm.NameShape.allCases.map(\.rawValue) }, also: "looks-like",
            "What the name looks like."),
        DescriptorKey(
            "memo", .boolean, standard: "false", also: "private-memo takes-memo",
            "Whether a payment to it can have a private memo; of unified, whether one to a receiver inside can."),
        DescriptorKey(
            "warn", .boolean, standard: "false", also: "warning ambiguous",
            "Whether another coin's addresses look the same. Then the person is warned."),
        DescriptorKey(
            "pays", .boolean, standard: "true", also: "payable", "false for what is known and takes no payment."),
        DescriptorKey(
            "why", .label(80), also: "reason", "Why it takes no payment, in one sentence without a full stop."),
        DescriptorKey(
            "secret", .boolean, standard: "false", also: "private private-key",
            "Whether it is a private key, which is refused and never shown."))

    /// The only checksum that is named.
    private static let eip55 = "eip55"
}

extension AddressForm.Kind {
    /// The keys that only some kinds have, and which of them must be there.
    package var keys: (needed: [String], optional: [String]) {
        switch self {
        case .base58check: (["versions"], ["bytes"])
        case .base58: (["bytes"], [])
        case .bech32, .bech32m: (["prefix", "bytes"], ["memo"])
        case .segwit: (["prefix"], [])
        case .cashaddr: (["types"], ["prefix"])
        case .hex20: ([], ["checksum", "eip1191"])
        case .cryptonote: (["tags"], ["with-payment-id"])
        case .strkey: (["letters"], [])
        case .shelley: (["prefix", "network-id"], [])
        case .byron: ([], ["magic"])
        case .unified: (["prefix"], ["memo"])
        case .iban: ([], [])
        case .name: (["shape"], [])
        }
    }

    /// The keys that every kind has.
    package static let commonKeys = ["kind", "warn", "pays", "why", "secret"]

    /// Whether it has this key.
    func has(_ key: String) -> Bool {
        Self.commonKeys.contains(key) || keys.needed.contains(key) || keys.optional.contains(key)
    }
}

extension DescriptorLimits {
    /// How many forms of addresses a network of a coin can have.
    package static let addressForms = 1...16
}
