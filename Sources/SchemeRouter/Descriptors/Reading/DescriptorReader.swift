/// Reads one descriptor file into a catalogue, version 1 of the format.
///
/// The schema has no key for what a descriptor must never decide (S3, S7): whether the person is asked, what `req-`
/// means, which schemes get no callback, limits upward, how often to decode, programs, and endpoints.
struct DescriptorReader {
    var document: DocumentReader
    /// The number of the file: later files add to earlier ones, tighten them, or take their place.
    let layer: Int

    /// Reads the coins of the file, after its version. All files' coins come before any schemes.
    mutating func readCoins(into catalogue: inout Catalogue) {
        guard let fields = document.fields(of: document.root, owner: .start, known: DescriptorKeys.file) else { return }
        checkVersion(in: fields)
        guard let coins = fields["coins"], document.isMapping(coins) else { return }
        announce(coins, as: .coin, in: &catalogue)
        for entry in coins.entries {
            guard document.identifier(entry.key, at: entry.mark, in: coins) else { continue }
            describeCoin(entry, in: coins, chain: [], catalogue: &catalogue)
        }
    }

    /// Reads the schemes of the file, when all files' coins are known.
    mutating func readSchemes(into catalogue: inout Catalogue) {
        guard let schemes = document.root.entry("schemes")?.value, document.isMapping(schemes) else { return }
        announce(schemes, as: .scheme, in: &catalogue)
        // What takes the place of others comes first: it gives up names that the others may take.
        for replaces in [true, false] {
            for entry in schemes.entries where (entry.value.entry("replaces") != nil) == replaces {
                describeScheme(entry, in: schemes, chain: [], catalogue: &catalogue)
            }
        }
    }

    private mutating func checkVersion(in fields: Fields) {
        guard let version = document.required("version", in: fields, { $0.integer($1, in: DescriptorLimits.units) }),
            version != DescriptorKeys.version, let node = fields["version"]
        else { return }
        document.note(
            .unknownVersion, at: node.mark, in: node, "version \(version) of this format is not known",
            hint: "this program reads version \(DescriptorKeys.version)")
    }

    /// Takes the names of this file before anything is read, so that one can start from another that stands below it.
    private func announce(_ section: YAMLNode, as kind: Catalogue.Kind, in catalogue: inout Catalogue) {
        for entry in section.entries {
            let name = entry.key
            let isValid = kind == .coin ? DocumentReader.isIdentifier(name) : SchemeName.isValid(name)
            guard isValid, kind == .coin || !ForbiddenSchemes.contains(name) else { continue }
            var claim = catalogue[kind, name] ?? newClaim(entry)
            claim.state = .pending
            catalogue.set(claim, kind, name)
        }
    }

    /// The claim of a coin or scheme that this file describes.
    func newClaim(_ entry: YAMLNode.Entry) -> Claim {
        Claim(owner: entry.key, layer: layer, place: document.location(entry.mark), node: entry.value, state: .pending)
    }
}
