import ArgumentParser
import SchemeRouter

/// Everything but `open` and `explain`, through the argument parser.
struct RouterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "router",
        abstract: "Answers wallet links such as dashwallet://pay=….",
        discussion: """
            open [--dry-run] [--json] [--] URL      Do what a link asks. “-” reads one link from standard input.
            explain [--json] URL | --batch          Say what a link would do; nothing is asked, read or written.

            Options for every command:
              --config DIR          Use DIR instead of the XDG directories (several wallets have several).
              --schemes FILE        Use FILE instead of the shipped schemes.yaml.
              --pinentry PROGRAM    Ask with this program.
            """,
        version: "0.1.0",
        subcommands: [
            SchemesCommand.self, CheckCommand.self, WalletCommand.self, SandboxCommand.self, HandlersCommand.self,
            HistoryCommand.self, DemoPageCommand.self,
        ])

    /// The options that were taken out of the arguments before the parser saw them.
    @TaskLocal static var options: GlobalOptions?

    /// Runs the command and gives its exit code; help, completions and usage errors end the program themselves.
    static func run(_ arguments: [String], _ options: GlobalOptions) async -> ExitCode {
        await $options.withValue(options) {
            var command: any ParsableCommand
            do {
                command = try parseAsRoot(arguments)
            } catch {
                exit(withError: error)
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
            } catch let error where error is CleanExit || error is ValidationError {
                exit(withError: error)
            } catch {
                return Failure.report(error)
            }
        }
    }

    /// The parts of this installation.
    static func installation() throws -> Installation {
        var none: [String] = []
        return try Installation(try options ?? GlobalOptions(takingFrom: &none))
    }
}

/// Ends a command that has said everything itself.
struct CommandEnd: Error {
    let code: ExitCode
}
