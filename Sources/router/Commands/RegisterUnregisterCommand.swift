import ArgumentParser
import RouterDesktop
import SchemeRouter

struct UnregisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unregister", abstract: "Undo what “router register” did.",
        discussion:
            "Without --scheme everything is undone. A scheme that another program has taken over since is left alone.")

    @Option(help: "A scheme to take back; may be given several times.", completion: .schemes) var scheme: [String] = []
    @Flag(help: "Remove the desktop entry even if it was not made by “router register”.") var force = false
    @Flag(help: "Say what would be done, and do nothing.") var dryRun = false
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let session = try RegisterSession("unregister")
        let schemes = try scheme.isEmpty ? nil : session.schemes(named: scheme)
        let change = try session.apply(
            isDryRun: dryRun,
            try session.registration.unregistering(schemes, known: session.plan.schemes, force: force))
        guard !json else { return StandardStreams.print([change.json(isDryRun: dryRun)]) }
        if dryRun { session.preview(change) }
        if change.isEmpty {
            StandardStreams.print("Nothing was registered.")
        } else {
            let names = change.schemes.map(\.name).joined(separator: ", ")
            let state = dryRun ? "Would be taken back" : "Taken back"
            StandardStreams.print("\(state): \(names.isEmpty ? "our desktop entry" : names).")
        }
        guard !dryRun else { return }
        for row in try session.registration.status(of: change.schemes).schemes {
            if let opener = row.opener { StandardStreams.print("\(row.scheme.name): now opened by \(opener.text).") }
        }
    }
}
