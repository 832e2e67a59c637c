import ArgumentParser
import Glibc
import RouterDesktop
import RouterLinux
import SchemeRouter

/// `router demo-page`: replaces itself with the program that serves the page, which is installed next to this one.
struct DemoPageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo-page",
        abstract: "Serve a local page to try every link with practice money (needs the source code).",
        discussion: """
            Packages leave the page out: in a copy of the source code, “make demo-page” builds and serves it.

            The page has its own wallet, in directories that are deleted when the command ends. It never uses \
            yours. A script answers its questions unless you name a program with --pinentry.
            """)

    func run() throws {
        let options = RouterCommand.options
        guard options?.directory == nil else {
            throw UsageError("“demo-page” always creates its own directories: leave out --config.")
        }
        var arguments = [try Self.program()]
        if let pinentry = options?.pinentry { arguments += ["--pinentry", pinentry] }
        if let schemes = options?.schemes { arguments += ["--schemes", try GlobalOptions.absolute(schemes)] }
        Linux.execv(arguments[0], arguments)
        if errno == ENOENT {
            throw ServiceError(
                .badConfiguration, "The demo page is not installed: packages leave it out.",
                hint: "Get the source code and run “make demo-page” there.")
        }
        throw ServiceError(.badConfiguration, "\(arguments[0]) does not start: \(Linux.strerror(errno)).")
    }

    private static func program() throws -> String {
        guard let own = Linux.realpath("/proc/self/exe") else {
            throw ServiceError(.internalError, "/proc is not mounted.")
        }
        return "\(own.parentPath ?? "")/demo-page"
    }
}
