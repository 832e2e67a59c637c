import Glibc
import SchemeRouter

/// `router open`: does what a link asks.
struct OpenCommand {
    let arguments: LinkArguments

    init(_ arguments: LinkArguments) {
        self.arguments = arguments
    }

    func run(_ options: GlobalOptions) async throws -> ExitCode {
        let bytes = try link()
        let installation = try Installation(options)
        let log = LinkLog(path: installation.places.log)
        let link: ReadLink
        do {
            link = try installation.router.read(bytes)
        } catch {
            return finish(OpenResult(outcome: .rejected(error), entry: nil, action: nil), nil, log)
        }
        do {
            let execution = LinkExecution(services: try installation.services())
            if arguments.isDryRun {
                let pages = try await execution.preview(link)
                StandardStreams.print(pages.joined(separator: "\n\n"))
                return .done
            }
            let result = await execution.run(link)
            return finish(
                OpenResult(outcome: result.outcome, entry: result.entry, action: link.request.action), link, log)
        } catch PromptError.unavailable(let reason) {
            let error = ServiceError(.noPrompt, "There is no way to ask you: \(reason).")
            return finish(OpenResult(outcome: .failed(error), entry: nil, action: link.request.action), link, log)
        } catch let error as ServiceError {
            return finish(OpenResult(outcome: .failed(error), entry: nil, action: link.request.action), link, log)
        }
    }

    private func link() throws -> [UInt8] {
        switch arguments.source {
        case .argument(let link):
            return Array(link.utf8)
        case .standardInput, .batch:
            guard let link = StandardStreams.readAll(limit: Router.maxJSONLinkLength + 2) else {
                throw UsageError("Standard input holds more than one link.")
            }
            return link
        }
    }

    /// Prints the end of the link and writes its line of the log.
    private func finish(_ result: OpenResult, _ link: ReadLink?, _ log: LinkLog) -> ExitCode {
        let code = ExitCode(result.outcome)
        if !arguments.isDryRun { log.write(result, link: link, code: code, at: UnixTime(time(nil))) }
        if arguments.isJSON {
            StandardStreams.print(result.json.text)
        } else if code == .done {
            StandardStreams.print(result.text(of: link))
        } else {
            StandardStreams.complain(result.text(of: link))
        }
        return code
    }
}
