import ArgumentParser
import RouterDesktop
import SchemeRouter

/// `router scheme-table`: prints the schemes as a Markdown document, `Documentation/schemes.md`.
struct RegisterTableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scheme-table", abstract: "Print the schemes as a Markdown document.", shouldDisplay: false)

    func run() throws {
        let routes = try RouterCommand.installation().routes
        StandardStreams.write(Array(DesktopRegistrationPlan(routes: routes).documentation.utf8), to: 1)
    }
}
