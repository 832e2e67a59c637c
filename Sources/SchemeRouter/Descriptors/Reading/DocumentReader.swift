/// Reads typed values from YAML and collects all mistakes, so that one run finds every one.
///
/// A value that cannot be read is nil, and the mistake is noted; no value is guessed.
package struct DocumentReader {
    /// The trees of the files that are valid YAML, in file order.
    let trees: [YAMLTree]
    let unreadable: [DescriptorDiagnostic]
    /// The part of a merged description that is being read: only mistakes in it are noted, because the other parts were
    /// read before. Nil if all mistakes count.
    var statement: YAMLNode.Entry?
    private var notes: [Note] = []

    /// A mistake without its text for people. That costs time, so it is made only for those that are shown.
    private struct Note {
        let problem: YAMLProblem
        let layer: Int
        let name: String?
        let candidates: [String]

        /// Where an unknown key belongs, or which keys are known here.
        var place: String? {
            guard problem.code == .unknownKey, let name else { return nil }
            if let owner = Advice.place(of: name, insteadOf: candidates) { return "it belongs to \(owner)" }
            return candidates.count <= 12 ? "known: \(candidates.joined(separator: ", "))" : nil
        }

        /// Nil also if it could be a secret that somebody wrote as a name.
        var suggestion: String? {
            guard let name, KeyMaterial.hidden(in: name) == name,
                let near = Advice.suggestion(for: name, among: candidates)
            else { return nil }
            return KeyMaterial.hidden(in: near) == near ? near : nil
        }
    }

    /// Parses the YAML of a file. Throws if it is not YAML; a duplicate key is noted like other mistakes.
    package init(_ file: DescriptorFile) throws(DescriptorErrors) {
        self.init([file])
        guard unreadable.isEmpty else { throw DescriptorErrors(unreadable) }
    }

    init(_ files: [DescriptorFile]) {
        var trees: [YAMLTree] = []
        var unreadable: [DescriptorDiagnostic] = []
        for (layer, file) in files.enumerated() {
            do throws(YAMLProblem) {
                let document = try YAMLReader.read(file, layer: layer)
                trees.append(document.tree)
                notes += document.duplicates.map { Note(problem: $0, layer: layer, name: nil, candidates: []) }
            } catch {
                let note = Note(problem: error, layer: layer, name: nil, candidates: [])
                unreadable += Self.diagnostics(of: [note], in: file, root: nil)
            }
        }
        self.trees = trees
        self.unreadable = unreadable
    }

    /// The root of the first file; an empty mapping if the file is empty.
    package var root: YAMLNode { trees[0].root }

    /// The number of mistakes noted so far.
    var mistakes: Int { notes.count }

    package var isClean: Bool { notes.isEmpty && unreadable.isEmpty }

    /// All mistakes, in the order of the files and positions; files that are not YAML come first.
    package var diagnostics: [DescriptorDiagnostic] {
        unreadable
            + trees.flatMap { tree in
                let own = notes.filter { $0.layer == tree.layer }
                return Self.diagnostics(
                    of: own.sorted { $0.problem.mark < $1.problem.mark }, in: tree.file, root: tree.root)
            }
    }

    package func location(_ mark: YAMLMark) -> SourceLocation { trees[0].location(mark) }

    /// Notes a mistake.
    /// - Parameters:
    ///   - mark: its position; nil for the start of the node.
    ///   - node: the innermost affected node; its keys lead there.
    ///   - name: the text written instead of one of `candidates`.
    package mutating func note(
        _ code: DescriptorDiagnostic.Code, at mark: YAMLMark? = nil, in node: YAMLNode, _ message: String,
        hint: String? = nil, name: String? = nil, candidates: [String] = []
    ) {
        let mark = mark ?? node.mark
        let problem = YAMLProblem(code: code, mark: mark, message: message, hint: hint, node: node.mark)
        let layer = node.tree.layer
        guard let statement, !statement.value.holds(node) else {
            notes.append(Note(problem: problem, layer: layer, name: name, candidates: candidates))
            return
        }
        // A mistake in the underlying description has been noted there. Otherwise only the combination is wrong.
        guard !notes.contains(where: { $0.layer == layer && $0.problem.mark == mark }) else { return }
        let together = YAMLProblem(
            code: code, mark: statement.mark, message: "\(message) (at \(node.location), which this extends)",
            hint: hint, node: statement.value.mark)
        notes.append(Note(problem: together, layer: statement.value.tree.layer, name: nil, candidates: []))
    }

    private static func diagnostics(
        of notes: [Note], in file: DescriptorFile, root: YAMLNode?
    ) -> [DescriptorDiagnostic] {
        guard !notes.isEmpty else { return [] }
        let text = file.text
        let lines = SourceLines(text)
        return notes.enumerated().map { index, note in
            let problem = note.problem
            let isShown = index < DescriptorErrors.shownCount
            let line = lines.range(ofLine: Int(problem.mark.line), in: text)
            let excerpt = text.dropFirst(line.lowerBound).prefix(line.count)
            let column = Int(problem.mark.column)
            let flowLength = isShown ? FlowLength.find(in: excerpt, column: column) : nil
            let suggestion = isShown ? note.suggestion : nil
            let path = isShown ? root?.path(to: problem.node ?? problem.mark) ?? [] : []
            return DescriptorDiagnostic(
                file: file.name, line: Int(problem.mark.line), column: column,
                length: flowLength ?? Int(problem.mark.length), code: problem.code, message: problem.message,
                suggestion: suggestion,
                hint: problem.hint ?? (suggestion == nil && isShown ? note.place : nil),
                path: path.map(KeyMaterial.hidden(inSetting:)),
                excerpt: isShown ? SourceExcerpt(line: excerpt, column: column) : nil)
        }
    }
}

extension YAMLNode {
    /// The keys that lead to the outermost node that starts at `mark`, or to the mapping whose key is there.
    fileprivate func path(to mark: YAMLMark) -> [String] {
        if self.mark.begins(with: mark) { return [] }
        switch content {
        case .scalar:
            return []
        case .sequence(let items):
            guard let index = items.lastIndex(where: { $0.mark <= mark }) else { return [] }
            return ["#\(index + 1)"] + items[index].path(to: mark)
        case .mapping(let entries, _):
            guard let entry = entries.last(where: { $0.mark <= mark }), !entry.mark.begins(with: mark) else {
                return []
            }
            return [entry.key] + entry.value.path(to: mark)
        }
    }
}
