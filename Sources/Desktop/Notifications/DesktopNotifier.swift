import Glibc
import RouterLinux
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

    /// The programs that can ask the notification service for its name, with their arguments. The question starts the
    /// service, as a notification would.
    private static let inquiries: [[String]] = [
        [
            "/usr/bin/gdbus", "call", "--session", "--timeout=2", "--dest=org.freedesktop.Notifications",
            "--object-path=/org/freedesktop/Notifications",
            "--method=org.freedesktop.Notifications.GetServerInformation",
        ],
        [
            "/usr/bin/dbus-send", "--session", "--print-reply", "--reply-timeout=2000",
            "--dest=org.freedesktop.Notifications", "/org/freedesktop/Notifications",
            "org.freedesktop.Notifications.GetServerInformation",
        ],
    ]

    private let program: String
    private let environment: [String: String]
    private let limit: InterruptLimit
    private let patience: Duration
    private let inquiries: [[String]]

    /// A notifier for one person's session.
    /// - Parameters:
    ///   - environment: the variables of this process; the program receives only the session's.
    ///   - directory: one that only the person can write to; it stores the last interruption for all processes.
    public init(environment: [String: String], directory: String) {
        self.init(program: Self.defaultProgram, environment: environment, directory: directory)
    }

    init(
        program: String, environment: [String: String], directory: String, patience: Duration = patience,
        inquiries: [[String]] = inquiries
    ) {
        self.patience = patience
        self.inquiries = inquiries
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

    /// Whether a service of this session shows notifications; nil if no program here can ask for it. Takes at most two
    /// seconds.
    public var isServed: Bool? {
        guard let inquiry = inquiries.first(where: { PromptSelection.problem(at: $0[0]) == nil }) else { return nil }
        return succeeds(inquiry[0], Array(inquiry.dropFirst()))
    }

    /// Shows a notification and waits for the program, at most two seconds. Returns whether the program reported
    /// success.
    public func notify(title: String, text: String) -> Bool {
        guard isAvailable else { return false }
        return succeeds(
            program,
            [
                "--app-name=SchemeRouter", "--expire-time=\(Self.display)", "--", VisibleText.of(title),
                Self.body(VisibleText.of(text)),
            ])
    }

    /// Runs a program without any output. Returns whether it ended in time, and well.
    private func succeeds(_ program: String, _ arguments: [String]) -> Bool {
        let name = program.pathNames.last.map { String($0) } ?? program
        let spawn = Spawn(
            program: program, arguments: [name] + arguments, environment: ProcessEnvironment.clean(environment))
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

/// Limits how often the person is interrupted, across all processes.
///
/// The time of the last interruption is the modification time of a file. A file from the future, after the clock was
/// set back, counts as old, and the next interruption corrects its time.
struct InterruptLimit: Sendable {
    /// The minimum time between interruptions.
    static let pause: Duration = .seconds(10)

    private let path: String
    private let pause: Duration

    /// - Parameter directory: an existing directory that only the person can write to. The file `last-notice` (0600) is
    ///   created in it and kept.
    init(directory: String, pause: Duration = InterruptLimit.pause) {
        self.path = directory + "/last-notice"
        self.pause = pause
    }

    /// Whether an interruption is allowed, and records it if so. False if the file cannot be used: too few windows are
    /// better than an endless number.
    func admits() -> Bool {
        guard let file = locked() else { return false }
        // An empty file was just created or reset, and records no interruption.
        guard let status = Linux.fstat(file.number), status.st_size == 0 || isOver(since: status.st_mtim) else {
            return false
        }
        return ftruncate(file.number, 1) == 0 && futimens(file.number, nil) == 0
    }

    /// Records that the interruption did not happen after all.
    func giveBack() {
        guard let file = locked() else { return }
        _ = ftruncate(file.number, 0)
    }

    /// The file, locked; nil if it is not ours, or another process holds the lock because it is interrupting right now.
    private func locked() -> OwnedDescriptor? {
        guard let file = try? OwnedDescriptor.ownFile(path), flock(file.number, LOCK_EX | LOCK_NB) == 0
        else { return nil }
        return file
    }

    private func isOver(since last: timespec) -> Bool {
        let now = Linux.clock_gettime(CLOCK_REALTIME)
        let age = Duration.seconds(now.tv_sec - last.tv_sec) + .nanoseconds(now.tv_nsec - last.tv_nsec)
        return age < .zero || age >= pause
    }
}
