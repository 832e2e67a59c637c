import ExactJSON
import Glibc
import RouterDesktop
import RouterLinux
import RouterNetworkBackend
import RouterStorage
import SchemeRouter

/// The doctor's side of a test: opens a test link with the desktop's own opener and reports what the click saw.
struct ClickTrial {
    let context: AppContext
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
        let path = link.pipe(in: context.paths)
        try PrivateDirectory.create(context.paths.lock)
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
                    environment: ProcessEnvironment.current()), in: context.xdg.home)
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
        switch ClickedTest.Obstacle(rawValue: step?["obstacle"]?.string ?? "") {
        case .unclosed:
            return HealthCheck(
                "click-window", .warning, "The click opened a window, but \(reason.printable).",
                advice: "If you saw the window, all is well. Otherwise it may be on another screen or behind others.")
        case .busy:
            return HealthCheck(
                "click-window", .warning, "The click could not show you a window: \(reason.printable).",
                advice: "Answer that question, and try again.")
        case .settings:
            return HealthCheck(
                "click-window", .failure, "The click could not show you a window: \(reason.printable).",
                advice: "“router schemes” names all mistakes.")
        case .prompt, nil:
            return HealthCheck(
                "click-window", .failure, "The click could not show you a window: \(reason.printable).",
                advice: "Install a pinentry with a window, such as pinentry-gnome3 or pinentry-qt.")
        }
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

/// The side of a test that the desktop starts: reports what it sees to the doctor, and shows the person a window.
struct ClickedTest: ~Copyable {
    /// The scheme of the link.
    let scheme: String
    private let link: String
    private let pipe: OwnedDescriptor
    private let options: GlobalOptions

    /// Nil if the link is not a test link, or its test is not running.
    init?(_ link: [UInt8], _ options: GlobalOptions) {
        guard let test = TestLink(link), let (_, paths) = try? AppContext.paths(options) else { return nil }
        let path = test.pipe(in: paths)
        // Opening fails without a reader: then nobody is waiting for this test.
        let descriptor = Linux.open(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard let status = Linux.fstat(descriptor), status.kind == S_IFIFO, status.st_uid == geteuid() else {
            close(descriptor)
            return nil
        }
        pipe = OwnedDescriptor(descriptor)
        scheme = test.scheme
        self.link = String(decoding: link, as: UTF8.self)
        self.options = options
    }

    /// Reports everything. The doctor also notices the end of this process.
    consuming func report() async {
        say(JSON(["step": "arrived", "link": link, "program": ProgramPath.current]))
        let failure = await showWindow()
        say(
            JSON([
                "step": "window", "shown": failure == nil, "reason": failure?.reason,
                "obstacle": failure?.obstacle.rawValue,
            ]))
        say(JSON(["step": "notification", "shown": notify()]))
    }

    private borrowing func say(_ object: JSON) {
        Linux.writeAll(pipe.number, Array((object.text + "\n").utf8).span)
    }

    /// Why the person did not close a window.
    enum Obstacle: String {
        /// It was open until the time was over.
        case unclosed
        /// Another question is open.
        case busy
        /// The settings cannot be read.
        case settings
        /// The prompt program shows none.
        case prompt
    }

    /// Nil if the person saw the window and closed it; otherwise why not.
    private borrowing func showWindow() async -> (obstacle: Obstacle, reason: String)? {
        do {
            let context = try AppContext(options)
            try PrivateDirectory.create(context.paths.gate)
            guard let pass = try LockedPromptGate(directory: context.paths.gate).enter() else {
                return (.busy, "another question is open")
            }
            defer { withExtendedLifetime(pass) {} }
            try await context.prompt().tell(
                Dialogue(
                    title: "SchemeRouter", pages: [Self.text], agree: "OK", refuse: "Close"))
            return nil
        } catch let error as DescriptorErrors {
            return (.settings, "the settings have mistakes: \(error.diagnostics.first?.message ?? "")")
        } catch PromptError.timedOut {
            return (.unclosed, "nobody closed it within \(Dialogue.timeout) seconds")
        } catch PromptError.refused {
            return nil
        } catch PromptError.unavailable(let reason) {
            return (.prompt, reason)
        } catch PromptError.interrupted(let reason) {
            return (.prompt, "the prompt program failed: \(reason)")
        } catch {
            return (.prompt, (error as? ServiceError)?.message ?? "\(error)")
        }
    }

    private static let text = """
        This is the test that “router doctor --click” started.

        The click arrived here, and questions about wallet links are shown in a window like this one. Nothing was requested, and \
        nothing will be paid.
        """

    private borrowing func notify() -> Bool {
        guard let (_, paths) = try? AppContext.paths(options) else { return false }
        // Always through the desktop, even if the person has a terminal.
        return DesktopNotifier(environment: ProcessEnvironment.current(), directory: paths.lock)
            .notify(title: "SchemeRouter", text: "This is how you learn how a wallet link ended.")
    }
}

/// The link with which `router doctor --click` tests the way from a click to a question.
///
/// It asks for nothing: no plugin reads it, the journal does not record it, and nobody gets a reply. Only someone who
/// knows the token of a running test can make one, so from any page it is a bad link like any other.
struct TestLink {
    /// The scheme of the link, in lower case.
    let scheme: String
    /// 32 random hexadecimal digits.
    let token: String

    private static let mark = Array("router-doctor=".utf8)
    private static let digits = 32

    /// A new link with a random token.
    init(scheme: String) {
        self.scheme = scheme
        var generator = SystemRandomNumberGenerator()
        token = (0..<Self.digits).map { _ in String(UInt8.random(in: 0..<16, using: &generator), radix: 16) }.joined()
    }

    /// Nil for any other link. Every click checks this first, so it has to be quick.
    init?(_ link: [UInt8]) {
        guard link.count < 128, let colon = link.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let body = link[(colon + 1)...]
        guard body.count == Self.mark.count + Self.digits, body.starts(with: Self.mark) else { return nil }
        let token = body.suffix(Self.digits)
        guard token.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else { return nil }
        scheme = String(decoding: link[..<colon], as: UTF8.self)
        self.token = String(decoding: token, as: UTF8.self)
    }

    var text: String { "\(scheme):\(String(decoding: Self.mark, as: UTF8.self))\(token)" }

    /// The pipe through which the click reports to the doctor. It exists while the test runs.
    func pipe(in paths: FilePaths) -> String { "\(paths.lock)/click-\(token)" }
}
