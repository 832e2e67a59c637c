/// Reads descriptor files, version 1 of the format; later ones override earlier ones.
struct DescriptorReader {
    var document: DocumentReader
    var catalogue: Catalogue
    /// The available plugins; nil if they are not known here.
    let plugins: [PluginForms]?
    /// What the last scheme that extends another inherited.
    var inheritedActions: InheritedActions?

    /// Parses the YAML of the files.
    /// - Parameters:
    ///   - isPartial: whether some files could not be opened.
    ///   - plugins: the available ones; nil if they are not known here.
    init(_ files: [DescriptorFile], isPartial: Bool, plugins: [PluginForms]?) {
        document = DocumentReader(files)
        self.plugins = plugins
        catalogue = Catalogue(isPartial: isPartial || !document.unreadable.isEmpty)
    }

    mutating func read() {
        for tree in document.trees { readCoins(of: tree.root) }
        for tree in document.trees { readSchemes(of: tree.root) }
    }

    private mutating func readCoins(of file: YAMLNode) {
        guard let fields = document.fields(of: file, owner: .start, in: .file) else { return }
        checkVersion(in: fields)
        guard let coins = fields["coins"], document.isMapping(coins) else { return }
        announce(coins, as: .coin)
        for entry in coins.entries {
            guard document.identifier(entry.key, at: entry.mark, in: coins) else { continue }
            describe(entry, in: coins, as: .coin)
        }
    }

    private mutating func readSchemes(of file: YAMLNode) {
        guard let schemes = file.entry("schemes")?.value, document.isMapping(schemes) else { return }
        announce(schemes, as: .scheme)
        // Replacements come first: they release names that others may claim.
        for replaces in [true, false] {
            for entry in schemes.entries where (entry.value.entry("replaces") != nil) == replaces {
                describe(entry, in: schemes, as: .scheme)
            }
        }
    }

    private mutating func checkVersion(in fields: Fields) {
        guard case .version(let known) = fields.table["version"].kind,
            let version = document.required("version", in: fields, { $0.integer($1, in: DescriptorLimits.units) }),
            version != known, let node = fields["version"]
        else { return }
        document.note(
            .unknownVersion, in: node, "version \(version) of this format is not supported",
            hint: "this program reads version \(known)")
    }

    /// Claims the names of a file before its descriptions are read, so that one can extend a later one.
    private mutating func announce(_ section: YAMLNode, as kind: Catalogue.Kind) {
        for entry in section.entries {
            let name = entry.key
            let isValid = kind == .coin ? DocumentReader.isIdentifier(name) : SchemeName.isValid(name)
            guard isValid, kind == .coin || !ForbiddenSchemes.cannotBeRead(name) else { continue }
            catalogue.announce(entry, kind, name)
        }
    }
}

/// What the descriptor reader must know about a plugin.
struct PluginForms {
    /// Its name.
    let plugin: String
    /// The names of its reply forms; nil if they become known later.
    let forms: [String]?
    /// Whether it is for coins with named accounts; nil if it only reads links.
    let hasAccounts: Bool?
}

extension [PluginForms] {
    var names: [String] {
        reduce(into: []) { names, plugin in names += (plugin.forms ?? []).filter { !names.contains($0) } }
    }
}
