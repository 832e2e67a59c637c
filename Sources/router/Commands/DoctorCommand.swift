import ArgumentParser
import ExactJSON
import Glibc
import RouterCoins
import RouterCourierClient
import RouterDesktop
import RouterLinux
import RouterNetworkBackend
import RouterStorage
import SchemeRouter

/// `router doctor`: reports whether a click on a wallet link would work and, if not, what to do. It contacts only the
/// person's own nodes and servers, and changes nothing except that it remembers the certificates of servers that it
/// meets for the first time.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check for anything that stops links from being answered. Exits 1 if it finds something.",
        discussion: """
            --click opens a test link with the desktop's own opener, as a click in a browser would, and says whether it came \
            back here, and whether a window and a notification were shown. The link asks for nothing: it reaches no wallet, \
            no network and no other program.
            """)

    @Flag(help: "Open a test link, too.") var click = false
    @Option(help: ArgumentHelp("How long the test link may take to arrive.", valueName: "seconds")) var wait = 30
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
        guard (1...3_600).contains(wait) else { throw ValidationError("--wait must be between 1 and 3600.") }
    }

    func run() async throws {
        // The desktop starts clicks without options, so those that move the configuration are refused.
        let session = try click ? RegisterSession("doctor --click") : RegisterSession(try RouterCommand.context())
        let status = try session.registration.status(of: session.plan.enabledSchemes)
        let examination = DoctorExamination(
            context: session.context, environment: ProcessEnvironment.current(), status: status)
        var checks = examination.checks
        checks += await session.context.networks.checks { DoctorExamination.say("the network of \($0)") }
        if click {
            checks += try ClickTrial(
                context: session.context, status: status, patience: .seconds(wait)
            ).run()
        }
        let isHealthy = !checks.contains { $0.result == .failure }
        let all = JSON(["ok": isHealthy, "checks": checks.map(\.json), "registration": status.json])
        for line in json ? [all.text] : checks.map(\.line) { StandardStreams.printWhole(line) }
        if !isHealthy { throw CommandEnd(code: .none) }
    }
}

/// Checks everything that a link needs between the click and the question.
struct DoctorExamination {
    let context: AppContext
    let environment: [String: String]
    let status: RegistrationStatus

    /// All checks, in the order in which a link meets them.
    var checks: [HealthCheck] {
        let desktopFiles =
            [registration, list].compactMap(\.self) + program + lostSchemes + lostOpeners + openers + overrides
        let rest = [
            desktop, snaps, display, prompt, notifications, wallet, networks, courier, checksums, landlock, user,
        ]
        return desktopFiles + rest.compactMap(\.self) + programs
    }

    private var registration: HealthCheck {
        if let problem = status.entry.problem { return HealthCheck("registration", .failure, problem) }
        let names = status.schemes.filter(\.isRegistered).map(\.scheme.name)
        guard !names.isEmpty else {
            return HealthCheck(
                "registration", .failure, "No scheme is registered.", advice: "“router register” registers them.")
        }
        return HealthCheck("registration", .good, "Registered: \(names.joined(separator: ", ")).")
    }

    /// This program itself, if others could change it (S7).
    private var program: [HealthCheck] {
        guard let path = status.program, let danger = TrustedPath.danger(to: path) else { return [] }
        return [
            HealthCheck(
                "program", .failure, "\(path.printable) \(danger.printable).",
                advice: "Install it where only you or the system can write.")
        ]
    }

    private var lostSchemes: [HealthCheck] {
        status.schemes.filter(\.isLost).map { row in
            HealthCheck(
                "default", .failure,
                "\(row.scheme.name): links are opened by \(row.opener?.text ?? "no program"), although it is registered.",
                advice:
                    "“router register --scheme \(row.scheme.name) --force” takes it, unless a list of one desktop says "
                    + "otherwise.")
        }
    }

    /// A line because of which desktops ignore the person's list.
    private var list: HealthCheck? {
        status.listProblem.map {
            let isUsed = status.schemes.contains(where: \.isRegistered)
            return HealthCheck("list", isUsed ? .failure : .warning, $0.printable)
        }
    }

