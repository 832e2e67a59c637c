import ArgumentParser
import SchemeRouter

extension CompletionKind {
    /// The ids of coins.
    static var coins: CompletionKind {
        .custom { words, _, _ in CompletedNames.routes(for: words)?.coins.keys.map(\.name).sorted() ?? [] }
    }

    /// The names of schemes that are answered.
    static var schemes: CompletionKind {
        .custom { words, _, _ in CompletedNames.routes(for: words)?.schemes.filter(\.isEnabled).map(\.name) ?? [] }
    }
}

/// What a shell offers where the name of a coin or a scheme is typed: the names of the descriptors and settings that the rest
/// of the line chooses. If those have mistakes it offers nothing; the command itself will say what is wrong.
private enum CompletedNames {
    /// - Parameter words: of the line so far, from the program's name on, as the shell has them.
    static func routes(for words: [String]) -> RouteTable? {
        var words = Array(words.dropFirst())
        guard var options = try? GlobalOptions(takingFrom: &words) else { return nil }
        options.additions = RouterCommand.additions
        return try? Installation(options).routes
    }
}
