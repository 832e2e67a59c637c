import ArgumentParser
import ExactJSON
import SchemeRouter

/// `router bump`: raises the fee of an unconfirmed payment.
struct BumpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bump", abstract: "Raise the fee of a payment that is waiting for a block, after asking you.",
        discussion: """
            The same payment is signed again with a higher fee, taken from its own change, and replaces the first: \
            only one of the two can be confirmed. Coins whose networks lock payments neither need nor offer this. An \
            app that was notified of the first transaction is not notified of the second.
            """)

    @Argument(help: "The number that “router history” shows for the payment.") var id: Int64
    @Option(help: ArgumentHelp(FeeOption.help + " Default: fast.", valueName: "fee")) var fee: String?
    @Flag(help: "Show what you would be asked, and stop.") var dryRun = false
    @Flag(help: "Print the outcome as one JSON object.") var json = false

    func run() async throws {
        let choice = try fee.map { (text) throws(UsageError) in try FeeChoice(argument: text) }
        let installation = try RouterCommand.installation()
        let bump = FeeBump(services: try installation.services(), routes: installation.routes)
        if dryRun {
            do {
                let pages = try await bump.preview(id, fee: choice)
                StandardStreams.print(
                    json ? OpenResult.dryRun(of: .payment, pages: pages).text : pages.joined(separator: "\n\n"))
            } catch {
                let end = OpenResult(outcome: EarlyEnd.outcome(of: error), entry: nil)
                if json { StandardStreams.print(end.json.text) } else { StandardStreams.complain(end.text(of: nil)) }
                throw CommandEnd(code: ExitCode(end.outcome))
            }
            return
        }
        let result = await bump.run(id, fee: choice)
        let end = OpenResult(outcome: result.outcome, entry: result.entry, acceptance: result.acceptance)
        let code = ExitCode(result.outcome)
        LinkLog(path: installation.places.log).write(
            LinkLog.Line(code: code, reason: end.reason, entry: result.entry))
        if json {
            let done = code == .done ? result.replaced?.hex : nil
            StandardStreams.print(end.json.adding(["replaces": done]).text)
        } else if code == .done {
            let chain = result.chain
            let coin = chain.flatMap { installation.routes.coins[$0.coin] }
            StandardStreams.print(
                (chain?.isPractice == true ? "PRACTICE – no real money\n" : "") + end.text(of: nil, coin))
        } else {
            StandardStreams.complain(end.text(of: nil))
        }
        if code != .done { throw CommandEnd(code: code) }
    }
}

extension FeeBump.Result {
    /// The chain of the payment; nil if nothing was paid.
    fileprivate var chain: ChainID? {
        if case .paid(_, let payment, _) = outcome { payment.chain } else { nil }
    }
}
