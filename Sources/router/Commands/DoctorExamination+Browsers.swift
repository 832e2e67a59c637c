import Glibc
import RouterDesktop
import RouterNetworkBackend
import RouterPluginPrograms
import SchemeRouter

extension DoctorExamination {
    /// What snapd does with links of browsers that are snaps; nil if there is none.
    var snaps: HealthCheck? { SnapBrowsers().map(Self.check) }

    static func check(_ browsers: SnapBrowsers) -> HealthCheck {
        let names = browsers.names.joined(separator: ", ").printable
        guard let version = browsers.version?.printable, let passesOn = browsers.passLinksOn else {
            return HealthCheck(
                "snap", .warning,
                "These browsers are snaps: \(names). The version of snapd is unknown; before 2.55 it drops links of wallets.",
                advice: "“snap version” shows it. “router open -” in a terminal takes a link that you paste.")
        }
        guard passesOn else {
            return HealthCheck(
                "snap", .warning,
                "These browsers are snaps: \(names). snapd \(version) drops their links of all schemes but a few, so a click in "
                    + "them reaches no wallet.",
                advice: "Update snapd to 2.55 or newer, or install the browser in another way.")
        }
        return HealthCheck(
            "snap", .good, "These browsers are snaps: \(names). snapd \(version) passes their links on to xdg-open.")
    }

    /// What is odd about links under one desktop; nil if nothing is.
    /// - Parameter desktops: the names in `XDG_CURRENT_DESKTOP`.
    static func oddity(of desktops: [String]) -> (text: String, advice: String)? {
        let names = desktops.map { $0.uppercased() }
        let advice = "Ask the site for scheme:key=value, or copy the link and paste it into “router open -”."
        if names.contains("KDE") {
            return (
                "Under KDE links of the form scheme://key=value reach no wallet: a web browser opens them as the address of a "
                    + "web site.", advice
            )
        }
        if names.contains("LXQT") {
            return (
                "LXQt's opener starts the wallet for links of the form scheme://key=value, but without the link, because Qt "
                    + "takes them for no address.", advice
            )
        }
        return nil
    }
}

extension DoctorExamination {
    /// The plugin programs: each is started and asked to identify itself.
    var programs: [HealthCheck] {
        var limits = ProgramLimits()
        limits.start = .seconds(5)
        return context.configuration.programs.map { program in
            let notice = Self.notice("the plugin program \(program.text)")
            defer { notice.cancel() }
            do throws(ProgramFailure) {
                let hello = try ProgramPlugin(program, limits: limits).hello()
                let name = hello.name.text.isEmpty ? "" : ", calls itself \(Quoted(hello.name))"
                let grammars = hello.grammars.map(\.grammar.rawValue).joined(separator: ", ")
                return HealthCheck(
                    "plugin", .good,
                    "The plugin program \(program.text) starts\(name), and reads \(grammars.isEmpty ? "no links" : grammars)."
                )
            } catch {
                return HealthCheck(
                    "plugin", .failure, error.message.printable,
                    advice: "Fix the program, or remove it from config.yaml (plugins: \(program.name)).")
            }
        }
    }

    /// Says what a check waits for if it is not done in a second. The caller cancels it.
    static func notice(_ what: String) -> Task<Void, Never> {
        Task { if (try? await Task.sleep(for: .seconds(1))) != nil { say(what) } }
    }

    /// Says what a check waits for, to a person at a terminal. No check takes longer than five seconds.
    static func say(_ what: String) {
        guard !OutputForm.isJSON, isatty(STDERR_FILENO) != 0 else { return }
        StandardStreams.complain("Waiting for \(what), at most 5 seconds.")
    }
}
