import ArgumentParser

/// How far the words of a command line name a command.
struct CommandPath {
    /// The commands' names, “router” first.
    let names: [String]
    /// The word that should name a command and does not; nil if all do, or none is left to do so.
    let unknown: String?
    /// The names of the commands that could stand there.
    let known: [String]

    /// - Parameter words: the arguments of the process without the options that every command takes.
    init(_ words: [String]) {
        var names = ["router"]
        var unknown: String?
        var commands = Self.entries(CommandList.all)
        // Commands that hold others take no options with values.
        for word in words.prefix(while: { $0 != "--" }) where !word.hasPrefix("-") && !commands.isEmpty {
            guard let next = commands.first(where: { $0.names.contains(word) }) else {
                unknown = word
                break
            }
            names.append(next.names[0])
            commands = Self.entries(next.nested)
        }
        (self.names, self.unknown) = (names, unknown)
        known = commands.filter(\.isShown).map { $0.names[0] }
    }

    /// The whole name, such as “router wallet balance”.
    var name: String { names.joined(separator: " ") }

    private struct Entry {
        /// The name, then its aliases.
        let names: [String]
        let isShown: Bool
        let nested: [any ParsableCommand.Type]
    }

    private static func entries(_ commands: [any ParsableCommand.Type]) -> [Entry] { commands.map { entry($0) } }

    private static func entry<Command: ParsableCommand>(_: Command.Type) -> Entry {
        let configuration = Command.configuration
        return Entry(
            names: [Command._commandName] + configuration.aliases, isShown: configuration.shouldDisplay,
            nested: configuration.subcommands)
    }
}
