import ArgumentParser
import ExactJSON
import RouterDesktop
import RouterNetworkBackend
import RouterProcesses
import SchemeRouter

/// `router doctor`: reports whether a click on a wallet link would work and, if not, what to do. It contacts only the
/// person's own nodes and servers, and changes nothing except that it remembers the certificates of servers that it
/// meets for the first time.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check for anything that stops links from being answered. Exits 1 if it finds something.",
        discussion: """
            --click opens a test link with the desktop's own opener, as a click in a browser would, and says whether it came \
            back here, and whether a window and a notification were shown. The link asks for nothing: it reaches no wallet, \
            no network and no other program.
            """)

    @Flag(help: "Open a test link, too.") var click = false
    @Option(help: ArgumentHelp("How long the test link may take to arrive.", valueName: "seconds")) var wait = 30
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard (1...3_600).contains(wait) else { throw ValidationError("--wait must be between 1 and 3600.") }
    }

    func run() async throws {
        // The desktop starts clicks without options, so those that move the configuration are refused.
        let session = try click ? RegisterSession("doctor --click") : RegisterSession(try RouterCommand.installation())
        let status = try session.registration.status(of: session.plan.enabledSchemes)
        let examination = DoctorExamination(
            installation: session.installation, environment: ProcessEnvironment.current(), status: status)
        var checks = examination.checks + (await session.installation.networks.checks)
        if click {
            checks += try ClickTrial(
                installation: session.installation, status: status, patience: .seconds(wait)
            ).run()
        }
        let isHealthy = !checks.contains { $0.result == .failure }
        let all = JSON(["ok": isHealthy, "checks": checks.map(\.json), "registration": status.json])
        for line in json ? [all.text] : checks.map(\.line) { StandardStreams.printWhole(line) }
        if !isHealthy { throw CommandEnd(code: .none) }
    }
}
