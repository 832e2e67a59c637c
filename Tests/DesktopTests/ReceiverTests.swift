import Foundation
import Glibc
import RouterLinux
import SchemeRouter
import Testing

@testable import RouterDesktop

/// Who a receiver is, and what may be one (S4, S7). Every case is also one of links that are handed over (S15).
extension DesktopTests {
    @Suite struct ReceivingPrograms {
        private static let python = "/usr/bin/python3"
        private static let hasPython = FileManager.default.isExecutableFile(atPath: python)

        /// Why the program of `shop` links gets no callback; nil if it gets one.
        private func refusal(_ desktop: FakeDesktop) throws -> String? {
            let launcher = try desktop.launcher()
            do throws(LaunchError) {
                return try launcher.receiver(ofScheme: "shop") == nil ? "nobody" : nil
            } catch {
                switch error {
                case .forbidden(let reason), .failed(let reason), .changed(let reason): return reason
                }
            }
        }

        private func entry(_ exec: String, _ desktop: FakeDesktop) throws {
            try desktop.entry("a.desktop", exec: exec, "MimeType=x-scheme-handler/shop;x-scheme-handler/bitcoin;")
        }

        /// A file that did nothing for years: files that were changed at the same moment could not be told apart.
        private func old(_ path: String, _ text: String, mode: Int = 0o644, _ desktop: FakeDesktop) throws -> String {
            let path = try desktop.root.write(path, text, mode: mode)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: path)
            return path
        }

