import Foundation
import RouterTestSupport
import Testing

/// S10: who opened a link, as real openers and browsers leave the router (Documentation/protocols/linux-desktop.md §1.4).
@Suite(.serialized) struct WhoOpenedTests {
    /// A home with an app that the desktop knows, and that opens links.
    private static func home(_ id: String, program: String) throws -> DesktopHome {
        let home = try DesktopHome.ofRouter()
        try home.write(
            "data/applications/\(id).desktop", "[Desktop Entry]\nType=Application\nName=The App\nExec=\(program) %u\n")
        return home
    }

    private static func homeOfApp() throws -> DesktopHome {
        let home = try home("purse", program: "purse")
        try FileManager.default.copyItem(atPath: "/bin/dash", toPath: home.path + "/programs/purse")
        return home
    }

    /// Starts the app, which opens the link by an opener and goes on running.
    private static func open(
        in home: DesktopHome, by opener: [String], shared: Bool = false, _ environment: [String: String]
    ) throws -> RunningProgram {
        let script = "\"$@\"; while :; do sleep 1; done"
        return try home.start(
            [home.path + "/programs/purse", "-c", script, "purse"] + opener + [DesktopHome.pay], shared: shared,
            environment)
    }

    /// The link was paid, and the consent and the history name the program.
    private static func expect(_ program: String, in home: DesktopHome) throws {
        try OpenerTests.expectPayment(in: home)
        let history = try home.router(["history", "--json"]).printed
        #expect(history.contains("\"opener\":\"program \(program)\""), "\(history)")
        #expect(home.dialogue.contains("Opened by “The App”, says the desktop."), "\(home.dialogue)")
    }

    @Test(
        "an app behind an opener", .needs("xdg-open", "gio", from: "xdg-utils libglib2.0-bin"),
        arguments: Opener.allCases
    )
    func app(_ opener: Opener) throws {
        let home = try Self.homeOfApp()
        var more = ["DISPLAY": ":99"]
        more["XDG_CURRENT_DESKTOP"] = opener.desktop
        let app = try Self.open(in: home, by: opener.command, more)
        try withExtendedLifetime(app) { try Self.expect(home.path + "/programs/purse", in: home) }
    }

    @Test(
        "an app behind KDE's opener",
        .needs("kde-open5", "Xvfb", "dbus-daemon", from: "kde-cli-tools xvfb dbus-daemon"),
        arguments: ["kde-open5", "xdg-open"])
    func kde(_ opener: String) throws {
        let home = try Self.homeOfApp()
        let session = try DesktopSession.kde(in: home)
        let app = try Self.open(in: home, by: [opener], shared: true, session.variables)
        try withExtendedLifetime((app, session)) { try Self.expect(home.path + "/programs/purse", in: home) }
    }

    @Test(
        "an app behind XFCE's opener",
        .needs("exo-open", "Xvfb", "dbus-daemon", from: "exo-utils xvfb dbus-daemon"),
        arguments: ["exo-open", "xdg-open"])
    func xfce(_ opener: String) throws {
        let home = try Self.homeOfApp()
        let session = try DesktopSession.xfce(in: home)
        let app = try Self.open(in: home, by: [opener], shared: true, session.variables)
        try withExtendedLifetime((app, session)) { try Self.expect(home.path + "/programs/purse", in: home) }
    }

    @Test("Chromium", .needs("chromium", "xdg-open", from: "chromium xdg-utils"), arguments: ["", "GNOME"])
    func chromium(_ desktop: String) throws {
        let home = try Self.home("chromium", program: "/usr/bin/chromium")
        let page = try LinkPage()
        let chromium = try Chromium(showing: page, in: home, ["DISPLAY": ":99", "XDG_CURRENT_DESKTOP": desktop])
        try chromium.click(DesktopHome.pay)
        try withExtendedLifetime(chromium) { try Self.expect("/usr/lib/chromium/chromium", in: home) }
    }

    @Test("Firefox", .needs("firefox-esr", from: "firefox-esr"))
    func firefox() throws {
        let home = try Self.home("firefox-esr", program: "/usr/lib/firefox-esr/firefox-esr")
        let page = try LinkPage()
        let firefox = try Firefox(showing: page, in: home)
        try firefox.click(DesktopHome.pay)
        try withExtendedLifetime(firefox) { try Self.expect("/usr/lib/firefox-esr/firefox-esr", in: home) }
    }
}
