import Foundation
import RouterTestSupport
import Testing

/// A plugin that is a program, with the real `router`: the sample in Python, and settings that name it or do not.
@Suite struct PluginProgramCommandTests {
    private static let needsPython = ConditionTrait.enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs the Debian package python3")
    private static let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples/python-plugin")
    private static let address = "ATXBTPWA9KQuwMCD2LyR9LzkCsZyKoajSs"
    private static let link = "abacus:pay=\(address)&amount=3&sender=shop"

    /// A home with the sample's coin.
    /// - Parameter program: where its program is; nil if settings name none.
    private func home(_ program: String?) throws -> RouterHome {
        let home = try RouterHome()
        let schemes = home.directory.appending(path: "config/schemerouter/schemes.d")
        try FileManager.default.createDirectory(
            at: schemes, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try home.write(
            "config/schemerouter/schemes.d/abacus.yaml",
            String(contentsOf: Self.sample.appending(path: "abacus.yaml"), encoding: .utf8))
        if let program { try home.configure("plugins:\n  abacus: \(program)\n") }
        return home
    }

    /// A home with the sample, as its README installs it.
    private func wholeHome() throws -> RouterHome {
        let directory = FileManager.default.temporaryDirectory.path
        let home = try home(nil)
        let path = home.directory.path + "/abacus-plugin"
        #expect(path.hasPrefix(directory))
        try FileManager.default.copyItem(atPath: Self.sample.path + "/abacus-plugin", toPath: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        try home.configure("plugins:\n  abacus: \(path)\n")
        return home
    }

    @Test("its links are checked, explained, paid with practice money, and answered", needsPython)
    func whole() throws {
        let home = try wholeHome()
        let checked = try home.router(["check"])
        #expect(checked.status == 0 && checked.output.hasSuffix("\nNo mistakes.\n"), "\(checked.errors)")
        // A drop-in that is not installed yet is checked with the program that settings name already.
        let other = try RouterHome()
        try other.configure("plugins: { abacus: \(home.directory.path)/abacus-plugin }\n")
        #expect(try other.router(["check", Self.sample.path + "/abacus.yaml"]).status == 0)
        let explained = try JSONValue(parsing: Data(home.router(["explain", "--json", Self.link]).output.utf8))
        #expect(explained["outcome"] == .string("pay") && explained["address"] == .string(Self.address))
        #expect(explained["callback"] == .string("shop://says=paid&address=\(Self.address)&txid={txid}"))

        try home.makeWallet()
        for command in [["sandbox", "on", "abacus"], ["sandbox", "fund", "abacus", "10"]] {
            let result = try home.router(command)
            #expect(result.status == 0, "\(result.errors)")
        }
        try home.register("shop")
        try home.configure("sandbox:\n  senders: [shop]\n")
        _ = home.dialogue()
        // Where the home has a long path, the consent has two pages, and the first answer turns to the second.
        let paid = try home.router(
            ["open", "--json", Self.link], answers: [RouterHome.passcode, RouterHome.passcode])
        #expect(paid.status == 0, "\(paid.errors)\(home.dialogue())")
        let json = try JSONValue(parsing: Data(paid.output.utf8))
        let txid = try #require(json["txid"]?.text)
        let dialogue = home.dialogue()
        #expect(dialogue.contains("PRACTICE – no real money ") && dialogue.contains("Pay 3 ABA"))
        #expect(try home.received() == ["1", "shop://says=paid&address=\(Self.address)&txid=\(txid)"])
        try home.forgetReceived()
        let told = try home.router(["open", "abacus:request=address&sender=shop"], answers: [""])
        #expect(told.status == 0, "\(told.errors)")
        #expect(try home.received().last?.hasPrefix("shop://says=here&address=A") == true)
        let refused = try home.router(["open", Self.link.replacing("=3&", with: "=0.5&")])
        #expect(refused.status == 65 && refused.errors.contains("“Beads are not cut"))
    }

    @Test("a program that fails ends the link with 78, and nobody is asked")
    func fails() throws {
        let home = try home("/nonexistent/plugin")
        try home.makeWallet()
        _ = home.dialogue()
        for command in ["explain", "open"] {
            let result = try home.router([command, Self.link])
            #expect(result.status == 78, "\(result.errors)")
            let text = result.output + result.errors
            #expect(text.contains("The plugin program “abacus” (/nonexistent/plugin) does not exist."), "\(text)")
            #expect(text.contains("“router doctor” tests the program"))
        }
        #expect(home.dialogue().isEmpty)
        #expect(try home.router(["check"]).errors.contains("the result of this example is pluginFailed"))
        let doctor = try home.router(["doctor"])
        #expect(
            doctor.status == 1
                && doctor.output.contains("The plugin program “abacus” (/nonexistent/plugin) does not exist"))
    }

    @Test("S7: reading descriptors and other links starts no program")
    func starts() throws {
        let home = try home(nil)
        // Whoever starts it finds its trace, unless it is confined: then the link fails.
        let path = home.directory.path + "/plugin"
        try home.write("plugin", "#!/bin/sh\necho started >\"\(home.directory.path)/started\"\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        try home.configure("plugins:\n  abacus: \(path)\n")
        let listed = try home.router(["schemes"])
        #expect(listed.status == 0 && listed.output.contains("plugin abacus (the program \(path))"))
        let json = try home.router(["schemes", "--json"]).output
        #expect(json.contains("\"program\":\"\(path)\""))
        let dash = "dashwallet://pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa&amount=0.5&sender=shop"
        #expect(try home.router(["explain", dash]).status == 0)
        #expect(try home.router(["explain", "XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"]).status == 0)
        #expect(try home.router(["explain", Self.link]).status == 78)
        #expect(!FileManager.default.fileExists(atPath: home.directory.path + "/started"))
    }

    @Test(
        "a program ends with the router that started it, also where that is killed while it waits for an answer",
        needsPython, arguments: [SIGKILL, SIGTERM],
        [
            "pass", "threading.Thread(target=lambda: os.execv('/usr/bin/python3', ['python3', '-c', WAIT])).start()",
            "libc.prctl(1, 0)", "threading.Thread(target=lambda: time.sleep(1e6)).start(); ENDS = True",
        ])
    func killed(signal: Int32, evasion: String) throws {
        let home = try wholeHome()
        let path = home.directory.path + "/abacus-plugin"
        let text = try String(contentsOfFile: path, encoding: .utf8).replacing(
            "\nfor line in",
            with: """

                import ctypes, os, threading, time
                libc, WAIT, ENDS = ctypes.CDLL(None), "import time; time.sleep(1e6)", False
                def evade(asked):
                    global ENDS
                    threading.Thread(target=lambda: time.sleep(1e6)).start()
                    \(evasion)
                    # Its first thread ends, and with that what the kernel knows about the process.
                    if ENDS: libc.syscall(60 if os.uname().machine == "x86_64" else 93, 0)
                    while True: time.sleep(1e6)
                ANSWERS["request"] = evade
                for line in
                """)
        try home.write("abacus-plugin", text)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        // Kills the router as soon as its program is answering, and waits until no thread of that is left.
        try home.write(
            "killer",
            """
            import os, subprocess, sys, time
            def stat(path):
                try: return open(path).read().rsplit(")", 1)[1].split()
                except OSError: return ["X", "0"]
            def threads(process):
                try: return os.listdir(f"/proc/{process}/task")
                except OSError: return []
            router = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            found = []
            while not found and router.poll() is None:
                # Its second thread shows that it is answering.
                found = [p for p in os.listdir("/proc") if p.isdigit() and len(threads(p)) > 1
                    and stat(f"/proc/{p}/stat")[1] == str(router.pid)]
                time.sleep(0.01)
            if found:
                router.send_signal(int(sys.argv[1]))
                router.wait()
                def isGone(thread): return stat(f"/proc/{found[0]}/task/{thread}/stat")[0] in "ZX"
                while not all(map(isGone, threads(found[0]))): time.sleep(0.01)
                print("gone")
            """)
        let result = try home.router(
            ["explain", Self.link], through: ["/usr/bin/python3", home.directory.path + "/killer", "\(signal)"])
        #expect(result.output == "gone\n", "\(result.errors)")
    }

    @Test("a plugin that nobody provides is a mistake with advice, and so is a name that is taken")
    func names() throws {
        let missing = try home(nil).router(["check"])
        #expect(missing.status == 78 && missing.errors.contains("unknown plugin “abacus”"))
        #expect(missing.errors.contains("plugins: { abacus: /path }"))
        let home = try RouterHome()
        try home.configure("plugins: { dash: /usr/bin/true, x: true }\n")
        let taken = try home.router(["check"])
        #expect(taken.status == 78 && taken.errors.contains("the plugin “dash” is part of this program"))
        #expect(
            taken.errors.contains("“true” is not an absolute path") || taken.errors.contains("is not an absolute path"))
    }
}