    /// Openers that read the desktop's files differently.
    private var lostOpeners: [HealthCheck] {
        status.schemes.filter { !$0.isLost }.flatMap { row in
            row.losing.map { finding in
                HealthCheck(
                    "opener", .failure, "\(row.scheme.name): \(finding.text.printable)",
                    advice: "It reads \(status.list.printable) differently: one program alone in the line of "
                        + "x-scheme-handler/\(row.scheme.name), without spaces, is read alike by all.")
            }
        }
    }

    /// Who opens the links of the person's coins now: some programs make themselves the default whenever they start.
    private var openers: [HealthCheck] {
        let coins = Set(context.configuration.networks.map(\.key.name))
        let rows = status.schemes.filter { !$0.isLost && $0.losing.isEmpty && !coins.isDisjoint(with: $0.scheme.coins) }
        return rows.compactMap { row in
            row.opener.map { opener in
                HealthCheck(
                    "opener", .good,
                    "\(row.scheme.name): links are opened by \(opener.isOurs ? "this program" : opener.text)"
                        + (row.findings.isEmpty
                            ? "." : ", by \(row.findings.map(\.opener).joined(separator: ", "))."))
            }
        }
    }

    private var overrides: [HealthCheck] {
        status.schemes.flatMap { row in
            row.overrides.map { HealthCheck("override", .warning, "\(row.scheme.name): \($0.text)") }
        }
    }

    private var desktop: HealthCheck {
        let names = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(at: ":")
        guard !names.isEmpty else {
            return HealthCheck("desktop", .good, "XDG_CURRENT_DESKTOP is not set, so the desktop is unknown.")
        }
        let shown = ForeignText(names.joined(separator: ", ").utf8, limit: 80).text
        guard let odd = Self.oddity(of: names) else {
            return HealthCheck("desktop", .good, "The desktop is \(shown).")
        }
        return HealthCheck("desktop", .warning, "The desktop is \(shown). \(odd.text)", advice: odd.advice)
    }

    /// The variables that name a display; none if this process has none.
    private var displays: [String] {
        ["DISPLAY", "WAYLAND_DISPLAY"].filter { environment[$0]?.isEmpty == false }
    }

    private var display: HealthCheck {
        let names = displays
        guard names.isEmpty else { return HealthCheck("display", .good, "\(names.joined(separator: " and ")) set.") }
        return HealthCheck(
            "display", .warning, "Neither DISPLAY nor WAYLAND_DISPLAY is set: xdg-open then gives links to no wallet.",
            advice: "In a terminal, use “router open” itself.")
    }

    private static let windowAdvice =
        "Install a pinentry with a window, such as pinentry-gnome3 or pinentry-qt, or name one in config.yaml: "
        + "“pinentry: /path”."

    /// Whether a click could ask: starts the program as a click would, and reports where it would show a question.
    private var prompt: HealthCheck {
        let isNamed = (context.options.pinentry ?? context.configuration.pinentry) != nil
        guard !isNamed, let window = WindowProgram.find(environment) else { return pinentry }
        let notice = Self.notice("the window \(window.printable)")
        defer { notice.cancel() }
        do throws(PromptError) {
            try WindowProgram.check(window, environment: environment)
            return HealthCheck("prompt", .good, "\(window.printable) asks you in a window.")
        } catch {
            let advice = "Install schemerouter-window anew, or remove it."
            return HealthCheck("prompt", .warning, "\(window.printable): \("\(error)".printable)", advice: advice)
        }
    }

