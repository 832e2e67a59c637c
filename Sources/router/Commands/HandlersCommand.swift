import ArgumentParser
import Desktop
import SchemeRouter

/// `router handlers`: which program would receive a callback.
struct HandlersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "handlers", abstract: "Say which program would receive a callback to a scheme.")

    @Argument(help: "The scheme, such as myapp.") var scheme: String
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let installation = try RouterCommand.installation()
        guard Sender.isScheme(scheme.utf8) else {
            throw UsageError("“\(ForeignText(scheme.utf8, limit: 80).text)” is no URL scheme.")
        }
        let handlers = try installation.launcher.handlers(ofScheme: scheme.lowercased())
        if json {
            StandardStreams.print(JSON.array(handlers.map(Self.json)).text)
        } else {
            handlers.forEach { StandardStreams.print(Self.text($0)) }
        }
        guard handlers.contains(where: { $0.refusal == nil }) else {
            if !json, handlers.isEmpty { StandardStreams.complain("No program opens “\(scheme):” links.") }
            throw CommandEnd(code: .none)
        }
    }

    private static func json(_ handler: SchemeHandler) -> JSON {
        .object([
            ("id", .string(handler.id)), ("name", .string(handler.name)), ("exec", .string(handler.exec)),
            ("executable", JSON(handler.executable)), ("source", .string(handler.source)),
            ("refusal", JSON(handler.refusal)),
        ])
    }

    private static func text(_ handler: SchemeHandler) -> String {
        let name = ForeignText(handler.name.utf8, limit: 80).text
        let exec = ForeignText(handler.exec.utf8, limit: 200).text
        let refusal = handler.refusal.map { "\n  refused: \($0)" } ?? ""
        return "\(handler.id): \(name)\n  runs \(handler.executable ?? "nothing"): \(exec)\n  from \(handler.source)\(refusal)"
    }
}
