import ArgumentParser
import ExactJSON
import RouterDesktop
import SchemeRouter

/// `router status`: who opens wallet links now.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Say which schemes are registered, and who opens their links now.")

    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let session = try RegisterSession(try RouterCommand.installation())
        let status = try session.registration.status(of: session.plan.enabledSchemes)
        if json {
            StandardStreams.print(status.json.text)
        } else {
            status.lines.forEach(StandardStreams.print)
        }
    }
}

extension RegistrationStatus {
    /// The status as `status --json` prints it, and `doctor --json` as its member `registration`.
    var json: JSON {
        .object([
            ("program", JSON(program)),
            (
                "entry",
                .object([
                    ("path", .string(entry.path)), ("exists", .bool(entry.exists)), ("ours", .bool(entry.isOurs)),
                    ("exec", JSON(entry.exec)), ("executable", JSON(entry.program)),
                    ("executableExists", .bool(entry.isProgramThere)), ("thisProgram", .bool(entry.isThisProgram)),
                    ("problem", JSON(entry.problem)),
                ])
            ),
            ("list", .string(list)), ("schemes", .array(schemes.map(\.json))),
        ])
    }

    var lines: [String] {
        let state = entry.exists ? "\(entry.path)\n  runs \(entry.exec ?? "nothing")" : "There is no desktop entry."
        return [state] + [entry.problem].compactMap { $0 } + schemes.flatMap(\.lines)
    }
}

extension RegistrationStatus.Scheme {
    fileprivate var json: JSON {
        .object([
            ("scheme", .string(scheme.name)), ("title", .string(scheme.title)),
            ("coin", JSON(scheme.coins.count == 1 ? scheme.coins[0] : nil)),
            ("types", .array(scheme.types.map(JSON.string))), ("standing", .string(scheme.standing.rawValue)),
            ("registered", .bool(isRegistered)), ("default", opener?.json ?? .null),
            ("isDefault", .bool(opener?.isOurs ?? false)), ("before", JSON(before)),
            (
                "overrides",
                .array(
                    overrides.map { .object([("desktop", .string($0.desktop)), ("default", $0.opener.json)]) })
            ),
        ])
    }

    fileprivate var lines: [String] {
        let state =
            switch (isRegistered, opener) {
            case (true, let opener?) where opener.isOurs: "registered, and opened by this program"
            case (true, let opener?): "registered, but opened by \(opener.text)"
            case (true, nil): "registered, but opened by no program"
            case (false, let opener?): "not registered; opened by \(opener.text)"
            case (false, nil): "not registered; opened by no program"
            }
        return ["\(scheme.name): \(state)"] + overrides.map { "  \($0.text)" }
    }
}

extension SchemeOpener {
    fileprivate var json: JSON {
        .object([
            ("id", .string(id)), ("name", JSON(name)), ("source", .string(source)), ("ours", .bool(isOurs)),
        ])
    }
}
