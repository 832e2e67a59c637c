import ArgumentParser
import SchemeRouter

/// All commands but `open` and `explain`, run by the argument parser.
struct RouterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "router",
        abstract: "Answers wallet links such as dashwallet://pay=….",
        discussion: "“router help” lists topics, exit codes and examples, too.", version: ProgramVersion.text,
        subcommands: CommandList.all)

    @OptionGroup(title: "Options For Every Command") var common: CommonOptions

    /// The options that were removed from the arguments before the parser saw them.
    @TaskLocal static var options: GlobalOptions?

    /// Runs the command and returns its exit code.
    static func run(_ arguments: [String], _ options: GlobalOptions) async -> ExitCode {
        await $options.withValue(options) {
            if arguments.count == 2, arguments[0] == "--generate-completion-script",
                let script = CompletedRouter.script(for: arguments[1])
            {
                StandardStreams.printWhole(script)
                return .done
            }
            var command: any ParsableCommand
            do {
                command = try parseAsRoot(arguments)
            } catch {
                return end(error, arguments)
            }
            do {
                if var asynchronous = command as? any AsyncParsableCommand {
                    try await asynchronous.run()
                } else {
                    try command.run()
                }
                return .done
            } catch let end as CommandEnd {
                return end.code
            } catch {
                // Other errors are the parser's: requests for help, and usage errors.
                return Failure.report(error) ?? end(error, arguments)
            }
        }
    }

    /// Prints the parser's error, or the help that was requested.
    private static func end(_ error: any Error, _ arguments: [String]) -> ExitCode {
        guard exitCode(for: error) == .success else {
            return Failure.report(UsageError(parser: message(for: error), arguments: arguments)) ?? .usage
        }
        // The last line of the parser's help has its own quotation marks.
        let text = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("  See '") ? UsageError.withOurMarks(String($0)) : String($0) }.joined(separator: "\n")
        let isWhole = ["", "help", "--help", "-h"].contains(arguments.joined(separator: " "))
        StandardStreams.print(isWhole ? "\(text)\n\n\(HelpText.more)" : text)
        return .done
    }

    /// What another package adds to this program.
    static var additions: Additions { options?.additions ?? Additions() }

    static func context() throws -> AppContext {
        try AppContext(options ?? GlobalOptions())
    }
}

/// Ends a command that has already reported everything.
struct CommandEnd: Error {
    let code: ExitCode
}

/// The version of this program. It is written only here and at the top of CHANGELOG.md: packages ask the program.
enum ProgramVersion {
    static let text = "0.1.0"
}
