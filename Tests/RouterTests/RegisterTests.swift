import Foundation
import Glibc
import RouterTestSupport
import Testing

/// `register`, `unregister`, `status` and `doctor` of the real program.
@Suite struct RegisterTests {
    /// Runs a program in a home with more variables than ``RouterHome`` sets.
    private struct Desk {
        let home: RouterHome
        let path: String
        /// The program that was built.
        let program: String

        init() throws {
            home = try RouterHome()
            path = home.directory.path
            let status = try JSONValue(parsing: Data(home.run(["status", "--json"]).output.utf8))
            program = try #require(status["program"]?.text)
        }

        func run(
            _ arguments: [String], program: String? = nil, _ more: [String: String] = [:]
        ) throws -> RouterHome.Result {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program ?? self.program)
            process.arguments = arguments
            var environment = [
                "HOME": path, "XDG_CONFIG_HOME": path + "/config", "XDG_DATA_HOME": path + "/data",
                "XDG_STATE_HOME": path + "/state", "XDG_RUNTIME_DIR": path + "/run", "XDG_CONFIG_DIRS": path + "/none",
                "XDG_DATA_DIRS": path + "/none", "SWIFT_BACKTRACE": "enable=no", "PATH": "/nonexistent",
            ]
            environment.merge(more) { $1 }
            process.environment = environment
            let (output, errors) = (Pipe(), Pipe())
            process.standardOutput = output
            process.standardError = errors
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let printed = output.fileHandleForReading.readDataToEndOfFile()
            let complained = errors.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return RouterHome.Result(
                status: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
                errors: String(decoding: complained, as: UTF8.self))
        }

        /// Runs `program`, which lies in the home, as someone who is not root; nil if that cannot be arranged.
        func person(_ program: String) throws -> (([String]) throws -> RouterHome.Result)? {
            guard geteuid() == 0 else { return { arguments in try run(arguments, program: program) } }
            let setpriv = "/usr/bin/setpriv"
            guard FileManager.default.isExecutableFile(atPath: setpriv) else {
                print("skipped: setpriv is not installed")
                return nil
            }
            for name in [""] + (FileManager.default.subpaths(atPath: path) ?? []) {
                unsafe #expect(chown(path + "/" + name, 65_534, 65_534) == 0)
            }
            let options = ["--reuid=65534", "--regid=65534", "--clear-groups", program]
            return { arguments in try run(options + arguments, program: setpriv) }
        }

        func read(_ name: String) -> String? { try? String(contentsOfFile: path + "/" + name, encoding: .utf8) }

        func status(program: String? = nil) throws -> JSONValue {
            try JSONValue(parsing: Data(run(["status", "--json"], program: program).output.utf8))
        }

