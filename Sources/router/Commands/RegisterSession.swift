import ExactJSON
import RouterDesktop
import RouterProcesses
import RouterStorage
import SchemeRouter

/// What the registration commands share.
struct RegisterSession {
    let plan: DesktopRegistrationPlan
    let registration: DesktopRegistration
    let installation: Installation

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
        try self.init(try RouterCommand.installation())
    }

    init(_ installation: Installation) throws {
        self.installation = installation
        plan = DesktopRegistrationPlan(routes: installation.routes)
        registration = try DesktopRegistration(
            directories: installation.xdg, stateDirectory: Self.stateDirectory(installation),
            program: ProgramPath.current)
    }

    /// The schemes with these names, each once. Ignores case and a colon after a name.
    func schemes(named names: [String]) throws -> [RegistrableScheme] {
        var found: [RegistrableScheme] = []
        for name in names {
            let bare = name.hasSuffix(":") ? String(name.dropLast()) : name
            guard let descriptor = installation.routes.scheme(named: bare.utf8) else {
                throw UsageError(
                    "No descriptor defines the scheme \(Quoted(bare, limit: 80))."
                        + Suggestion.text(for: bare.lowercased(), among: installation.routes.schemeNames),
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
        try PrivateDirectory.create(Self.stateDirectory(installation))
        let change = try registration.apply(plan)
        guard !change.isEmpty else { return change }
        switch MimeCache.update(of: installation.xdg, environment: ProcessEnvironment.current()) {
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
    func sayWhatStandsBefore(_ schemes: [RegistrableScheme]) {
        guard let rows = try? registration.status(of: schemes).schemes else { return }
        for row in rows {
            row.overrides.forEach { StandardStreams.complain("\(row.scheme.name): \($0.text)") }
        }
    }

    static func stateDirectory(_ installation: Installation) -> String {
        "\(installation.xdg.stateHome)/schemerouter"
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
