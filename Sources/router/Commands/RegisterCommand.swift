import ArgumentParser
import ExactJSON
import Glibc
import RouterConfiguration
import RouterDesktop
import RouterLinux
import RouterStorage
import SchemeRouter

struct RegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register", abstract: "Make this program open wallet links.",
        discussion: """
            Without --scheme the schemes of wallets are registered. Those of coins, such as bitcoin, are registered only \
            by name. A scheme that another program opens stays with it.
            """)

    @Option(help: "A scheme to register; may be given several times.", completion: .schemes) var scheme: [String] = []
    @Flag(help: "Take another wallet's own scheme, too. Its program is remembered.") var force = false
    @Flag(help: "Say what would be done, and do nothing.") var dryRun = false
    @Flag(help: "Print JSON.") var json = false
    /// Schemes that were written without their option.
    @Argument(help: .hidden) var words: [String] = []

    func run() throws {
        try RegisterSession.refuse(words, in: "register")
        let session = try RegisterSession("register")
        let schemes = try scheme.isEmpty ? session.plan.standardSchemes : session.schemes(named: scheme)
        let change = try session.apply(
            isDryRun: dryRun, try session.registration.registering(schemes, force: force))
        if json { StandardStreams.print([change.json(isDryRun: dryRun)]) } else { report(change, session) }
        // Skipping a scheme that was named is a failure. The other schemes stay registered: repeating the command is
        // harmless.
        if !scheme.isEmpty, !change.skipped.isEmpty { throw CommandEnd(code: .refusedByPolicy) }
    }

    private func report(_ change: RegistrationChange, _ session: RegisterSession) {
        if dryRun { session.preview(change) }
        for taken in change.taken {
            StandardStreams.print(
                "\(taken.scheme.name): \(dryRun ? "would be taken" : "taken") from \(taken.opener.text).")
        }
        if !change.schemes.isEmpty {
            let names = change.schemes.map(\.name).joined(separator: ", ")
            let state = change.isEmpty ? "Registered already" : dryRun ? "Would be registered" : "Registered"
            StandardStreams.print("\(state): \(names).")
        }
        for skipped in change.skipped {
            StandardStreams.complain(
                "\(skipped.scheme.name): left to \(skipped.opener.text).\n"
                    + "  “router register --scheme \(skipped.scheme.name) --force” takes it.")
        }
        session.reportOverridingHandlers(change.schemes, isDryRun: dryRun)
        if scheme.isEmpty { reportLeft(session) }
        if geteuid() == 0 { StandardStreams.complain(OutputForm.rootNote) }
    }
}

extension RegisterCommand {
    /// Says which schemes are registered by name only, and how.
    private func reportLeft(_ session: RegisterSession) {
        let registered = Set(session.plan.standardSchemes.map(\.name))
        let left = session.plan.enabledSchemes.map(\.name).filter { !registered.contains($0) }
        guard let example = left.first(where: { $0 == "bitcoin" }) ?? left.first else { return }
        StandardStreams.complain(
            "Not registered: \(left.count == 1 ? "the scheme" : "\(left.count) schemes") of coins and other protocols, such as "
                + "\(example). “router register --scheme \(example)” registers one; “router schemes” lists them.")
    }
}

struct UnregisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unregister", abstract: "Undo what “router register” did.",
        discussion:
            "Without --scheme everything is undone. A scheme that another program has taken over since is left alone.")

    @Option(help: "A scheme to take back; may be given several times.", completion: .schemes) var scheme: [String] = []
    @Flag(help: "Remove the desktop entry even if it was not made by “router register”.") var force = false
    @Flag(help: "Say what would be done, and do nothing.") var dryRun = false
    @Flag(help: "Print JSON.") var json = false
    /// Schemes that were written without their option.
    @Argument(help: .hidden) var words: [String] = []

    func run() throws {
        try RegisterSession.refuse(words, in: "unregister")
        let session = try RegisterSession("unregister")
        let schemes = try scheme.isEmpty ? nil : session.schemes(named: scheme)
        let change = try session.apply(
            isDryRun: dryRun,
            try session.registration.unregistering(schemes, known: session.plan.schemes, force: force))
        guard !json else { return StandardStreams.print([change.json(isDryRun: dryRun)]) }
        if dryRun { session.preview(change) }
        if change.isEmpty {
            StandardStreams.print("Nothing was registered.")
        } else {
            let names = change.schemes.map(\.name).joined(separator: ", ")
            let state = dryRun ? "Would be taken back" : "Taken back"
            StandardStreams.print("\(state): \(names.isEmpty ? "our desktop entry" : names).")
        }
        guard !dryRun else { return }
        for row in try session.registration.status(of: change.schemes).schemes {
            if let opener = row.opener { StandardStreams.print("\(row.scheme.name): now opened by \(opener.text).") }
        }
    }
}

