import Foundation
import Glibc
import SchemeRouter
import Testing

@testable import RouterDesktop

extension DesktopTests {
    @Suite struct Notifications {
        /// A `notify-send` that writes each argument as a line to `shown`.
        private static func program(in directory: TemporaryDirectory, then: String = "") throws -> String {
            try directory.write(
                "bin/notify-send", "#!/bin/sh\nprintf '%s\\n' \"$@\" >>'\(directory.path)/shown'\n\(then)\n",
                mode: 0o755)
        }

        @Test("a notification is plain text: no markup, no escapes, no options, no controls")
        func plainText() throws {
            let directory = try TemporaryDirectory()
            let notifier = DesktopNotifier(
                program: try Self.program(in: directory), environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"],
                directory: directory.path, patience: .seconds(3_600))
            let isShown = notifier.notify(
                title: "--help <b>", text: "<a href=\"x\">1 & 2</a> \\n \\x3c $(id) \u{1B}[2J\u{202E}\nnext line")
            #expect(isShown)
            #expect(
                directory.read("shown") == """
                    --app-name=SchemeRouter
                    --expire-time=15000
                    --
                    --help <b>
                    &lt;a href="x"&gt;1 &amp; 2&lt;/a&gt; \\\\n \\\\x3c $(id) ␛[2J\u{FFFD}
                    next line

                    """)
        }

        @Test(
            "without a session bus nothing is started",
            arguments: [
                [:], ["DBUS_SESSION_BUS_ADDRESS": ""], ["DBUS_SESSION_BUS_ADDRESS": "disabled:"],
                ["XDG_RUNTIME_DIR": "relative"], ["XDG_RUNTIME_DIR": "/nonexistent"], ["XDG_RUNTIME_DIR": "FILE"],
            ])
        func noBus(_ environment: [String: String]) throws {
            let directory = try TemporaryDirectory()
            // A file in the place of the bus is no bus.
            try directory.write("bus", "")
            let variables = environment.mapValues { $0 == "FILE" ? directory.path : $0 }
            let notifier = DesktopNotifier(
                program: try Self.program(in: directory), environment: variables, directory: directory.path)
            #expect(!notifier.notify(title: "t", text: "x"))
            #expect(!notifier.isAvailable && directory.read("shown") == nil)
        }

