extension SchemeDescriptor {
    /// The digest that a file must name to replace this description: `sha256:` and 64 hexadecimal digits.
    ///
    /// It covers the meaning of links, so that it changes if this description changes or a file in between makes it
    /// stricter. It does not cover positions, comments and examples.
    public var digest: String { Self.digestPrefix + PublicDigest.sha256(Array(canonicalText.utf8)).hex }

    static let digestPrefix = "sha256:"

    static func isDigest(_ text: String) -> Bool {
        text.hasPrefix(digestPrefix)
            && text.utf8.count == digestPrefix.utf8.count + 64
            && text.utf8.dropFirst(digestPrefix.utf8.count).allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
            }
    }

    /// One line per statement, in a fixed order; absent values have no line, so that new keys of the format do not
    /// change existing digests. Titles are the only free text, and have no line breaks.
    private var canonicalText: String {
        var lines = ["scheme \(name)", "title \(title)", "grammar \(grammar.rawValue)"]
        lines += coins.map { "coin \($0)" }
        if let callbacks { lines.append("callbacks \(callbacks)") }
        if !isEnabled { lines.append("enabled false") }
        if let plugin { lines.append("plugin \(plugin)") }
        if let links { lines += links.canonicalLines }
        if let otherwise { lines += ["otherwise"] + otherwise.canonicalLines }
        lines += aliases.sorted().map { "alias \($0)" }
        for action in actions.keys {
            lines.append("action \(action.descriptorKey)")
            for rule in (actions[action] ?? []).sorted(by: { $0.name.rawValue < $1.name.rawValue }) {
                var line = "parameter \(rule.name.rawValue)"
                if rule.isRequired { line += " required" }
                if let minimum = rule.minimum { line += " min \(minimum.units)" }
                if let maximum = rule.maximum { line += " max \(maximum)" }
                lines.append(line)
            }
        }
        return lines.joined(separator: "\n")
    }
}
