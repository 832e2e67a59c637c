/// Reads what wallet programs are known to read: `programs.yaml`, and `reads:` in config.yaml.
extension DocumentReader {
    mutating func programTable() -> ProgramTable? {
        guard let fields = fields(of: root, owner: .start, known: ["version", "keys", "programs"]) else { return nil }
        let losses = fields["keys"].flatMap { entries(of: $0) } ?? []
        let programs = required("programs", in: fields) { $0.items(of: $1) } ?? []
        return ProgramTable(
            losses: losses.compactMap { entry in
                label(entry.value, limit: 80).map { ProgramTable.Loss(key: entry.key, text: $0) }
            }, programs: programs.compactMap { program($0) })
    }

    private mutating func program(_ node: YAMLNode) -> ProgramTable.Program? {
        guard let fields = fields(of: node, owner: node.mark, known: ["name", "ids", "measured", "reads"]) else {
            return nil
        }
        _ = required("name", in: fields) { $0.label($1, limit: 80) }
        _ = required("measured", in: fields) { $0.label($1, limit: 120) }
        let ids = required("ids", in: fields) { $0.items(of: $1) } ?? []
        let reads = required("reads", in: fields) { $0.programReads($1) }
        return reads.map { reads in ProgramTable.Program(ids: ids.compactMap { label($0, limit: 80) }, reads: reads) }
    }

    /// `[bip321]`, `[pj, pjos]`, `[pj: https, lightning: [bolt11, lnurl]]`, or the same as a mapping.
    package mutating func programReads(_ node: YAMLNode) -> ProgramReads? {
        var reads = ProgramReads()
        if case .mapping = node.content {
            for entry in entries(of: node) ?? [] { reads.keys += keys(entry) }
            return reads
        }
        guard let items = items(of: node) else { return nil }
        for item in items {
            switch item.content {
            case .mapping: for entry in entries(of: item) ?? [] { reads.keys += keys(entry) }
            case .scalar, .sequence:
                guard let name = text(item) else { continue }
                if name.isSame(ProgramReads.everything) {
                    reads.readsEverything = true
                } else if isKey(name, at: item.mark, in: item) {
                    reads.keys.append(ProgramReads.Key(name))
                }
            }
        }
        return reads
    }

    private mutating func keys(_ entry: YAMLNode.Entry) -> [ProgramReads.Key] {
        guard isKey(entry.key, at: entry.mark, in: entry.value) else { return [] }
        var values = [entry.value]
        if case .sequence(let items) = entry.value.content { values = items }
        return values.compactMap { value in
            choice(value, of: "kind of value", among: ProgramReads.Value.allCases, name: \.rawValue).map {
                ProgramReads.Key(entry.key, $0)
            }
        }
    }

    private mutating func isKey(_ name: String, at mark: YAMLMark, in node: YAMLNode) -> Bool {
        let isKey =
            (1...40).contains(name.utf8.count) && !name.hasPrefix("req-")
            && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0.isASCIIDigit || "-_.".utf8.contains($0) }
        if !isKey {
            note(
                .invalidValue, at: mark, in: node, "\(quoted(name)) is not the name of a parameter",
                hint: "write it in lower case and without “req-”, or “bip321” for all of them")
        }
        return isKey
    }
}
