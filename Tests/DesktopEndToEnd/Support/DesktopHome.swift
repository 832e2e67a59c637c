import Foundation
import RouterTestSupport
import RouterWallet
import Testing

/// A home directory in which the real router, or a stand-in in its place, is registered for wallet links the way the
/// desktop knows it, with a scripted prompt, a receiver of callbacks and a web browser that only records.
final class DesktopHome {
    static let passcode = "correct horse battery"
    static let address = "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"

    /// A payment to ``address`` that the receiver is told of.
    static let pay = "dashwallet:pay=\(address)&amount=0.5&sender=shop"

    let directory: URL
    var path: String { directory.path }
    private let fileManager = FileManager.default

    init() throws {
        directory = fileManager.temporaryDirectory.appendingPathComponent("desktop-\(UUID().uuidString)")
        for name in ["config/schemerouter", "data/applications", "state", "run", "records", "programs", "path"] {
            try fileManager.createDirectory(
                at: directory.appendingPathComponent(name), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        try link("programs/router", to: BuiltPrograms.router)
        for name in ["prompt", "receiver", "browser", "recorder"] {
            try link("programs/\(name)", to: BuiltPrograms.path(of: "StandIn"))
        }
        // Wherever xdg-open looks for a web browser, it finds the one that only records.
        for name in Self.browsers { try link("path/\(name)", to: path + "/programs/browser") }
    }

    deinit {
        try? fileManager.removeItem(at: directory)
    }

    /// A home in which the router answers wallet links, with 10 DASH of practice money. Prompts get `answers` in order.
    static func ofRouter(answers: [String] = [passcode]) throws -> DesktopHome {
        let home = try DesktopHome()
        try home.copyWallet()
        try home.write("answers", answers.map { $0 + "\n" }.joined())
        try home.write(
            "config/schemerouter/config.yaml",
            """
            networks: { dash: { use: sandbox } }
            sandbox: { senders: [shop] }
            pinentry: \(home.path)/programs/prompt
            # Programs of this computer, such as Zeal, take links of a coin, too.
            hand-over: [{ to: router }]

            """)
        try home.register([
            ("schemerouter", "router", "open -- %u", ["dashwallet"]), ("receiver", "receiver", "%u", ["shop"]),
        ])
        return home
    }

    /// A home in which a stand-in is started for every link of the table of openers.
    static func ofRecorder() throws -> DesktopHome {
        let home = try DesktopHome()
        try home.register([
            ("recorder", "recorder", "-- %u", ["dashwallet", "dash", "mykey", "myapp", "app1", "my-app.x+y"])
        ])
        return home
    }

    /// The environment of the desktop's programs.
    /// - Parameter shared: whether they see the system's own files too, such as the services of the session bus.
    func environment(shared: Bool = false, _ more: [String: String] = [:]) -> [String: String] {
        let own = [
            "HOME": path, "PATH": "\(path)/path:/usr/local/bin:/usr/bin:/bin", "BROWSER": "\(path)/programs/browser",
            "XDG_CONFIG_HOME": "\(path)/config", "XDG_DATA_HOME": "\(path)/data", "XDG_STATE_HOME": "\(path)/state",
            "XDG_CACHE_HOME": "\(path)/cache", "XDG_RUNTIME_DIR": "\(path)/run",
            "XDG_CONFIG_DIRS": shared ? "/etc/xdg" : "\(path)/none",
            "XDG_DATA_DIRS": shared ? "/usr/share" : "\(path)/none",
            "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        ]
        return own.merging(more) { _, new in new }
    }

    /// Starts a program of the system.
    func start(
        _ command: [String], shared: Bool = false, _ more: [String: String] = [:]
    ) throws -> RunningProgram {
        let program = command[0].hasPrefix("/") ? command[0] : try Installed.require(command[0])
        return try RunningProgram(
            program, Array(command.dropFirst()), environment: environment(shared: shared, more), in: directory)
    }

    /// Opens `link` the way `opener` does. Returns when it is done, as far as it waits at all.
    @discardableResult
    func open(_ link: String, by opener: Opener) throws -> Int32? {
        // xdg-open wants a display for programs with windows. That nothing answers there is nobody's business.
        var more = ["DISPLAY": ":99"]
        more["XDG_CURRENT_DESKTOP"] = opener.desktop
        return try start(opener.command + [link], more).status()
    }

    /// Runs the router itself.
    func router(_ arguments: [String], _ more: [String: String] = [:]) throws -> (status: Int32?, printed: String) {
        let program = try start([path + "/programs/router"] + arguments, more)
        return (program.status(), program.printed)
    }

    /// How stand-ins of that name were started so far, oldest first.
    func records(of name: String) -> [StartRecord] {
        let found =
            (try? fileManager.contentsOfDirectory(
                at: directory.appendingPathComponent("records"), includingPropertiesForKeys: nil)) ?? []
        return found.filter { $0.lastPathComponent.hasPrefix(name + ".") && $0.pathExtension != "unfinished" }
            .map(StartRecord.init).sorted { $0.process.id < $1.process.id }
    }

    /// The starts of stand-ins of that name, as soon as there are `count`; fewer if they do not come in time.
    func records(of name: String, count: Int) -> [StartRecord] {
        _ = Patience.holds { records(of: name).count >= count }
        return records(of: name)
    }

    /// Forgets what was recorded.
    func forgetRecords() throws {
        for record in try fileManager.contentsOfDirectory(atPath: path + "/records") {
            try fileManager.removeItem(atPath: path + "/records/" + record)
        }
    }

    /// The router's log, one JSON object a line, as soon as there are `count` lines.
    func log(count: Int = 1) throws -> [JSONValue] {
        func lines() -> [Substring] { text("state/schemerouter/router.log").split(separator: "\n") }
        _ = Patience.holds { lines().count >= count }
        return try lines().map { try JSONValue(parsing: Data($0.utf8)) }
    }

    /// What the prompt was sent.
    var dialogue: String { text("dialogue") }

    /// A file of the home; empty if there is none.
    func text(_ name: String) -> String {
        (try? Data(contentsOf: directory.appendingPathComponent(name))).map { String(decoding: $0, as: UTF8.self) }
            ?? ""
    }

    /// Writes a file of the home.
    func write(_ name: String, _ text: String) throws {
        let written = fileManager.createFile(
            atPath: path + "/" + name, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        try #require(written)
    }

    /// Registers programs by hand, as the desktop specifications have it: entry, program, arguments, schemes.
    func register(_ programs: [(id: String, program: String, arguments: String, schemes: [String])]) throws {
        let browser = ("browser", "browser", "%u", ["http", "https"])
        var list = "[Default Applications]\ntext/html=browser.desktop\n"
        for (id, program, arguments, schemes) in programs + [browser] {
            let types = schemes.map { "x-scheme-handler/" + $0 }
            try write(
                "data/applications/\(id).desktop",
                """
                [Desktop Entry]
                Version=1.0
                Type=Application
                Name=Test \(id)
                Exec=\(path)/programs/\(program) \(arguments)
                MimeType=\(types.joined(separator: ";"));
                NoDisplay=true
                StartupNotify=false
                Terminal=false

                """)
            for type in types { list += "\(type)=\(id).desktop\n" }
        }
        try write("config/mimeapps.list", list)
    }

    /// Puts a browser that only records in the place of xdg-open.
    func hideXDGOpen() throws { try link("path/xdg-open", to: path + "/programs/browser") }

    /// Makes a symbolic link in the home.
    func link(_ name: String, to target: String) throws {
        try fileManager.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
    }

    private func copyWallet() throws {
        try Self.wallet.get()
        try fileManager.copyItem(atPath: Self.walletPath, toPath: path + "/data/schemerouter")
    }

    /// A wallet of well-known words with practice money, made once, in a directory that lasts as long as these tests.
    private static let wallet: Result<Void, any Error> = Result {
        let home = try DesktopHome()
        try home.write("words", String(repeating: "abandon ", count: 11) + "about")
        try home.write("answers", "\(passcode)\n\(passcode)\n")
        let prompt = ["--pinentry", home.path + "/programs/prompt"]
        for command in [
            prompt + ["wallet", "restore", "--words", home.path + "/words"], ["sandbox", "on", "dash"],
            ["sandbox", "fund", "dash", "10"],
        ] {
            let result = try home.router(command)
            try #require(result.status == 0, "\(result.printed)")
        }
        try FileManager.default.moveItem(atPath: home.path + "/data/schemerouter", toPath: walletPath)
        try WalletFiles.makeQuick(in: walletPath + "/wallet", passcode: passcode)
        atexit { try? FileManager.default.removeItem(atPath: DesktopHome.walletPath) }
    }

    private static let walletPath = FileManager.default.temporaryDirectory
        .appendingPathComponent("desktop-wallet-\(getpid())").path

    private static let browsers = [
        "x-www-browser", "firefox", "iceweasel", "seamonkey", "mozilla", "epiphany", "konqueror", "chromium",
        "chromium-browser", "google-chrome", "www-browser", "links2", "elinks", "links", "lynx", "w3m",
    ]
}
