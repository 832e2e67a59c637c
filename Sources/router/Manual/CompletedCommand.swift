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

    static var configuration: CommandConfiguration {
        var configuration = completed(RouterCommand.self)
        configuration.subcommands.append(HelpWords.self)
        return configuration
    }

    /// The script for a shell; nil for a shell that the parser does not know.
    static func script(for shell: String) -> String? {
        CompletionShell(rawValue: shell).map { shell in
            // Without a terminal fish 3 does not know where in a word the cursor is, but what is before it.
            HelpWords.alone(in: completionScript(for: shell))
                .replacing("(__router_tokens -tC)", with: "(string length -- (commandline -ct))")
        }
    }
}

/// `router help` as completion scripts describe it: with its topics, of which the parser knows nothing.
struct HelpWords: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "help", abstract: "Show what a command, a topic or the code of an error means.")

    @Argument(help: "A command, a topic or a code.", completion: .list(words)) var word: String

    private static var words: [String] {
        CommandPath([]).known + HelpText.Topic.allCases.map(\.rawValue) + ErrorTopic.codes
    }

    /// A script without what the parser, which always adds a command of that name, says of its own.
    static func alone(in script: String) -> String {
        var lines = script.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("Show subcommand help information.") }
        let head = "_router_help() {"
        guard let start = lines.lastIndex(where: { $0.hasSuffix(head) }),
            start != lines.firstIndex(where: { $0.hasSuffix(head) }),
            let end = lines[start...].firstIndex(of: "}")
        else { return lines.joined(separator: "\n") }
        lines.removeSubrange(start...end)
        return lines.joined(separator: "\n")
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

    /// The wallet programs that open links of some scheme, by the names that `--to` takes.
    static var programs: CompletionKind { .custom { words, _, _ in CompletedNames.programs(for: words) } }

    /// The same, and this wallet.
    static var programsAndOwn: CompletionKind {
        .custom { words, _, _ in CompletedNames.programs(for: words) + [HandOverRule.Target.here.name] }
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

    static func programs(for words: [String]) -> [String] {
        var words = Array(words.dropFirst())
        guard let options = try? GlobalOptions(takingFrom: &words), let context = try? AppContext(options) else {
            return []
        }
        let found = context.routes.schemes.filter(\.isEnabled).flatMap {
            context.wallets.candidates(forScheme: $0.name)
        }
        return Set(found.filter(\.isWallet).map { HandOverRule.Target.program($0.id).name }).sorted()
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
