import Foundation
import Glibc
import RouterCourierMessages
import RouterLinux
import RouterTestSupport
import Testing

/// What a courier cannot do any more once it runs.
@Suite struct ConfinementTests {
    /// Where the kernel lacks Landlock, what is tested of it says so.
    private static let landlock = Landlock.version
    private static let missing = Comment(
        "this kernel has no Landlock: files stay readable, which “router doctor” must say")

    /// Runs the probe with a confinement of the courier's. Returns what it said.
    private func probe(_ arguments: String...) throws -> [String: String] {
        let child = try ChildProcess.start(
            Spawn(
                program: BuiltPrograms.path(of: "DesktopProbe"), arguments: ["DesktopProbe"] + arguments,
                environment: [:]))
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = try child.read(into: &chunk, until: Deadline(at: .late))
            guard let count, count > 0 else { break }
            text += chunk[..<count]
        }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        return Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
                return (parts[0], parts[1])
            })
    }

    @Test("no program is started, no privilege gained, no debugger, nothing written – with Landlock or without")
    func always() throws {
        let scratch = try Scratch()
        let listed = try scratch.write("listed", "x")
        let said = try probe("confine", try scratch.write("keystore", "secret"), listed)
        #expect(said["listed"] == "done")
        #expect(said["hosts"] == "done")
        #expect(said["exec"] == "\(EPERM)" || said["exec"] == "\(EACCES)")
        #expect(said["privileges"] == "1, dumpable 0")
    }

    @Test("a keystore is not opened, nothing is made or changed", .enabled(if: landlock != nil, missing))
    func files() throws {
        let scratch = try Scratch()
        let listed = try scratch.write("listed", "x")
        let said = try probe("confine", try scratch.write("keystore", "secret"), listed)
        #expect(said["files"] == "true, exec true")
        #expect(said["other"] == "\(EACCES)")
        #expect(said["writing"] == "\(EACCES)")
        #expect(said["making"] == "\(EACCES)")
    }

    @Test("the consent window reaches no network, starts no program and opens no keystore; the desktop's sockets stay")
    func window() throws {
        let scratch = try Scratch()
        let listed = try scratch.write("listed", "x")
        let said = try probe("window", try scratch.write("keystore", "secret"), listed)
        #expect(said["listed"] == "done" && said["local"] == "done")
        #expect(said["exec"] == "\(EPERM)" || said["exec"] == "\(EACCES)")
        for kind in ["tcp4", "tcp6", "netlink"] { #expect(said[kind] == "\(EACCES)", "\(kind)") }
        #expect(said["privileges"] == "1, dumpable 0")
        if Self.landlock != nil {
            for kind in ["other", "writing", "making"] { #expect(said[kind] == "\(EACCES)", "\(kind)") }
        }
    }

    @Test("S7: without datagrams nobody can be asked for a name; TCP stays, and so do local sockets where one is used")
    func datagrams() throws {
        let refused = "\(EACCES)"
        for local in [false, true] {
            let said = local ? try probe("sockets", "local") : try probe("sockets")
            #expect(said["forbidden"] == "true")
            // A kernel without IPv6 refuses it in its own way.
            #expect(said["tcp4"] == "done" && said["tcp6"] != refused)
            for kind in ["udp4", "udp6", "raw", "netlink"] { #expect(said[kind] == refused, "\(kind)") }
            #expect(said["local"] == (local ? "done" : refused))
        }
    }

    @Test(
        "S7: a courier with a proxy gives up the means to look up names, except for the proxy's own",
        arguments: [
            (nil, false), ("socks5h://127.0.0.1:9050", true), ("socks5h://[::1]:9050", true),
            ("socks5h://localhost:9050", true), ("http://192.0.2.1:3128", true), ("socks5h://tor.example:9050", false),
        ] as [(String?, Bool)])
    func names(_ proxy: String?, isForbidden: Bool) throws {
        var courier = try RawCourier()
        try courier.configure(CourierConfiguration(proxy: proxy))
        #expect(try courier.reply() == .ready(landlock: Self.landlock.map(Int64.init)))
        let status = try String(contentsOfFile: "/proc/\(courier.process)/status", encoding: .utf8)
        #expect(status.contains("Seccomp_filters:\t\(isForbidden ? 2 : 1)\n"))
    }

    @Test("the courier itself is confined, and says so")
    func status() throws {
        var courier = try RawCourier()
        try courier.configure(CourierConfiguration())
        #expect(try courier.reply() == .ready(landlock: Self.landlock.map(Int64.init)))
        let status = try String(contentsOfFile: "/proc/\(courier.process)/status", encoding: .utf8)
        #expect(status.contains("NoNewPrivs:\t1\n"))
        #expect(status.contains("Seccomp:\t2\n"))
        #expect(status.contains("CoreDumping:\t0\n"))
        let limits = try String(contentsOfFile: "/proc/\(courier.process)/limits", encoding: .utf8)
        let words = limits.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(words.contains("Max core file size 0 0 bytes"))
        #expect(words.contains("Max file size 0 0 bytes"))
        #expect(words.contains("Max open files 128 128 files"))
    }

    @Test(
        "a courier whose password file becomes a link to the keystore does not read it",
        .enabled(if: landlock != nil, missing))
    func keystoreBehindLink() async throws {
        let server = LoopbackServer.answering { _ in ok() }
        let scratch = try Scratch()
        let cookie = try scratch.write("cookie", "name:password")
        let keystore = try scratch.write("keystore", "key:store")
        var courier = try RawCourier()
        try courier.configure(
            CourierConfiguration(
                allowedNetworks: ["127.0.0.1"], credentials: CourierCredentials(origin: server.url(""), file: cookie)))
        try courier.say(LifeTests.get(server.url(), id: 1).line)
        #expect(try courier.reply()?.failure == nil)
        #expect(try courier.reply()?.failure == nil)
        #expect(server.requests.last?.headers["authorization"] == "Basic bmFtZTpwYXNzd29yZA==")
        try FileManager.default.removeItem(atPath: cookie)
        try FileManager.default.createSymbolicLink(atPath: cookie, withDestinationPath: keystore)
        try courier.say(LifeTests.get(server.url(), id: 2).line)
        let failure = try #require(try courier.reply()?.failure)
        #expect(failure.code == .credentialsUnreadable)
        #expect(failure.message.contains("Permission denied"))
        #expect(!failure.mayHaveArrived)
        #expect(server.requests.count == 1)
    }

    @Test("the courier inherits its three streams and nothing else")
    func descriptors() async throws {
        // Open in this process without closing on exec, as a library might leave it.
        let stray = unsafe open("/etc/hosts", O_RDONLY)
        defer { close(stray) }
        var courier = try RawCourier(environment: ["SSLKEYLOGFILE": "/dev/stderr", "http_proxy": "http://127.0.0.1:1"])
        try courier.configure(CourierConfiguration(allowedNetworks: ["127.0.0.1"]))
        _ = try courier.reply()
        // What the environment said of proxies is not heard.
        let server = LoopbackServer.answering { _ in ok() }
        try courier.say(LifeTests.get(server.url()).line)
        #expect(try courier.reply()?.failure == nil)
        let directory = "/proc/\(courier.process)/fd"
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            // A process that is not dumpable shows its descriptors to root only.
            #expect(geteuid() != 0)
            return
        }
        let files = names.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: directory + "/" + $0)
        }
        #expect(files.count >= 3)
        for file in files {
            let isKnown = file == "/dev/null" || ["pipe:", "socket:", "anon_inode:"].contains { file.hasPrefix($0) }
            #expect(isKnown, "\(file)")
        }
    }

    @Test("a program that only computes does not start without descriptors, says so, and leaves none open")
    func descriptors() throws {
        let said = try probe("starts")
        #expect(said["3"] == "socketpair: Too many open files")
        #expect(said["left"] == nil)
        let (started, failed) = (said.filter { $0.value == "started" }, said.filter { $0.value != "started" })
        #expect(started.count == 1 && failed.count >= 5, "\(said)")
        #expect(failed.values.allSatisfy { $0.hasSuffix("Too many open files") }, "\(said)")
    }
}
