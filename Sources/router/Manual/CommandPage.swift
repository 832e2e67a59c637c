import ArgumentParser
import ExactJSON

/// The page router(1), generated from the commands' own descriptions, so that no option can be missing.
struct CommandPage {
    private let root: JSON

    init() throws {
        root = try JSON(reading: Array(RouterCommand._dumpHelp().utf8), limits: .answer)["command"] ?? .null
    }

    var lines: [String] {
        [
            Roff.section("NAME"), "router \\- answers wallet links", Roff.section("SYNOPSIS"),
            "\(Roff.bold("router")) \(Roff.italic("command")) [\(Roff.italic("options"))]",
            Roff.section("DESCRIPTION"),
        ] + ManualText.description + [Roff.section("COMMANDS")] + commands(of: root, path: "router")
            + [Roff.section("OPTIONS"), "Every command takes these, anywhere before “\\-\\-”."]
            + arguments(of: root).flatMap(item) + Roff.item(Roff.bold("--version"), "Show the version.")
            + Roff.item(Roff.bold("-h") + ", " + Roff.bold("--help"), "Show help, also of each command.")
            + ManualText.end
    }

    /// The subcommands of a command, each with its arguments and followed by its own subcommands.
    private func commands(of command: JSON, path: String) -> [String] {
        (command["subcommands"]?.elements ?? []).filter(Self.isShown).flatMap { nested -> [String] in
            let name = "\(path) \(nested["commandName"]?.string ?? "")"
            let inner = commands(of: nested, path: name)
            // A command that only groups others is never typed by itself.
            guard inner.isEmpty || !arguments(of: nested).isEmpty else { return group(nested, name) + inner }
            return section(nested, name) + inner
        }
    }

    private func group(_ command: JSON, _ name: String) -> [String] {
        [Roff.subsection(name)] + paragraphs(command)
    }

    private func section(_ command: JSON, _ name: String) -> [String] {
        let arguments = arguments(of: command)
        var words = [Roff.bold(name)]
        if arguments.contains(where: { !Self.isPositional($0) }) { words.append("[\(Roff.italic("options"))]") }
        words += arguments.filter(Self.isPositional).map { argument in
            let name = Roff.italic(Self.valueName(argument)) + (Self.holds(argument, "isRepeating") ? "..." : "")
            return Self.holds(argument, "isOptional") ? "[\(name)]" : name
        }
        return [Roff.subsection(name), words.joined(separator: " "), ".PP"] + paragraphs(command)
            + arguments.flatMap(item)
    }

    private func paragraphs(_ command: JSON) -> [String] {
        [command["abstract"], command["discussion"]].compactMap { $0?.string }.map(Roff.text)
    }

    private func item(_ argument: JSON) -> [String] {
        var explanation = argument["abstract"]?.string ?? ""
        if let values = argument["allValues"]?.elements?.compactMap(\.string) {
            explanation += " One of: \(values.joined(separator: ", "))."
        }
        if let value = argument["defaultValue"]?.string { explanation += " Default: \(value)." }
        let value = Roff.italic(Self.valueName(argument))
        guard !Self.isPositional(argument) else { return Roff.item(value, explanation) }
        let names = (argument["names"]?.elements ?? []).map { name in
            Roff.bold((name["kind"]?.string == "long" ? "--" : "-") + (name["name"]?.string ?? ""))
        }
        let isFlag = argument["kind"]?.string == "flag"
        return Roff.item(names.joined(separator: ", ") + (isFlag ? "" : " \(value)"), explanation)
    }

    /// The arguments of a command, without those that every command has.
    private func arguments(of command: JSON) -> [JSON] {
        (command["arguments"]?.elements ?? []).filter {
            Self.isShown($0) && !["help", "version"].contains($0["valueName"]?.string ?? "")
        }
    }

    private static func isShown(_ thing: JSON) -> Bool {
        thing["shouldDisplay"] == .bool(true) && thing["commandName"]?.string != "help"
    }

    private static func isPositional(_ argument: JSON) -> Bool { argument["kind"]?.string == "positional" }

    private static func valueName(_ argument: JSON) -> String { argument["valueName"]?.string ?? "" }

    private static func holds(_ argument: JSON, _ name: String) -> Bool { argument[name] == .bool(true) }
}