        @Test("a socket where systemd puts the bus will do; a missing program will not")
        func busSocket() throws {
            let directory = try TemporaryDirectory()
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let path = Array((directory.path + "/bus").utf8)
            unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
            let bound = unsafe withUnsafeBytes(of: &address) { bytes in
                unsafe bind(
                    descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                    socklen_t(MemoryLayout<sockaddr_un>.size))
            }
            #expect(bound == 0)
            let environment = ["XDG_RUNTIME_DIR": directory.path]
            let notifier = DesktopNotifier(
                program: try Self.program(in: directory), environment: environment, directory: directory.path)
            #expect(notifier.isAvailable)
            #expect(
                !DesktopNotifier(
                    program: directory.path + "/none", environment: environment, directory: directory.path
                ).isAvailable)
        }

        @Test("a program that waits for ever, fails or sees our secrets does neither harm nor see them")
        func badProgram() throws {
            let directory = try TemporaryDirectory()
            let program = try Self.program(
                in: directory, then: "echo \"$$ $SECRET\" >'\(directory.path)/process'; exec sleep 100000")
            for time in Growing.times where directory.read("process") == nil {
                let slow = DesktopNotifier(
                    program: program, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x", "SECRET": "secret"],
                    directory: directory.path, patience: .milliseconds(time))
                #expect(!slow.notify(title: "t", text: "x"))
            }
            #expect(DesktopNotifier.patience == .seconds(2))
            // Nothing of it is left.
            let line = try #require(directory.read("process"))
            #expect(!line.contains("secret"))
            #expect(kill(try #require(pid_t(line.trimmingCharacters(in: .whitespacesAndNewlines))), 0) != 0)
        }

        @Test(
            "whether the session shows notifications is what its bus says, at once, and unknown if nothing can ask it")
        func service() throws {
            let directory = try TemporaryDirectory()
            func served(_ text: String?, patience: Duration = .seconds(3_600)) throws -> Bool? {
                let program = directory.path + "/bin/ask"
                if let text { try directory.write("bin/ask", "#!/bin/sh\n\(text)\n", mode: 0o755) }
                return DesktopNotifier(
                    program: try Self.program(in: directory),
                    environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"], directory: directory.path,
                    patience: patience, inquiries: [[directory.path + "/none"], [program, "--question"]]
                ).isServed
            }
            #expect(try served(nil) == nil)
            #expect(try served("[ \"$*\" = --question ] && [ $DBUS_SESSION_BUS_ADDRESS = unix:path=/x ]") == true)
            #expect(try served("exit 1") == false)
            #expect(try served("exec sleep 100000", patience: .milliseconds(50)) == false)
            #expect(directory.read("shown") == nil)
        }

        @Test("a program that fails showed nothing, and what was not shown can be told with the next link")
        func failing() throws {
            let directory = try TemporaryDirectory()
            for end in ["exit 1", "kill -9 $$"] {
                let notifier = DesktopNotifier(
                    program: try Self.program(in: directory, then: end),
                    environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"], directory: directory.path)
                #expect(notifier.mayInterrupt() && !notifier.mayInterrupt())
                #expect(!notifier.notify(title: "t", text: "x"))
                notifier.didNotInterrupt()
            }
            #expect(InterruptLimit(directory: directory.path).admits())
            #expect(!InterruptLimit(directory: directory.path).admits())
        }

        @Test("the person is interrupted once in a while, whichever process it comes from and whatever the clock does")
        func interruptLimit() throws {
            let directory = try TemporaryDirectory()
            let path = directory.path + "/last-notice"
            let limit = InterruptLimit(directory: directory.path, pause: .seconds(10_000))
            #expect(InterruptLimit.pause == .seconds(10))
            func age(_ seconds: Int) {
                var times = [timespec](repeating: timespec(tv_sec: time(nil) - seconds, tv_nsec: 0), count: 2)
                unsafe utimensat(AT_FDCWD, path, &times, 0)
            }
            #expect(limit.admits())
            #expect(!limit.admits() && !InterruptLimit(directory: directory.path, pause: .seconds(10_000)).admits())
            age(5_000)
            #expect(!limit.admits())
            age(10_001)
            #expect(limit.admits())
            #expect(!limit.admits())
            // A file from the future: the clock was set back. It counts once, and then has the new time.
            age(-360_000)
            #expect(limit.admits())
            #expect(!limit.admits())
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? Int) == 0o600)
        }

        @Test("where the time cannot be kept, nobody is interrupted")
        func strangeFiles() throws {
            let directory = try TemporaryDirectory()
            #expect(!InterruptLimit(directory: directory.path + "/none").admits())
            let path = directory.path + "/last-notice"
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: directory.path + "/other")
            #expect(!InterruptLimit(directory: directory.path).admits())
            try FileManager.default.removeItem(atPath: path)
            unsafe mkfifo(path, 0o600)
            #expect(!InterruptLimit(directory: directory.path).admits())
            // Whoever holds the lock is interrupting right now.
            try FileManager.default.removeItem(atPath: path)
            let holder = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(holder) }
            #expect(flock(holder, LOCK_EX) == 0)
            #expect(!InterruptLimit(directory: directory.path).admits())
            flock(holder, LOCK_UN)
            #expect(InterruptLimit(directory: directory.path).admits())
        }
    }

    @Suite struct Depth {
        @Test(
            "loop guard: an answer may lead to one more link, and no further; nonsense counts as too deep",
            arguments: [
                (nil, false, "1"), ("0", false, "1"), ("1", false, "2"), ("2", true, "2"), ("3", true, "2"),
                ("-1", true, "2"), ("", true, "2"), ("1x", true, "2"), ("99999999999999999999", true, "2"),
            ] as [(String?, Bool, String)])
        func depth(_ value: String?, _ isTooDeep: Bool, _ next: String) throws {
            let variables = value.map { [CallbackDepth.variable: $0] } ?? [:]
            let depth = CallbackDepth(environment: variables)
            #expect(depth.isTooDeep == isTooDeep && depth.next == next)

            let desktop = try FakeDesktop()
            try desktop.entry("a.desktop", exec: "\(try desktop.receiver()) %u", "MimeType=x-scheme-handler/shop;")
            let launcher = XDGLauncher(
                directories: try desktop.directories,
                environment: desktop.environment.merging(variables) { $1 }, ownFile: nil)
            let receiver = try #require(try launcher.receiver(ofScheme: "shop"))
            try launcher.open("shop:x", scheme: "shop", with: receiver)
            #expect(desktop.receivedArguments() != nil)
            let lines = (desktop.root.read("surroundings") ?? "").split(separator: "\n")
            #expect(lines.contains("SCHEMEROUTER_DEPTH=\(next)"))
        }
    }
}