/// What the registration commands share.
struct RegisterSession {
    let plan: DesktopRegistrationPlan
    let registration: DesktopRegistration
    let context: AppContext

    /// For `register` and `unregister`.
    ///
    /// Refuses options that move the configuration: the desktop starts us without options, so a different wallet from
    /// the one that was meant here would open the links.
    init(_ command: String) throws {
        let given = RouterCommand.options
        let names = [("--config", given?.directory), ("--schemes", given?.schemes), ("--pinentry", given?.pinentry)]
        if let name = names.first(where: { $0.1 != nil })?.0 {
            throw UsageError(
                "\(name) cannot be used with \(command): the desktop starts this program without options, so links would "
                    + "not be answered that way. config.yaml and the XDG variables hold for links too.")
        }
        try self.init(try RouterCommand.context())
    }

    init(_ context: AppContext) throws {
        self.context = context
        plan = DesktopRegistrationPlan(routes: context.routes)
        registration = try DesktopRegistration(
            directories: context.xdg, stateDirectory: Self.stateDirectory(context),
            program: ProgramPath.current)
    }

    /// Refuses names of schemes that were written without their option.
    static func refuse(_ words: [String], in command: String) throws(UsageError) {
        guard !words.isEmpty else { return }
        let options = words.map { "--scheme \($0.hasSuffix(":") ? String($0.dropLast()) : $0)" }.joined(separator: " ")
        throw UsageError(
            "\(Quoted(words[0], limit: 80)) is not expected here: schemes are named with an option.",
            hint: "Did you mean “router \(command) \(ForeignText(options.utf8, limit: 200).text)”?")
    }

    /// The schemes with these names, each once. Ignores case and a colon after a name.
    func schemes(named names: [String]) throws -> [RegistrableScheme] {
        var found: [RegistrableScheme] = []
        for name in names {
            let bare = name.hasSuffix(":") ? String(name.dropLast()) : name
            guard let descriptor = context.routes.scheme(named: bare.utf8) else {
                throw UsageError(
                    "No descriptor defines the scheme \(Quoted(bare, limit: 80))."
                        + Suggestion.text(for: bare.lowercased(), among: context.routes.schemeNames),
                    hint: "“router schemes” lists the configured schemes.")
            }
            let scheme = RegistrableScheme(descriptor)
            guard scheme.standing != .reserved else {
                throw ServiceError(
                    .refusedByPolicy, "“\(scheme.name):” is reserved: this version does not answer such links yet.",
                    hint: "“router schemes” lists the supported schemes.")
            }
            if !found.contains(scheme) { found.append(scheme) }
        }
        return found
    }

    /// Makes a change, or only plans it.
    func apply(
        isDryRun: Bool, _ plan: @autoclosure () throws(ServiceError) -> RegistrationChange
    ) throws -> RegistrationChange {
        if isDryRun { return try plan() }
        try PrivateDirectory.create(Self.stateDirectory(context))
        let change = try registration.apply(plan)
        guard !change.isEmpty else { return change }
        switch MimeCache.update(of: context.xdg, environment: ProcessEnvironment.current()) {
        case .updated, .noTool: break
        case .failed: StandardStreams.complain("update-desktop-database did not work; most desktops do without it.")
        }
        return change
    }

    func preview(_ change: RegistrationChange) {
        change.files.forEach { StandardStreams.print("would change \(ForeignText($0.utf8).text)") }
        if let entry = change.entry, !change.files.isEmpty { StandardStreams.print("\n\(entry)") }
    }

    /// Names the desktops that still send `schemes` elsewhere.
    /// - Parameter isDryRun: whether nothing was registered, so that openers still start what they started before.
    func reportOverridingHandlers(_ schemes: [RegistrableScheme], isDryRun: Bool) {
        guard let status = try? registration.status(of: schemes) else { return }
        if let problem = status.listProblem { StandardStreams.complain("note: \(problem)") }
        for row in status.schemes {
            row.overrides.forEach { StandardStreams.complain("\(row.scheme.name): \($0.text)") }
            guard !isDryRun else { continue }
            row.losing.forEach { StandardStreams.complain("\(row.scheme.name): \($0.text)") }
        }
    }

    static func stateDirectory(_ context: AppContext) -> String {
        "\(context.xdg.stateHome)/schemerouter"
    }
}

extension RegistrationChange {
    /// What `register --json` and `unregister --json` print.
    func json(isDryRun: Bool) -> JSON {
        func list(_ owned: [Owned]) -> [JSON] {
            owned.map { JSON(["scheme": $0.scheme.name, "program": $0.opener.id, "name": $0.opener.name]) }
        }
        return JSON([
            "dryRun": isDryRun, "changed": !isEmpty, "schemes": schemes.map(\.name), "taken": list(taken),
            "skipped": list(skipped), "files": files,
        ])
    }
}

