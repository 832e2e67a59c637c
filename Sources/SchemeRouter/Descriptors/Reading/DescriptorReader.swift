/// Reads one descriptor file into a catalogue, version 1 of the format.
///
/// The schema has no key for what a descriptor must never decide (S3, S7): whether the person is asked, what `req-`
/// means, which schemes get no callback, limits upward, how often to decode, programs, and endpoints.
struct DescriptorReader {
    /// The format that is read.
    static let version: Int64 = 1

    var document: DocumentReader
    /// Reads the coins of the file, after its version. All files' coins come before any schemes.
    mutating func readCoins(into catalogue: inout Catalogue) {
        guard let fields = document.fields(of: document.root, owner: .start, known: ["version", "coins", "schemes"])
        else { return }
        checkVersion(in: fields)
        guard let coins = fields["coins"], document.isMapping(coins) else { return }
        let earlier = catalogue.coins.count
        for entry in coins.entries {
            guard document.identifier(entry.key, at: entry.mark, in: coins) else { continue }
            let id = CoinID(entry.key)
            if let first = catalogue.claim(coin: id, at: document.location(entry.mark)) {
                document.note(
                    .duplicateName, at: entry.mark, in: coins,
                    "the coin '\(entry.key)' is described at \(first) already")
                continue
            }
            guard let coin = coin(entry) else { continue }
            checkCoinType(of: coin, entry: entry, against: catalogue.coins[..<earlier])
            catalogue.coins.append(coin)
        }
    }

    /// Reads the schemes of the file, when all files' coins are known.
    mutating func readSchemes(into catalogue: inout Catalogue) {
        guard let schemes = document.root.entry("schemes")?.value,
            document.isMapping(schemes)
        else { return }
        for entry in schemes.entries {
            let isFree = claim(entry.key, at: entry.mark, in: schemes, catalogue: &catalogue)
            if let scheme = scheme(entry, in: &catalogue), isFree { catalogue.schemes.append(scheme) }
        }
    }

    private mutating func checkVersion(in fields: Fields) {
        guard let version = document.required("version", in: fields, { $0.integer($1, in: 0...Int64.max - 1) }),
            version != Self.version, let node = fields["version"]
        else { return }
        document.note(
            .unknownVersion, at: node.mark, in: node, "version \(version) of this format is not known",
            hint: "this program reads version \(Self.version)")
    }

    /// Takes a scheme's name. False where it cannot be had; the reason is noted.
    mutating func claim(
        _ name: String, at mark: YAMLMark, in node: YAMLNode, catalogue: inout Catalogue
    ) -> Bool {
        guard SchemeName.isValid(name) else {
            document.note(
                .invalidValue, at: mark, in: node, "\(quoted(name)) is no scheme",
                hint: "schemes are lower-case letters, digits, '+', '-' and '.', at most \(SchemeName.maxLength), "
                    + "and begin with a letter")
            return false
        }
        guard !ForbiddenSchemes.contains(name) else {
            document.note(
                .forbiddenScheme, at: mark, in: node, "'\(name)' can never be a wallet's scheme")
            return false
        }
        if let first = catalogue.claim(scheme: name, at: document.location(mark)) {
            document.note(
                .duplicateName, at: mark, in: node, "the scheme '\(name)' is described at \(first) already")
            return false
        }
        return true
    }

    /// S12: a drop-in that took a coin type of an earlier file would make two coins share their keys.
    private mutating func checkCoinType(
        of coin: CoinDescriptor, entry: YAMLNode.Entry, against earlier: ArraySlice<CoinDescriptor>
    ) {
        guard let coinType = coin.networks[.main]?.coinType,
            let other = earlier.first(where: { $0.networks[.main]?.coinType == coinType })
        else { return }
        document.note(
            .coinTypeInUse, at: entry.mark, in: entry.value,
            "the BIP44 coin type \(coinType) of '\(coin.id)' belongs to '\(other.id)' already",
            hint: "SLIP-44 lists the coin types")
    }
}
