import Glibc
import RouterDesktop
import RouterLinux
import RouterNetworkBackend
import SchemeRouter

/// The whole of `router`, to which another package can add plugins, networks and descriptors:
///
///     @main enum Main {
///         static func main() {
///             RouterCommandLine(plugins: [("cowrie", CowriePlugin())]).run()
///         }
///     }
///
/// Additions are code of the program like any other, and the same rules apply: a plugin proposes, and the engine
/// checks, asks, signs and replies (S11); a network is used only if config.yaml names it (S7); and descriptors cannot
/// loosen existing ones (S3).
///
/// A click waits for `open` and `explain`, so their arguments are parsed by hand; all other commands use the argument
/// parser.
public struct RouterCommandLine: Sendable {
    let additions: Additions
    /// The names that are already taken.
    private(set) var taken: [String] = []

    /// The program without additions.
    public init() {
        additions = Additions()
    }

    /// The program with the additions of another package.
    /// - Parameters:
    ///   - plugins: by the names that descriptors use. Names must be unique, and different from those of this program's
    ///     plugins.
    ///   - networks: kinds of networks that config.yaml can name, each for coins of these plugins.
    ///   - descriptors: of the plugins' coins and schemes. They follow the shipped ones and precede all files.
    public init(
        plugins: [(name: String, plugin: any ReadingPlugin)], networks: [any AddedNetwork.Type] = [],
        descriptors: [DescriptorFile] = []
    ) {
        var (own, all) = (PluginTable([]), AppContext.plugins(Additions()))
        for (name, plugin) in plugins where !own.add(plugin, named: name) || !all.add(plugin, named: name) {
            taken.append(name)
        }
        additions = Additions(plugins: own, networks: networks.map { $0.use }, descriptors: descriptors)
    }

    /// Runs the command that the arguments of this process name, and exits with its code (Documentation/errors.md). The
    /// calling thread blocks until then, so nothing here may need the main actor.
    public func run() -> Never {
        Linux.fillStandardStreams()
        Remedy.nameCommands()
        var arguments = Array(CommandLine.arguments.dropFirst())
        OutputForm.choose(by: arguments)
        do {
            try Hardening.apply()
            if let taken = taken.first {
                throw ServiceError(
                    .internalError, "Two plugins of this program are named \(Quoted(taken, limit: 80)).",
                    hint: "This is a mistake in how the program was put together; please report it.")
            }
            var options = try GlobalOptions(takingFrom: &arguments)
            options.additions = additions
            if arguments.first == "explain", !Self.asksForHelp(arguments) {
                let command = ExplainCommand(arguments: try LinkArguments(arguments.dropFirst(), of: "explain"))
                if !command.isBatch { ProgramEnd.exit(try command.run(options)) }
            }
            Self.start(arguments, options)
        } catch { Self.end(error) }
        // An asynchronous `main` would end this thread instead, and for that the C library loads another library.
        Linux.waitForever()
    }

    /// Not inlined: what a task needs would be looked up before `explain`, which needs none.
    @inline(never) private static func start(_ arguments: [String], _ options: GlobalOptions) {
        Task {
            do { ProgramEnd.exit(try await run(arguments, options)) } catch { end(error) }
        }
    }

    private static func run(_ arguments: [String], _ options: GlobalOptions) async throws -> ExitCode {
        switch arguments.first {
        case "explain" where !asksForHelp(arguments):
            let command = ExplainCommand(arguments: try LinkArguments(arguments.dropFirst(), of: "explain"))
            return try await command.runBatch(options)
        case "open" where !asksForHelp(arguments):
            return try await OpenCommand.run(arguments.dropFirst(), options)
        case "help":
            guard let text = try HelpText.text(for: Array(arguments.dropFirst())) else { break }
            StandardStreams.print(text)
            return .done
        default: break
        }
        return await RouterCommand.run(arguments, options)
    }

    private static func end(_ error: any Error) -> Never {
        if let code = Failure.report(error) { exit(code.rawValue) }
        _ = Failure.report(ServiceError(.internalError, "\(error)"))
        ProgramEnd.exit(.internalError)
    }

    private static func asksForHelp(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }
}
