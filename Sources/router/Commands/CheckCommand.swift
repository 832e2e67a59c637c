import ArgumentParser
import ExactJSON
import Glibc
import RouterLinux
import SchemeRouter

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Validate descriptor files and run the examples inside them.",
        discussion: """
            Without FILE, everything that is installed is checked: the built-in descriptors, those in the schemes.d \
            directories, and your settings. FILEs are checked on top of the built-in descriptors, each as a later file \
            than the one before. Examples are read as links of real money, whatever networks your settings choose. Plugins \
            that are programs are started for the examples of their schemes.
            """)

    @Flag(help: "Print JSON.") var json = false
    @Flag(help: "Check the FILEs again whenever one changes, until you stop it.") var watch = false
    @Argument(help: "Descriptor files.", completion: .file(extensions: ["yaml"])) var files: [String] = []

    func validate() throws {
        guard !watch || !files.isEmpty else { throw ValidationError("--watch: Say which FILEs to watch.") }
    }

    func run() throws {
        if watch { try watchFiles() }
        try check()
    }

    /// Checks the files whenever one changes. Ends only when it is stopped.
    private func watchFiles() throws -> Never {
        try SecretArguments.refuse(files)
        while true {
            // Taken before the files are read: a change in between is checked, too.
            let seen = files.map(FileIdentity.of)
            do {
                try check()
            } catch is CommandEnd {
                // The mistakes were reported.
            }
            if !json { StandardStreams.print("Waiting for a change. Ctrl-C stops.") }
            repeat { usleep(Self.pause) } while files.map(FileIdentity.of) == seen
            // An editor may write a file in several steps.
            usleep(Self.pause)
        }
    }

    /// How long to wait between two looks at the files, in microseconds.
    private static let pause: useconds_t = 200_000

    private func check() throws {
        let options = RouterCommand.options ?? GlobalOptions()
        guard !files.isEmpty else {
            let (_, paths) = try AppContext.paths(options)
            return try report(code: .badConfiguration) {
                let stack = try AppContext.stack(options, paths)
                // Here every mistake counts, also in the person's own files.
                _ = try RouteTable.load(
                    stack,
                    for: AppContext.plugins(
                        options.additions, programs: try AppContext.programs(paths, options.additions)))
                let context = try RouterCommand.context()
                return Checked(
                    files: stack.files.map(\.name) + Self.settings(context), routes: context.routes,
                    plugins: AppContext.plugins(
                        options.additions, programs: context.configuration.programs,
                        rawPayloads: context.configuration.rawPayloads))
            }
        }
        try SecretArguments.refuse(files)
        try report(code: .badLink) {
            var descriptors = [try AppContext.descriptors(options.schemes)] + options.additions.descriptors
            for path in files {
                guard let file = try DescriptorFile.read(path: path, trust: .anyone) else {
                    throw DescriptorErrors([
                        DescriptorDiagnostic(file: path, code: .unreadable, message: "there is no such file")
                    ])
                }
                descriptors.append(file)
            }
            let programs = try AppContext.programs(try AppContext.paths(options).1, options.additions)
            let plugins = AppContext.plugins(options.additions, programs: programs)
            return Checked(
                files: descriptors.map(\.name),
                routes: try RouteTable.load(DescriptorStack(descriptors), for: plugins), plugins: plugins)
        }
    }

    /// What was read without a mistake.
    private struct Checked {
        let files: [String]
        let routes: RouteTable
        let plugins: PluginTable

        var exampleCount: Int { routes.schemes.reduce(0) { $0 + $1.examples.count } }

        var json: JSON {
            JSON([
                "files": files, "coins": routes.coins.count, "schemes": routes.schemes.count, "examples": exampleCount,
            ])
        }

        var text: String {
            """
            Checked: \(files.map(\.printable).joined(separator: ", ")).
            \(routes.coins.count) coins, \(routes.schemes.count) schemes, \(exampleCount) examples.
            """
        }
    }

    private static func settings(_ context: AppContext) -> [String] {
        [context.paths.configuration].filter { Linux.access($0, F_OK) == 0 }
    }

    /// Reports what was checked and what is wrong: mistakes in descriptors or settings, or examples with a different
    /// outcome.
    private func report(code: ExitCode, _ load: () throws -> Checked) throws {
        var checked: Checked?
        var problems: [Problem]
        do {
            let read = try load()
            checked = read
            // Without the networks of the settings: examples say what links do with real money.
            problems = ExampleCheck(router: Router(routes: read.routes, plugins: read.plugins)).problems
        } catch let errors as DescriptorErrors {
            problems = errors.diagnostics.map(Problem.init)
        }
        if json {
            StandardStreams.print([
                JSON([
                    "ok": problems.isEmpty, "checked": checked?.json, "problems": problems.map(\.json),
                ])
            ])
        } else {
            if let checked { StandardStreams.print(checked.text) }
            if problems.isEmpty { StandardStreams.print("No mistakes.") }
            problems.prefix(DescriptorErrors.shownCount).forEach { StandardStreams.complain($0.text) }
            if problems.count > DescriptorErrors.shownCount {
                StandardStreams.complain("and \(problems.count - DescriptorErrors.shownCount) more")
            }
        }
        guard problems.isEmpty else { throw CommandEnd(code: code) }
    }
}

struct Problem {
    let text: String
    let json: JSON
}

extension Problem {
    init(_ diagnostic: DescriptorDiagnostic) {
        text = diagnostic.text
        json = JSON([
            "file": diagnostic.file, "line": diagnostic.line, "column": diagnostic.column, "length": diagnostic.length,
            "code": diagnostic.code.rawValue, "message": diagnostic.message, "suggestion": diagnostic.suggestion,
            "hint": diagnostic.hint, "path": diagnostic.path,
        ])
    }
}

/// Runs the examples in descriptors: each link must have the outcome that the file states.
struct ExampleCheck {
    let router: Router

    var problems: [Problem] { router.routes.schemes.flatMap { scheme in scheme.examples.compactMap(problem) } }

    private func problem(_ example: LinkExample) -> Problem? {
        let outcome: LinkExample.Expectation
        do {
            let request = try router.read(Array(example.url.utf8)).request
            outcome = .action(request.action, amount: Self.amount(of: request))
        } catch {
            outcome = .error(error.code)
        }
        switch (example.expectation, outcome) {
        case (.action(let expected, nil), .action(let action, _)) where expected == action: return nil
        case (let expected, let outcome) where expected == outcome: return nil
        default: break
        }
        let message = "the result of this example is \(Self.text(outcome)), not \(Self.text(example.expectation))"
        return Problem(
            text: "\(example.origin): error: \(message) [descriptor.example]",
            json: JSON([
                "file": example.origin.file, "line": example.origin.line, "column": example.origin.column, "length": 1,
                "code": "example", "message": message, "suggestion": JSON.null, "hint": JSON.null,
                "path": JSON.array([]),
            ]))
    }

    private static func amount(of request: WalletRequest) -> Amount? {
        switch request {
        case .payment(let payment): payment.details.map(\.amountOfCoin) ?? payment.amount
        case .foreign(let request): request.amountOfCoin
        default: nil
        }
    }

    private static func text(_ expectation: LinkExample.Expectation) -> String {
        switch expectation {
        case .action(let action, let amount): action.descriptorKey + (amount.map { " of \($0.units)" } ?? "")
        case .error(let code): code.rawValue
        }
    }
}
