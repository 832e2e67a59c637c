import Foundation
import RouterDialogue
import RouterTestSupport
import SchemeRouter
import Synchronization
import Testing

@testable import RouterDesktop

extension DesktopTests {
    /// Questions to `router-window`, of which a script takes the place (Documentation/window.md).
    @Suite struct WindowPrompts {
        private static let dialogue = Dialogue(title: "Dash", pages: ["Pay 1.5 DASH\nto\u{202E} X"], agree: "Pay")
        private static let options = [
            PromptOption("one"), PromptOption("two\nthree", detail: "/d", takes: "by Lightning"),
        ]

        /// Reports of failures, as one text.
        private final class Reports: Sendable {
            private let texts = Mutex<[String]>([])

            func note(_ text: String) { texts.withLock { $0.append(text) } }
            var all: [String] { texts.withLock { $0 } }
        }

        private static func passcode(_ prompt: some Prompt, mistake: String? = nil) async throws -> String {
            try await prompt.passcode(dialogue, mistake: mistake).withBytes {
                String(decoding: Array($0), as: UTF8.self)
            }
        }

        @Test("every kind of question is asked in one window, which gets all of the text and a clean environment")
        func questions() async throws {
            let fake = try FakeWindow(
                """
                case "$line" in
                  *'"form":"confirm"'*|*'"form":"tell"'*) answer '"answer":"agreed"' ;;
                  *'"form":"secret"'*) printf 'geheim' >&3; answer '"answer":"secret","bytes":6' ;;
                  *'"form":"line"'*) answer '"answer":"typed","text":"0.5 \\u202e"' ;;
                  *'"form":"choose"'*) answer '"answer":"otherwise"' ;;
                  *'"form":"select"'*) printf '{"report":"alive"}\\n'; answer '"answer":"selected","position":1' ;;
                esac
                """)
            let prompt = fake.prompt()
            try await prompt.confirm(Self.dialogue)
            try await prompt.confirm(
                Dialogue(title: "t", pages: ["p"], agree: "Send it again", refuse: "Leave it", mustBeTyped: true))
            #expect(try await Self.passcode(prompt) == "geheim")
            #expect(
                try await prompt.line(Self.dialogue, label: "Amount in DASH:", mistake: "too much") == "0.5 \u{202E}")
            #expect(try await prompt.choose(Self.dialogue, otherwise: "Pay without it") == .otherwise)
            #expect(try await prompt.select(Self.dialogue, from: Self.options) == 1)
            try await prompt.tell(Self.dialogue)
            #expect(fake.starts == 1 && fake.log.count == 7)
            let log = fake.log
            #expect(log.allSatisfy { !$0.contains("\u{202E}") } && log[0].contains("Pay 1.5 DASH\\nto\u{FFFD} X"))
            #expect(log[0].contains(#""form":"confirm","typed":null"#) && log[1].contains(#""typed":"yes""#))
            #expect(log[1].contains(#""agree":"Send it again","refuse":"Leave it""#))
            #expect(log[2].contains(#""label":"Passcode""#) && log[3].contains(#""mistake":"too much""#))
            #expect(log[4].contains(#""otherwise":"Pay without it""#))
            #expect(
                log[5].contains(#"{"label":"two three","detail":"/d; takes the payment by Lightning","icon":null}"#))
            #expect(Set(log.compactMap { $0.firstMatch(of: /"nonce":"([^"]+)"/)?.1 }).count == 7)
            let names = (fake.directory.read("environment") ?? "").split(separator: "\n").map {
                $0.prefix { $0 != "=" }
            }
            let given: Set<Substring> = [
                "HOME", "DISPLAY", "PATH", "GDK_SCALE", "GTK_THEME", "GTK_IM_MODULE", "XDG_ACTIVATION_TOKEN",
                "DESKTOP_STARTUP_ID",
            ]
            #expect(Set(names).subtracting(["PWD", "OLDPWD", "_", "SHLVL"]) == given)
        }

