import ExactJSON
import Glibc
import RouterDesktop
import RouterLinux
import RouterProcesses
import RouterStorage
import SchemeRouter

/// The side of a test that the desktop starts: reports what it sees to the doctor, and shows the person a window.
struct ClickedTest: ~Copyable {
    /// The scheme of the link.
    let scheme: String
    private let link: String
    private let pipe: OwnedDescriptor
    private let options: GlobalOptions

    /// Nil if the link is not a test link, or its test is not running.
    init?(_ link: [UInt8], _ options: GlobalOptions) {
        guard let test = TestLink(link), let (_, places) = try? Installation.places(options) else { return nil }
        let path = test.pipe(in: places)
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
        let (shown, reason) = await showWindow()
        say(JSON(["step": "window", "shown": shown, "reason": reason]))
        say(JSON(["step": "notification", "shown": notify()]))
    }

    private borrowing func say(_ object: JSON) {
        Linux.writeAll(pipe.number, Array((object.text + "\n").utf8).span)
    }

    /// Whether the person saw the window and closed it, and if not, why.
    private borrowing func showWindow() async -> (shown: Bool, reason: String?) {
        do {
            let installation = try Installation(options)
            try PrivateDirectory.create(installation.places.gate)
            guard let pass = try LockedPromptGate(directory: installation.places.gate).enter() else {
                return (false, "another question is open")
            }
            defer { withExtendedLifetime(pass) {} }
            try await installation.prompt().tell(
                Dialogue(
                    title: "SchemeRouter", pages: [Self.text], agree: "OK", refuse: "Close"))
            return (true, nil)
        } catch let error as DescriptorErrors {
            return (false, "the settings have mistakes: \(error.diagnostics.first?.message ?? "")")
        } catch PromptError.timedOut {
            return (false, "nobody closed it within \(Dialogue.timeout) seconds")
        } catch PromptError.refused {
            return (true, nil)
        } catch PromptError.unavailable(let reason) {
            return (false, reason)
        } catch PromptError.interrupted(let reason) {
            return (false, "the prompt program failed: \(reason)")
        } catch {
            return (false, (error as? ServiceError)?.message ?? "\(error)")
        }
    }

    private static let text = """
        This is the test that “router doctor --click” started.

        The click arrived here, and questions about wallet links are shown in a window like this one. Nothing was requested, and \
        nothing will be paid.
        """

    private borrowing func notify() -> Bool {
        guard let (_, places) = try? Installation.places(options) else { return false }
        // Always through the desktop, even if the person has a terminal.
        return DesktopNotifier(environment: ProcessEnvironment.current(), directory: places.lock)
            .notify(title: "SchemeRouter", text: "This is how you learn how a wallet link ended.")
    }
}
