import ArgumentParser
import Glibc
import RouterLinux
import SchemeRouter

/// `router demo-page`: replaces itself with the script that is installed with the page.
struct DemoPageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo-page",
        abstract: "Open a page of wallet links to try with practice money.",
        discussion: """
            The page, its wallet and its browser have directories of their own, which are deleted when the browser is \
            closed. It never uses yours. In a copy of the source code, “make demo-page” opens it.
            """)

    @Argument(help: "Chromium, Firefox or a browser like Chromium. Without it, the first one that is installed.")
    var browser: String?

    @Option(help: .hidden)
    var code: String?

    func run() throws {
        if let code {
            // The script asks for the code of each link of its page.
            guard let code = try QRCode(code) else { throw UsageError("The link is too long for a QR code.") }
            StandardStreams.print(code.svg)
            return
        }
        let options = RouterCommand.options
        guard options?.directory == nil, options?.schemes == nil else {
            throw UsageError("“demo-page” always has its own settings: leave out --config and --schemes.")
        }
        guard let own = Linux.realpath("/proc/self/exe") else {
            throw ServiceError(.internalError, "/proc is not mounted.")
        }
        let script = "\(own.parentPath?.parentPath ?? "")/share/schemerouter/demo-page/start"
        let pinentry = options?.pinentry.map { ["--pinentry", $0] } ?? []
        Linux.execv(script, [script, own] + pinentry + (browser.map { [$0] } ?? []))
        throw ServiceError(
            .badConfiguration, "\(script) does not start: \(Linux.strerror(errno)).",
            hint: errno == ENOENT ? "In a copy of the source code, run “make demo-page”." : nil)
    }
}
