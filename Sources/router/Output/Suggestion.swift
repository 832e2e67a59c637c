import SchemeRouter

/// Guesses what an unknown name was meant to be.
enum Suggestion {
    /// ` Did you mean “dash”?`, to follow a sentence; empty if no name is near.
    static func text(for name: String, among known: [String]) -> String {
        NearestName.find(name, among: known).map { " Did you mean “\($0)”?" } ?? ""
    }
}

extension RouteTable {
    /// The names by which links and people call schemes.
    var schemeNames: [String] { schemes.flatMap { [$0.name] + $0.aliases } }
}

extension RequestError {
    /// Adds the scheme that was probably meant to the error's hint.
    /// - Parameter routes: reads all descriptors; called only if the scheme is unknown.
    func suggesting(_ link: [UInt8], among routes: () throws -> RouteTable) -> RequestError {
        guard code == .unsupportedScheme, let scheme = try? LinkBytes(link).scheme,
            let known = try? routes().schemeNames
        else { return self }
        let name = String(decoding: link[scheme], as: UTF8.self).lowercased()
        let suggestion = Suggestion.text(for: name, among: known)
        // A known scheme that is switched off is not misspelt.
        guard !suggestion.isEmpty, !known.contains(name) else { return self }
        var error = self
        error.hint = suggestion.dropFirst() + (hint.map { " \($0)" } ?? "")
        return error
    }
}
