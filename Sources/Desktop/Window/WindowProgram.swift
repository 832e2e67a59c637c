import RouterDialogue
import RouterLinux
import SchemeRouter

/// The program `router-window`, which shows questions in a window of its own (Documentation/window.md).
public enum WindowProgram {
    /// Its file, if it is installed where it belongs, can be trusted as a pinentry can (S7, S8), and there is a display;
    /// nil otherwise.
    /// - Parameter environment: the variables of this process.
    public static func find(_ environment: [String: String]) -> String? {
        ProgramPath.current.flatMap { find(environment, besides: $0) }
    }

    /// The same for the program in the file `program`.
    static func find(_ environment: [String: String], besides program: String) -> String? {
        let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap { environment[$0] }
        guard displays.contains(where: { !$0.isEmpty }) else { return nil }
        return file("router-window", besides: program)
    }

    /// The file of a program of this package; nil if it is not installed or cannot be trusted.
    ///
    /// For a program in a directory `bin`, it is in the `libexec` next to that; otherwise it is next to the program. `PATH`
    /// is never searched: whoever controls the window sees the passcode.
    /// - Parameters:
    ///   - name: the program's name.
    ///   - program: the path of this program.
    static func file(_ name: String, besides program: String) -> String? {
        guard let directory = program.parentPath else { return nil }
        let path =
            directory.hasSuffix("/bin")
            ? directory.dropLast("bin".utf8.count) + "libexec/schemerouter/\(name)" : directory + "/\(name)"
        return PromptSelection.problem(at: String(path)) == nil ? String(path) : nil
    }

    /// The variables that it gets: those of every dialogue, and how it looks, is typed into and is read aloud.
    static func environment(_ environment: [String: String]) -> [String: String] {
        ProcessEnvironment.clean(environment).merging(environment.filter { variables.contains($0.key) }) { $1 }
    }

    /// None of them names a file that GTK executes. `XDG_ACTIVATION_TOKEN` passes with the other names of XDG.
    private static let variables: Set<String> = [
        "DESKTOP_STARTUP_ID", "GDK_BACKEND", "GDK_DPI_SCALE", "GDK_SCALE", "GSK_RENDERER", "GTK_A11Y", "GTK_IM_MODULE",
        "GTK_THEME", "AT_SPI_BUS_ADDRESS", "LANGUAGE", "TZ", "XCURSOR_SIZE", "XCURSOR_THEME", "XMODIFIERS",
    ]

    /// Starts the window and looks whether it could ask, for at most five seconds. Nothing is shown.
    /// - Throws: `PromptError/unavailable(_:)` if it could not.
    public static func check(_ program: String, environment: [String: String]) throws(PromptError) {
        _ = try WindowSession.start(program, environment: environment, limits: WindowLimits(start: .seconds(5)))
    }
}

/// The time limits of a window.
struct WindowLimits: Sendable {
    /// Seconds without any sign of the person until the window itself counts a question as refused.
    var seconds = Dialogue.timeout
    /// How long it may take to start.
    var start = Duration.seconds(20)
    /// How long it may be silent. A sign of life comes every two seconds.
    var silence = Duration.seconds(15)
    /// How long a question may be open, whatever the window says of the person.
    var whole = Duration.seconds(3_600)

    static let standard = WindowLimits()
}
