import Foundation
import Testing

/// As much of a KDE session as its opener needs: a display without a screen, and a session bus.
final class KDESession {
    private let home: DesktopHome
    private let display: RunningProgram
    private let bus: RunningProgram
    private let variables: [String: String]

    init(in home: DesktopHome) throws {
        self.home = home
        try home.write("display", "")
        let script = "exec \"$1\" -displayfd 3 -screen 0 640x480x24 -nolisten tcp 3>\"$2\""
        display = try home.start(["/bin/sh", "-c", script, "sh", try Installed.require("Xvfb"), home.path + "/display"])
        let written = Patience.value { home.text("display").split(separator: "\n").first }
        let number = try #require(written, "Xvfb does not start")
        let socket = home.path + "/run/bus"
        bus = try home.start(["dbus-daemon", "--session", "--nofork", "--address=unix:path=\(socket)"], shared: true)
        try #require(Patience.holds { FileManager.default.fileExists(atPath: socket) }, "dbus-daemon does not start")
        variables = [
            "DISPLAY": ":\(number)", "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(socket)", "XDG_CURRENT_DESKTOP": "KDE",
            "KDE_SESSION_VERSION": "5", "KDE_FULL_SESSION": "true",
        ]
    }

    /// Opens a link as KDE does, through xdg-open or by its own opener. Returns when that has ended.
    @discardableResult
    func open(_ link: String, with opener: String = "kde-open5") throws -> Int32? {
        try home.start([opener, link], shared: true, variables).status()
    }
}
