import Foundation
import RouterTestSupport
import Testing

/// A router that was registered and then removed without “router unregister”, as a purged package is: clicks go to the program
/// that takes the links besides (Documentation/protocols/linux-desktop.md §2.1).
@Suite(.serialized) struct PurgedTests {
    private static let link = DesktopHome.pay

    /// A home in which the router took the scheme from the recorder, and is gone.
    private func home() throws -> DesktopHome {
        let home = try DesktopHome()
        try home.register([("recorder", "recorder", "-- %u", ["dashwallet"])])
        let program = home.path + "/purged"
        try FileManager.default.copyItem(atPath: BuiltPrograms.router, toPath: program)
        let registered = try home.start([program, "register", "--scheme", "dashwallet", "--force"])
        try #require(registered.status() == 0, "\(registered.printed)")
        let list = home.text("config/mimeapps.list")
        #expect(list.contains("\nx-scheme-handler/dashwallet=schemerouter.desktop;recorder.desktop\n"), "\(list)")
        try FileManager.default.removeItem(atPath: program)
        return home
    }

    private func expectRecord(in home: DesktopHome) {
        #expect(home.records(of: "recorder", count: 1).map(\.arguments) == [["--", Self.link]])
        #expect(home.records(of: "browser").isEmpty)
    }

    @Test(
        "a click goes to the wallet that is left, by xdg-open and gio",
        .needs("xdg-open", "gio", from: "xdg-utils libglib2.0-bin"),
        arguments: Opener.allCases)
    func openers(_ opener: Opener) throws {
        let home = try home()
        #expect(try home.open(Self.link, by: opener) == 0)
        expectRecord(in: home)
    }

    @Test(
        "the same under KDE, by its own opener",
        .needs("kde-open5", "Xvfb", "dbus-daemon", from: "kde-cli-tools xvfb dbus-daemon"))
    func kde() throws {
        let home = try home()
        let session = try DesktopSession.kde(in: home)
        try session.open(Self.link, with: "kde-open5")
        withExtendedLifetime(session) { expectRecord(in: home) }
    }

    @Test("the same under XFCE", .needs("exo-open", "Xvfb", "dbus-daemon", from: "exo-utils xvfb dbus-daemon"))
    func xfce() throws {
        let home = try home()
        let session = try DesktopSession.xfce(in: home)
        try session.open(Self.link, with: "exo-open")
        withExtendedLifetime(session) { expectRecord(in: home) }
    }
}
