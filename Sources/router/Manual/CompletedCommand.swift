import ArgumentParser
import SchemeRouter

/// A command as completion scripts describe it: with the options of all commands, which the parser itself never offers
/// after a command's name.
struct CompletedCommand<Command: ParsableCommand>: ParsableCommand {
    @OptionGroup var command: Command
    @OptionGroup var common: CommonOptions

    static var configuration: CommandConfiguration { completed(Command.self) }
}

/// The commands as completion scripts describe them. The root has the common options itself.
struct CompletedRouter: ParsableCommand {
    @OptionGroup var command: RouterCommand

    static var configuration: CommandConfiguration { completed(RouterCommand.self) }

    /// The script for a shell; nil for a shell that the parser does not know.
    static func script(for shell: String) -> String? {
        CompletionShell(rawValue: shell).map { completionScript(for: $0) }
    }
}

/// The configuration of a command, with its name written out and its subcommands completed in the same way.
private func completed(_ command: any ParsableCommand.Type) -> CommandConfiguration {
    var configuration = command.configuration
    configuration.commandName = command._commandName
    configuration.subcommands = configuration.subcommands.map { wrapped($0) }
    return configuration
}

private func wrapped<Command: ParsableCommand>(_: Command.Type) -> any ParsableCommand.Type {
    CompletedCommand<Command>.self
}

extension CompletionKind {
    /// The ids of coins.
    static var coins: CompletionKind {
        .custom { words, _, _ in CompletedNames.routes(for: words)?.coins.keys.map(\.name).sorted() ?? [] }
    }

    /// The ids of the coins that a wallet here can hold.
    static var ownCoins: CompletionKind {
        .custom { words, _, _ in
            CompletedNames.routes(for: words)?.coins.values.filter { !$0.isForeign }.map(\.id.name).sorted() ?? []
        }
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
        return try? AppContext(options).routes
    }
}

/// What help, completions and the manual say about the options that every command takes. They are removed from the
/// arguments before the parser sees them (``GlobalOptions``).
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use this directory instead of the XDG directories (one for each wallet).", valueName: "dir"),
        completion: .directory)
    var config: String?
    @Option(
        help: ArgumentHelp("Use this file instead of the shipped schemes.yaml.", valueName: "file"),
        completion: .file(extensions: ["yaml"]))
    var schemes: String?
    @Option(help: ArgumentHelp("Use this program for prompts.", valueName: "program"), completion: .file())
    var pinentry: String?
}
