import ExactJSON
import Glibc
import RouterDesktop
import RouterLinux
import RouterNetworkBackend
import RouterProcesses
import RouterStorage
import SchemeRouter

/// The doctor's side of a test: opens a test link with the desktop's own opener and reports what the click saw.
struct ClickTrial {
    let installation: Installation
    let status: RegistrationStatus
    /// How long the link may take to arrive.
    let patience: Duration

    /// The desktop's openers, and their arguments before the link. Never looked up in `PATH`.
    private static let openers: [(name: String, words: [String])] = [("xdg-open", []), ("gio", ["open"])]

    /// How long the person has to close the window. After that, the notification is shown.
    private static let windowPatience: Duration = .seconds(Dialogue.timeout + 30)

    /// What the test found.
    func run() throws -> [HealthCheck] {
        guard let scheme = status.schemes.first(where: { $0.isRegistered && $0.opener?.isOurs == true })?.scheme.name
        else {
            return [
                HealthCheck(
                    "click", .failure, "No test link was opened: no scheme is registered to this program.",
                    advice: "“router register” registers them.")
            ]
        }
        guard let (program, words) = Self.opener else {
            return [
                HealthCheck(
                    "click", .failure, "No test link was opened: neither xdg-open nor gio is installed.",
                    advice: "Install xdg-utils.")
            ]
        }
        return try LongWork.stoppable { isStopped in
            try open(TestLink(scheme: scheme), by: program, words, isStopped)
        }
    }

    /// Opens the link with a program and its arguments before the link.
    private func open(
        _ link: TestLink, by program: String, _ words: [String], _ isStopped: () -> Bool
    ) throws -> [HealthCheck] {
        let path = link.pipe(in: installation.places)
        try PrivateDirectory.create(installation.places.lock)
        guard Linux.mkfifo(path, 0o600) == 0 else {
            throw ServiceError(.cannotWrite, "\(path) cannot be created: \(Linux.strerror(errno)).")
        }
        defer { Linux.unlink(path) }
        let pipe = OwnedDescriptor(Linux.open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC))
        guard pipe.number >= 0 else {
            throw ServiceError(.cannotWrite, "\(path) cannot be opened: \(Linux.strerror(errno)).")
        }
        do {
            try DetachedProcess.start(
                Spawn(
                    program: program, arguments: [program] + words + [link.text],
                    environment: ProcessEnvironment.current()), in: installation.xdg.home)
        } catch {
            return [HealthCheck("click", .failure, "\(program) does not start: \(error).")]
        }
        StandardStreams.complain(
            "\(program) was given a test link of “\(link.scheme):”. If all is well, a window opens: close it.")
        return checks(heard(by: pipe, at: path, isStopped), link, program)
    }

    private static var opener: (program: String, words: [String])? {
        openers.lazy.compactMap { opener in
            ExecutableFile.find(opener.name).flatMap { TrustedPath.danger(to: $0) == nil ? ($0, opener.words) : nil }
        }.first
    }

    /// What the click reported, line by line, until its process ended, the time ran out, or the person stopped it.
    private func heard(
        by pipe: borrowing OwnedDescriptor, at path: String, _ isStopped: () -> Bool
    ) -> [JSON] {
        var bytes: [UInt8] = []
        var deadline = Deadline(in: patience)
        while !deadline.isOver, !isStopped() {
            guard let isReady = try? Deadline(in: LongWork.pause).wait(forReading: pipe.number) else { break }
            guard isReady else { continue }
            var chunk = [UInt8](repeating: 0, count: 4_096)
            let count = Linux.read(pipe.number, into: &chunk)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0, bytes.count < 65_536 else { break }
            if bytes.isEmpty {
                deadline = Deadline(in: Self.windowPatience)
                // Only one click reports here: a second one with the same link is an ordinary bad link.
                Linux.unlink(path)
            }
            bytes += chunk[..<count]
        }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { try? JSON(reading: Array($0), limits: .link) }
    }

    private func checks(_ steps: [JSON], _ link: TestLink, _ program: String) -> [HealthCheck] {
        func step(_ name: String) -> JSON? { steps.first { $0["step"]?.string == name } }
        guard let arrived = step("arrived") else {
            return [
                HealthCheck(
                    "click", .failure,
                    "\(program) was given a test link of “\(link.scheme):”, but it did not arrive here within "
                        + "\(patience.components.seconds) seconds.",
                    advice: "“router status” says which program the desktop uses for such links.")
            ]
        }
        return [arrival(arrived, link, program), window(step("window")), notification(step("notification"))]
    }

    private func arrival(_ step: JSON, _ link: TestLink, _ program: String) -> HealthCheck {
        let text = step["link"]?.string ?? ""
        guard text == link.text else {
            return HealthCheck("click", .failure, "The test link arrived changed: \(Quoted(text, limit: 200)).")
        }
        let other = step["program"]?.string
        guard other == ProgramPath.current else {
            return HealthCheck(
                "click", .warning, "The test link went to another copy: \((other ?? "unknown").printable).",
                advice: "“router register” registers this one.")
        }
        return HealthCheck("click", .good, "\(program) delivered a test link of “\(link.scheme):” unchanged.")
    }

    private func window(_ step: JSON?) -> HealthCheck {
        guard step?["shown"] != .bool(true) else {
            return HealthCheck("click-window", .good, "The window was shown, and you closed it.")
        }
        let reason = step?["reason"]?.string ?? "the program that the click started ended early"
        return HealthCheck(
            "click-window", .failure, "The click could not show you a window: \(reason.printable).",
            advice: "Install a pinentry with a window, such as pinentry-gnome3 or pinentry-qt.")
    }

    private func notification(_ step: JSON?) -> HealthCheck {
        guard step?["shown"] != .bool(true) else {
            return HealthCheck("click-notification", .good, "A notification was given to the desktop.")
        }
        return HealthCheck(
            "click-notification", .warning, "The click could not show a notification; windows report how links ended.",
            advice: "Install libnotify-bin, and use a desktop that shows notifications.")
    }
}
