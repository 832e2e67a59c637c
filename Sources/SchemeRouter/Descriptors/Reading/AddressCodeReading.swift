/// Kinds of addresses that are bytes in a text (``AddressCode``).
extension DescriptorReader {
    /// Reads the parts of a kind; nil if one has a mistake, which is noted.
    mutating func code(of kind: AddressForm.Kind, in fields: Fields) -> AddressCode? {
        switch kind {
        case .base58check:
            let (writing, versions) = (base58(in: fields), versions(in: fields, isNeeded: true, standard: [20]))
            guard let writing, let versions else { return nil }
            return AddressCode(writing, .sha256d, versions: versions)
        case .base58:
            let (writing, lengths) = (base58(in: fields), lengths("bytes", in: fields))
            guard let writing, let lengths else { return nil }
            return AddressCode(writing, .none, versions: [.init(lengths: lengths)])
        case .base32, .base64url:
            let writing = kind == .base32 ? base32(in: fields) : .base64URL
            let checksum = checksum(of: kind, in: fields)
            let begins = fields["begins"].map { beginnings($0) } ?? []
            let versions = versions(in: fields, isNeeded: false, standard: nil)
            guard let writing, let checksum, let begins, let versions else { return nil }
            return AddressCode(writing, checksum, beginnings: begins, versions: versions)
        case .bech32, .bech32m, .blech32, .blech32m:
            let (prefix, versions) = (prefix(in: fields), versions(in: fields, isNeeded: false, standard: nil))
            let symbol = fields["symbol"] == nil ? nil : integer("symbol", in: fields)
            guard let prefix, let versions, (symbol == nil) == (fields["symbol"] == nil),
                let checksum = AddressCode.Checksum(rawValue: kind.rawValue)
            else { return nil }
            return AddressCode(
                .bech32(prefix: prefix, symbol: symbol.map { UInt8($0) }), checksum, versions: versions)
        case .cashaddr: return cashaddr(in: fields)
        case .strkey:
            return strkeyLetters(in: fields).map { letters in
                AddressCode(.base32(alphabet: nil, padding: .after), .crc16Low, versions: letters.map(\.version))
            }
        case .segwit, .hex20, .cryptonote, .shelley, .byron, .unified, .iban, .name: return nil
        }
    }

    // MARK: Parts

    private mutating func base58(in fields: Fields) -> AddressCode.Writing? {
        alphabet(58, in: fields).map { .base58(alphabet: $0) }
    }

    private mutating func base32(in fields: Fields) -> AddressCode.Writing? {
        let alphabet = alphabet(32, in: fields)
        let padding = text("padding", in: fields).flatMap(AddressCode.Padding.init)
        guard let alphabet, let padding else { return nil }
        return .base32(alphabet: alphabet, padding: padding)
    }

