import Glibc
import RouterLinux
import SchemeRouter

/// The temporary directories, which contain everything that the demo's `router`, prompt, receiver and browser read or
/// write. They never name the person's own files.
struct DemoHome {
    /// Absolute path of the directory. Its name is unpredictable to others, and no other user may enter it.
    let path: String
    /// The variables of every program of the demo.
    let environment: [String: String]
    /// The variables that the person's own prompt program needs to show windows on their desktop.
    private let session: [String: String]

    /// The passcode of the practice wallet. It guards practice money only, so it is not secret.
    static let passcode = "correct horse battery"

    var state: String { path + "/state" }
    var log: String { state + "/schemerouter/router.log" }
    var callbacks: String { state + "/demo-receiver.log" }
    var scriptedPrompt: String { path + "/bin/prompt" }
    var browser: String { path + "/bin/browser" }
    /// The program that the desktop starts with a link.
    var opener: String { path + "/bin/open" }
    private var configuration: String { path + "/config/schemerouter/config.yaml" }
    private var descriptors: String { path + "/config/schemerouter/schemes.d" }

    /// Creates the directories below `TMPDIR`.
    init(environment own: [String: String]) throws(DemoError) {
        guard let made = Linux.mkdtemp(prefix: "\(own["TMPDIR"] ?? "/tmp")/schemerouter-demo.") else {
            throw .system("a temporary directory")
        }
        path = made
        session = Self.session(own)
        environment = Self.environment(path, own)
        // xdg-open splits the commands of desktop entries at spaces, and the scripts below do not quote paths.
        guard path.utf8.allSatisfy({ Self.plain.contains($0) }), path.isAbsolutePath else {
            SmallFile.removeAll(path)
            throw .refused("The temporary directory “\(path)” has characters that desktop entries cannot contain.")
        }
        for name in ["config", "config/schemerouter", "data", "data/applications", "state", "run", "bin", "browser"] {
            guard Linux.mkdir("\(path)/\(name)", 0o700) == 0 else { throw .system("\(path)/\(name)") }
        }
    }

    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./+-".utf8)

    func remove() {
        // A browser that is still open may write while we remove; another pass removes what it wrote.
        for _ in 0..<3 where Linux.access(path, F_OK) == 0 { SmallFile.removeAll(path) }
    }

    /// The variables that connect to the person's desktop: kept for the prompt, replaced for everything else.
    private static func session(_ own: [String: String]) -> [String: String] {
        own.filter { ["XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY"].contains($0.key) }
    }

