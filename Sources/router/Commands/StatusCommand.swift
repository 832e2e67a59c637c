import ArgumentParser
import ExactJSON
import RouterDesktop
import SchemeRouter

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show which schemes are registered, and which programs open their links now.")

    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let session = try RegisterSession(try RouterCommand.installation())
        let status = try session.registration.status(of: session.plan.enabledSchemes)
        StandardStreams.print(json ? [status.json.text] : status.lines)
    }
}

extension RegistrationStatus {
    /// The status as `status --json` prints it, and `doctor --json` in its member `registration`.
    var json: JSON {
        let entryJSON = JSON([
            "path": entry.path, "exists": entry.exists, "ours": entry.isOurs, "exec": entry.exec,
            "executable": entry.program, "executableExists": entry.isProgramThere, "thisProgram": entry.isThisProgram,
            "problem": entry.problem,
        ])
        return JSON(["program": program, "entry": entryJSON, "list": list, "schemes": schemes.map(\.json)])
    }

    var lines: [String] {
        let state = entry.exists ? "\(entry.path)\n  runs \(entry.exec ?? "nothing")" : "There is no desktop entry."
        return [state] + [entry.problem].compactMap { $0 } + schemes.flatMap(\.lines)
    }
}

extension RegistrationStatus.Scheme {
    fileprivate var json: JSON {
        JSON([
            "scheme": scheme.name, "title": scheme.title, "coin": scheme.coins.count == 1 ? scheme.coins[0] : nil,
            "types": scheme.types, "standing": scheme.standing.rawValue, "registered": isRegistered,
            "default": opener?.json, "isDefault": opener?.isOurs ?? false, "before": before,
            "overrides": overrides.map { JSON(["desktop": $0.desktop, "default": $0.opener.json]) },
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
    fileprivate var json: JSON { JSON(["id": id, "name": name, "source": source, "ours": isOurs]) }
}
