import ArgumentParser
import ExactJSON
import SchemeRouter

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Validate descriptor files and run the examples inside them.",
        discussion: """
            Without FILE everything that is installed is checked: the built-in descriptors, those in the schemes.d \
            directories, and your settings. FILEs are checked on top of the built-in descriptors, each as a later file \
            than the one before. Plugins that are programs are started for the examples of their schemes.
            """)

    @Flag(help: "Print JSON.") var json = false
    @Argument(help: "Descriptor files.", completion: .file(extensions: ["yaml"])) var files: [String] = []

    func run() throws {
        guard !files.isEmpty else {
            let problems = Self.problems { try RouterCommand.installation().router }
            return try report(problems, code: .badConfiguration)
        }
        let problems = Self.problems {
            let additions = RouterCommand.additions
            var descriptors = [try Installation.descriptors(RouterCommand.options?.schemes)] + additions.descriptors
            for path in files {
                guard let file = try DescriptorFile.read(path: path, trust: .anyone) else {
                    throw DescriptorErrors([
                        DescriptorDiagnostic(file: path, code: .unreadable, message: "there is no such file")
                    ])
                }
                descriptors.append(file)
            }
            let options = RouterCommand.options ?? GlobalOptions()
            let programs = try Installation.programs(try Installation.places(options).1, options.additions)
            let plugins = Installation.plugins(options.additions, programs: programs)
            let stack = DescriptorStack(descriptors)
            return Router(routes: try RouteTable.load(stack, for: plugins), plugins: plugins)
        }
        try report(problems, code: .badLink)
    }

    /// What is wrong: mistakes in descriptors or settings, or examples with another outcome.
    private static func problems(_ load: () throws -> Router) -> [Problem] {
        do {
            return ExampleCheck(router: try load()).problems
        } catch let errors as DescriptorErrors {
            return errors.diagnostics.map(Problem.init)
        } catch {
            return [Problem(text: "error: \(error)", json: JSON(["message": "\(error)"]))]
        }
    }

    private func report(_ problems: [Problem], code: ExitCode) throws {
        if json {
            StandardStreams.print(JSON(["ok": problems.isEmpty, "problems": problems.map(\.json)]).text)
        } else if problems.isEmpty {
            StandardStreams.print("No mistakes.")
        } else {
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
