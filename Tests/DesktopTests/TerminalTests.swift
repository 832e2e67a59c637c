import Foundation
import Glibc
import Testing

@testable import RouterDesktop

extension DesktopTests {
    @Suite struct Terminal {
        func start(_ kind: String) throws -> Probe {
            try #require(try started(kind, milliseconds: 3_600_000))
        }

        /// A dialogue whose last page is shown; nil if a page before it was not answered in time.
        func started(_ kind: String, milliseconds: Int) throws -> Probe? {
            let probe = try Probe(["prompt", "terminal", kind, "\(milliseconds)"], onTerminal: true)
            #expect(probe.waits(for: "Pay 1.5 DASH␛[2J <b>bold</b>"))
            #expect(probe.waits(for: "next page"))
            probe.type("\n")
            return probe.waits(for: "page 2 of 2") ? probe : nil
        }

        @Test("S8: a passcode is typed unseen, and echo comes back")
        func passcode() throws {
            let probe = try start("passcode")
            #expect(
                probe.waits(for: "Wrong passcode (2 left)") && probe.waits(for: "Passcode (Pay_it; Ctrl-C: Refuse): "))
            #expect(!probe.echoes)
            probe.type("12x\u{7F}é\n")
            #expect(probe.line() == "passcode \(Array("12é".utf8))")
            #expect(probe.echoes)
            #expect(!probe.waits(for: "12"))
        }

        @Test("S8: echo comes back when a signal ends the process", arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
        func signals(signal: Int32) throws {
            let probe = try start("passcode")
            #expect(probe.waits(for: "Refuse): "))
            #expect(!probe.echoes)
            probe.type("12")
            if signal == SIGINT { probe.type("\u{3}") } else { kill(probe.process, signal) }
            #expect(probe.end().signal == signal)
            #expect(probe.echoes)
        }

        @Test(
            "S5: agreeing takes the word",
            arguments: [("yes", "agreed"), ("y", "refused"), ("", "refused"), ("YES", "refused"), ("\u{4}", "refused")])
        func confirm(typed: String, expected: String) throws {
            let probe = try start("confirm")
            #expect(probe.waits(for: "Type yes: Pay_it."))
            probe.type(typed == "\u{4}" ? typed : typed + "\n")
            #expect(probe.line() == expected)
        }

        @Test("S5: what was typed before the question is no answer")
        func typeAhead() throws {
            let probe = try Probe(["prompt", "terminal", "confirm", "700"], onTerminal: true, typed: "\n")
            #expect(probe.waits(for: "next page"))
            probe.type("\nyes\nyes\n")
            #expect(probe.line() == "timedOut")
        }

        @Test("S5: nobody answers", arguments: ["confirm", "passcode"])
        func timeout(kind: String) throws {
            let probe = try #require(try Growing.times.lazy.compactMap { try started(kind, milliseconds: $0) }.first)
            #expect(probe.line() == "timedOut")
            #expect(probe.echoes)
        }

        @Test(
            "Lines, choices and messages",
            arguments: [
                ("line", "1.5\n", "line 1.5"), ("choose", "1\n", "agreed"), ("choose", "2\n", "otherwise"),
                ("choose", "3\n", "refused"),
                ("choose", "\n", "refused"), ("tell", "", "told"),
                ("line", String(repeating: "x", count: 2_000) + "\n", "refused"),
            ])
        func others(kind: String, typed: String, expected: String) throws {
            let probe = try start(kind)
            if kind != "tell" { #expect(probe.waits(for: kind == "line" ? "Amount: " : "1, 2 or 3: ")) }
            probe.type(typed)
            #expect(probe.line() == expected)
        }

        @Test("Options are taken by number, and asked for again after a wrong one")
        func options() throws {
            for (typed, expected) in [
                (["1\n"], "option 0"), (["2\n"], "option 1"), (["3\n"], "refused"), (["x\n", "\n", "2\n"], "option 1"),
                (["0\n", "4\n", "12\n"], "refused"),
            ] {
                let probe = try start("options")
                for (number, line) in typed.enumerated() {
                    if number == 0 {
                        #expect(probe.waits(for: "1  One (/bin/one)\r\n2  Two[2J\r\n3  Refuse"))
                    } else {
                        #expect(probe.waits(for: "That number is not in the list."))
                    }
                    #expect(probe.waits(for: "1, 2 or 3: "))
                    probe.type(line)
                }
                #expect(probe.line() == expected, "\(typed)")
            }
        }

        @Test("Only a terminal in whose foreground we are is ours")
        func ownership() throws {
            let terminal = try PseudoTerminal.open()
            defer { close(terminal.master) }
            let slave = unsafe open(terminal.path, O_RDWR | O_NOCTTY)
            defer { close(slave) }
            #expect(isatty(slave) == 1)
            #expect(OwnTerminal.find(input: slave, output: slave) == nil)
            let null = unsafe open("/dev/null", O_RDWR)
            defer { close(null) }
            #expect(OwnTerminal.find(input: null, output: null) == nil)
            #expect(try Probe(["prompt", "terminal", "tell", "100"]).line() == "no terminal")
        }
    }
}
