import ArgumentParser

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
