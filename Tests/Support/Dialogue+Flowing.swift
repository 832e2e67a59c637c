import SchemeRouter

extension Dialogue {
    /// What the pages say, without their line ends.
    package var flowing: String { pages.joined(separator: " ").replacing("\n", with: " ") }
}

extension String {
    /// An address as consents show it: in groups of four characters.
    package var inFours: String {
        var groups = ""
        for (position, character) in enumerated() {
            if position > 0, position % 4 == 0 { groups += " " }
            groups.append(character)
        }
        return groups
    }
}
