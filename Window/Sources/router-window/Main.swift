import CGTK
import Glibc
import RouterDialogue
import RouterLinux

/// `router-window`: shows what `router` asks, and returns the answer. It has no key, and reaches no network.
@main struct Main {
    static func main() {
        let asksForScreen = CommandLine.arguments.dropFirst().elementsEqual(["screenshot"])
        guard isatty(STDIN_FILENO) == 0, CommandLine.arguments.count == 1 || asksForScreen else {
            Link.fail("“router” starts this program to ask its questions; it does nothing by itself.")
        }
        signal(SIGPIPE, SIG_IGN)
        let startupID = variable("XDG_ACTIVATION_TOKEN") ?? variable("DESKTOP_STARTUP_ID")
        do throws(ConfinementError) {
            try Confinement.sealWindow(
                readable: readable, keeping: WindowProtocol.secretDescriptor, hasSecrets: !asksForScreen)
        } catch {
            Link.fail("it cannot be confined: \(error)")
        }
        if asksForScreen { printScreenshot() }
        // A window of text needs no graphics processor, whose drivers take longer to load than the text to draw.
        unsafe setenv("GSK_RENDERER", "cairo", 0)
        unsafe setenv("GDK_DEBUG", "gl-disable,vulkan-disable", 1)
        unsafe setenv("GIO_USE_VFS", "local", 1)
        guard Toolkit.start() else { exit(69) }
        Toolkit.use(style: Style.sheet)
        let link = Link()
        let window = ConsentWindow(link: link, startupID: startupID)
        _ = fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK)
        Toolkit.whenReadable(STDIN_FILENO) {
            for order in link.orders() { window.obey(order) }
            return true
        }
        Toolkit.after(UInt32(WindowProtocol.pulse) * 1_000) {
            link.report(.alive)
            window.checkTime()
            return true
        }
        link.report(.ready(version: WindowProtocol.version))
        Toolkit.run()
    }

    /// Asks the desktop for a picture of the screen, and prints the address of its file. Ends with 0, 1 if the person gave none,
    /// 2 if nobody answered, or 69 if the desktop has no such service or failed.
    private static func printScreenshot() -> Never {
        var end = PORTAL_MISSING
        // Safe: the text lives until the program ends.
        guard let address = unsafe portal_screenshot(120, &end) else {
            exit(end == PORTAL_CANCELLED ? 1 : end == PORTAL_SILENT ? 2 : 69)
        }
        unsafe puts(address)
        fflush(nil)
        exit(0)
    }

    private static func variable(_ name: String) -> String? {
        guard let text = unsafe getenv(name) else { return nil }
        return unsafe String(cString: text)
    }

    /// What GTK reads: libraries, fonts, themes and icons, and the settings about them. Nothing of this is a wallet's.
    private static var readable: [String] {
        let home = variable("HOME") ?? "/nonexistent"
        let configuration = variable("XDG_CONFIG_HOME") ?? home + "/.config"
        let data = variable("XDG_DATA_HOME") ?? home + "/.local/share"
        let cache = variable("XDG_CACHE_HOME") ?? home + "/.cache"
        let system = [
            "/usr", "/lib", "/lib64", "/etc", "/var/cache/fontconfig", "/var/lib/dbus", "/dev/null", "/dev/urandom",
        ]
        let settings = ["gtk-4.0", "fontconfig", "dconf", "ibus"].map { "\(configuration)/\($0)" }
        let looks = ["themes", "icons", "fonts"].map { "\(data)/\($0)" }
        let old = [".themes", ".icons", ".fonts", ".fonts.conf", ".Xauthority", ".XCompose"].map { "\(home)/\($0)" }
        let programs = ["/var/lib/flatpak/exports/share", "/var/lib/snapd/desktop", "\(data)/flatpak/exports/share"]
        let session = [variable("XAUTHORITY"), variable("XDG_RUNTIME_DIR").map { "\($0)/dconf" }].compactMap(\.self)
        return system + settings + looks + old + programs + session + ["\(cache)/fontconfig"]
    }
}
