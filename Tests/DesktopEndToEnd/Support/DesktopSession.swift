import Foundation
import Testing

/// As much of a desktop session as openers, portals and browsers need: a display without a screen, and a session bus.
final class DesktopSession {
    /// What its programs have in their environment.
    let variables: [String: String]
    private let home: DesktopHome
    private let display: RunningProgram
    private let bus: RunningProgram

    /// - Parameters:
    ///   - desktop: what the session says of itself.
    ///   - screen: width, height and bits of a pixel.
    init(in home: DesktopHome, desktop: [String: String], screen: String = "640x480x24") throws {
        self.home = home
        try home.write("display", "")
        let script = "exec \"$1\" -displayfd 3 -screen 0 \(screen) -nolisten tcp 3>\"$2\""
        display = try home.start(["/bin/sh", "-c", script, "sh", try Installed.require("Xvfb"), home.path + "/display"])
        let written = Patience.value { home.text("display").split(separator: "\n").first }
        let number = try #require(written, "Xvfb does not start")
        let socket = home.path + "/run/bus"
        let address = "unix:path=\(socket)"
        // Without it GTK starts the services for people who cannot see, once for every program.
        let quiet = ["NO_AT_BRIDGE": "1"]
        let session = ["DISPLAY": ":\(number)", "DBUS_SESSION_BUS_ADDRESS": address]
        variables = desktop.merging(session) { $1 }.merging(quiet) { $1 }
        bus = try home.start(
            ["dbus-daemon", "--session", "--nofork", "--address=\(address)"], shared: true, variables)
        try #require(Patience.holds { FileManager.default.fileExists(atPath: socket) }, "dbus-daemon does not start")
    }

    /// Plasma 5.
    static func kde(in home: DesktopHome) throws -> DesktopSession {
        try DesktopSession(
            in: home, desktop: ["XDG_CURRENT_DESKTOP": "KDE", "KDE_SESSION_VERSION": "5", "KDE_FULL_SESSION": "true"])
    }

    /// XFCE.
    static func xfce(in home: DesktopHome) throws -> DesktopSession {
        try DesktopSession(in: home, desktop: ["XDG_CURRENT_DESKTOP": "XFCE"])
    }

    /// Opens a link by one of the session's openers. Returns when that has ended.
    @discardableResult
    func open(_ link: String, with opener: String) throws -> Int32? {
        try start(link, with: opener).status()
    }

    /// Starts one of the session's openers with a link.
    func start(_ link: String, with opener: String) throws -> RunningProgram {
        try home.start([opener, link], shared: true, variables)
    }

    /// Lets the portal know that the person chose the program of `entry` for links of `scheme` often enough not to be
    /// asked again: it asks three times, and nobody is there to answer.
    func rememberChoice(of entry: String, for scheme: String) throws {
        let service = "org.freedesktop.impl.portal.PermissionStore"
        let arguments = ["desktop-used-apps", "true", "x-scheme-handler/\(scheme)", "", "['\(entry)', '3', '3']"]
        let call = ["gdbus", "call", "--session", "--dest", service, "--method", service + ".SetPermission"]
        let path = ["--object-path", "/" + service.split(separator: ".").joined(separator: "/")]
        let program = try home.start(call + path + arguments, shared: true, variables)
        try #require(program.status() == 0, "\(program.printed)")
    }

    deinit {
        // The programs that the bus started go when it does; before that the display must not.
        bus.end()
        display.end()
    }
}
