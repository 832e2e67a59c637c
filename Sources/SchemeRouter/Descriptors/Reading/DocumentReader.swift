/// Reads typed values out of a YAML text and collects every mistake on the way, so that one run finds them all.
///
/// A value that cannot be read is nil, and the mistake is noted; nothing is guessed in its place.
package struct DocumentReader {
    /// The file that is read.
    package let file: DescriptorFile
    private let tree: YAMLTree
    private var notes: [Note] = []

    /// A mistake before its place is made readable. That costs time, so it is done for the shown ones only.
    private struct Note {
        let problem: YAMLProblem
        let name: String?
        let candidates: [String]

        /// Where a key belongs that is not known here, or which keys are.
        var place: String? {
            guard problem.code == .unknownKey, let name else { return nil }
            if let owner = Advice.place(of: name, insteadOf: candidates) { return "it belongs to \(owner)" }
            return candidates.count <= 12 ? "known: \(candidates.joined(separator: ", "))" : nil
        }
    }

    /// Reads the YAML of a file. Throws where it is none; a key that stands twice is a mistake like others.
    package init(_ file: DescriptorFile) throws(DescriptorErrors) {
        self.file = file
        do {
            let document = try YAMLReader.read(file.text)
            tree = document.tree
            notes = document.duplicates.map { Note(problem: $0, name: nil, candidates: []) }
        } catch {
            let note = Note(problem: error, name: nil, candidates: [])
            throw DescriptorErrors(Self.diagnostics(of: [note], in: file, root: nil))
        }
    }

    /// Its outermost node; an empty mapping where the file says nothing.
    package var root: YAMLNode { tree.root }

    /// Whether nothing is wrong so far.
    package var isClean: Bool { notes.isEmpty }

    /// All mistakes, in the order of the text.
    package var diagnostics: [DescriptorDiagnostic] {
        Self.diagnostics(of: notes.sorted { $0.problem.mark < $1.problem.mark }, in: file, root: root)
    }

    /// Where a mark of this file is.
    package func location(_ mark: YAMLMark) -> SourceLocation {
        SourceLocation(file: file.name, line: Int(mark.line), column: Int(mark.column))
    }

    /// Notes a mistake.
    /// - Parameters:
    ///   - mark: where it is.
    ///   - node: the innermost node that is concerned; its keys lead there.
    ///   - name: what was written instead of one of `candidates`.
    package mutating func note(
        _ code: DescriptorDiagnostic.Code, at mark: YAMLMark, in node: YAMLNode, _ message: String, hint: String? = nil,
        name: String? = nil, candidates: [String] = []
    ) {
        let problem = YAMLProblem(code: code, mark: mark, message: message, hint: hint, node: node.mark)
        notes.append(Note(problem: problem, name: name, candidates: candidates))
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
            let suggestion = isShown ? note.name.flatMap { Advice.suggestion(for: $0, among: note.candidates) } : nil
            return DescriptorDiagnostic(
                file: file.name, line: Int(problem.mark.line), column: column,
                length: flowLength ?? Int(problem.mark.length), code: problem.code, message: problem.message,
                suggestion: suggestion,
                hint: problem.hint ?? (suggestion == nil && isShown ? note.place : nil),
                path: isShown ? root?.path(to: problem.node ?? problem.mark) ?? [] : [],
                excerpt: isShown ? SourceExcerpt(line: excerpt, column: column) : nil)
        }
    }
}

extension YAMLNode {
    /// The keys that lead to the outermost node that begins at `mark`, or to the mapping whose key stands there.
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
