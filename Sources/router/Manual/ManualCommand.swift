import ArgumentParser
import ExactJSON
import SchemeRouter

/// `router manual PAGE --date DAY`: prints a manual page for packages to install.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Print a manual page.", shouldDisplay: false)

    /// The pages; each is also the name of its file.
    enum Page: String, ExpressibleByArgument, CaseIterable {
        case router = "router.1"
        case schemes = "schemerouter-schemes.5"
        case configuration = "schemerouter-config.5"
    }

    @Argument(help: "The page.") var page: Page
    @Option(help: "The day that the page bears, such as 2026-01-31.") var date: String
    @Option(help: "Below which the files lie that the page names.") var prefix = "/usr"

    func validate() throws {
        guard Day(argument: date) != nil else { throw ValidationError("--date must be a day, such as 2026-01-31.") }
    }

    func run() throws {
        let share = prefix + "/share"
        let lines =
            switch page {
            case .router: try CommandPage(share: share).lines
            case .schemes: DescriptorPage.lines(share: share)
            case .configuration: ConfigurationPage.lines(share: share)
            }
        let name = page.rawValue.dropLast(2).uppercased()
        let heading =
            ".TH \(Roff.text(name)) \(page.rawValue.suffix(1)) \"\(date)\" "
            + "\"SchemeRouter \(ProgramVersion.text)\" \"SchemeRouter\""
        StandardStreams.printWhole(([heading] + lines).joined(separator: "\n"))
    }
}

/// The page router(1), generated from the commands' own descriptions, so that no option can be missing.
struct CommandPage {
    private let root: JSON
    /// The directory of what is installed for reading.
    private let share: String

