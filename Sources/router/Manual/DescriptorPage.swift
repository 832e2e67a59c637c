import SchemeRouter

/// The page schemerouter-schemes(5), generated from the reader's table of keys.
enum DescriptorPage {
    static var lines: [String] {
        [
            Roff.section("NAME"), "schemerouter\\-schemes \\- descriptors of coins and of the schemes of wallet links",
            Roff.section("DESCRIPTION"),
            Roff.text(
                """
                Files in YAML say which wallet links router reads, and how the coins differ. Those that \
                it brings are in share/schemerouter/schemes.yaml; those of schemes.d add to them. “router check” finds \
                mistakes, and share/schemerouter/schemes.schema.json lets editors find them. \
                Documentation/adding-a-coin.md and Documentation/adding-a-protocol.md in share/doc/schemerouter show how to \
                write one.
                """),
        ] + sections(from: .file, title: "KEYS OF A FILE", seen: []).lines
            + [Roff.section("SEE ALSO"), ".BR router (1)"]
    }

    /// A section, then the sections that its keys lead to, each once.
    private static func sections(
        from section: DescriptorSection, title: String, seen: [ObjectIdentifier]
    ) -> (lines: [String], seen: [ObjectIdentifier]) {
        var seen = seen + [ObjectIdentifier(section)]
        var lines = [Roff.section(title)]
        for key in section.keys {
            let standard = key.standard.map { " Default: \($0)." } ?? ""
            lines += Roff.item(Roff.bold(key.name), key.text + standard)
        }
        for key in section.keys {
            guard let nested = key.nested, !seen.contains(ObjectIdentifier(nested)) else { continue }
            let inner = sections(from: nested, title: "KEYS OF \(key.name)", seen: seen)
            lines += inner.lines
            seen = inner.seen
        }
        return (lines, seen)
    }
}

extension DescriptorKey {
    /// The section nested below this key; nil if there is none.
    fileprivate var nested: DescriptorSection? {
        switch kind {
        case .mapping(let section), .named(let section), .list(let section), .action(let section): section()
        default: nil
        }
    }
}
