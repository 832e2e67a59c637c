import Foundation
import RouterLinux
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterPluginPrograms

/// How programs are started: they themselves are the one program that they may start.
@Suite(Sample.needsPython) struct StartTests {
    @Test(
        "a script starts by the interpreter of its first line, by way of env too",
        arguments: [
            "#!/usr/bin/python3", "#! \t/usr/bin/python3 \t -IS  ", "#!/usr/bin/env python3",
            "#!/usr/bin/env  python3 ",
            "#!/usr/bin/env -S python3 -I -S", "#!/usr/bin/env -Spython3 -IS",
        ])
    func starts(line: String) throws {
        let text = try Sample.text("abacus-plugin").split(separator: "\n", maxSplits: 1)[1]
        let program = try TestProgram(line + "\n" + text)
        #expect(try program.router().read(Sample.pay).callback != nil)
    }

    @Test("other languages start, and so does a program that is no script")
    func languages() throws {
        // What answers with what it was asked has said no grammars.
        var programs = [PluginProgram(name: "abacus", path: "/usr/bin/cat")]
        var scripts: [TestProgram] = []
        for (interpreter, text) in [
            ("/bin/sh", "while read -r line; do printf '%s\\n' \"$line\"; done"),
            ("/bin/bash", "while read -r line; do printf '%s\\n' \"$line\"; done"),
            ("/usr/bin/perl", "$| = 1; while (<STDIN>) { print }"),
        ] where FileManager.default.isExecutableFile(atPath: interpreter) {
            let script = try TestProgram("#!\(interpreter)\n\(text)\n")
            scripts.append(script)
            programs.append(PluginProgram(name: "abacus", path: script.path))
        }
        #expect(programs.count > 1)
        for program in programs {
            let error = try #require(throws: ProgramFailure.self) {
                try ProgramPlugin(program, limits: Sample.patient).hello()
            }
            #expect(error.message.contains("does not list the “grammars” it reads"), "\(error.message)")
        }
        withExtendedLifetime(scripts) {}
    }

    @Test(
        "a first line that would start a second program, or none that is known, is not used",
        arguments: [
            ("#!/usr/bin/env", "uses “env” in its first line for more"),
            ("#!/usr/bin/env -i python3", "uses “env” in its first line for more"),
            ("#!/usr/bin/env -S", "uses “env” in its first line for more"),
            ("#!/usr/bin/env -S A=b python3", "uses “env” in its first line for more"),
            ("#!/usr/bin/env -S python3 '-IS'", "uses “env” in its first line for more"),
            ("#!/usr/bin/env python3 -IS", "has an interpreter that is not in /usr/local/bin, /usr/bin, /bin"),
            ("#!/usr/bin/env no-such-program", "has an interpreter that is not in /usr/local/bin, /usr/bin, /bin"),
            ("#!python3", "does not name its interpreter by an absolute path"),
            ("#!/usr/bin/python3\r", "has a control character"), ("#!/usr/bin/python3\0x", "has a control character"),
            ("#!", "does not name its interpreter by an absolute path"), ("#!SCRIPT", "which is itself a script"),
        ])
    func refused(line: String, words: String) throws {
        let other = try TestProgram(try Sample.text("abacus-plugin"))
        let program = try TestProgram(line.replacing("SCRIPT", with: other.path) + "\n")
        let error = try #require(throws: ProgramFailure.self) { try program.plugin().hello() }
        #expect(error.kind == .notUsable && error.message.contains(words), "\(error.message)")
    }

    @Test("an interpreter that is not there, or no file, is told without waiting for it")
    func interpreters() throws {
        let folder = try TestProgram("")
        let pipe = folder.path + "-pipe"
        #expect(unsafe mkfifo(pipe, 0o700) == 0)
        defer { try? FileManager.default.removeItem(atPath: pipe) }
        for (interpreter, words) in [
            (pipe, "is not an executable file"), ("/dev/null", "is not an executable file"),
            ("/", "is not an executable file"), ("/no/such/interpreter", "does not exist"),
        ] {
            let program = try TestProgram("#!\(interpreter)\n")
            let error = try #require(throws: ProgramFailure.self) { try program.plugin().hello() }
            #expect(error.kind == .notUsable && error.message.contains(words), "\(error.message)")
        }
    }

    @Test("a program with privileges of its own is not used: it would not end with us", arguments: [S_ISUID, S_ISGID])
    func privileges(bit: mode_t) throws {
        let program = try TestProgram.sample()
        #expect(unsafe chmod(program.path, 0o700 | bit) == 0)
        let error = try #require(throws: ProgramFailure.self) { try program.plugin().hello() }
        #expect(error.kind == .notUsable && error.message.contains("has privileges of its own"), "\(error.message)")
    }

    @Test("a program with capabilities is not used", .enabled(if: geteuid() == 0, "only root can give a file some"))
    func capabilities() throws {
        let program = try TestProgram.sample()
        // Version 2, effective, CAP_NET_BIND_SERVICE permitted.
        let value = "0100000200040000" + String(repeating: "0", count: 24)
        let python = try Process.run(
            URL(fileURLWithPath: "/usr/bin/python3"),
            arguments: [
                "-c", "import os, sys; os.setxattr(sys.argv[1], 'security.capability', bytes.fromhex(sys.argv[2]))",
                program.path, value,
            ])
        python.waitUntilExit()
        try #require(python.terminationStatus == 0)
        let error = try #require(throws: ProgramFailure.self) { try program.plugin().hello() }
        #expect(error.kind == .notUsable && error.message.contains("has privileges of its own"), "\(error.message)")
    }

    @Test("a program that starts another in its own place does not get so far")
    func wrapper() throws {
        let program = try TestProgram("#!/bin/sh\nexec /usr/bin/python3 -IS\n")
        let error = try #require(throws: ProgramFailure.self) { try program.plugin().hello() }
        #expect(error.kind == .ended, "\(error.message)")
    }

    @Test("the time of all answers is used up while a program is waited for, and comes back while it is not")
    func patience() {
        let start = ContinuousClock.now
        func moment(_ seconds: Int) -> ContinuousClock.Instant { start.advanced(by: .seconds(seconds)) }
        var patience = ProgramPatience(.seconds(15))
        #expect(patience.begin(at: moment(0), most: .seconds(10)) == .seconds(10))
        patience.end(at: moment(9), since: moment(0))
        #expect(patience.begin(at: moment(9), most: .seconds(5)) == .seconds(5))
        patience.end(at: moment(13), since: moment(9))
        #expect(patience.begin(at: moment(13), most: .seconds(5)) == .seconds(2))
        patience.end(at: moment(15), since: moment(13))
        #expect(patience.begin(at: moment(15), most: .seconds(5)) == .zero)
        patience.end(at: moment(15), since: moment(15))
        #expect(patience.begin(at: moment(18), most: .seconds(5)) == .seconds(3))
        patience.end(at: moment(18), since: moment(18))
        #expect(patience.begin(at: moment(1_000), most: .seconds(60)) == .seconds(15))
    }
}
