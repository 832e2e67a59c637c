import ArgumentParser
import ExactJSON
import RouterDesktop
import SchemeRouter

struct HandlersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "handlers", abstract: "Say which program would receive a callback to a scheme.")

    @Argument(help: "The scheme, such as myapp.") var scheme: String
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let installation = try RouterCommand.installation()
        guard Sender.isScheme(scheme.utf8) else {
            throw UsageError("\(Quoted(scheme, limit: 80)) is not a URL scheme.")
        }
        let handlers = try installation.handlers(ofScheme: scheme.lowercased())
        StandardStreams.print(json ? [handlers.map(Self.object).jsonValue.text] : handlers.map(Self.text))
        guard let first = handlers.first(where: { !$0.isAbsent }), first.refusal == nil else {
            if !json, handlers.isEmpty { StandardStreams.complain("No program opens “\(scheme):” links.") }
            throw CommandEnd(code: .none)
        }
    }

    private static func object(_ handler: SchemeHandler) -> JSON {
        JSON([
            "id": handler.id, "name": handler.name, "exec": handler.exec, "executable": handler.executable,
            "desktopEntry": handler.desktopEntry, "source": handler.source, "absent": handler.isAbsent,
            "refusal": handler.refusal,
        ])
    }

    private static func text(_ handler: SchemeHandler) -> String {
        func shown(_ text: String?) -> String { text.map { ForeignText($0.utf8, limit: 200).text } ?? "–" }
        let refusal = handler.refusal.map { "\n  refused: \($0)" } ?? ""
        return
            "\(shown(handler.id)): \(shown(handler.name))\n  runs \(shown(handler.executable)): \(shown(handler.exec))\n"
            + "  from \(shown(handler.source))\(refusal)"
    }
}

extension Installation {
    /// What the desktop names for a scheme, the first that is there being the one that counts.
    func handlers(ofScheme scheme: String) throws(ServiceError) -> [SchemeHandler] {
        do {
            return try launcher.handlers(ofScheme: scheme)
        } catch {
            throw ServiceError(.badConfiguration, "The programs for “\(scheme):” cannot be told.")
        }
    }
}
