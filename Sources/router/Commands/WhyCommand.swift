import ArgumentParser
import ExactJSON
import RouterDesktop
import SchemeRouter

struct WhyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Say which wallet would get a link, and the file that decides.",
        discussion: "It asks, starts and writes nothing.")

    @Flag(help: "Print JSON.") var json = false
    @Argument(help: "The link, in quotes.") var url: String

    func run() throws {
        let installation = try RouterCommand.installation()
        let bytes = Array(url.utf8)
        let report: HandOverReport
        do {
            report = HandOverReport(of: try installation.router.read(bytes), installation)
        } catch {
            guard let link = installation.router.foreignLink(bytes),
                let target = LinkExecution.target(
                    of: link, wallets: installation.wallets, rules: installation.configuration.handOver)
            else {
                throw RejectedLink(error: error.suggesting(bytes) { installation.routes }, link: bytes)
            }
            report = HandOverReport(of: link, target)
        }
        StandardStreams.print(json ? report.json.text : report.text)
    }
}
