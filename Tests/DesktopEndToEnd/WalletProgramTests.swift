import Foundation
import Glibc
import RouterTestSupport
import Testing

/// Links that the real router gives to the real programs that people use.
@Suite(.serialized, .needs("Xvfb", "dbus-daemon", from: "xvfb dbus-daemon"))
struct WalletProgramTests {
    private static let address = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"
    private static let other = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"

    @Test(
        "Electrum shows the address and the amount of a link, and of the next one in the same window",
        .needs("electrum", from: "electrum python3-pyqt5"), .readsWindows)
    func electrum() throws {
        let home = try DesktopHome.ofWallet("electrum", "--offline %u", for: "bitcoin", answers: ["ok", "ok"])
        try home.link("programs/electrum", to: try Installed.require("electrum"))
        // A wallet of the first key of BIP 32's examples, without a network. Amounts are shown in whole coins.
        let key =
            "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi"
        for command in [
            ["restore", key], ["setconfig", "check_updates", "false"], ["setconfig", "decimal_point", "8"],
        ] {
            let made = try home.start(["electrum", "--offline"] + command)
            try #require(made.status() == 0, "\(made.printed)")
        }
        let session = try DesktopSession(in: home, desktop: [:], screen: "1024x768x24")
        defer { home.end("electrum") }
        let window = WindowReader(home: home, session: session)

        let first = "bitcoin:\(Self.address)?amount=0.5&message=First%20shop"
        let opened = try home.router(["open", first], session.variables)
        #expect(opened.status == 0, "\(opened.printed)")
        #expect(opened.printed.contains("“Test electrum” got the link."))
        try window.expect([Self.address, "0.5", "First shop"], in: "^Electrum", picture: "electrum-first-link")

        // The second start hands the link to the window that runs.
        let second = "bitcoin:\(Self.other)?amount=0.25&message=Second"
        let again = try home.router(["open", second], session.variables)
        #expect(again.status == 0, "\(again.printed)")
        try window.expect([Self.other, "0.25", "Second"], in: "^Electrum", picture: "electrum-second-link")
        #expect(home.dialogue.components(separatedBy: "\nCONFIRM").count == 3)
    }

    @Test(
        "Zeal gets its query, which is no payment link, in its search field",
        .needs("zeal", from: "zeal"), .readsWindows)
    func zeal() throws {
        let home = try DesktopHome.ofWallet("zeal", "%u", for: "dash", answers: ["ok"])
        // Its browser does not start as root with its sandbox, and no such variable gets through the router.
        let zeal = try Installed.require("zeal")
        let script = "#!/bin/sh\nexport QTWEBENGINE_DISABLE_SANDBOX=\(geteuid() == 0 ? 1 : 0)\nexec \(zeal) \"$@\"\n"
        try home.write("programs/zeal", script)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: home.path + "/programs/zeal")
        let session = try DesktopSession(in: home, desktop: [:], screen: "1024x768x24")
        defer { home.end("zeal") }
        let opened = try home.router(["open", "dash:python:os"], session.variables)
        #expect(opened.status == 0, "\(opened.printed)")
        try WindowReader(home: home, session: session).expect(["python:os"], in: "Zeal$", picture: "zeal-query")
    }

    @Test(
        "a click in Chromium opens the person's wallet by the registered router, with the same bytes",
        .needs("chromium", "xdg-open", from: "chromium xdg-utils"))
    func chromium() throws {
        let home = try DesktopHome.ofWallet("recorder", "%u", for: "bitcoin", answers: ["ok"])
        let page = try LinkPage()
        let chromium = try Chromium(showing: page, in: home)
        let link = "bitcoin:\(Self.address)?amount=0.5&label=Luke%20%26%20Co"
        try chromium.click(link)
        try withExtendedLifetime(chromium) {
            #expect(home.records(of: "recorder", count: 1).map(\.arguments) == [[link]])
            let log = try home.log()
            #expect(log.map { $0["program"] } == [.string("recorder.desktop")])
        }
        #expect(home.records(of: "browser").isEmpty)
        #expect(home.dialogue.components(separatedBy: "\nCONFIRM").count == 2 && !home.dialogue.contains("GETPIN"))
    }
}

extension DesktopHome {
    /// A home in which `program` opened links of `scheme`, until the router was registered for them.
    static func ofWallet(
        _ program: String, _ arguments: String, for scheme: String, answers: [String]
    ) throws -> DesktopHome {
        let home = try DesktopHome()
        try home.write("answers", answers.map { $0 + "\n" }.joined())
        try home.write("config/schemerouter/config.yaml", "pinentry: \(home.path)/programs/prompt\n")
        try home.register([(program, program, arguments, [scheme])])
        let taken = try home.router(["register", "--force", "--scheme", scheme])
        try #require(taken.status == 0, "\(taken.printed)")
        return home
    }

    /// Ends what the router started in this home: programs with `name` in their command line.
    func end(_ name: String) {
        let own = Data("HOME=\(path)\0".utf8)
        func running() -> [pid_t] {
            let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return all.compactMap { pid_t($0) }.filter { id in
                guard let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ"),
                    let words = FileManager.default.contents(atPath: "/proc/\(id)/cmdline")
                else { return false }
                return environment.range(of: own) != nil && words.range(of: Data(name.utf8)) != nil
            }
        }
        for signal in [SIGTERM, SIGKILL] {
            for id in running() { kill(id, signal) }
            if Patience.holds(within: 5, { running().isEmpty }) { return }
        }
    }
}
