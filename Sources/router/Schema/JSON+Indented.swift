import ExactJSON

extension JSON {
    /// The value over several lines, for files that people read. Lists of plain values stay on one line.
    var indented: String { indented(by: "") }

    private func indented(by margin: String) -> String {
        let inner = margin + "  "
        switch self {
        case .array(let values) where values.contains(where: \.isContainer):
            let items = values.map { inner + $0.indented(by: inner) }
            return "[\n" + items.joined(separator: ",\n") + "\n\(margin)]"
        case .array(let values): return "[" + values.map(\.text).joined(separator: ", ") + "]"
        case .object(let members) where !members.isEmpty:
            let items = members.map { "\(inner)\(JSON.string($0.name).text): \($0.value.indented(by: inner))" }
            return "{\n" + items.joined(separator: ",\n") + "\n\(margin)}"
        default: return text
        }
    }

    private var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
