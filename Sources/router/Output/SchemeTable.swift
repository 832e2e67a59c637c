import RouterDesktop

extension DesktopRegistrationPlan {
    /// The schemes as a Markdown document, `Documentation/schemes.md`.
    var documentation: String {
        let rows = schemes.map { scheme in
            let names = ([scheme.name] + scheme.aliases).map { "`\($0):`" }.joined(separator: ", ")
            let types = scheme.types.map { "`\($0)`" }.joined(separator: ", ")
            let registration =
                switch scheme.standing {
                case .standard: "`router register`"
                case .byName: "`router register --scheme \(scheme.name)`"
                case .reserved: "reserved, not answered yet"
                }
            return
                "| \(names) | \(scheme.title) | \(scheme.coins.isEmpty ? "–" : scheme.coins.joined(separator: " or ")) | \(types) | \(registration) |"
        }
        return """
            # Schemes

            The links that this program answers, as the shipped descriptors define them. `router scheme-table` prints this file.

            | Scheme | Name | Coin | MIME type | Register with |
            | --- | --- | --- | --- | --- |
            \(rows.joined(separator: "\n"))

            """
    }
}