    /// The digits from 0 on: nil within for the usual ones, nil if there is a mistake.
    private mutating func alphabet(_ size: Int, in fields: Fields) -> [UInt8]?? {
        guard let node = fields["alphabet"] else { return .some(nil) }
        guard let text = document.text(node) else { return nil }
        let digits = Array(text.utf8)
        guard digits.count == size, Set(digits).count == size, digits.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            document.note(
                .invalidValue, in: node, "\(quoted(text)) is not an alphabet of this kind",
                hint: "it has \(size) different ASCII characters, beginning with the one for 0")
            return nil
        }
        return digits
    }

    private mutating func checksum(of kind: AddressForm.Kind, in fields: Fields) -> AddressCode.Checksum? {
        guard let name = text("checksum", in: fields) else { return nil }
        let known = AddressCode.named
        if let checksum = known.first(where: { $0.rawValue.isSame(name) }) { return checksum }
        if let node = fields["checksum"] {
            document.note(
                .conflict, in: node, "an address of the kind “\(kind.rawValue)” has no checksum “\(name)”",
                hint: "it has one of \(known.map(\.rawValue).joined(separator: ", "))")
        }
        return nil
    }

    /// What texts begin with. Only what no name and no address of another kind can be mistaken for: words that end with
    /// `_`.
    private mutating func beginnings(_ node: YAMLNode) -> [String]? {
        let items = node.kind == .sequence ? Array(node.items) : [node]
        guard (1...4).contains(items.count) else {
            document.note(.outOfRange, in: node, "expected 1 to 4 beginnings")
            return nil
        }
        let texts = items.compactMap { item -> String? in
            guard let text = document.text(item) else { return nil }
            guard text.utf8.count <= 20, text.utf8.last == UInt8(ascii: "_"), text.utf8.count > 1,
                text.utf8.dropLast().allSatisfy({ (0x61...0x7A).contains($0) })
            else {
                document.note(
                    .invalidValue, in: item, "\(quoted(text)) cannot begin an address",
                    hint: "it is a word of small letters with “_” behind it")
                return nil
            }
            return text
        }
        return texts.count == items.count ? texts : nil
    }

    /// Versions of one byte, or of two from 0x100 on, with the lengths of what follows.
    private mutating func versions(
        in fields: Fields, isNeeded: Bool, standard: [Int]?
    ) -> [AddressCode.Version]? {
        let isOpen = !isNeeded && fields["versions"] == nil
        let numbers = isOpen ? [] : numbers("versions", in: fields)
        let bytes = fields["bytes"] == nil && standard != nil ? standard : lengths("bytes", in: fields)
        let isTagged = fields["tag"] == nil ? false : flag("tag", in: fields)
        guard let numbers, let bytes, let isTagged else { return nil }
        if isTagged, bytes != [29], let node = fields["bytes"] ?? fields["tag"] {
            document.note(
                .conflict, in: node, "an address with a tag inside has 29 bytes", hint: "write “bytes: 29”")
            return nil
        }
        let content: AddressCode.Content = isTagged ? .tagged : .plain
        guard !isOpen else { return [.init(lengths: bytes, content: content)] }
        return numbers.map { number in
            let low = UInt8(truncatingIfNeeded: number)
            let version = number > 0xFF ? [UInt8(truncatingIfNeeded: number >> 8), low] : [low]
            return .init(version, lengths: bytes, content: content)
        }
    }

    /// Either hashes with types, or versions of the descriptor's own.
    private mutating func cashaddr(in fields: Fields) -> AddressCode? {
        let prefix = fields["prefix"] == nil ? nil : prefix(in: fields)
        let other = fields.entry("versions") ?? fields.entry("bytes")
        if let other, fields["types"] != nil {
            document.note(
                .conflict, at: other.mark, in: fields.node, "“\(other.key)” cannot be used together with “types”",
                hint: "“types” has the lengths")
            return nil
        }
        let versions =
            other == nil ? hashVersions(in: fields) : versions(in: fields, isNeeded: true, standard: nil)
        guard let versions, (prefix == nil) == (fields["prefix"] == nil) else { return nil }
        return AddressCode(.cashaddr(prefix: prefix), .cashaddr, versions: versions)
    }

    /// The length of a hash in bytes, by the last three bits of its version.
    private static let hashLengths: [Int64] = [20, 24, 28, 32, 40, 48, 56, 64]

    /// The types of hashes with their lengths, each of which is a version: the type and a code of the length.
    private mutating func hashVersions(in fields: Fields) -> [AddressCode.Version]? {
        guard case .lengthsByType(let types, let lengths) = fields.table["types"].kind else { return nil }
        guard let node = fields["types"] else {
            document.noteMissing("types", in: fields)
            return nil
        }
        guard let entries = document.entries(of: node) else { return nil }
        guard !entries.isEmpty else {
            document.note(.outOfRange, in: node, "expected at least one type", hint: "write { 0: 20, 1: [20, 32] }")
            return nil
        }
        var read: [AddressCode.Version] = []
        var count = 0
        for entry in entries {
            let bytes = document.numbers(entry.value, in: lengths, most: 8)
            guard let number = DocumentReader.number(Array(entry.key.utf8)[...]), types.contains(number) else {
                document.note(
                    .outOfRange, at: entry.mark, in: node,
                    "expected a type number from \(types.lowerBound) to \(types.upperBound), "
                        + "not \(quoted(entry.key))", hint: "write { 0: 20, 1: [20, 32] }")
                continue
            }
            guard let bytes else { continue }
            count += 1
            for length in bytes {
                // No text has another length.
                guard let code = Self.hashLengths.firstIndex(of: length) else { continue }
                read.append(.init([UInt8(truncatingIfNeeded: number) << 3 | UInt8(code)], lengths: [Int(length)]))
            }
        }
        return count == entries.count ? read : nil
    }

    private mutating func strkeyLetters(in fields: Fields) -> [AddressForm.StrkeyLetter]? {
        guard let node = fields["letters"] else {
            document.noteMissing("letters", in: fields)
            return nil
        }
        let items = node.kind == .sequence ? Array(node.items) : [node]
        guard !items.isEmpty else {
            document.note(.outOfRange, in: node, "expected a letter", hint: "write [G, M]")
            return nil
        }
        var letters: [AddressForm.StrkeyLetter] = []
        for item in items {
            if item.isText("S") {
                document.note(
                    .conflict, in: item, "S begins a private key, never an address",
                    hint: "leave it out: it is always recognised")
                continue
            }
            let letter = document.choice(
                item, of: "letter", among: AddressForm.StrkeyLetter.allCases, name: \.rawValue)
            guard let letter else { continue }
            if letters.contains(letter) {
                document.note(.conflict, in: item, "\(letter.rawValue) appears twice", hint: "remove one of them")
                continue
            }
            letters.append(letter)
        }
        return letters.count == items.count ? letters : nil
    }

    private mutating func lengths(_ key: String, in fields: Fields) -> [Int]? {
        numbers(key, in: fields)?.compactMap { Int(exactly: $0) }
    }
}