        @Test("S4: apps that share an interpreter or Flatpak are different receivers", .enabled(if: hasPython))
        func sharedPrograms() throws {
            let desktop = try FakeDesktop()
            let script = try desktop.root.write("one.py", "")
            let other = try desktop.root.write("two.py", "")
            let flatpak = try desktop.root.write("bin/flatpak", "#!/bin/sh\n", mode: 0o755)
            var seen: [KnownReceiver] = []
            for exec in [
                "\(Self.python) \(script) %u", "\(Self.python) \(other) %u", "\(Self.python) \(script) --to=%u",
                "\(Self.python) -E \(script) %u", "\(flatpak) run org.x.A @@u %u @@",
                "\(flatpak) run org.x.B @@u %u @@",
            ] {
                try entry(exec, desktop)
                seen.append(KnownReceiver(try #require(try desktop.launcher().receiver(ofScheme: "shop"), "\(exec)")))
            }
            #expect(Set(seen).count == seen.count)
        }

        @Test(
            "S4: a script that is replaced while the person is asked gets nothing", .enabled(if: hasPython),
            arguments: ["%s %u", "app.py %u", "-u app.py --to=%u", "-I %s --url %u"])
        func replacedScript(_ words: String) throws {
            for way in 0..<3 {
                let desktop = try FakeDesktop()
                let canary = desktop.root.path + "/PWN"
                let script = try old("home/app.py", "", desktop)
                try entry("\(Self.python) \(words.replacing("%s", with: script))", desktop)
                let launcher = try desktop.launcher()
                let receiver = try #require(try launcher.receiver(ofScheme: "shop"))
                let wallets = try desktop.wallets()
                let wallet = try #require(wallets.candidates(forScheme: "bitcoin").first)
                switch way {
                case 0: _ = try desktop.root.write("home/app.py", "open('\(canary)', 'w')\n")
                case 1:
                    let new = try old("home/new.py", "open('\(canary)', 'w')\n", desktop)
                    try #require(unsafe rename(new, script) == 0)
                default: try FileManager.default.removeItem(atPath: script)
                }
                #expect(throws: LaunchError.self) {
                    try launcher.open("shop:x", scheme: "shop", with: receiver)
                }
                if way < 2 { #expect(try desktop.launcher().receiver(ofScheme: "shop") != receiver) }
                #expect(wallets.candidates(forScheme: "bitcoin").first != wallet)
                usleep(100_000)
                #expect(!FileManager.default.fileExists(atPath: canary))
            }
        }

        @Test(
            "S4: two files whose names Unicode calls equal are two files, and so are two entries",
            .enabled(if: hasPython))
        func equalNames() throws {
            let desktop = try FakeDesktop()
            let script = try old("home/caf\u{E9}.py", "", desktop)
            let other = try old("home/cafe\u{301}.py", "", desktop)
            #expect(script == other)
            try entry("\(Self.python) \"\(script)\" \"\(other)\" %u", desktop)
            let launcher = try desktop.launcher()
            let receiver = try #require(try launcher.receiver(ofScheme: "shop"))
            _ = try old("home/cafe\u{301}.py", "1", desktop)
            #expect(throws: LaunchError.self) { try launcher.open("shop:x", scheme: "shop", with: receiver) }
            // Nor is the one started where the other was shown.
            try entry("\(Self.python) \"\(script)\" %u", desktop)
            let shown = try #require(try launcher.receiver(ofScheme: "shop"))
            let equal = ReceivingProgram(
                name: shown.name, desktopEntry: shown.desktopEntry, executable: shown.executable,
                arguments: shown.arguments.replacing("\u{E9}", with: "e\u{301}"), fileIdentity: shown.fileIdentity)
            #expect(shown != equal && KnownReceiver(shown).isSame(as: shown))
            for id in ["\u{E9}.desktop", "e\u{301}.desktop"] {
                try desktop.entry(id, exec: "/bin/true %u", "MimeType=x-scheme-handler/shop;")
            }
            #expect(try launcher.handlers(ofScheme: "shop").count == 3)
        }

        @Test("S7: what others own or can change gets no answer", arguments: 0..<14)
        func othersMayChange(way: Int) throws {
            let desktop = try FakeDesktop()
            let root = desktop.root.path
            let program = try desktop.root.write("bin/app/program", "#!/bin/sh\n", mode: 0o755)
            let script = try desktop.root.write("share/app.py", "")
            let isScript = way >= 9 && way < 12
            let exec = isScript ? "\(Self.python) \(script) %u" : "\(program) %u"
            guard !isScript || Self.hasPython else { return }
            try entry(exec, desktop)
            #expect(try refusal(desktop) == nil)
            func mode(_ path: String, _ mode: Int) throws {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(root)/\(path)")
            }
            func give(_ path: String) -> Bool {
                guard geteuid() == 0 else { return false }
                return unsafe lchown("\(root)/\(path)", 4_242, 4_242) == 0
            }
            switch way {
            case 0: try mode("bin/app/program", 0o757)
            case 1: try mode("bin/app/program", 0o775)
            case 2: try mode("bin/app", 0o777)
            case 3: try mode("bin", 0o775)
            case 4: try mode("bin/app", 0o1777)  // others can put more files next to it
            case 5: try mode("data/applications/a.desktop", 0o666)
            case 6: try mode("data/applications", 0o1777)
            case 7: guard give("data/applications/a.desktop") else { return }
            case 8: guard give("bin/app/program") else { return }
            case 9: try mode("share/app.py", 0o666)
            case 10: try mode("share", 0o1777)  // an interpreter looks for modules there
            case 11: guard give("share/app.py") else { return }
            case 12: guard give("bin") else { return }
            default:
                // A directory of XDG_DATA_DIRS that somebody else owns.
                try FileManager.default.removeItem(atPath: "\(root)/data/applications/a.desktop")
                try desktop.entry("a.desktop", in: "usr1", exec: exec, "MimeType=x-scheme-handler/shop;")
                guard give("usr1") else { return }
            }
            let reason = try #require(try refusal(desktop), "\(way)")
            #expect(reason.contains("others could change it"), "\(way): \(reason)")
            #expect(try desktop.offered() == [], "\(way)")
        }

        @Test("S7: a list that others can change names no program that does not declare the scheme itself")
        func foreignList() throws {
            let desktop = try FakeDesktop()
            try desktop.entry("a.desktop", "MimeType=x-scheme-handler/other;")
            try desktop.root.write(
                "usr1/applications/mimeapps.list", "[Default Applications]\nx-scheme-handler/shop=a.desktop\n")
            #expect(try refusal(desktop) == nil)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o777], ofItemAtPath: desktop.root.path + "/usr1/applications")
            #expect(try refusal(desktop)?.contains("does not declare that it opens shop: links") == true)
            try desktop.entry("a.desktop", "MimeType=x-scheme-handler/shop;")
            #expect(try refusal(desktop) == nil)
        }

        @Test("S7: links of the system and of the person lead to programs as before")
        func goodLinks() throws {
            let desktop = try FakeDesktop()
            let program = try desktop.root.write("opt/app/program", "#!/bin/sh\n", mode: 0o755)
            try FileManager.default.createDirectory(
                atPath: desktop.root.path + "/bin", withIntermediateDirectories: true)
            let link = desktop.root.path + "/bin/app"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: program)
            // “/bin” itself is a link in most systems.
            for exec in ["/bin/true %u", "true %u", "\(link) %u"] {
                try entry(exec, desktop)
                #expect(try refusal(desktop) == nil, "\(exec)")
            }
        }

        @Test(
            "S4, S15: nothing starts through a program that runs others, or code that has no file of its own",
            arguments: [
                "setpriv --no-new-privs /bin/true %u", "/usr/bin/setpriv /bin/true %u", "awk {} %u",
                "mawk -f x %u", "perl -e 1 %u", "perl -MEvil /tmp/x %u", "python3 -c 1 %u", "python3 -m app %u",
                "python3 %u", "python3 -W ignore x.py %u", "python3 nowhere.py %u", "node -e 1 %u",
                "node --require ./x app.js %u", "ruby -rx x.rb %u", "env A=1 python3 %u", "sh -c true %u",
                "bash5 x %u", "nohup /bin/true %u", "setsid /bin/true %u", "systemd-run --user /bin/true %u",
                "xargs %u", "busybox sh -c true %u", "busybox-static ash %u", "firejail /bin/true %u",
                "java -cp x Main %u", "java -XX:OnError=x -jar x.jar %u", "flatpak run --command=sh org.x.A %u",
                "flatpak run %u", "flatpak-spawn --host x %u", "snap run --shell x %u",
                "/lib64/ld-linux-x86-64.so.2 /bin/true %u", "make -f x %u", "tclsh %u", "lua5.4 -e x %u",
                "deno eval x %u", "php -r x %u", "wine start x %u", "gdb --args /bin/true %u", "perl5.36 -e 1 %u",
                "gapplication launch org.x.A %u", "choom -n 0 -- /bin/true %u", "systemd-cat /bin/true %u",
                "/bin/true /bin/sh -c %u", "/bin/true /usr/bin/env x %u", "/bin/true sh -c true x %u",
                "ssh-agent sh -c true x %u", "bash-static x %u", "vim.basic x %u",
                "raku -e %u", "scheme --eval %u", "tar --to-command=x %u", "qemu-aarch64 x %u", "ts-node -e %u",
                "gs -c %u",
                "rsync -e x %u", "man -P x %u", "nc -e x %u",
                "xdotool exec x %u", "sshpass x %u", "nc.openbsd x %u", "gdb-multiarch x %u", "cmake -P x %u",
                "gcc -wrapper x %u", "rofi -e x %u", "execlineb -c x %u", "docker-compose x %u", "rview -c x %u",
                "rksh -c x %u", "sh.distrib -c x %u", "cosmic-term -e x %u", "wine64 start x %u", "jruby -e 1 %u",
                "javaw -cp x Main %u", "genv x %u", "lxterminal -e x %u", "mongosh --eval x %u", "run-one x %u",
                "io.elementary.terminal -e x %u", "weston -- x %u", "texlua -e x %u", "octave-cli --eval x %u",
            ])
        func starters(_ exec: String) throws {
            let desktop = try FakeDesktop()
            // The names count wherever the files are: none of these need to be installed.
            let words = exec.split(separator: " ", maxSplits: 1).map(String.init)
            let name = words[0].split(separator: "/").last.map(String.init) ?? ""
            let path =
                words[0].hasPrefix("/") ? words[0] : try desktop.root.write("bin/\(name)", "#!/bin/sh\n", mode: 0o755)
            guard FileManager.default.isExecutableFile(atPath: path) else { return }
            try entry("\(path) \(words[1])", desktop)
            #expect(try refusal(desktop) != nil)
            #expect(try desktop.offered() == [])
            // A link to it is the same.
            let link = desktop.root.path + "/innocent"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            try entry("\(link) \(words[1])", desktop)
            #expect(try refusal(desktop) != nil)
            #expect(try desktop.offered() == [])
        }

        @Test("S4: an interpreter with a script, a jar or an app archive that is named is started")
        func namedCode() throws {
            for (name, words) in [
                ("python3", "-I -u %s %u"), ("python3.11", "%s run %u"), ("perl", "-wT %s %u"), ("node", "%s %u"),
                ("java", "-Xmx1g -Dx=y -jar %s %u"), ("electron", "--ozone-platform=x11 %s %u"), ("mono", "%s %u"),
                ("deno", "run --allow-net %s %u"), ("node-red", "%u"), ("dashboard", "%u"), ("javafx", "%u"),
                ("opensea", "%u"), ("standard", "%u"),
            ] {
                let desktop = try FakeDesktop()
                let script = try desktop.root.write("home/code", "")
                let program = try desktop.root.write("bin/\(name)", "#!/bin/sh\n", mode: 0o755)
                try entry("\(program) \(words.replacing("%s", with: script))", desktop)
                #expect(try refusal(desktop) == nil, "\(name)")
            }
        }

        @Test("S4: the first line of a script is judged like a command line")
        func firstLines() throws {
            for (line, isRefused) in [
                ("/usr/bin/xargs -a", true), ("/usr/bin/env -S env A", true), ("/bin/busybox sh", true),
                ("/bin/sh -c", true), ("/usr/bin/env -S sh -c true", true), ("/usr/bin/env -S A=1 sh", true),
                ("/bin/sh", false), ("/bin/sh -", false), ("/bin/bash -e", false), ("/usr/bin/env sh", false),
                ("/usr/bin/python3", false), ("/usr/bin/perl -w", false),
            ] {
                let desktop = try FakeDesktop()
                let program = try desktop.root.write("bin/app", "#!\(line)\n", mode: 0o755)
                try entry("\(program) %u", desktop)
                let reason = try refusal(desktop)
                #expect((reason != nil) == isRefused, "\(line): \(reason ?? "")")
            }
        }

        @Test("S7: files in a first line and files attached to an option are files of the program")
        func attachedFiles() throws {
            let desktop = try FakeDesktop()
            let engine = try desktop.root.write("lib/engine.py", "", mode: 0o666)
            for line in ["/usr/bin/python3 \(engine)", "/usr/bin/env -S python3 \(engine)"] {
                let program = try desktop.root.write("bin/app", "#!\(line)\n", mode: 0o755)
                try entry("\(program) %u", desktop)
                #expect(try refusal(desktop)?.contains("others could change it") == true, "\(line)")
            }
            for option in ["-cH\(engine)", "--files=x,\(engine)"] {
                try entry("/bin/true \(option) %u", desktop)
                #expect(try refusal(desktop)?.contains("others could change it") == true, "\(option)")
            }
        }

        @Test("S4, S7: the interpreter that a script names in its first line is a file of the program")
        func interpreters() throws {
            let desktop = try FakeDesktop()
            let interpreter = try old("lib/run", "#!/bin/sh\n", mode: 0o755, desktop)
            let program = try old("bin/app", "#!\(interpreter) -x\n", mode: 0o755, desktop)
            try entry("\(program) %u", desktop)
            let launcher = try desktop.launcher()
            let receiver = try #require(try launcher.receiver(ofScheme: "shop"))
            _ = try desktop.root.write("lib/run", "#!/bin/sh\n\n", mode: 0o755)
            #expect(throws: LaunchError.self) { try launcher.open("shop:x", scheme: "shop", with: receiver) }
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: interpreter)
            #expect(try refusal(desktop)?.contains("others could change it") == true)
        }