        @Test("a wrong passcode stays in the same window, which closes when no more is asked for")
        func again() async throws {
            let fake = try FakeWindow(#"printf '%s' "pin$id" >&3; answer '"answer":"secret","bytes":4'"#)
            let prompt = fake.prompt()
            #expect(try await Self.passcode(prompt) == "pin1")
            #expect(try await Self.passcode(prompt, mistake: "The passcode is wrong. 2 tries left.") == "pin2")
            await prompt.passcodeIsDone()
            // Another question has its own text, whatever was wrong before.
            #expect(try await Self.passcode(prompt, mistake: "Too short.") == "pin3")
            let orders = fake.log.map { $0.firstMatch(of: /"order":"(\w+)"/).map { String($0.1) } }
            #expect(orders == ["ask", "again", "finish", "ask"] && fake.starts == 1)
            #expect(fake.log[1].contains(#""mistake":"The passcode is wrong. 2 tries left.""#))
        }

        @Test(
            "refusing and not answering are answers, which nothing else asks again",
            arguments: ["refused", "timed-out"])
        func final(answer: String) async throws {
            let expected: PromptError = answer == "refused" ? .refused : .timedOut
            let other = FakePrompt([.agree, .type("x")])
            let fake = try FakeWindow(#"answer '"answer":"\#(answer)"'"#)
            let prompt = fake.prompt(then: other)
            await #expect(throws: expected) { try await prompt.confirm(Self.dialogue) }
            await #expect(throws: expected) { _ = try await prompt.passcode(Self.dialogue, mistake: nil) }
            #expect(other.shown.isEmpty && fake.starts == 1)
        }

        /// What a window must not do, and part of the report about it.
        private static let failures: [(greeting: String?, answers: String, reason: String)] = [
            ("exit 3", "", "it ended"), ("printf 'hello\\n'", "", "it sent an invalid answer"),
            (#"printf '{"report":"ready","version":2}\n'"#, "", "it speaks version 2, and this program 1"),
            (#"printf '{"report":"alive"}\n'"#, "", "it did not say what it is"),
            ("sleep 60", "", "it did not respond"), (nil, "exit 0", "it ended"), (nil, "kill -9 $$", "it ended"),
            (nil, "sleep 60", "it did not respond"), (nil, "printf 'agreed\\n'", "it sent an invalid answer"),
            (nil, "head -c 20000 /dev/zero | tr '\\0' x", "its answer was too long"),
            (nil, #"nonce=other; answer '"answer":"agreed"'"#, "it answered what was not asked"),
            (nil, #"id=7; answer '"answer":"agreed"'"#, "it answered what was not asked"),
            (nil, #"printf '{"report":"ready","version":1}\n'"#, "it answered what was not asked"),
            (nil, #"answer '"answer":"selected","position":0'"#, "it answered what was not asked"),
            (nil, #"answer '"answer":"secret","bytes":4'"#, "it answered what was not asked"),
            (nil, #"answer '"answer":"yes"'"#, "it sent an invalid answer"),
        ]

        @Test(
            "S5: a window that is broken, killed, hangs or answers what was not asked agrees to nothing; another prompt asks",
            arguments: 0..<16)
        func broken(index: Int) async throws {
            let (greeting, answers, reason) = Self.failures[index]
            let fake =
                try greeting.map { try FakeWindow(greeting: $0, answers) } ?? FakeWindow(answers)
            let reports = Reports()
            let limits = WindowLimits(start: .milliseconds(1_500), silence: .milliseconds(1_500))
            let refusing = FakePrompt([.fail(.refused), .agree])
            let prompt = fake.prompt(then: refusing, limits: limits) { reports.note($0) }
            await #expect(throws: PromptError.refused) { try await prompt.confirm(Self.dialogue) }
            // The window is not tried again, and its failure is reported once.
            try await prompt.confirm(Self.dialogue)
            #expect(refusing.shown.count == 2 && fake.starts <= 1)
            #expect(
                reports.all == [
                    "The window \(fake.path) failed, so nothing was agreed to: \(reason). You are asked in another way."
                ])
        }

        @Test("answers to other questions are none, and a passcode that does not come is none")
        func forms() async throws {
            let limits = WindowLimits(silence: .milliseconds(1_500))
            for (script, isPasscode) in [
                (#"answer '"answer":"agreed"'"#, true), (#"answer '"answer":"secret","bytes":4'"#, true),
                (#"printf 1234 >&3; answer '"answer":"secret","bytes":5'"#, true),
                (#"answer '"answer":"secret","bytes":0'"#, true), (#"answer '"answer":"secret","bytes":9999'"#, true),
                (#"answer '"answer":"selected","position":2'"#, false), (#"answer '"answer":"agreed"'"#, false),
            ] {
                let other = FakePrompt([.fail(.refused)])
                let fake = try FakeWindow(script)
                let prompt = fake.prompt(then: other, limits: limits)
                await #expect(throws: PromptError.refused) {
                    if isPasscode { _ = try await prompt.passcode(Self.dialogue, mistake: nil) }
                    if !isPasscode { _ = try await prompt.select(Self.dialogue, from: Self.options) }
                }
                #expect(other.shown.count == 1 && fake.log.count == 1, "\(script)")
            }
        }

        @Test("without another prompt the person cannot be asked")
        func alone() async throws {
            let fake = try FakeWindow("exit 0")
            await #expect(
                throws: PromptError.unavailable(
                    "the window \(fake.path) failed (it ended), and this program does not run in a terminal")
            ) { try await fake.prompt().confirm(Self.dialogue) }
        }

        @Test(
            "the window is in libexec of an installed program, else beside it; others cannot change it, and there is a display"
        )
        func place() throws {
            let directory = try TemporaryDirectory()
            let installed = try directory.write("usr/libexec/schemerouter/router-window", "#!/bin/sh\n", mode: 0o755)
            let beside = try directory.write("build/router-window", "#!/bin/sh\n", mode: 0o755)
            try directory.write("open/router-window", "#!/bin/sh\n", mode: 0o757)
            let display = ["WAYLAND_DISPLAY": "wayland-0"]
            func find(_ program: String, _ environment: [String: String] = display) -> String? {
                WindowProgram.find(environment, besides: directory.path + program)
            }
            #expect(find("/usr/bin/router") == installed && find("/build/router") == beside)
            #expect(find("/open/router") == nil && find("/none/bin/router") == nil)
            #expect(find("/build/router", ["DISPLAY": ""]) == nil && find("/build/router", ["DISPLAY": ":0"]) == beside)
        }
    }
}