    init(share: String) throws {
        self.share = share
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
            + ManualText.end(share: share)
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

/// The page schemerouter-schemes(5), generated from the reader's table of keys.
enum DescriptorPage {
    static func lines(share: String) -> [String] {
        [
            Roff.section("NAME"), "schemerouter\\-schemes \\- descriptors of coins and of the schemes of wallet links",
            Roff.section("DESCRIPTION"),
            Roff.text(
                """
                Files in YAML say which wallet links router reads, and how the coins differ. Those that \
                it brings are in \(share)/schemerouter/schemes.yaml; those of schemes.d add to them. “router check” finds \
                mistakes, and \(share)/schemerouter/schemes.schema.json lets editors find them. \
                \(share)/doc/schemerouter/Documentation/adding-a-coin.md and \
                \(share)/doc/schemerouter/Documentation/adding-a-protocol.md show how to write one.
                """),
        ] + sections(from: .file, path: [], seen: []).lines
            + [Roff.section("SEE ALSO"), ".BR router (1),", ".BR schemerouter\\-config (5)"]
    }

    /// A section, then the sections that its keys lead to, each once.
    private static func sections(
        from section: DescriptorSection, path: [String], seen: [ObjectIdentifier]
    ) -> (lines: [String], seen: [ObjectIdentifier]) {
        var seen = seen + [ObjectIdentifier(section)]
        // With the whole path: keys of one name exist below several others.
        var lines = [Roff.section("KEYS OF \(path.isEmpty ? "A FILE" : path.joined(separator: "."))")]
        for key in section.keys {
            let standard = key.standard.map { " Default: \($0)." } ?? ""
            lines += Roff.item(Roff.bold(key.name), key.text + standard)
        }
        for key in section.keys {
            guard let nested = key.nested, !seen.contains(ObjectIdentifier(nested)) else { continue }
            let inner = sections(from: nested, path: path + [key.name], seen: seen)
            lines += inner.lines
            seen = inner.seen
        }
        return (lines, seen)
    }
}

extension DescriptorKey {
    /// The section nested below this key; nil if there is none.
    fileprivate var nested: DescriptorSection? {
        switch kind {
        case .mapping(let section), .named(let section), .list(let section), .action(let section): section()
        default: nil
        }
    }
}

/// The text of router(1) besides its commands.
enum ManualText {
    static let description = [
        Roff.text(
            """
            SchemeRouter is the name of the program, schemerouter that of its package and directories, and router the \
            command. Wallet links such as dashwallet://pay=… or bitcoin:… ask for a payment, an address, keys or a \
            signature. router reads such a link strictly, shows what is really being asked, does it once you have agreed, \
            and reports back to the program that asked. It can pass the link on to a wallet that you already have.
            """),
        ".PP",
        Roff.text(
            """
            Installing it changes nothing about your desktop. “router register” makes clicks on wallet links come here, for \
            you alone; “router unregister” undoes that; run it before you remove the package.
            """),
        ".PP", "To practise without real money:", ".PP", ".nf", ".RS",
        Roff.text("router wallet create"), Roff.text("router sandbox on dash"),
        Roff.text("router sandbox fund dash 10"),
        Roff.text("router open 'dash:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa?amount=0.5'"), ".RE", ".fi",
    ]

    /// The sections after the options.
    static func end(share: String) -> [String] {
        var lines = [Roff.section("EXIT STATUS")]
        for code in ExitCode.allCases { lines += Roff.item("\(code.rawValue)", code.meaning) }
        lines.append(".PP")
        lines.append(Roff.text("“router help CODE” explains the code of an error; “router help” lists all topics."))
        lines.append(Roff.section("ENVIRONMENT"))
        lines += Roff.item(Roff.bold("NO_COLOR"), "If set and not empty, nothing is coloured.")
        lines.append(Roff.section("FILES"))
        for file in files { lines += Roff.item(Roff.italic(file.path), file.meaning) }
        lines.append(".PP")
        lines.append(
            Roff.text("The XDG variables are honoured. --config keeps everything in one directory."))
        lines.append(Roff.section("SEE ALSO"))
        lines += [
            ".BR schemerouter\\-config (5),", ".BR schemerouter\\-schemes (5),", ".BR xdg\\-open (1),",
            ".BR pinentry (1)", ".PP",
        ]
        lines.append(
            Roff.text("The guides are in \(share)/doc/schemerouter/Documentation; README.md above it lists them."))
        return lines
    }

    private static var files: [FileMeaning] {
        var files = [
            FileMeaning("~/.config/schemerouter/config.yaml", "Your settings. Only this file can grant permissions."),
            FileMeaning("~/.config/schemerouter/config.d", "Files that can only tighten your settings."),
            FileMeaning("~/.config/schemerouter/schemes.d", "Your own descriptors of coins and schemes."),
        ]
        for directory in DescriptorStack.systemDirectories.reversed() {
            files.append(FileMeaning(directory, "Descriptors for all users of the computer."))
        }
        files += [
            FileMeaning("~/.local/share/schemerouter", "The wallet, and the ledgers of practice money."),
            FileMeaning("~/.local/state/schemerouter", "The journal, the log, and what “router register” did."),
            FileMeaning("~/.local/share/applications/schemerouter.desktop", "What “router register” writes."),
        ]
        return files
    }

    private struct FileMeaning {
        let path: String
        let meaning: String

        init(_ path: String, _ meaning: String) { (self.path, self.meaning) = (path, meaning) }
    }
}

extension ExitCode {
    /// What it means to scripts.
    var meaning: String {
        switch self {
        case .done: "Done. For a payment: the network accepted it, whether or not the app was notified."
        case .none: "“router handlers” found no program, or “router doctor” found a problem."
        case .usage: "The command line is wrong."
        case .badLink: "The link, or a file to check, is bad."
        case .noWallet: "There is no wallet yet."
        case .noPrompt: "No prompt is available."
        case .internalError: "A mistake in this program, or another wallet program did not start."
        case .cannotWrite: "A file or the output cannot be written."
        case .answerUnknown: "A payment was sent, but the outcome is unknown. Do not repeat it: see “router history”."
        case .busy: "Another question is open."
        case .networkRefused: "The network or the node refused, and does not say that it relayed anything."
        case .refusedByPolicy:
            "Your settings or a check forbid it, there is not enough money, or it is locked after wrong passcodes or refusals."
        case .badConfiguration: "The settings are broken, or the coin has no network."
        case .refused: "You refused, or did not answer in time."
        }
    }
}

/// Text and requests of manual pages (man(7)).
enum Roff {
    /// Text within a line. Hyphens stay as typed, so that options can be copied.
    static func text(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\n": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        // The formatter would take a line that begins like this for a request.
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
    }

    static func bold(_ text: String) -> String { "\\fB\(self.text(text))\\fR" }

    static func italic(_ text: String) -> String { "\\fI\(self.text(text))\\fR" }

    static func section(_ title: String) -> String { ".SH \(title)" }

    static func subsection(_ title: String) -> String { ".SS \(text(title))" }

    /// A term and its explanation.
    static func item(_ head: String, _ explanation: String) -> [String] { [".TP", head, text(explanation)] }
}
