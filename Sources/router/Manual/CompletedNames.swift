import ArgumentParser
import SchemeRouter

extension CompletionKind {
    /// The ids of coins.
    static var coins: CompletionKind {
        .custom { words, _, _ in CompletedNames.routes(for: words)?.coins.keys.map(\.name).sorted() ?? [] }
    }

    /// The names of supported schemes.
    static var schemes: CompletionKind {
        .custom { words, _, _ in CompletedNames.routes(for: words)?.schemes.filter(\.isEnabled).map(\.name) ?? [] }
    }
}

/// Completes names of coins and schemes from the descriptors and settings that the rest of the line selects. Offers
/// nothing if those have mistakes; the command itself will report them.
private enum CompletedNames {
    /// - Parameter words: the line so far, from the program's name on, as the shell splits it.
    static func routes(for words: [String]) -> RouteTable? {
        var words = Array(words.dropFirst())
        guard var options = try? GlobalOptions(takingFrom: &words) else { return nil }
        options.additions = RouterCommand.additions
        return try? Installation(options).routes
    }
}