        @Test(
            "S4, S7: a file inside an argument is a file of the program, however the argument names it",
            arguments: [
                "\"FILE --x\" %u", "-e \"FILE x\" %u", "\"exec FILE\" %u", "@FILE %u", "+FILE %u", "a;FILE %u",
                "(FILE) %u", "[FILE] %u", "{FILE} %u", "|FILE %u", "<FILE %u", "!FILE %u", "FILE#x %u", "FILE?x %u",
                "~/lib/engine %u", "$HOME/lib/engine %u", "${HOME}/lib/engine %u", "-f./lib/engine %u",
                "-xflib/engine %u", "-C DIR engine %u", "--chdir=DIR engine %u", "-C lib engine %u", "FILE:%u",
                "FILE=%u", "--x=FILE,%u", "file://DIR/%%65ngine %u", "--x=DIR%%2Fengine %u", "%u:FILE",
                "--x=\"a b FILE c\" %u",
            ])
        func filesInArguments(words: String) throws {
            let desktop = try FakeDesktop()
            let file = try desktop.root.write("home/lib/engine", "")
            let directory = desktop.root.path + "/home/lib"
            let line = words.replacing("FILE", with: file).replacing("DIR", with: directory)
            try entry("/bin/true \(line)", desktop)
            #expect(try refusal(desktop) == nil)
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
            #expect(try refusal(desktop)?.contains("others could change it") == true)
            #expect(try desktop.offered() == [])
        }