    private var pinentry: HealthCheck {
        let program = context.options.pinentry ?? context.configuration.pinentry ?? PromptSelection.defaultProgram
        let shown = program.printable
        let kind: PromptKind
        let notice = Self.notice("the prompt program \(shown)")
        defer { notice.cancel() }
        do throws(PromptError) {
            kind = try PromptKind.of(program, environment: environment)
        } catch {
            let reason =
                if case .unavailable(let text) = error { text } else { "\(shown) did not say in time what it is" }
            return HealthCheck(
                "prompt", .failure, "After a click you cannot be asked: \(reason.printable).",
                advice: Self.windowAdvice)
        }
        switch kind {
        case .window: return HealthCheck("prompt", .good, "\(shown) asks you in a window.")
        case .unknown:
            return HealthCheck(
                "prompt", .warning, "\(shown) asks you, but does not say whether it opens a window.",
                advice: "“router doctor --click” shows whether it does.")
        case .terminal where displays.isEmpty:
            return HealthCheck(
                "prompt", .warning,
                "\(shown) can ask you only in a terminal, at least without a display: after a click nothing could ask you.",
                advice: Self.windowAdvice)
        case .terminal where program.hasSuffix("/pinentry-gnome3"):
            return HealthCheck(
                "prompt", .failure,
                "\(shown) found no prompter on this session's bus and falls back to a terminal, so every click ends without a "
                    + "question.",
                advice: "Install gcr, whose prompter it needs, or a pinentry such as pinentry-qt.")
        case .terminal:
            return HealthCheck(
                "prompt", .failure,
                "\(shown) can ask you only in a terminal, so every click ends without a question: a desktop needs a window.",
                advice: Self.windowAdvice)
        }
    }

    /// How the end of a click is shown. A window shows it if nothing else can.
    private var notifications: HealthCheck {
        let notifier = DesktopNotifier(environment: environment, directory: context.paths.lock)
        switch notifier.problem {
        case nil:
            switch notifier.isServed {
            case true?: return HealthCheck("notifications", .good, "Notifications report how a link ended.")
            case false?:
                return HealthCheck(
                    "notifications", .warning,
                    "No program of this session shows notifications: windows report how a link ended, and bad links are not "
                        + "reported at all.",
                    advice: "Start a notification service, such as dunst or xfce4-notifyd.")
            case nil:
                return HealthCheck(
                    "notifications", .warning, "Whether this session shows notifications cannot be checked here.",
                    advice: "“router doctor --click” shows one. To check without it, install dbus-bin.")
            }
        case .noProgram(let path):
            return HealthCheck(
                "notifications", .warning,
                "\(path.printable) is not installed: windows report how a link ended, and bad links are not reported at all.",
                advice: "Install libnotify-bin.")
        case .noSessionBus:
            return HealthCheck(
                "notifications", .warning,
                "There is no session bus, so no notification can be shown from here.",
                advice: "Run “router doctor” in a terminal of the desktop.")
        }
    }

