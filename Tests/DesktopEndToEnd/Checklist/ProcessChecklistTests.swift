import Foundation
import RouterTestSupport
import Testing

@testable import RouterWallet

/// Points 11 and 14–19 of the security checklist: what the real router leaves behind and hands on.
///
/// Points 12 and 13, floods and loops, have suites of their own.
@Suite struct ProcessChecklistTests {
    @Test("11: before consent only log, journal, lock and the count of links are written; nothing without the passcode")
    func nothingBeforeConsent() throws {
        let home = try DesktopHome.ofRouter(answers: ["-"])
        let before = try Self.files(of: home)
        #expect(try home.router(["open", DesktopHome.pay]).status == 130)
        let after = try Self.files(of: home)
        let changed = Set(after.filter { before[$0.key] != $0.value }.keys).union(
            before.keys.filter { after[$0] == nil })
        #expect(
            changed.isSubset(of: [
                "state/schemerouter/router.log", "state/schemerouter/journal.sqlite", "state/schemerouter/prompt.lock",
                "run/schemerouter/links",
            ]), "\(changed)")
        #expect(home.dialogue.contains("SETTIMEOUT 120"))
        #expect(home.dialogue.contains("GETPIN"))
    }

    @Test("11: three wrong passcodes end the link, and the next one waits, in a new process too")
    func wrongPasscodes() throws {
        let home = try DesktopHome.ofRouter(answers: ["wrong one", "wrong two", "wrong three", DesktopHome.passcode])
        #expect(try home.router(["open", DesktopHome.pay]).status == 77)
        // As if the clock had been set back since: then the delay of five seconds begins anew, however long this took.
        let attempts = home.directory.appendingPathComponent("data/schemerouter/wallet/attempts")
        let counted = try #require(FailedAttempts(reading: Array(try Data(contentsOf: attempts))))
        try Data(FailedAttempts(count: counted.count, last: .max).bytes).write(to: attempts)
        #expect(try home.router(["open", DesktopHome.pay + "&message=2"]).status == 77)
        #expect(home.records(of: "receiver").isEmpty)
    }

    @Test("14: prompt and receiver get the session's variables, and nothing that changes how programs run")
    func environment() throws {
        let home = try DesktopHome.ofRouter()
        let dangerous = [
            "LD_LIBRARY_PATH": "/nonexistent", "LD_BIND_NOW": "1", "GIO_EXTRA_MODULES": "x", "PYTHONPATH": "x",
            "GTK_MODULES": "x", "BASH_ENV": "x", "PERL5OPT": "x", "SECRET": "canary", "QT_PLUGIN_PATH": "x",
        ]
        let session = ["DISPLAY": ":99", "XDG_ACTIVATION_TOKEN": "token", "WAYLAND_DISPLAY": "wayland-0"]
        try #require(try home.router(["open", DesktopHome.pay], dangerous.merging(session) { $1 }).status == 0)
        for name in ["prompt", "receiver"] {
            let environment = try #require(home.records(of: name, count: 1).first?.environment)
            for variable in dangerous.keys + ["BROWSER", "SWIFT_BACKTRACE"] {
                #expect(environment[variable] == nil, "\(name) has \(variable)")
            }
            #expect(environment["PATH"] == "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games")
            for (variable, value) in session where variable != "XDG_ACTIVATION_TOKEN" {
                #expect(environment[variable] == value, "\(name)")
            }
        }
        #expect(home.records(of: "receiver").first?.environment["XDG_ACTIVATION_TOKEN"] == "token")
    }

    @Test("14: the receiver is in a session of its own, with no stream and no other descriptor of ours")
    func session() throws {
        let home = try DesktopHome.ofRouter()
        try #require(try home.router(["open", DesktopHome.pay]).status == 0)
        let receiver = try #require(home.records(of: "receiver", count: 1).first)
        #expect(receiver.process.id == receiver.process.session)
        #expect(receiver.descriptors == [0: "/dev/null", 1: "/dev/null", 2: "/dev/null"])
        let prompt = try #require(home.records(of: "prompt").first)
        #expect(Set(prompt.descriptors.keys) == [0, 1, 2])
    }

    @Test("15: files are the person's only and no core is dumped, whatever was allowed before")
    func permissions() throws {
        let home = try DesktopHome.ofRouter()
        let openly = "umask 0; ulimit -S -c 1024 || exit 99; exec \"$@\""
        let program = try home.start([
            "/bin/sh", "-c", openly, "sh", home.path + "/programs/router", "open", DesktopHome.pay,
        ])
        let status = program.status()
        try #require(status != 99, "this machine's hard limit forbids core dumps already")
        #expect(status == 0, "\(program.printed)")
        for name in ["prompt", "receiver"] {
            let record = try #require(home.records(of: name, count: 1).first)
            // Programs start with the mask of whoever opened the link; our files name their own permissions.
            #expect(record.umask == "0000")
            // The runtime of a sanitizer, in what is built with one, raises its own limit to a byte before anything else.
            #expect(["0", "1"].contains(record.coreLimits.own))
            // The receiver's parent may have ended, and then another process is its parent.
            if name == "prompt" { #expect(record.coreLimits.parent == "0") }
        }
        for file in try Self.files(of: home).keys where file.contains("schemerouter/") {
            let attributes = try FileManager.default.attributesOfItem(atPath: home.path + "/" + file)
            #expect((attributes[.posixPermissions] as? Int ?? 0) & 0o077 == 0, "\(file)")
        }
    }

    @Test("15: a link instead of the log or the lock is not followed")
    func symbolicLinks() throws {
        let home = try DesktopHome.ofRouter(answers: ["-"])
        for name in ["state/schemerouter", "run/schemerouter"] {
            try FileManager.default.createDirectory(
                atPath: home.path + "/" + name, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        try home.write("canary", "alive")
        for name in ["state/schemerouter/router.log", "state/schemerouter/prompt.lock"] {
            try FileManager.default.createSymbolicLink(
                atPath: home.path + "/" + name, withDestinationPath: home.path + "/canary")
        }
        _ = try home.router(["open", DesktopHome.pay])
        _ = try home.router(["open", "dashwallet:pay=x&sender=shop"])
        #expect(home.text("canary") == "alive")
    }

    @Test("16: the log has codes and names only: no texts of a caller, no passcode, no control characters")
    func log() throws {
        let home = try DesktopHome.ofRouter(answers: ["wrong canary", DesktopHome.passcode])
        try #require(try home.router(["open", DesktopHome.pay + "&message=canary%20text"]).status == 0)
        _ = try home.router(["open", "dashwallet:pay=canary\u{1B}[31m&sender=shop"])
        _ = try home.router(["open", "canary\u{1B}[31m:pay=x"])
        let log = home.text("state/schemerouter/router.log")
        #expect(try home.log(count: 3).count == 3)
        for secret in ["canary", DesktopHome.passcode, DesktopHome.address, "\u{1B}", "abandon"] {
            #expect(!log.contains(secret), "\(secret)")
        }
        for file in try Self.files(of: home) where file.key.hasPrefix("state/") || file.key.hasPrefix("data/sch") {
            #expect(file.value.range(of: Data(DesktopHome.passcode.utf8)) == nil, "\(file.key)")
        }
    }

    @Test("17: no passcode and no words are in the arguments or the environment of any process")
    func arguments() throws {
        let home = try DesktopHome.ofRouter()
        try #require(try home.router(["open", DesktopHome.pay]).status == 0)
        for record in home.records(of: "prompt") + home.records(of: "receiver", count: 1) {
            let open = record.arguments + record.environment.values
            #expect(!open.contains { $0.contains(DesktopHome.passcode) || $0.contains("abandon") })
        }
        #expect(home.records(of: "prompt").allSatisfy { $0.arguments.isEmpty })
    }

    @Test(
        "19: what is not a scheme reaches no file of the desktop",
        arguments: ["shop\nx", "shop;x", "", "1shop", "shop x", "é"])
    func schemeGrammar(_ scheme: String) throws {
        let home = try DesktopHome.ofRouter()
        #expect(try home.router(["handlers", scheme]).status == 64)
        let quoted = scheme.replacingOccurrences(of: "\n", with: "\\n")
        try home.write(
            "schemes.yaml", "version: 1\nschemes:\n  \"\(quoted)\": { title: X, grammar: bip21, enabled: false }\n")
        #expect(try home.router(["check", home.path + "/schemes.yaml"]).status == 65)
    }

    /// Every file of the home that the router could write, with what is in it.
    private static func files(of home: DesktopHome) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in FileManager.default.subpaths(atPath: home.path) ?? [] {
            let top = name.prefix { $0 != "/" }
            guard ["config", "data", "state", "run", "cache"].contains(top) else { continue }
            var isDirectory: ObjCBool = false
            let path = home.path + "/" + name
            guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), !isDirectory.boolValue
            else {
                continue
            }
            files[name] = try Data(contentsOf: URL(fileURLWithPath: path))
        }
        return files
    }
}
