import ArgumentParser
import ExactJSON
import RouterDesktop
import RouterNetworkBackend
import RouterProcesses
import SchemeRouter

/// `router doctor`: whether a click on a wallet link would work, and what to do where it would not. It asks nobody but the
/// person's own nodes and servers, and changes nothing, but remembers the certificates of servers that it meets first.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Look for what keeps links from being answered. Exits 1 where something does.")

    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let session = try RegisterSession(try RouterCommand.installation())
        let status = try session.registration.status(of: session.plan.enabledSchemes)
        let examination = DoctorExamination(
            installation: session.installation, environment: ProcessEnvironment.current(), status: status)
        let checks = examination.checks + (await session.installation.networks.checks)
        let isHealthy = !checks.contains { $0.result == .failure }
        let all = JSON(["ok": isHealthy, "checks": checks.map(\.json), "registration": status.json])
        StandardStreams.print(json ? [all.text] : checks.map(\.line))
        if !isHealthy { throw CommandEnd(code: .none) }
    }
}