    /// The names of other wallets that get links of registered schemes.
    private var otherWallets: [String] {
        let wallets = context.wallets
        return status.schemes.filter(\.isRegistered).flatMap { row in
            wallets.candidates(forScheme: row.scheme.name).filter(\.isWallet).map(\.program.name)
        }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The names of the first of them, for a sentence.
    private static func shown(_ names: [String]) -> String {
        names.prefix(3).map { "\(Quoted($0, limit: 80))" }.joined(separator: ", ")
            + (names.count > 3 ? " and others" : "")
    }

    private var wallet: HealthCheck {
        guard context.wallet.exists else {
            let others = otherWallets
            guard !others.isEmpty else {
                return HealthCheck(
                    "wallet", .failure, "There is no wallet.", advice: "“router wallet create” makes one.")
            }
            return HealthCheck(
                "wallet", .warning, "There is no wallet here; links are handed to \(Self.shown(others)).",
                advice: "To pay from here as well, make one with “router wallet create”.")
        }
        let directory = context.wallet.directory
        do throws(ServiceError) {
            try PrivateDirectory.checkWay(to: directory)
        } catch {
            return HealthCheck("wallet", .failure, error.message.printable, advice: error.hint?.printable)
        }
        let text = "There is a wallet in \(directory.printable)"
        guard let info = try? context.wallet.info(), info.takesLessThanUsual else {
            return HealthCheck("wallet", .good, "\(text).")
        }
        return HealthCheck(
            "wallet", .warning,
            "\(text), but each guess at its passcode takes less work than usual: \(info.keyDerivation).",
            advice: "“router wallet passcode” makes it take the usual work when at least 512 MiB of memory are free.")
    }

    private var networks: HealthCheck {
        let networks = context.configuration.networks.sorted { $0.key < $1.key }
        guard !networks.isEmpty else {
            let isNeeded = context.wallet.exists || otherWallets.isEmpty
            return HealthCheck(
                "networks", isNeeded ? .failure : .warning, "No coin has a network.",
                advice: "“router sandbox on dash” practises without real money; config.yaml names other networks.")
        }
        let names = networks.map { coin, network in
            "\(coin.name) (\(([network.use.name] + [network.signer?.account].compactMap(\.self)).joined(separator: ", ")))"
        }
        return HealthCheck("networks", .good, "Networks: \(names.joined(separator: ", ")).")
    }

    /// The program that opens connections: to nodes, and to the servers of dapps.
    private var courier: HealthCheck {
        let path = CourierProgram.path ?? "courier"
        let shown = ForeignText(path.utf8).text
        let isThere = Linux.access(path, X_OK) == 0
        if isThere, let danger = TrustedPath.danger(to: path) {
            return HealthCheck(
                "courier", .failure, "\(shown) \(danger.printable): nothing can connect to nodes or to servers.",
                advice: "Install it where only you or the system can write.")
        }
        guard !isThere else {
            let proxy =
                context.configuration.connections.proxy.map { " through \($0), which looks up their names" } ?? ""
            return HealthCheck("courier", .good, "\(shown) connects to nodes and the servers of dapps\(proxy).")
        }
        let isNeeded = context.configuration.networks.values.contains { !$0.use.isPractice }
        return HealthCheck(
            "courier", isNeeded ? .failure : .warning,
            "\(shown) is not installed: nothing can connect to nodes or to the servers of dapps.",
            advice: "Install courier in the same directory as router.")
    }

    /// Whether a mistyped address of every coin is noticed.
    private var checksums: HealthCheck? {
        let coins = context.routes.coins.values.filter { $0.addresses.contains(where: \.needsKeccak) }
        guard !coins.isEmpty else { return nil }
        let names = coins.map(\.title).sorted().joined(separator: ", ")
        guard Keccak256.installed == nil else {
            return HealthCheck("checksums", .good, "The checksums in addresses of all coins are checked.")
        }
        return HealthCheck(
            "checksums", .warning,
            "The checksums in addresses of \(names) are not checked, so a mistyped address is not noticed: no library here has "
                + "Keccak-256.",
            advice: "Install Nettle (libnettle8), or OpenSSL 3.2 or newer.")
    }

    private var landlock: HealthCheck {
        guard let version = Landlock.version else {
            return HealthCheck(
                "landlock", .warning,
                "The kernel's Landlock is missing or switched off: courier and plugin programs can read the files that you can "
                    + "read.",
                advice: "Boot with “landlock” in the kernel's list “lsm=”. Linux has it from 5.13 on.")
        }
        return HealthCheck(
            "landlock", .good, "Courier and plugin programs have no access to your files (Landlock \(version)).")
    }

    private var user: HealthCheck? {
        guard geteuid() == 0 else { return nil }
        return HealthCheck(
            "user", .warning, "You are root: wallet, settings and registration belong to root only.",
            advice: "Run this program as the user who clicks the links.")
    }
}

extension HealthCheck {
    var json: JSON { JSON(["name": name, "result": result.rawValue, "text": text, "advice": advice]) }

    /// For people, with colours in a terminal.
    var line: String {
        let mark =
            switch result {
            case .good: Emphasis.good.mark("ok  ")
            case .warning: Emphasis.warning.mark("note")
            case .failure: Emphasis.error.mark("FAIL")
            }
        return "\(mark)  " + VisibleText.of(text + (advice.map { "\n      \($0)" } ?? ""))
    }
}
