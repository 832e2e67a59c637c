import ArgumentParser
import ExactJSON
import RouterConfiguration
import RouterDesktop
import SchemeRouter

struct UseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "use", abstract: "Choose the wallet program that gets the links of a scheme.",
        discussion: """
            Links go to it first where no rule in config.yaml says otherwise. “router handlers SCHEME” lists the programs.
            """)

    @Argument(help: "The program's desktop id, such as electrum.") var program: String
    @Argument(help: ArgumentHelp("The word “for”.", valueName: "for")) var word: String
    @Argument(help: "The scheme, such as bitcoin.", completion: .schemes) var scheme: String
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard word == "for" else { throw ValidationError("Write “router use PROGRAM for SCHEME”.") }
    }

    func run() throws {
        let session = try RegisterSession("use")
        guard let scheme = try session.schemes(named: [scheme]).first,
            case .program(let id)? = HandOverRule.Target(name: program)
        else { throw UsageError("\(Quoted(program, limit: 80)) is not the name of a program.") }
        guard
            let found = session.installation.wallets.candidates(forScheme: scheme.name).first(where: {
                $0.id.isSame(id)
            })
        else {
            throw ServiceError(
                .noHandOverTarget,
                "\(Quoted(id, limit: 80)) is not installed or does not accept “\(scheme.name):” links.",
                hint: "“router handlers \(scheme.name)” lists the programs that do.")
        }
        _ = try session.apply(isDryRun: false, try session.registration.using(id, for: scheme))
        let rule = session.installation.configuration.handOver.first { $0.scheme ?? scheme.name == scheme.name }
        guard !json else {
            return StandardStreams.print([
                JSON([
                    "scheme": scheme.name, "program": found.id, "name": found.program.name,
                    "executable": found.program.executable, "earlierRule": rule?.place,
                ])
            ])
        }
        StandardStreams.print(
            "\(Quoted(found.program.name, limit: 80)) (\(Quoted.word(found.program.executable))) now comes first for "
                + "“\(scheme.name):” links.")
        if let rule {
            StandardStreams.complain(
                "note: rules in config.yaml decide before that; the first is at \(rule.place ?? "").")
        }
    }
}