    private static func environment(_ path: String, _ own: [String: String]) -> [String: String] {
        var result = own.filter { name, _ in
            ["DISPLAY", "LANG", "PATH", "XAUTHORITY", "TERM"].contains(name) || name.hasPrefix("LC_")
        }
        if result["XAUTHORITY"] == nil, let home = own["HOME"] { result["XAUTHORITY"] = home + "/.Xauthority" }
        // A Wayland socket is named relative to the runtime directory, which is different here.
        if let display = own["WAYLAND_DISPLAY"], let runtime = own["XDG_RUNTIME_DIR"] {
            result["WAYLAND_DISPLAY"] = display.isAbsolutePath ? display : "\(runtime)/\(display)"
        }
        result["HOME"] = path
        for (name, directory) in [
            ("CONFIG_HOME", "config"), ("DATA_HOME", "data"), ("STATE_HOME", "state"), ("CACHE_HOME", "browser"),
            ("RUNTIME_DIR", "run"),
        ] {
            result["XDG_\(name)"] = "\(path)/\(directory)"
        }
        // The desktop's own services use the person's directories and would open links there. A browser without a bus
        // and a desktop uses xdg-open instead, which inherits our variables.
        result["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
        result["XDG_CURRENT_DESKTOP"] = "X-Generic"
        return result
    }

    /// Writes what `router` needs to create the wallet.
    /// - Parameters:
    ///   - programs: the directory of `router`, `demo-prompt` and `demo-receiver`.
    ///   - own: the person's own descriptors, so that their links can be tried, too.
    ///   - schemes: the descriptors of the page's own schemes.
    func furnish(
        programs: String, own: some Collection<DescriptorFile>, schemes: DescriptorFile
    ) throws(DemoError) {
        for name in ["router", "demo-receiver"] {
            guard Linux.symlink("\(programs)/\(name)", "\(path)/bin/\(name)") == 0 else { throw .system("\(path)/bin") }
        }
        try SmallFile.write(path + "/passcode", Self.passcode)
        let script = scriptedPrompt(programs: programs)
        try SmallFile.write(scriptedPrompt, "#!/bin/sh\nexec \(script) /dev/null\n", mode: 0o700)
        guard Linux.mkdir(descriptors, 0o700) == 0 else { throw .system(descriptors) }
        for file in own {
            let name = file.name.pathNames.last ?? "own.yaml"
            try SmallFile.write("\(descriptors)/\(name)", String(decoding: file.bytes, as: UTF8.self))
        }
        // Files are read in the order of their names, and this one refers to what the others describe.
        try SmallFile.write("\(descriptors)/~demo-page.yaml", String(decoding: schemes.bytes, as: UTF8.self))
    }

    /// The shell command that starts the scripted prompt, to which the file for its dialogues is appended.
    func scriptedPrompt(programs: String) -> String { "\(ShellWord.of(programs + "/demo-prompt")) \(path)/passcode" }

    /// Writes config.yaml.
    /// - Parameters:
    ///   - networks: the lines of `networks`.
    ///   - pinentry: the person's own prompt program; nil for the scripted one.
    ///   - senders: the schemes of the requesting app.
    func configure(_ networks: [String], pinentry: String? = nil, senders: [String] = []) throws(DemoError) {
        var prompt = scriptedPrompt
        if let pinentry {
            prompt = path + "/bin/pinentry"
            let variables = session.map { "export \($0.key)=\(ShellWord.of($0.value))\n" }.sorted().joined()
            let unset = session["DBUS_SESSION_BUS_ADDRESS"] == nil ? "unset DBUS_SESSION_BUS_ADDRESS\n" : ""
            try SmallFile.write(
                prompt, "#!/bin/sh\n\(variables)\(unset)exec \(ShellWord.of(pinentry)) \"$@\"\n", mode: 0o700)
        }
        Linux.unlink(configuration)
        try SmallFile.write(
            configuration,
            "pinentry: \(prompt)\nnetworks:\n" + networks.map { "  \($0)\n" }.joined()
                + "sandbox:\n  senders: [\(senders.joined(separator: ", "))]\n")
    }

    /// Registers the demo's programs in its own directories.
    /// - Parameters:
    ///   - schemes: the schemes whose links are opened here.
    ///   - senders: the schemes of the requesting app.
    func register(schemes: [String], senders: [String]) throws(DemoError) {
        try writeEntry("demorouter", "SchemeRouter (demo)", "\(opener) %u", schemes)
        try writeEntry("demoreceiver", "Demo Receiver", "\(path)/bin/demo-receiver %u", senders)
        let defaults =
            schemes.map { "x-scheme-handler/\($0)=demorouter.desktop\n" }
            + senders.map { "x-scheme-handler/\($0)=demoreceiver.desktop\n" }
        try SmallFile.write(path + "/config/mimeapps.list", "[Default Applications]\n" + defaults.joined())
    }

    /// Writes the script that starts a browser in these directories, at `page`.
    /// Everybody on the computer can read a program's arguments, so the page's address is in a file that only the
    /// person can read.
    func writeBrowser(page: String) throws(DemoError) {
        let start = path + "/start.html"
        try SmallFile.write(
            start,
            "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>PRACTICE – wallet links to try</title>\n"
                + "<meta http-equiv=\"refresh\" content=\"0; url=\(HTMLText.escape(page))\">\n")
        let variables = environment.filter { !["PATH", "TERM", "LANG"].contains($0.key) && !$0.key.hasPrefix("LC_") }
            .map { "export \($0.key)=\(ShellWord.of($0.value))\n" }.sorted().joined()
        try SmallFile.write(
            browser,
            """
            #!/bin/sh
            # Starts a browser in the directories of the demo: browser [PROGRAM [OPTION…]]
            \(variables)unset KDE_FULL_SESSION KDE_SESSION_VERSION GNOME_DESKTOP_SESSION_ID BROWSER
            if [ $# -eq 0 ]; then
                for name in chromium chromium-browser google-chrome firefox firefox-esr; do
                    if command -v "$name" >/dev/null; then set -- "$name"; break; fi
                done
            fi
            program=${1:?"no browser found; name one"}
            shift
            case $program in
                *firefox*) exec "$program" --no-remote --profile \(path)/browser "$@" file://\(start) ;;
                *) exec "$program" --user-data-dir=\(path)/browser --no-first-run "$@" file://\(start) ;;
            esac

            """, mode: 0o700)
    }

    private func writeEntry(_ id: String, _ name: String, _ exec: String, _ schemes: [String]) throws(DemoError) {
        let types = schemes.map { "x-scheme-handler/\($0);" }.joined()
        try SmallFile.write(
            "\(path)/data/applications/\(id).desktop",
            "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(exec)\nTerminal=false\nNoDisplay=true\n"
                + "MimeType=\(types)\n")
    }
}
