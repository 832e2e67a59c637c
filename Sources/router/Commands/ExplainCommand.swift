import SchemeRouter

/// `router explain`: what a link would do; no wallet, prompt, network or write.
struct ExplainCommand {
    let arguments: LinkArguments

    func run(_ options: GlobalOptions) throws -> ExitCode {
        switch arguments.source {
        case .batch:
            explainBatch(try Installation(options).router)
            return .done
        case .argument(let link):
            return try explain(Array(link.utf8), options)
        case .standardInput:
            guard let link = StandardStreams.readAll(limit: Router.maxJSONLinkLength + 2) else {
                throw UsageError("Standard input holds more than one link.")
            }
            return try explain(link, options)
        }
    }

    private func explain(_ link: [UInt8], _ options: GlobalOptions) throws -> ExitCode {
        let installation = try Installation(options, for: link)
        var explanation = Explanation(of: link, by: installation.router)
        if arguments.isJSON { explanation.handOver = HandOverReport(of: explanation.result, link, installation) }
        StandardStreams.print(arguments.isJSON ? explanation.json.text : explanation.text)
        if case .failure = explanation.result { return .badLink }
        return .done
    }

    private func explainBatch(_ router: Router) {
        var lines = InputLines(limit: Router.maxJSONLinkLength)
        var output: [UInt8] = []
        while let line = lines.next() {
            Explanation(of: line, by: router).json.write(to: &output)
            output.append(UInt8(ascii: "\n"))
            if output.count > 65_536 {
                StandardStreams.write(output, to: 1)
                output.removeAll(keepingCapacity: true)
            }
        }
        StandardStreams.write(output, to: 1)
    }
}