extension SchemeOverride {
    var text: String {
        "another default under \(desktop.uppercased()): \(opener.text). Only you or that program can change that file."
    }
}

/// `router scheme-table`: prints the schemes as a Markdown document, `Documentation/schemes.md`.
struct RegisterTableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scheme-table", abstract: "Print the schemes as a Markdown document.", shouldDisplay: false)

    func run() throws {
        let routes = try RouterCommand.context().routes
        StandardStreams.write(Array(DesktopRegistrationPlan(routes: routes).documentation.utf8), to: 1)
    }
}

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show which schemes are registered, and which programs open their links now.")

    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let session = try RegisterSession(try RouterCommand.context())
        let status = try session.registration.status(of: session.plan.enabledSchemes)
        StandardStreams.print(json ? [status.json.text] : status.lines)
    }
}

extension RegistrationStatus {
    /// The status as `status --json` prints it, and `doctor --json` in its member `registration`.
    var json: JSON {
        let entryJSON = JSON([
            "path": entry.path, "exists": entry.exists, "ours": entry.isOurs, "exec": entry.exec,
            "executable": entry.program, "executableExists": entry.isProgramThere, "thisProgram": entry.isThisProgram,
            "problem": entry.problem,
        ])
        return JSON([
            "program": program, "entry": entryJSON, "list": list, "listProblem": listProblem,
            "schemes": schemes.map(\.json),
        ])
    }

    var lines: [String] {
        let state = entry.exists ? "\(entry.path)\n  runs \(entry.exec ?? "nothing")" : "There is no desktop entry."
        return [state] + [entry.problem, listProblem].compactMap { $0 } + schemes.flatMap(\.lines)
    }
}

extension RegistrationStatus.Scheme {
    fileprivate var json: JSON {
        JSON([
            "scheme": scheme.name, "title": scheme.title, "coin": scheme.coins.count == 1 ? scheme.coins[0] : nil,
            "types": scheme.types, "standing": scheme.standing.rawValue, "registered": isRegistered,
            "default": opener?.json, "isDefault": opener?.isOurs ?? false, "before": before,
            "overrides": overrides.map { JSON(["desktop": $0.desktop, "default": $0.opener.json]) },
            "openers": findings.map { JSON(["opener": $0.opener, "program": $0.program?.json, "doubt": $0.doubt]) },
        ])
    }

    fileprivate var lines: [String] {
        let state =
            switch (isRegistered, opener) {
            case (true, let opener?) where opener.isOurs && !losing.isEmpty:
                "registered, but not opened by this program everywhere"
            case (true, let opener?) where opener.isOurs: "registered, and opened by this program"
            case (true, let opener?): "registered, but opened by \(opener.text)"
            case (true, nil): "registered, but opened by no program"
            case (false, let opener?) where isInEntry: "no longer registered: it was taken by \(opener.text)"
            case (false, let opener?): "not registered; opened by \(opener.text)"
            case (false, nil): "not registered; opened by no program"
            }
        // Where all agree, they need not be named one by one.
        let isAgreed = findings.allSatisfy { $0.program?.isOurs == true }
        let openers = isAgreed ? [] : findings.map { "  \($0.text)" }
        let all = isAgreed && !findings.isEmpty ? " (\(findings.map(\.opener).joined(separator: ", ")))" : ""
        return ["\(scheme.name): \(state)\(all)"] + overrides.map { "  \($0.text)" } + openers
    }
}

extension OpenerFinding {
    /// `“gio open” starts Other Wallet (other.desktop, by /home/u/.config/mimeapps.list).`
    var text: String {
        if let doubt { return "“\(opener)” may start any program: \(doubt)." }
        guard let program else { return "“\(opener)” starts no program." }
        return "“\(opener)” starts \(program.isOurs ? "this program" : program.text)."
    }
}

extension SchemeOpener {
    fileprivate var json: JSON { JSON(["id": id, "name": name, "source": source, "ours": isOurs]) }
}

struct UseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "use", abstract: "Choose the wallet program that gets the links of a scheme.",
        discussion: """
            Links go to it first where no rule in config.yaml says otherwise. “router handlers SCHEME” lists the programs.
            """)

    @Argument(help: "The program's desktop id, such as electrum.", completion: .programs) var program: String
    @Argument(help: ArgumentHelp("The word “for”.", valueName: "for"), completion: .list(["for"])) var word: String
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
            let found = session.context.wallets.candidates(forScheme: scheme.name).first(where: {
                $0.id.isSame(id)
            })
        else {
            throw ServiceError(
                .noHandOverTarget,
                "\(Quoted(id, limit: 80)) is not installed or does not accept “\(scheme.name):” links.",
                hint: "“router handlers \(scheme.name)” lists the programs that do.")
        }
        _ = try session.apply(isDryRun: false, try session.registration.using(id, for: scheme))
        let rule = session.context.configuration.handOver.first { $0.scheme ?? scheme.name == scheme.name }
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
