import Foundation
import RouterTestSupport
import Testing

/// Whose files and programs the commands take, and from which place (S7).
@Suite struct TrustedPlaceTests {
    private static let link = "dashwallet://request=address&sender=shop"

    /// Runs `script` before `router`, in the same process.
    private static func after(_ script: String) -> [String] {
        ["/bin/sh", "-c", "\(script); exec \"$@\"", "sh"]
    }

    @Test("S7: a working directory that is not UTF-8, or is gone, is never taken for another one")
    func workingDirectory() throws {
        let home = try RouterHome()
        let bad = "d=$(printf '%s/\\377x' '\(home.directory.path)') && mkdir -p \"$d/c\" && cd \"$d\""
        let gone = "mkdir '\(home.directory.path)/gone' && cd '\(home.directory.path)/gone' && rmdir ../gone"
        for starter in [bad, gone].map(Self.after) {
            for option in ["--config=c", "--pinentry=p"] {
                let result = try home.run([option, "explain", Self.link], through: starter)
                #expect(result.status == 64 && result.errors.contains("Give an absolute path."), "\(result.errors)")
            }
            #expect(try home.run(["--schemes=s.yaml", "explain", Self.link], through: starter).status == 78)
            #expect(try home.run(["explain", Self.link], through: starter).status == 0)
        }
    }

    @Test("S7: descriptors that others could replace are refused, also those that --schemes names")
    func schemes() throws {
        let home = try RouterHome()
        let folder = home.directory.appendingPathComponent("shared")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try home.write("shared/own.yaml", "version: 1\n")
        let arguments = ["--schemes", folder.path + "/own.yaml", "explain", Self.link]
        #expect(try home.run(arguments).status == 65)
        unsafe #expect(chmod(folder.path, 0o777) == 0)
        let refused = try home.run(arguments)
        #expect(refused.status == 78 && refused.errors.contains("other users may write to"), "\(refused.errors)")
    }

    @Test(
        "S7: what is named like a settings file and is none ends every command, also behind a link",
        arguments: ["config.d", "schemes.d"])
    func noFiles(folder: String) throws {
        let home = try RouterHome()
        let directory = home.directory.path + "/config/schemerouter/\(folder)"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let elsewhere = home.directory.path + "/run"
        let socket = LoopbackListener(socket: elsewhere + "/s") { _ in }
        defer { withExtendedLifetime(socket) {} }
        unsafe #expect(mkfifo(elsewhere + "/p", 0o600) == 0 && mkdir(elsewhere + "/d", 0o700) == 0)
        let kinds: [(name: String, make: (String) -> Int32)] = [
            ("pipe", { unsafe mkfifo($0, 0o600) }), ("directory", { unsafe mkdir($0, 0o700) }),
            ("link to a pipe", { unsafe symlink(elsewhere + "/p", $0) }),
            ("link to a socket", { unsafe symlink(elsewhere + "/s", $0) }),
            ("link to a directory", { unsafe symlink(elsewhere + "/d", $0) }),
            ("link to a device", { unsafe symlink("/dev/null", $0) }),
            ("link to nothing", { unsafe symlink(elsewhere + "/none", $0) }),
            ("link to itself", { unsafe symlink("a.yaml", $0) }),
            ("link to a link", { unsafe symlink(elsewhere + "/l", $0) }),
            ("socket", { unsafe rename(elsewhere + "/s", $0) }),
        ]
        unsafe #expect(symlink(elsewhere + "/p", elsewhere + "/l") == 0)
        for (kind, make) in kinds {
            let path = directory + "/a.yaml"
            #expect(make(path) == 0)
            for command in [
                ["explain", Self.link], ["explain", "--json", Self.link], ["open", Self.link], ["check"], ["doctor"],
                ["schemes"],
            ] {
                let result = try home.router(command)
                #expect(result.status == 78, "\(kind): \(command): \(result)")
                if !command.contains("--json") {
                    #expect((result.output + result.errors).contains("a.yaml"), "\(kind): \(command): \(result)")
                }
            }
            #expect(unsafe remove(path) == 0)
            #expect(try home.router(["explain", Self.link]).status == 0)
        }
    }

    @Test("S7, S8: a prompt program that others can change never sees a passcode")
    func prompt() throws {
        let home = try RouterHome()
        unsafe #expect(chmod(home.directory.path + "/prompt", 0o757) == 0)
        let made = try home.router(["wallet", "create"], answers: [RouterHome.passcode, RouterHome.passcode])
        #expect(made.status == 69 && made.errors.contains("because others could change it"), "\(made.errors)")
        #expect(home.dialogue().isEmpty)
        let doctor = try home.router(["doctor"])
        #expect(doctor.output.contains("must not be used"), "\(doctor.output)")
    }

    @Test("S7: a copy of router that others can change is not registered, and the doctor names it and its courier")
    func ownProgram() throws {
        let home = try RouterHome()
        try home.register("dashwallet")
        let folder = home.directory.path + "/copy"
        let copied = """
            mkdir -p '\(folder)' && cp "$1" '\(folder)/router' && cp "${1%router}courier" '\(folder)/courier' &&
            chmod 775 '\(folder)/router' '\(folder)/courier' && shift && exec '\(folder)/router'
            """
        let starter = ["/bin/sh", "-c", copied + " \"$@\"", "sh"]
        let registered = try home.run(["register", "--scheme", "bitcoin"], through: starter)
        #expect(registered.status == 77 && registered.errors.contains("others could change it"), "\(registered.errors)")
        #expect(registered.errors.contains("chmod go-w"), "\(registered.errors)")
        let doctor = try home.run(["doctor"], through: starter).output
        for name in ["router", "courier"] {
            #expect(doctor.contains("\(folder)/\(name) must not be used"), "\(doctor)")
        }
    }

    @Test("A wallet that links will not use does not exist for the doctor, and nothing is registered for it")
    func data() throws {
        let home = try RouterHome()
        try home.makeWallet()
        let data = home.directory.path + "/open/data"
        try FileManager.default.createDirectory(
            atPath: home.directory.path + "/open", withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: home.directory.path + "/data", toPath: data)
        let moved = ["XDG_DATA_HOME": data]
        #expect(try home.run(["doctor"], environment: moved).output.contains("There is a wallet in"))
        unsafe #expect(chmod(home.directory.path + "/open", 0o777) == 0)
        let doctor = try home.run(["doctor"], environment: moved)
        #expect(!doctor.output.contains("There is a wallet in") && doctor.output.contains("other users may write to"))
        let registered = try home.run(["register", "--scheme", "dashwallet"], environment: moved)
        #expect(registered.status == 73 && registered.errors.contains("other users may write to"))
        #expect(!FileManager.default.fileExists(atPath: data + "/applications/schemerouter.desktop"))
    }

    @Test("S1: no argument brings control characters to the terminal")
    func controls() throws {
        let home = try RouterHome()
        let hostile = "\u{1B}[31m\u{202E}\u{9B}7m"
        for arguments in [
            [hostile], ["wallet", hostile], ["new-coin", "x", "--p2pkh", hostile], ["history", "-n", hostile],
            ["check", "--\(hostile)"], ["--config", home.directory.path + "/\(hostile)", "doctor"],
        ] {
            let result = try home.run(arguments)
            let printed = (result.output + result.errors).unicodeScalars
            #expect(!printed.contains { ["\u{1B}", "\u{202E}", "\u{9B}"].contains($0) }, "\(arguments)")
            #expect(result.status != 0)
        }
    }
}
