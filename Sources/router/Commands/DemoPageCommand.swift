import ArgumentParser
import Desktop
import Glibc
import SchemeRouter

/// `router demo-page`: becomes the program that serves the page, which lies beside this one.
struct DemoPageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo-page", abstract: "Serve a local page to try every link with practice money.",
        discussion: """
            The page has a wallet of its own in directories that are thrown away when the command ends. It never uses \
            yours. A script answers its questions unless you name a program with --pinentry.
            """)

    func run() throws {
        let options = RouterCommand.options
        guard options?.directory == nil else {
            throw UsageError("“demo-page” makes directories of its own and never uses others: leave --config out.")
        }
        var arguments = [try Self.program()]
        if let pinentry = options?.pinentry { arguments += ["--pinentry", Self.absolute(pinentry)] }
        if let schemes = options?.schemes { arguments += ["--schemes", Self.absolute(schemes)] }
        var list: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        execv(arguments[0], &list)
        let reason = String(cString: strerror(errno))
        list.forEach { free($0) }
        throw ServiceError(.badConfiguration, "\(arguments[0]) does not start: \(reason).")
    }

    /// The `demo-page` beside this program.
    private static func program() throws -> String {
        guard let own = realpath("/proc/self/exe", nil) else {
            throw ServiceError(.internalError, "/proc is not mounted.")
        }
        defer { free(own) }
        let directory = String(cString: own).split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        return "\(directory)/demo-page"
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
        defer { free(directory) }
        return "\(String(cString: directory))/\(path)"
    }
}