        @Test(
            "S4: a path that names another file in every process is refused",
            arguments: [
                "/proc/self/fd/3", "--x=/dev/fd/3", "@/proc/./thread-self/cwd/x", "/dev/stdin", "a:/proc/self/fd/3",
            ])
        func filesOfProcesses(words: String) throws {
            let desktop = try FakeDesktop()
            try entry("/bin/true \(words) %u", desktop)
            #expect(try refusal(desktop)?.contains("another file in every program") == true)
        }

        @Test(
            "S4: a shell or an interpreter inside an argument is judged like the program",
            arguments: [
                "--exec=/bin/sh %u", "-e/bin/sh %u", "x:/bin/sh %u", "\"sh -c\" %u", "exec:sh %u", "UP/bin/sh -c %u",
                "-C /bin sh %u", "/bin/sh=%u", "sh:%u", "--interpreter=python3 -c 1 %u", "\"/usr/bin/python3 -c 1\" %u",
            ])
        func startersInArguments(words: String) throws {
            guard !words.contains("python3") || Self.hasPython else { return }
            let desktop = try FakeDesktop()
            let up = "." + String(repeating: "/..", count: 30)
            try entry("/bin/true \(words.replacing("UP", with: up))", desktop)
            #expect(try refusal(desktop) != nil)
            #expect(try desktop.offered() == [])
        }

        @Test(
            "S4: arguments that name no file and no shell are as before",
            arguments: [
                "--title=\"Pay (now)\" %u", "--coin=dash %u", "-reindex %u", "--data-dir=~/.wallet %u",
                "--ozone-platform=x11 --enable-features=UseOzonePlatform,WaylandWindowDecorations -- %u", "wallet://%u",
                "--class=Wallet --name \"My wallet\" --lang=de_DE.UTF-8 --uri=%u",
            ])
        func otherArguments(words: String) throws {
            let desktop = try FakeDesktop()
            try entry("/bin/true \(words)", desktop)
            #expect(try refusal(desktop) == nil)
        }
    }
}
