import ArgumentParser
import ExactJSON
import Glibc
import RouterDesktop
import RouterLinux
import RouterStorage
import SchemeRouter

/// `router unlock`: ends the locks after refusals and floods (S10). It asks the person, because any program can start it.
struct UnlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "End the lock after links that you refused.",
        discussion: """
            Links that you refused three times within a minute, and links that come faster than a person opens them, are \
            refused for five minutes without a question. Commands that you type are never locked.
            """)

    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let context = try RouterCommand.context()
        let gate = LockedPromptGate(directory: context.paths.gate)
        try PrivateDirectory.create(context.paths.gate)
        guard let pass = try gate.enter() else {
            throw ServiceError(
                .busy, "Another link is waiting for an answer.", hint: "Answer it first, then run this command again.")
        }
        defer { withExtendedLifetime(pass) {} }
        try await context.prompt().confirm(Self.question)
        // Without a journal nothing was refused; reading must not create one.
        let newest =
            Linux.access(context.paths.journal, F_OK) == 0
            ? try SQLiteJournal(path: context.paths.journal).newest(1).first?.id ?? 0 : 0
        try context.tally().unlock(upTo: newest)
        let text = "The locks are ended: you will be asked about every link again."
        StandardStreams.print(json ? JSON(["unlocked": true]).text : text)
    }

    private static let question = Dialogue(
        title: "End the locks",
        pages: [
            """
            End the locks after links that you refused?

            Links of the same source are asked about again at once. If a page
            keeps opening links, close it first.

            Refuse if you did not just ask for this.
            """
        ], agree: "End the locks")
}
