import Glibc
import RouterDesktop
import SchemeRouter

/// `router`: answers wallet links.
///
/// `open` and `explain` are what a click waits for, so they are read by hand; everything else goes through the argument
/// parser.
@main
enum Main {
    static func main() async {
        var arguments = Array(CommandLine.arguments.dropFirst())
        do {
            try Hardening.apply()
            let options = try GlobalOptions(takingFrom: &arguments)
            let code: ExitCode
            switch arguments.first {
            case "explain" where !asksForHelp(arguments):
                code = try ExplainCommand(arguments: LinkArguments(arguments.dropFirst(), of: "explain")).run(options)
            case "open" where !asksForHelp(arguments):
                code = try await OpenCommand.run(arguments.dropFirst(), options)
            case "help" where arguments.count == 2:
                if let topic = ErrorTopic(arguments[1]) {
                    StandardStreams.print(topic.text)
                    code = .done
                } else {
                    code = await RouterCommand.run(arguments, options)
                }
            default:
                code = await RouterCommand.run(arguments, options)
            }
            exit(code.rawValue)
        } catch let error as UsageError {
            StandardStreams.complain("error: \(error.message)\n  “router --help” lists the commands.")
            exit(ExitCode.usage.rawValue)
        } catch {
            if let code = Failure.report(error) { exit(code.rawValue) }
            StandardStreams.complain("error: \(error)")
            exit(ExitCode.internalError.rawValue)
        }
    }

    private static func asksForHelp(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }
}
