import ArgumentParser
import ExactJSON
import RouterDesktop
import RouterLinux
import SchemeRouter

struct HandlersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "handlers",
        abstract: "Say which program receives callbacks to a scheme, or wallet links that are handed over.",
        discussion: """
            For a scheme of a wallet (“router schemes” lists them) it says which programs a link can be handed over to, in \
            the desktop's order, then the others with the reason why not. The first is where the link would go without \
            this program. For any other scheme it says which program a callback goes to. Exits 1 if there is none.
            """)

    @Argument(help: "The scheme, such as myapp or bitcoin.", completion: .schemes) var scheme: String
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let context = try RouterCommand.context()
        guard Sender.isScheme(scheme.utf8) else {
            throw UsageError("\(Quoted(scheme, limit: 80)) is not a URL scheme.")
        }
        let name = scheme.lowercased()
        let wallet = context.routes.scheme(named: name.utf8)
        let handlers =
            wallet == nil ? try context.handlers(ofScheme: name) : context.wallets.handlers(ofScheme: name)
        let isPayment = wallet?.grammar == .bip21
        if json {
            StandardStreams.print(handlers.map { Self.object($0, Self.takes($0, isPayment)) })
        } else {
            StandardStreams.print(handlers.map { Self.text($0, isWallet: wallet != nil) })
        }
        guard let first = handlers.first(where: { !$0.isAbsent }), first.refusal == nil else {
            guard handlers.isEmpty else { throw CommandEnd(code: .none) }
            let suggestion = Suggestion.text(for: name, among: context.routes.schemeNames)
            throw CommandFailure(
                exit: .none, code: "noProgram",
                message: "No program opens “\(KeyMaterial.name(scheme.utf8)):” links.\(suggestion)")
        }
    }

    /// The ways to pay that the program supports, if links of the scheme begin with an address (BIP 21).
    private static func takes(_ handler: SchemeHandler, _ isPayment: Bool) -> [String] {
        guard isPayment else { return [] }
        return ["onchain"] + (handler.schemes.contains("lightning") ? ["lightning"] : [])
    }

    private static func object(_ handler: SchemeHandler, _ takes: [String]) -> JSON {
        JSON([
            "id": handler.id, "name": handler.name, "exec": handler.exec, "executable": handler.executable,
            "desktopEntry": handler.desktopEntry, "source": handler.source, "absent": handler.isAbsent,
            "refusal": handler.refusal, "container": handler.container, "schemes": handler.schemes, "takes": takes,
            "natural": handler.isNatural,
        ])
    }

    private static func text(_ handler: SchemeHandler, isWallet: Bool) -> String {
        func shown(_ text: String?) -> String { text.map { ForeignText($0.utf8, limit: 200).text } ?? "–" }
        let program = handler.container.map { "\(shown($0)), by \(shown(handler.executable))" }
        var lines = [
            "\(shown(handler.id)): \(shown(handler.name))",
            "  runs \(program ?? shown(handler.executable)): \(shown(handler.exec))",
            "  from \(shown(handler.source))",
        ]
        if isWallet, !handler.schemes.isEmpty {
            lines.append("  takes \(shown(handler.schemes.map { $0 + ":" }.joined(separator: " ")))")
        }
        if handler.isNatural { lines.append("  gets links by default") }
        if let refusal = handler.refusal { lines.append("  refused: \(refusal)") }
        return lines.joined(separator: "\n")
    }
}

extension AppContext {
    /// Finds and starts the programs that links are handed over to.
    var wallets: DesktopWallets {
        DesktopWallets(
            directories: xdg, environment: ProcessEnvironment.current(),
            stateDirectory: RegisterSession.stateDirectory(self))
    }

    /// The programs that the desktop names for a scheme. The first that exists counts.
    func handlers(ofScheme scheme: String) throws(ServiceError) -> [SchemeHandler] {
        do {
            return try launcher.handlers(ofScheme: scheme)
        } catch {
            let name = KeyMaterial.name(scheme.utf8)
            throw ServiceError(.badConfiguration, "The programs for “\(name):” cannot be determined.")
        }
    }
}

struct WhyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Say which wallet would get a link, and the file that decides.",
        discussion: "It asks, starts and writes nothing.")

    @Flag(help: "Print JSON.") var json = false
    @Argument(help: "The link, in quotes.") var url: String

    func run() throws {
        let context = try RouterCommand.context()
        let bytes = Array(url.utf8)
        let report: HandOverReport
        do {
            report = HandOverReport(of: try context.router.read(bytes), context)
        } catch {
            guard let link = context.router.foreignLink(bytes),
                let target = LinkExecution.target(
                    of: link, wallets: context.wallets, rules: context.configuration.handOver)
            else {
                throw RejectedLink(error: error.suggesting(bytes) { context.routes }, link: bytes)
            }
            report = HandOverReport(of: link, target, context)
        }
        StandardStreams.print(json ? report.json.text : report.text)
    }
}
