/// The part of the shipped descriptors that the links of one scheme need, so that a click does not wait for other coins
/// or for examples.
///
/// It depends on the layout of `schemes.yaml`, not on its contents. Omitted lines become blank, so that line numbers do
/// not change; the rest is read and checked like any file. Only the shipped file is read this way: tests compare every
/// excerpt with the whole file.
struct DescriptorExcerpt {
    let file: DescriptorFile
    /// The names of all other schemes. Schemes with aliases are in the excerpt, because only reading them reveals the
    /// aliases.
    let others: [String]

    /// Nil if the file has no scheme of this name, or only as an alias. Case does not matter.
    init?(of file: DescriptorFile, scheme: ArraySlice<UInt8>) {
        let scheme = String(decoding: scheme.map(\.lowercasedASCII), as: UTF8.self)
        var schemes: [String] = []
        var coins: [String] = []
        var others: [String] = []
        var excerpt: [UInt8] = []
        // Kept, because finding the parts costs more than all further work with them.
        let parts = DescriptorParts.all(of: file.bytes)
        for part in parts {
            guard part.kind == .scheme else { continue }
            if part.isNamed(scheme) || part.hasAliases {
                schemes.append(part.name)
                coins += part.words(behind: "coin:") + part.words(behind: "coins:")
            } else {
                others.append(part.name)
            }
        }
        excerpt.reserveCapacity(file.bytes.count)
        // Repeats if something extends an omitted description.
        let known = schemes.count
        while !Self.cut(parts, to: &excerpt, schemes: &schemes, known: known, coins: &coins) {
            excerpt.removeAll(keepingCapacity: true)
        }
        guard schemes.contains(scheme) else { return nil }
        self.file = DescriptorFile(name: file.name, bytes: excerpt)
        self.others = others.filter { !schemes.contains($0) }
    }

    /// Writes what these schemes and coins need, and blank lines for the rest. Returns false if it added names that one
    /// of them needs, so that the caller must repeat it.
    /// - Parameter known: how many of the schemes already have their coins in the list.
    private static func cut(
        _ parts: [DescriptorParts.Part], to excerpt: inout [UInt8], schemes: inout [String], known: Int,
        coins: inout [String]
    ) -> Bool {
        let count = schemes.count + coins.count
        var blankLines = 0
        var scheme: DescriptorParts.Part?
        for part in parts {
            let isKept =
                switch part.kind {
                case .coin: coins.contains(where: part.isNamed)
                case .scheme: schemes.contains(where: part.isNamed)
                case .links: scheme != nil
                case .section: !coins.isEmpty || !part.isNamed("coins")
                case .other: true
                case .examples, .preface: false
                }
            if isKept {
                // Not at the end, where blank lines do not matter.
                excerpt.append(contentsOf: repeatElement(0x0A, count: blankLines))
                blankLines = 0
                if part.kind == .scheme { scheme = part }
                if let short = part.shortForm(of: scheme) {
                    excerpt.append(contentsOf: short.utf8)
                    blankLines = part.lineCount - 1
                    continue
                }
                part.writeWithoutComments(to: &excerpt)
                for base in part.words(behind: "extends:") {
                    if part.kind == .coin, !coins.contains(base) { coins.append(base) }
                    if part.kind == .scheme, !schemes.contains(base) { schemes.append(base) }
                }
                if part.kind == .scheme, schemes.firstIndex(where: part.isNamed).map({ $0 >= known }) == true {
                    for coin in part.words(behind: "coin:") + part.words(behind: "coins:") where !coins.contains(coin) {
                        coins.append(coin)
                    }
                }
            } else {
                blankLines += part.lineCount
                if part.kind == .scheme { scheme = nil }
            }
        }
        return schemes.count + coins.count == count
    }
}
