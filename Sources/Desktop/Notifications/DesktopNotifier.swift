import Glibc
import RouterLinux
import RouterProcesses
import SchemeRouter

/// Shows notifications with the desktop's `notify-send`, if it is installed and there is a session bus.
///
/// The program is at a fixed path and is started with an argument list. All users of the computer can read its
/// arguments, so texts must not contain secrets.
public struct DesktopNotifier: Notifier {
    /// Where distributions put the program.
    public static let defaultProgram = "/usr/bin/notify-send"
    /// Milliseconds that a notification is shown; desktops may keep it in a list.
    private static let display = 15_000
    /// How long the program may take. It waits for the notification service, which may not be running.
    static let patience: Duration = .seconds(2)

    private let program: String
    private let environment: [String: String]
    private let limit: InterruptLimit
    private let patience: Duration

    /// A notifier for one person's session.
    /// - Parameters:
    ///   - environment: the variables of this process; the program receives only the session's.
    ///   - directory: one that only the person can write to; it stores the last interruption for all processes.
    public init(environment: [String: String], directory: String) {
        self.init(program: Self.defaultProgram, environment: environment, directory: directory)
    }

    init(program: String, environment: [String: String], directory: String, patience: Duration = patience) {
        self.patience = patience
        self.program = program
        self.environment = environment
        self.limit = InterruptLimit(directory: directory)
    }

    /// Whether notifications can be shown.
    public var isAvailable: Bool { problem == nil }

    /// Why notifications cannot be shown; nil if they may be.
    public var problem: Problem? {
        if PromptSelection.problem(at: program) != nil { return .noProgram(program) }
        return hasSessionBus ? nil : .noSessionBus
    }

    /// Why notifications cannot be shown.
    public enum Problem: Sendable, Equatable {
        /// The program is not installed here.
        case noProgram(String)
        /// This process does not belong to a desktop session.
        case noSessionBus
    }

    /// Shows a notification and waits for the program, at most two seconds. Returns whether the program reported
    /// success.
    public func notify(title: String, text: String) -> Bool {
        guard isAvailable else { return false }
        let spawn = Spawn(
            program: program,
            arguments: [
                "notify-send", "--app-name=SchemeRouter", "--expire-time=\(Self.display)", "--",
                VisibleText.of(title), Self.body(VisibleText.of(text)),
            ],
            environment: ProcessEnvironment.clean(environment))
        guard let process = try? spawn.start(input: .null, output: .null, error: .null, newSession: true) else {
            return false
        }
        let deadline = Deadline(in: patience)
        while !deadline.isOver {
            var status: Int32 = 0
            let ended = Linux.waitpid(process, &status, WNOHANG)
            if ended == process { return status == 0 }
            if ended < 0 && errno != EINTR { return false }
            usleep(2_000)
        }
        kill(process, SIGKILL)
        while waitpid(process, nil, 0) < 0 && errno == EINTR {}
        return false
    }

    /// Whether ten seconds have passed since this last returned true.
    public func mayInterrupt() -> Bool { limit.admits() }

    /// Allows the next interruption at once.
    public func didNotInterrupt() { limit.giveBack() }

    /// `text` as the body of a notification: desktops read it as markup, and `notify-send` resolves escapes such as
    /// `\n` in it.
    static func body(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\\": "\\\\"
            default: String(scalar)
            }
        }.joined()
    }

    private var hasSessionBus: Bool {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
            return !address.hasPrefix("disabled:")
        }
        guard let directory = environment["XDG_RUNTIME_DIR"], directory.isAbsolutePath else { return false }
        return Linux.stat(directory + "/bus")?.kind == S_IFSOCK
    }
}
