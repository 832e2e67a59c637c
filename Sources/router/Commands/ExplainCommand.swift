import ExactJSON
import Glibc
import SchemeRouter

/// `router explain`: says what a link would do, without a wallet, prompt, network or write.
struct ExplainCommand {
    let arguments: LinkArguments

    var isBatch: Bool { arguments.source == .batch }

    func runBatch(_ options: GlobalOptions) async throws -> ExitCode {
        var batch = try BatchExplanation(options)
        try await batch.run()
        return .done
    }

    /// Explains one link.
    func run(_ options: GlobalOptions) throws -> ExitCode {
        switch arguments.source {
        case .batch: preconditionFailure("The links of a batch take several threads.")
        case .argument(let link):
            return try explain(givenBytes(of: link), options)
        case .standardInput:
            return try explain(try StandardStreams.readLink(), options)
        }
    }

    private func explain(_ link: [UInt8], _ options: GlobalOptions) throws -> ExitCode {
        if arguments.isJSON { return try explainAsJSON(link, options) }
        let installation = try Installation(options, for: link)
        var explanation = Explanation(of: link, by: installation.router)
        var code = ExitCode.done
        if case .mistake(let error) = explanation.reading {
            code = ExitCode(error)
            explanation.suggest(among: options)
            StandardStreams.complain(explanation.text)
        } else {
            StandardStreams.print(explanation.text)
        }
        // Exit here: freeing all of that would take as long as reading the link.
        withExtendedLifetime(installation) { withExtendedLifetime(explanation) { ProgramEnd.exit(code) } }
    }

    /// Names the other wallets, too. That means reading the desktop's files, which the output for people does not wait
    /// for.
    private func explainAsJSON(_ link: [UInt8], _ options: GlobalOptions) throws -> ExitCode {
        let installation = try Installation(options, for: link)
        var explanation = Explanation(of: link, by: installation.router)
        explanation.suggest(among: options)
        explanation.handOver = HandOverReport(of: explanation.reading, link, installation)
        var json = JSONWriter()
        explanation.write(to: &json)
        StandardStreams.print(json.string)
        if case .mistake(let error) = explanation.reading { return ExitCode(error) }
        return .done
    }
}
