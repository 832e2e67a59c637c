import ArgumentParser

/// The part of a command line that names a command.
struct CommandPath {
    /// The commands' names, “router” first.
    let names: [String]
    /// The first word that should name a command but does not; nil if there is none.
    let unknown: String?
    /// The command names that are valid in its place.
    let known: [String]

    /// - Parameter words: the arguments of the process without the options that every command takes.
    init(_ words: [String]) {
        var names = ["router"]
        var unknown: String?
        var commands = Self.entries(CommandList.all)
        // Commands with subcommands take no options with values.
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

    /// The full name, such as “router wallet balance”.
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
