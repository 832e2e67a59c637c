import Glibc
import RouterCLinux
import RouterDesktop
import RouterLinux
import SchemeRouter

/// A process of its own for what cannot be tried inside the test process: a controlling terminal, signals, limits of the
/// whole process, its descriptors and its children. It says on standard output what happened.
@main
enum DesktopProbe {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case "select": select(rest)
        case "prompt": await prompt(rest)
        case "dialogues": await dialogues(rest)
        case "launches": launches(rest)
        case "handovers": await handOvers(rest)
        case "lock": lock(rest)
        case "harden": harden()
        case "confine": confine(rest)
        case "sockets": sockets(rest)
        case "window": confineWindow(rest)
        case "starts": starts()
        default: exit(64)
        }
    }

    /// Which prompt is found: `select [PROGRAM]`.
    private static func select(_ arguments: [String]) {
        do throws(PromptError) {
            let prompt = try PromptSelection.prompt(
                program: arguments.first, environment: ProcessEnvironment.current(), terminal: .find())
            say(type(of: prompt))
        } catch {
            say(error.name)
        }
    }

    /// Many dialogues, and what they leave behind: `dialogues PROGRAM COUNT`.
    private static func dialogues(_ arguments: [String]) async {
        let prompt = PinentryPrompt(program: arguments[0], environment: ProcessEnvironment.current(), terminal: nil)
        let dialogue = Dialogue(title: "t", pages: ["page"], agree: "Pay")
        _ = try? await prompt.passcode(dialogue, mistake: nil)
        let before = openDescriptors()
        var answers = 0
        for _ in 0..<(Int(arguments[1]) ?? 0) {
            if let passcode = try? await prompt.passcode(dialogue, mistake: nil), passcode.count > 0 { answers += 1 }
        }
        say("answers \(answers), descriptors \(openDescriptors() - before), children \(hasChildren())")
    }

    /// Many callbacks, and what they leave behind: `launches SCHEME COUNT`.
    private static func launches(_ arguments: [String]) {
        let environment = ProcessEnvironment.current()
        guard let directories = XDGDirectories(environment: environment) else { exit(65) }
        let launcher = XDGLauncher(directories: directories, environment: environment)
        let before = openDescriptors()
        do throws(LaunchError) {
            guard let program = try launcher.receiver(ofScheme: arguments[0]) else { exit(66) }
            for number in 0..<(Int(arguments[1]) ?? 0) {
                try launcher.open("\(arguments[0])://callback=\(number)", scheme: arguments[0], with: program)
            }
        } catch {
            say(error)
        }
        // For as long as it takes: where something stays, it stays longer than that.
        for _ in 0..<60_000 where hasChildren() { usleep(10_000) }
        say("descriptors \(openDescriptors() - before), children \(hasChildren())")
    }

    /// Many links handed over, and what they leave behind: `handovers SCHEME COUNT`.
    private static func handOvers(_ arguments: [String]) async {
        let environment = ProcessEnvironment.current()
        guard let directories = XDGDirectories(environment: environment) else { exit(65) }
        let wallets = DesktopWallets(directories: directories, environment: environment, stateDirectory: "/nonexistent")
        guard let wallet = wallets.candidates(forScheme: arguments[0]).first else { exit(66) }
        do throws(LaunchError) {
            // The runtime opens what it needs for its threads once, with the first.
            _ = try await wallets.open("\(arguments[0]):first", scheme: arguments[0], with: wallet)
            let before = openDescriptors()
            defer { say("descriptors \(openDescriptors() - before), children \(hasChildren())") }
            for number in 0..<(Int(arguments[1]) ?? 0) {
                _ = try await wallets.open("\(arguments[0]):\(number)", scheme: arguments[0], with: wallet)
            }
            for _ in 0..<60_000 where hasChildren() { usleep(10_000) }
        } catch {
            say(error)
        }
    }

    /// Takes the lock and holds it until it is killed: `lock DIRECTORY`.
    private static func lock(_ arguments: [String]) {
        do throws(ServiceError) {
            guard let lock = try PromptLock.take(in: arguments[0]) else { return say("busy") }
            say("taken")
            pause()
            _ = consume lock
        } catch {
            say(error)
        }
    }

    private static func harden() {
        do throws(ServiceError) {
            try Hardening.apply()
        } catch {
            return say(error)
        }
        let mask = umask(0)
        var limit = rlimit()
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        say("umask \(mask), core \(limit.rlim_cur), dumpable \(linux_dumpable()), crashes \(handledCrashes())")
    }

    /// What is left after the confinement of a program that talks to strangers: `confine FILE READABLE`.
    private static func confine(_ arguments: [String]) {
        let granted: Confinement.Granted
        do throws(ConfinementError) {
            try Confinement.begin()
            granted = try Confinement.seal(
                readable: NetworkFiles.paths(resolving: true) + [arguments[1]], descriptors: 64)
        } catch {
            return say(error)
        }
        say("files \(granted.files), exec \(granted.exec)")
        say(unsafe "other \(result(open(arguments[0], O_RDONLY | O_CLOEXEC)))")
        say(unsafe "listed \(result(open(arguments[1], O_RDONLY | O_CLOEXEC)))")
        say(unsafe "hosts \(result(open("/etc/hosts", O_RDONLY | O_CLOEXEC)))")
        say(unsafe "writing \(result(open(arguments[1], O_WRONLY | O_CLOEXEC)))")
        say(unsafe "making \(result(open(arguments[1] + ".new", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)))")
        var list: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("true"), nil]
        say(unsafe "exec \(result(execv("/bin/true", &list)))")
        say("privileges \(linux_no_new_privileges()), dumpable \(linux_dumpable())")
    }

    /// What is left after the confinement of a program that shows a window: `window FILE READABLE`.
    private static func confineWindow(_ arguments: [String]) {
        let granted: Confinement.Granted
        do throws(ConfinementError) {
            granted = try Confinement.sealWindow(readable: ["/usr", "/lib", "/lib64", arguments[1]], keeping: 3)
        } catch {
            return say(error)
        }
        say("files \(granted.files), exec \(granted.exec)")
        say(unsafe "other \(result(open(arguments[0], O_RDONLY | O_CLOEXEC)))")
        say(unsafe "listed \(result(open(arguments[1], O_RDONLY | O_CLOEXEC)))")
        say(unsafe "writing \(result(open(arguments[1], O_WRONLY | O_CLOEXEC)))")
        say(unsafe "making \(result(open(arguments[1] + ".new", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)))")
        var list: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("true"), nil]
        say(unsafe "exec \(result(execv("/bin/true", &list)))")
        let stream = Int32(SOCK_STREAM.rawValue)
        for (name, family) in [("local", AF_UNIX), ("tcp4", AF_INET), ("tcp6", AF_INET6), ("netlink", AF_NETLINK)] {
            say("\(name) \(result(socket(family, (family == AF_NETLINK ? Int32(SOCK_RAW.rawValue) : stream), 0)))")
        }
        say("privileges \(linux_no_new_privileges()), dumpable \(linux_dumpable())")
    }

    /// Which sockets are left without datagrams: `sockets [local]`.
    private static func sockets(_ arguments: [String]) {
        let stream = Int32(SOCK_STREAM.rawValue)
        let datagram = Int32(SOCK_DGRAM.rawValue)
        do throws(ConfinementError) {
            try Confinement.begin()
        } catch {
            return say(error)
        }
        say("forbidden \(Confinement.forbidDatagrams(exceptLocal: arguments.first == "local"))")
        for (name, family, kind) in [
            ("tcp4", AF_INET, stream), ("tcp6", AF_INET6, stream), ("udp4", AF_INET, datagram),
            ("udp6", AF_INET6, datagram), ("raw", AF_INET, Int32(SOCK_RAW.rawValue)), ("local", AF_UNIX, stream),
            ("netlink", AF_NETLINK, Int32(SOCK_RAW.rawValue)),
        ] {
            say("\(name) \(result(socket(family, kind | Int32(SOCK_CLOEXEC.rawValue), 0)))")
        }
    }

    /// How a confined program starts while the numbers of descriptors end at 3, 4 and so on, until it does.
    private static func starts() {
        let before = openDescriptors()
        for end in 3..<32 {
            var limit = rlimit()
            unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = rlim_t(end)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            do throws(ConfinedProgram.StartError) {
                _ = try ConfinedProgram("/bin/true", readable: [], executable: ["/lib", "/lib64", "/usr/lib"])
                say("\(end) started")
                break
            } catch {
                say("\(end) \(error)")
            }
            if openDescriptors() != before { say("left \(openDescriptors())") }
        }
    }

    private static func result(_ descriptor: Int32) -> String {
        descriptor >= 0 ? "done" : "\(errno)"
    }

    /// The numbers of the crash signals that have a handler.
    private static func handledCrashes() -> [Int32] {
        [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV].filter { number in
            var action = sigaction()
            unsafe sigaction(number, nil, &action)
            return unsafe action.__sigaction_handler.sa_handler != nil
        }
    }

    private static func openDescriptors() -> Int {
        (0..<256).count { fcntl($0, F_GETFD) >= 0 }
    }

    /// Also true for a zombie, which is the point. `WNOWAIT` leaves it for whoever should have taken it.
    private static func hasChildren() -> Bool {
        var information = unsafe siginfo_t()
        return unsafe waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) == 0
    }

    /// Writes a line at once: who reads it may kill us next.
    static func say(_ value: Any) {
        let bytes = Array("\(value)\n".utf8)
        _ = unsafe write(STDOUT_FILENO, bytes, bytes.count)
    }
}
