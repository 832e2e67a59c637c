import ExactJSON

/// Formats what `router open --dry-run --json` prints for reading.
enum Preview {
    /// The pages that a person would read before agreeing, or why there are none.
    static func text(_ printed: String) -> String {
        // Notes for the terminal may precede it.
        guard let line = printed.split(separator: "\n").last,
            let json = try? JSON(reading: Array(line.utf8), limits: .answer)
        else { return "The wallet does not say what it would ask." }
        if let pages = json["pages"]?.elements { return pages.compactMap(\.string).joined(separator: "\n\n") }
        return ["message", "hint"].compactMap { json["error"]?[$0]?.string }.joined(separator: "\n")
    }
}
