import Foundation
import SchemeRouter
import Testing

@testable import RouterDesktop

extension DesktopTests {
    @Suite struct Selection {
        func selected(_ program: String?, fallback: String, terminal: OwnTerminal?) -> String {
            do throws(PromptError) {
                return
                    "\(type(of: try PromptSelection.prompt(program: program, fallback: fallback, environment: [:], terminal: terminal)))"
            } catch {
                if case .unavailable = error { return "unavailable" }
                return "\(error)"
            }
        }

        @Test("The prompt is the person's program, else the desktop's, else their terminal, else none")
        func order() throws {
            let directory = try TemporaryDirectory()
            let program = try directory.write("bin/pinentry", "#!/bin/sh\n", mode: 0o755)
            let text = try directory.write("notes", "no program")
            let shared = try directory.write("shared/pinentry", "#!/bin/sh\n", mode: 0o757)
            let terminal = OwnTerminal(input: 0, output: 2, name: "/dev/pts/0")
            let missing = directory.path + "/missing"
            let cases: [(String?, String, OwnTerminal?, String)] = [
                (program, missing, nil, "PinentryPrompt"), (nil, program, nil, "PinentryPrompt"),
                (nil, program, terminal, "FallbackPrompt"), (nil, missing, terminal, "TerminalPrompt"),
                (nil, missing, nil, "unavailable"),
                // What the person named must work; nothing else takes its place.
                (missing, program, terminal, "unavailable"), (text, program, terminal, "unavailable"),
                ("pinentry", program, terminal, "unavailable"), ("", program, terminal, "unavailable"),
                (directory.path + "/bin", program, terminal, "unavailable"),
                // S7, S8: whoever could put another program there would see the passcode.
                (shared, program, terminal, "unavailable"), (nil, shared, terminal, "TerminalPrompt"),
            ]
            for (named, fallback, terminal, expected) in cases {
                #expect(selected(named, fallback: fallback, terminal: terminal) == expected, "\(named ?? "nil")")
            }
        }

        @Test("A pinentry without display and terminal gives way to our terminal; a refusal does not")
        func fallback() throws {
            let blind = try FakePinentry(pin: #"printf 'ERR 83918950 Inappropriate ioctl for device\n'"#)
            let probe = try Probe(["prompt", blind.path, "passcode"], onTerminal: true)
            #expect(probe.waits(for: "next page"))
            probe.type("\n")
            #expect(probe.waits(for: "Refuse): "))
            probe.type("42\n")
            #expect(probe.line() == "passcode \(Array("42".utf8))")

            let refusing = try FakePinentry(pin: #"printf 'ERR 83886179 cancelled\n'"#)
            #expect(try Probe(["prompt", refusing.path, "passcode"], onTerminal: true).line() == "refused")
        }

        @Test("pinentry hears of a terminal only where it is ours")
        func ttyname() throws {
            let fake = try FakePinentry()
            let probe = try Probe(["prompt", fake.path, "passcode"], onTerminal: true)
            #expect(probe.line() == "passcode \(Array("1234".utf8))")
            #expect(fake.log.contains { $0.hasPrefix("OPTION ttyname=/dev/pts/") })
            #expect(fake.log.contains("OPTION ttytype=xterm"))
            #expect((fake.directory.read("environment") ?? "").contains("TERM=xterm"))
        }
    }
}
