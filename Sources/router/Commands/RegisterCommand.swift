import ArgumentParser
import Glibc
import RouterDesktop
import SchemeRouter

struct RegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register", abstract: "Make this program open wallet links.",
        discussion: """
            Without --scheme the schemes of wallets are registered. Those of coins, such as bitcoin, are registered only \
            by name. A scheme that another program opens stays with it.
            """)

    @Option(help: "A scheme to register; may be given several times.", completion: .schemes) var scheme: [String] = []
    @Flag(help: "Take another wallet's own scheme, too. Its program is remembered.") var force = false
    @Flag(help: "Say what would be done, and do nothing.") var dryRun = false
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let session = try RegisterSession("register")
        let schemes = try scheme.isEmpty ? session.plan.standardSchemes : session.schemes(named: scheme)
        let change = try session.apply(
            isDryRun: dryRun, try session.registration.registering(schemes, force: force))
        if json { StandardStreams.print([change.json(isDryRun: dryRun)]) } else { report(change, session) }
        // Skipping a scheme that was named is a failure. The other schemes stay registered: repeating the command is
        // harmless.
        if !scheme.isEmpty, !change.skipped.isEmpty { throw CommandEnd(code: .refusedByPolicy) }
    }

    private func report(_ change: RegistrationChange, _ session: RegisterSession) {
        if dryRun { session.preview(change) }
        for taken in change.taken {
            StandardStreams.print(
                "\(taken.scheme.name): \(dryRun ? "would be taken" : "taken") from \(taken.opener.text).")
        }
        if !change.schemes.isEmpty {
            let names = change.schemes.map(\.name).joined(separator: ", ")
            let state = change.isEmpty ? "Registered already" : dryRun ? "Would be registered" : "Registered"
            StandardStreams.print("\(state): \(names).")
        }
        for skipped in change.skipped {
            StandardStreams.complain(
                "\(skipped.scheme.name): left to \(skipped.opener.text).\n"
                    + "  “router register --scheme \(skipped.scheme.name) --force” takes it.")
        }
        session.sayWhatStandsBefore(change.schemes)
        if geteuid() == 0 { StandardStreams.complain(OutputForm.rootNote) }
    }
}