        func doctor(_ more: [String: String] = [:]) throws -> (status: Int32, checks: [String: String], texts: String) {
            let result = try run(["doctor", "--json"], more)
            let value = try JSONValue(parsing: Data(result.output.utf8))
            var checks: [String: String] = [:]
            for check in value["checks"]?.elements ?? [] {
                checks[check["name"]?.text ?? ""] = check["result"]?.text
            }
            #expect(value["ok"] == .bool(result.status == 0))
            return (result.status, checks, result.output)
        }
    }

    /// What `status --json` says of a scheme.
    private static func row(_ scheme: String, of status: JSONValue) -> JSONValue? {
        status["schemes"]?.elements.first { $0["scheme"] == .string(scheme) }
    }

    @Test("register and unregister: two files and back, byte for byte, with every file ours gone")
    func wholeWay() throws {
        let desk = try Desk()
        let list = "# mine\r\n[Default Applications]\r\ntext/html=a.desktop\r\n[X]\r\nlast=line"
        try desk.home.write("config/mimeapps.list", list)
        let before = desk.home.files()
        let result = try desk.run(["register"])
        #expect(result.status == 0 && result.output == "Registered: axewallet, dashwallet, mykey, simplewallet.\n")
        #expect(geteuid() != 0 || result.errors.contains("root only"))
        #expect(
            desk.read("data/applications/schemerouter.desktop")?.contains("Exec=\(desk.program) open -- %u\n") == true)
        let status = try desk.status()
        let row = try #require(Self.row("dashwallet", of: status))
        #expect(row["registered"] == .bool(true))
        #expect(
            row["isDefault"] == .bool(true) && row["default"]?["source"] == .string(desk.path + "/config/mimeapps.list")
        )
        #expect(status["entry"]?["thisProgram"] == .bool(true) && status["entry"]?["problem"] == .null)
        #expect(
            try desk.run(["register"]).output == "Registered already: axewallet, dashwallet, mykey, simplewallet.\n")
        #expect(try desk.run(["unregister"]).output == "Taken back: axewallet, dashwallet, mykey, simplewallet.\n")
        #expect(desk.read("config/mimeapps.list") == list)
        #expect(desk.home.files().subtracting(before).isSubset(of: ["data/applications/mimeinfo.cache"]))
        #expect(desk.read("data/applications/schemerouter.desktop") == nil)
        #expect(try desk.run(["unregister"]).output == "Nothing was registered.\n")
    }

    @Test("--dry-run says what would be done and writes nothing")
    func dryRun() throws {
        let desk = try Desk()
        let before = desk.home.files()
        let result = try desk.run(["register", "--dry-run"])
        #expect(result.status == 0 && result.output.contains("would change \(desk.path)/config/mimeapps.list\n"))
        #expect(
            result.output.contains("Exec=\(desk.program) open -- %u") && result.output.contains("Would be registered"))
        #expect(desk.home.files() == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: desk.path + "/state").isEmpty)
    }

    @Test("a scheme of another program is skipped and named; asked for by name that is exit 77; --force takes it")
    func foreign() throws {
        let desk = try Desk()
        try desk.home.register("dashwallet")
        let list = try #require(desk.read("config/mimeapps.list"))
        for (arguments, code) in [(["--scheme", "dashwallet"], 77), (["--scheme", "DashWallet:"], 77)] {
            let result = try desk.run(["register"] + arguments)
            #expect(result.status == Int32(code))
            #expect(result.errors.contains("dashwallet: left to Test Receiver (receiver-dashwallet.desktop"))
            #expect(desk.read("config/mimeapps.list") == list)
        }
        let taken = try desk.run(["register", "--force", "--scheme", "dashwallet"])
        #expect(taken.status == 0 && taken.output.contains("taken from Test Receiver"))
        let status = try desk.status()
        #expect(Self.row("dashwallet", of: status)?["before"] == .string("receiver-dashwallet.desktop"))
        let back = try desk.run(["unregister"])
        #expect(back.output.contains("now opened by Test Receiver"))
        #expect(desk.read("config/mimeapps.list") == list)
    }

    @Test("schemes of other programs are skipped, and the others registered")
    func mixed() throws {
        let desk = try Desk()
        try desk.home.register("dashwallet")
        let result = try desk.run(["register"])
        #expect(result.status == 0 && result.output.contains("axewallet"))
        #expect(result.errors.contains("dashwallet: left to Test Receiver (receiver-dashwallet.desktop"))
        let row = try Self.row("dashwallet", of: desk.status())
        #expect(row?["registered"] == .bool(false))
    }

    @Test("what cannot be registered is refused with a reason, before anything is written")
    func refusals() throws {
        let desk = try Desk()
        let before = desk.home.files()
        let cases: [(arguments: [String], code: Int32, words: String)] = [
            (["--scheme", "nothing"], 64, "No descriptor defines"),
            (["--scheme", "dash\nwallet"], 64, "No descriptor defines"),
            (["--scheme", ""], 64, "No descriptor defines"), (["--config", desk.path], 64, "--config"),
            (["--pinentry=/p"], 64, "--pinentry"), (["--schemes", "/nothing"], 64, "--schemes"),
        ]
        for item in cases {
            for command in ["register", "unregister"] {
                let result = try desk.run([command] + item.arguments)
                #expect(
                    result.status == item.code && result.errors.contains(item.words), "\(command) \(item.arguments)")
            }
        }
        #expect(desk.home.files() == before)
    }

    @Test(
        "a list with a line that GLib cannot parse is written only with a note, and who starts what is said by opener")
    func unparsable() throws {
        let desk = try Desk()
        try desk.home.write("config/mimeapps.list", "; my defaults\n[Default Applications]\n")
        let result = try desk.run(["register", "--scheme", "dashwallet"])
        #expect(result.status == 0 && result.output == "Registered: dashwallet.\n")
        let problem = """
            Line 1 of \(desk.path)/config/mimeapps.list has no “=”, and comments begin with “#”, so GNOME, XFCE, LXQt and “gio \
            open” ignore the whole file. Correct or remove that line.
            """
        #expect(result.errors.hasPrefix("note: \(problem)\n"), "\(result.errors)")
        #expect(try desk.status()["listProblem"] == .string(problem))
        for command in ["status", "doctor"] { #expect(try desk.run([command]).output.contains(problem)) }
        #expect(
            try desk.home.text(of: "config/mimeapps.list")
                == "; my defaults\n[Added Associations]\nx-scheme-handler/dashwallet=schemerouter.desktop;\n"
                + "[Default Applications]\nx-scheme-handler/dashwallet=schemerouter.desktop;\n")
    }

    @Test(
        "spaces that one opener reads and another does not",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gio")))
    func openers() throws {
        let desk = try Desk()
        #expect(try desk.run(["register", "--scheme", "dashwallet"]).status == 0)
        #expect(try desk.run(["status"]).output.contains("\ndashwallet: registered, and opened by this program (gio "))
        try desk.home.write(
            "data/applications/other.desktop",
            "[Desktop Entry]\nType=Application\nName=Other\nExec=/bin/true %u\nMimeType=x-scheme-handler/dashwallet;\n")
        try desk.home.write(
            "data/applications/mimeinfo.cache",
            "[MIME Cache]\nx-scheme-handler/dashwallet=other.desktop;schemerouter.desktop;\n")
        try desk.home.write(
            "config/mimeapps.list",
            "[Default Applications]\nx-scheme-handler/dashwallet=schemerouter.desktop;\n"
                + "[Default Applications] # mine\nx-scheme-handler/dashwallet=schemerouter.desktop;\n")
        let text = try desk.run(["status"]).output
        #expect(
            text.contains("dashwallet: registered, but not opened by this program everywhere\n  “gio open” starts "),
            "\(text)")
        let doctor = try desk.run(["doctor"])
        #expect(
            doctor.status == 1 && doctor.output.contains("dashwallet: “gio open” starts ")
                && doctor.output.contains(
                    "reads \(desk.path)/config/mimeapps.list differently: one program alone in the line of "
                        + "x-scheme-handler/dashwallet, without spaces, is read alike by all."),
            "\(doctor.output)")
    }

    @Test("a scheme that is switched off is not registered")
    func switchedOff() throws {
        let desk = try Desk()
        try FileManager.default.createDirectory(
            atPath: desk.path + "/config/schemerouter/schemes.d", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try desk.home.write(
            "config/schemerouter/schemes.d/off.yaml", "version: 1\nschemes:\n  mykey: { enabled: false }\n")
        let named = try desk.run(["register", "--scheme", "mykey"])
        #expect(named.status == 77 && named.errors.contains("“mykey:” is reserved"), "\(named.errors)")
        #expect(try desk.run(["register"]).output == "Registered: axewallet, dashwallet, simplewallet.\n")
    }

    @Test("a moved program is found, and a path with a space refused with the way out, which works")
    func moved() throws {
        let desk = try Desk()
        let files = FileManager.default
        let (old, new, spaced) = (desk.path + "/old", desk.path + "/new", desk.path + "/a b")
        try files.copyItem(atPath: desk.program, toPath: old)
        #expect(try desk.run(["register"], program: old).status == 0)
        try files.moveItem(atPath: old, toPath: new)
        let entry = try desk.status(program: new)["entry"]
        #expect(entry?["executableExists"] == .bool(false) && entry?["thisProgram"] == .bool(false))
        let told = try desk.run(["status"], program: new).output
        #expect(told.contains("\(old) no longer exists") && told.contains("opened by no program"))
        #expect(try desk.run(["register"], program: new).status == 0)
        #expect(try desk.status(program: new)["entry"]?["problem"] == .null)

        try files.moveItem(atPath: new, toPath: spaced)
        let refused = try desk.run(["register"], program: spaced)
        #expect(refused.status == 77 && refused.errors.contains("ln -s '\(spaced)' ~/.local/bin/router"))
        try files.createDirectory(atPath: desk.path + "/.local/bin", withIntermediateDirectories: true)
        try files.createSymbolicLink(atPath: desk.path + "/.local/bin/router", withDestinationPath: spaced)
        #expect(try desk.run(["register"], program: spaced).status == 0)
        #expect(try desk.status(program: spaced)["entry"]?["thisProgram"] == .bool(true))
    }

    @Test("exit 73 where the configuration cannot be written, and nothing is half done")
    func readOnly() throws {
        let desk = try Desk()
        let before = desk.home.files()
        // Root writes into directories that are read-only; nobody writes into this one.
        let result = try desk.run(["register"], ["XDG_CONFIG_HOME": "/proc/sys"])
        #expect(result.status == 73 && result.errors.contains("/proc/sys/mimeapps.list") && result.output.isEmpty)
        #expect(desk.home.files() == before && desk.read("data/applications/schemerouter.desktop") == nil)
        // The same for a person, in a home of their own.
        let (config, copy) = (desk.path + "/config", desk.path + "/copy")
        try FileManager.default.copyItem(atPath: desk.program, toPath: copy)
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: config)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: config) }
        guard let person = try desk.person(copy) else { return }
        #expect(try person(["register"]).status == 73)
        #expect(desk.home.files().subtracting(before) == ["copy"])
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: config)
        let done = try person(["register"])
        #expect(done.status == 0 && !done.errors.contains("root"))
        #expect(try person(["status"]).output.contains("dashwallet: registered, and opened by this program"))
        #expect(try person(["unregister"]).status == 0)
    }

    @Test("status --json and doctor --json have these members, which scripts rely on")
    func members() throws {
        func names(_ value: JSONValue?) -> Set<String> {
            guard case .object(let members)? = value else { return [] }
            return Set(members.keys)
        }
        let desk = try Desk()
        try desk.home.register("dashwallet")
        _ = try desk.run(["register", "--force"])
        let list = try #require(desk.read("config/mimeapps.list"))
        try desk.home.write(
            "config/gnome-mimeapps.list", list.replacingOccurrences(of: "schemerouter.desktop;", with: ""))
        let doctor = try JSONValue(parsing: Data(desk.run(["doctor", "--json"]).output.utf8))
        #expect(names(doctor) == ["ok", "checks", "registration"])
        for check in doctor["checks"]?.elements ?? [] {
            #expect(names(check) == ["name", "result", "text", "advice"])
        }
        let status = try desk.status()
        #expect(doctor["registration"] == status)
        #expect(names(status) == ["program", "entry", "list", "listProblem", "schemes"])
        #expect(
            names(status["entry"]) == [
                "path", "exists", "ours", "exec", "executable", "executableExists", "thisProgram", "problem",
            ])
        let row = try #require(Self.row("dashwallet", of: status))
        #expect(
            names(row) == [
                "scheme", "title", "coin", "types", "standing", "registered", "default", "isDefault", "before",
                "overrides", "openers",
            ])
        if let opener = row["openers"]?.elements.first { #expect(names(opener) == ["opener", "program", "doubt"]) }
        #expect(names(row["default"]) == ["id", "name", "source", "ours"])
        #expect(names(row["overrides"]?.elements.first) == ["desktop", "default"])
    }

    @Test("register says what it left, and what was meant by a scheme without its option")
    func namedSchemes() throws {
        let desk = try Desk()
        let all = try desk.run(["register"])
        #expect(all.errors.hasPrefix("Not registered: "), "\(all.errors)")
        #expect(
            all.errors.contains(
                " schemes of coins and other protocols, such as bitcoin. “router register --scheme bitcoin” registers one; "
                    + "“router schemes” lists them.\n"), "\(all.errors)")
        #expect(try !desk.run(["register", "--scheme", "bitcoin"]).errors.contains("Not registered"))
        for command in ["register", "unregister"] {
            let wrong = try desk.run([command, "bitcoin:", "dash"])
            #expect(wrong.status == 64)
            #expect(
                wrong.errors.contains("“bitcoin:” is not expected here: schemes are named with an option.")
                    && wrong.errors.contains("Did you mean “router \(command) --scheme bitcoin --scheme dash”?"),
                "\(wrong.errors)")
        }
    }

    @Test("a program that made itself the default is named by doctor and status")
    func takenOver() throws {
        let desk = try Desk()
        try desk.home.register("dashwallet")
        #expect(try desk.run(["register", "--force"]).status == 0)
        let list = try #require(desk.read("config/mimeapps.list"))
        let key = "x-scheme-handler/dashwallet="
        let lines = list.split(separator: "\n").map { $0.hasPrefix(key) ? "\(key)receiver-dashwallet.desktop" : $0 }
        try desk.home.write("config/mimeapps.list", lines.joined(separator: "\n") + "\n")
        let doctor = try desk.doctor()
        #expect(doctor.checks["default"] == "failure")
        #expect(
            doctor.texts.contains("dashwallet: links are opened by Test Receiver (")
                && doctor.texts.contains(", although it is registered."), "\(doctor.texts)")
        #expect(
            try desk.run(["status"]).output.contains("dashwallet: no longer registered: it was taken by Test Receiver"))
    }

    @Test("another default under one desktop is said by register, status and doctor")
    func override() throws {
        let desk = try Desk()
        try desk.home.register("dashwallet")
        try FileManager.default.moveItem(
            atPath: desk.path + "/config/mimeapps.list", toPath: desk.path + "/config/gnome-mimeapps.list")
        let words = "another default under GNOME: Test Receiver"
        #expect(try desk.run(["register", "--force"]).errors.contains(words))
        #expect(try desk.run(["status"]).output.contains(words))
        let here = try desk.doctor()
        #expect(here.checks["override"] == "warning" && here.checks["default"] == nil && here.texts.contains(words))
        #expect(try desk.doctor(["XDG_CURRENT_DESKTOP": "GNOME"]).checks["default"] == "failure")
    }

    @Test("doctor says what keeps links from being answered, and exits 0 once nothing does")
    func doctor() throws {
        let desk = try Desk()
        let bare = try desk.doctor()
        #expect(bare.status == 1)
        for name in ["registration", "wallet", "networks"] { #expect(bare.checks[name] == "failure", "\(name)") }
        #expect(bare.checks["display"] == "warning" && (bare.checks["user"] == "warning") == (geteuid() == 0))

        try desk.home.makeWallet()
        _ = try desk.run(["register"])
        try desk.home.configure("pinentry: \(desk.path)/prompt\n")
        let whole = try desk.doctor(["DISPLAY": ":99", "XDG_CURRENT_DESKTOP": "GNOME"])
        #expect(whole.status == 0, "\(whole.texts)")
        for name in ["registration", "networks", "display", "desktop"] {
            #expect(whole.checks[name] == "good", "\(name)")
        }
        // The keystore of the tests takes little work, and nobody knows what a window the scripted prompt has.
        for name in ["wallet", "prompt"] { #expect(whole.checks[name] == "warning", "\(name)") }
        let kde = try desk.doctor(["WAYLAND_DISPLAY": "wayland-0", "XDG_CURRENT_DESKTOP": "KDE"])
        #expect(kde.status == 0 && kde.checks["desktop"] == "warning" && kde.texts.contains("scheme:key=value"))
        #expect(kde.checks["display"] == "good")

        try FileManager.default.removeItem(atPath: desk.path + "/prompt")
        let mute = try desk.doctor(["DISPLAY": ":99"])
        #expect(mute.status == 1 && mute.checks["prompt"] == "failure")
        #expect(try desk.run(["doctor"]).output.contains("FAIL  After a click you cannot be asked"))
    }
}
