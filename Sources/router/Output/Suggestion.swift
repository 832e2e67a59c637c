import SchemeRouter

/// What somebody probably meant who wrote a name that there is not.
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
    /// The error with the scheme in its hint that was probably meant.
    /// - Parameter routes: all descriptors that there are; they are read where the scheme is not known only.
    func suggesting(_ link: [UInt8], among routes: () throws -> RouteTable) -> RequestError {
        guard code == .unsupportedScheme, let scheme = try? LinkBytes(link).scheme,
            let known = try? routes().schemeNames
        else { return self }
        let name = String(decoding: link[scheme], as: UTF8.self).lowercased()
        let suggestion = Suggestion.text(for: name, among: known)
        // A scheme that is known and switched off is spelt right.
        guard !suggestion.isEmpty, !known.contains(name) else { return self }
        var error = self
        error.hint = suggestion.dropFirst() + (hint.map { " \($0)" } ?? "")
        return error
    }
}
