import Foundation
import SchemeRouter
import Testing

@testable import RouterDesktop

extension DesktopTests {
    @Suite struct Pinentry {
        let dialogue = Dialogue(title: "Wallet Router", pages: ["Pay 1.5 DASH\n100% to Xé"], agree: "Pay_it")

        /// A terminal that nobody looks at. Without one, text programs are not asked.
        static let terminal = OwnTerminal(input: -1, output: -1, name: "/dev/pts/0")

        func prompt(
            _ fake: FakePinentry, terminal: OwnTerminal? = Self.terminal, seconds: Int = 20,
            grace: Duration = .seconds(3_600), displays: [String: String] = ["DISPLAY": ":9"]
        ) -> PinentryPrompt {
            PinentryPrompt(
                program: fake.path,
                environment: ["HOME": "/", "LD_PRELOAD": "", "BROWSER": "x"].merging(displays) { $1 },
                terminal: terminal, limits: PromptLimits(seconds: seconds, grace: grace))
        }

        func passcode(_ fake: FakePinentry, seconds: Int = 20, grace: Duration = .seconds(3_600)) async -> Result<
            [UInt8], PromptError
        > {
            do throws(PromptError) {
                let secret = try await prompt(fake, seconds: seconds, grace: grace).passcode(dialogue, mistake: nil)
                return .success(secret.withBytes { Array($0) })
            } catch {
                return .failure(error)
            }
        }

        func confirm(_ fake: FakePinentry) async -> PromptError? {
            do throws(PromptError) {
                try await prompt(fake).confirm(dialogue)
                return nil
            } catch {
                return error
            }
        }

        @Test("S5: the dialogue is spoken in full, our wording literally, no external cache")
        func conversation() async throws {
            let fake = try FakePinentry()
            let secret = try await prompt(fake, terminal: nil).passcode(dialogue, mistake: "Wrong passcode (2 left)")
            #expect(secret.withBytes { Array($0) } == Array("1234".utf8))
            #expect(
                fake.log == [
                    "OPTION lc-ctype=C.UTF-8", "GETINFO flavor", "SETTITLE Wallet Router", "SETTIMEOUT 20",
                    "SETDESC Pay 1.5 DASH%0A100%25 to Xé", "SETOK Pay__it", "SETCANCEL Refuse", "SETPROMPT Passcode:",
                    "SETERROR Wrong passcode (2 left)", "GETPIN", "BYE",
                ])
        }

        @Test("S8: pinentry gets a clean environment")
        func environment() async throws {
            let fake = try FakePinentry()
            _ = await passcode(fake)
            let names = Set(
                (fake.directory.read("environment") ?? "").split(separator: "\n").map { $0.prefix { $0 != "=" } })
            #expect(names.isSuperset(of: ["HOME", "DISPLAY", "PATH"]))
            #expect(names.isDisjoint(with: ["LD_PRELOAD", "BROWSER", "TERM"]))
        }

        @Test(
            "S5: only a well-formed agreement is one",
            arguments: [
                (#"printf 'ERR 83886179 Operation cancelled\n'"#, PromptError.refused),
                (#"printf 'ERR 99\n'"#, .refused),
                (#"printf 'ERR 83886194 not confirmed\n'"#, .refused),
                (#"printf 'ERR 83886142 timeout\n'"#, .timedOut),
            ])
        func refusals(answer: String, expected: PromptError) async throws {
            #expect(await passcode(try FakePinentry(pin: answer)) == .failure(expected))
            let plain = answer.replacingOccurrences(of: #"D 1234\n"#, with: "")
            #expect(await confirm(try FakePinentry(confirm: plain)) == expected)
        }

        /// What a program may do in the place of an answer.
        static let nonsense = [
            #"exit 0"#,
            #"printf 'D 1234\n'; exit 0"#,
            #"printf 'D 1234\nO'; exit 0"#,
            #"printf 'D 1234'; exit 0"#,
            #"printf 'ok\n'"#,
            #"printf 'OKAY\n'"#,
            #"printf '\001\002\377\n'"#,
            #"printf 'ERR ninety-nine\n'"#,
            #"printf 'D %%4\nOK\n'"#,
            #"printf 'D %%zz\nOK\n'"#,
            #"printf 'D %05000d\nOK\n' 0"#,
            #"printf '%05000d' 0; exec sleep 100000"#,
            #"printf 'D %0900d\nD %0900d\nOK\n' 0 0"#,
            #"kill -9 $$"#,
        ]

        @Test("S5: a prompt that dies or talks nonsense is an error, no agreement and no refusal", arguments: nonsense)
        func dying(answer: String) async throws {
            let plain = answer.replacingOccurrences(of: #"D 1234\n"#, with: "")
            let confirmed = await confirm(try FakePinentry(confirm: plain))
            guard case .failure(.interrupted) = await passcode(try FakePinentry(pin: answer)),
                case .interrupted? = confirmed
            else {
                Issue.record("taken for an answer: \(answer) \(String(describing: confirmed))")
                return
            }
        }

        @Test(
            "S5: a text program without a terminal asks nothing and is no refusal, whatever it would answer",
            arguments: ["tty", "curses", "gtk2:curses"])
        func textProgram(flavour: String) async throws {
            let no = #"printf 'ERR 83886194 Not confirmed\n'"#
            let cancelled = #"printf 'ERR 83886179 Operation cancelled\n'"#
            let fake = try FakePinentry(
                flavour: "printf 'D \(flavour)\\nOK\\n'", pin: cancelled, confirm: no, message: no)
            let asking = prompt(fake, terminal: nil)
            let dialogue = dialogue
            let reason = "\(fake.path) can ask only in a terminal here, and this program does not run in one"
            let unavailable = PromptError.unavailable(reason)
            await #expect(throws: unavailable) { try await asking.confirm(dialogue) }
            await #expect(throws: unavailable) { try await asking.passcode(dialogue, mistake: nil) }
            await #expect(throws: unavailable) { try await asking.line(dialogue, label: "x", mistake: nil) }
            await #expect(throws: unavailable) { try await asking.choose(dialogue, otherwise: "x") }
            await #expect(throws: unavailable) { try await asking.select(dialogue, from: [PromptOption("x")]) }
            await #expect(throws: unavailable) { try await asking.tell(dialogue) }
            #expect(!fake.log.contains { $0.hasPrefix("SETDESC") || ["GETPIN", "CONFIRM", "MESSAGE"].contains($0) })
        }

        @Test("S5: data instead of an agreement is not an agreement")
        func dataForConfirm() async throws {
            guard case .interrupted? = await confirm(try FakePinentry(confirm: #"printf 'D yes\nOK\n'"#)) else {
                Issue.record("taken for an answer")
                return
            }
            #expect(await confirm(try FakePinentry(confirm: #"printf 'OK\n'"#)) == nil)
        }

        @Test(
            "S8: the passcode arrives byte for byte, however it is cut",
            arguments: [
                (#"printf 'D 1234\nOK\n'"#, "1234"),
                (#"printf 'D p%%C3%%a9 %%25%%0A%%0D\nOK\n'"#, "pé %\n\r"),
                (#"printf 'D \303\251\346\274\242\nOK\n'"#, "é漢"),
                (
                    #"printf 'D '; sleep 0.05; printf '12'; sleep 0.05; printf '34\nO'; sleep 0.05; printf 'K\n'"#,
                    "1234"
                ),
                (#"printf 'D 12\nD 34\nOK\n'"#, "1234"),
                (#"printf '# a comment\nS PASSWORD_FROM_CACHE\nD 1234\n\nOK done\n'"#, "1234"),
                (#"printf 'INQUIRE QUALITY\n'; read -r answer; printf 'D %s\nOK\n' "$answer""#, "CAN"),
                (#"printf 'OK\n'"#, ""),
            ])
        func passcodes(answer: String, expected: String) async throws {
            #expect(await passcode(try FakePinentry(pin: answer)) == .success(Array(expected.utf8)))
        }

        @Test("S5: a program that hangs is killed and nobody answered", arguments: ["greeting", "pin"])
        func hangs(place: String) async throws {
            let hanging = "echo $$ > pid; exec sleep 100000"
            var process: Int32?
            for time in Growing.times where process == nil {
                let fake = place == "pin" ? try FakePinentry(pin: hanging) : try FakePinentry(greeting: hanging)
                #expect(await passcode(fake, seconds: 0, grace: .milliseconds(time)) == .failure(.timedOut))
                process = Int32((fake.directory.read("pid") ?? "").trimmingCharacters(in: .newlines))
            }
            #expect(kill(try #require(process), 0) == -1)
        }

        @Test("A program that does not read is not waited for, and SIGPIPE does not end us")
        func deaf() async throws {
            let fake = try FakePinentry(greeting: #"exec 0<&-; printf 'OK\n'; exec sleep 100000"#)
            // Nothing was shown, so another prompt may ask.
            guard case .failure(.unavailable) = await passcode(fake) else {
                Issue.record("taken for an answer")
                return
            }
        }

        @Test("No display and no terminal is no way to ask")
        func noDisplay() async throws {
            let fake = try FakePinentry(
                pin: #"printf 'S ERROR curses.isatty 83918950\nERR 83918950 Inappropriate ioctl for device\n'"#)
            guard case .failure(.unavailable(let text)) = await passcode(fake) else {
                Issue.record("not unavailable")
                return
            }
            #expect(text.contains("Inappropriate ioctl"))
        }

        @Test("S5: a text program must be told yes; one that does not say what it is counts as text")
        func typedYes() async throws {
            for flavour in [
                #"printf 'D gtk2:curses\nOK\n'"#, #"printf 'D tty\nOK\n'"#, #"printf 'ERR 1 no\n'"#, #"printf 'OK\n'"#,
            ] {
                #expect(await confirm(try FakePinentry(flavour: flavour, pin: #"printf 'D yes\nOK\n'"#)) == nil)
                for answer in ["", "y", "Yes", "yes ", "no"] {
                    let fake = try FakePinentry(flavour: flavour, pin: "printf 'D \(answer)\\nOK\\n'")
                    #expect(await confirm(fake) == .refused)
                    #expect(!fake.log.contains("CONFIRM"))
                }
            }
        }

        @Test(
            "S5: the return key agrees only in a window that is certain: a known flavour with a display that it uses",
            arguments: [
                ("fltk", [:], true), ("fltk", ["DISPLAY": ""], true), ("fltk", ["WAYLAND_DISPLAY": "wayland-0"], true),
                ("fltk", ["DISPLAY": ":9"], false), ("gtk2", [:], true), ("gtk2", ["DISPLAY": ":9"], false),
                ("gtk2", ["WAYLAND_DISPLAY": "wayland-0"], true), ("qt", ["WAYLAND_DISPLAY": ""], true),
                ("qt", ["WAYLAND_DISPLAY": "wayland-0"], false), ("gnome3", [:], true),
                ("gnome3", ["DISPLAY": ":9"], false), ("gnome3:curses", ["DISPLAY": ":9"], true),
                ("efl", ["DISPLAY": ":9"], true), ("FLTK", ["DISPLAY": ":9"], true),
                ("curses", ["DISPLAY": ":9"], true),
            ] as [(String, [String: String], Bool)])
        func certainWindow(flavour: String, displays: [String: String], isTyped: Bool) async throws {
            for (typed, agrees) in [("", !isTyped), (#"D yes\n"#, true)] {
                let fake = try FakePinentry(
                    flavour: "printf 'D \(flavour)\\nOK\\n'", pin: "printf '\(typed)OK\\n'")
                let asking = prompt(fake, displays: displays)
                #expect(((try? await asking.confirm(dialogue)) != nil) == agrees, "\(flavour) \(displays)")
                #expect(fake.log.contains("CONFIRM") != isTyped)
            }
        }

        @Test("S5: pages are turned one by one, and the last carries the action")
        func pages() async throws {
            let three = Dialogue(title: "t", pages: ["one", "two", "three"], agree: "Sign", refuse: "No")
            let fake = try FakePinentry()
            _ = try await prompt(fake, terminal: nil).passcode(three, mistake: nil)
            #expect(
                fake.log.dropFirst(4) == [
                    "SETDESC one", "SETOK Next", "SETCANCEL No", "CONFIRM",
                    "SETDESC two", "SETOK Next", "SETCANCEL No", "CONFIRM",
                    "SETDESC three", "SETOK Sign", "SETCANCEL No", "SETPROMPT Passcode:", "GETPIN", "BYE",
                ])
            let refusing = try FakePinentry(confirm: #"printf 'ERR 83886179 cancelled\n'"#)
            await #expect(throws: PromptError.refused) { try await prompt(refusing).confirm(three) }
            #expect(!refusing.log.contains("SETDESC two"))
        }

        @Test("S5: a choice has three ends, by number in every program: one with two buttons loses none")
        func choices() async throws {
            let cases: [(String, Choice?)] = [
                (#"printf 'D 1\nOK\n'"#, .agreed), (#"printf 'D 2\nOK\n'"#, .otherwise), (#"printf 'D 3\nOK\n'"#, nil),
                (#"printf 'D 12\nOK\n'"#, nil), (#"printf 'OK\n'"#, nil), (#"printf 'D \nOK\n'"#, nil),
                (#"printf 'ERR 83886179 no\n'"#, nil), (#"printf 'ERR 83886194 no\n'"#, nil),
            ]
            for flavour in ["gnome3", "gtk2", "qt", "curses", "tty"] {
                for (answer, expected) in cases {
                    let fake = try FakePinentry(flavour: "printf 'D \(flavour)\\nOK\\n'", pin: answer)
                    let choice = try? await prompt(fake).choose(dialogue, otherwise: "Later")
                    #expect(choice == expected, "\(flavour): \(answer)")
                    #expect(!fake.log.contains("CONFIRM") && !fake.log.contains { $0.hasPrefix("SETNOTOK") })
                    #expect(fake.log.contains("SETOK OK"))
                }
            }
            let long = Dialogue(title: "t", pages: [String(repeating: "x", count: 940)], agree: "Pay")
            let fake = try FakePinentry(flavour: #"printf 'D tty\nOK\n'"#, pin: #"printf 'D 1\nOK\n'"#)
            #expect(try await prompt(fake).choose(long, otherwise: "Later") == .agreed)
            #expect(fake.log.contains("SETDESC 1  Pay%0A2  Later%0A3  Refuse"))
        }

        @Test("A number takes an option in every program; the last one refuses, and a wrong one is asked for again")
        func selects() async throws {
            let options = (1...9).map { PromptOption("Program \($0)", detail: "/p/\($0)") }
            for flavour in ["gnome3", "gtk2", "qt", "curses", "tty"] {
                for (answer, expected) in [("1", 0), ("9", 8)] {
                    let fake = try FakePinentry(
                        flavour: "printf 'D \(flavour)\\nOK\\n'", pin: "printf 'D \(answer)\\nOK\\n'")
                    #expect(try await prompt(fake).select(dialogue, from: options) == expected)
                    #expect(fake.log.contains("SETPROMPT 1 to 10:") && fake.log.contains("SETOK OK"))
                    #expect(fake.log.contains { $0.contains("%0A9  Program 9 (/p/9)%0A10  Refuse") })
                }
            }
            for (answers, expected, asked) in [
                (["10"], nil, 1), (["x", "0", "2"], 1, 3), (["", "11", "01", "1"], nil, 3), (["1 ", "3"], 2, 2),
            ] as [([String], Int?, Int)] {
                let script = answers.enumerated().map { "\($0 + 1)) printf 'D \($1)\\nOK\\n' ;;" }
                    .joined(separator: " ")
                let fake = try FakePinentry(
                    pin: "n=$((n + 1)); case $n in \(script) *) printf 'ERR 83886179 no\\n' ;; esac")
                #expect((try? await prompt(fake).select(dialogue, from: options)) == expected, "\(answers)")
                #expect(fake.log.count { $0 == "GETPIN" } == asked)
                #expect(fake.log.count { $0.hasPrefix("SETERROR That number is not") } == asked - 1)
            }
            for (code, error) in [(83_886_179, PromptError.refused), (83_886_142, .timedOut)] {
                let fake = try FakePinentry(pin: "printf 'ERR \(code) x\\n'")
                await #expect(throws: error) { try await prompt(fake).select(dialogue, from: options) }
            }
        }

        @Test("Options that do not fit into a line go on over pages, and none is lost")
        func longSelection() async throws {
            let options = (1...9).map { number in
                PromptOption(
                    String(repeating: "\(number)", count: 300),
                    detail: "/p/%\(number)" + String(repeating: "y", count: 300))
            }
            let long = Dialogue(title: "t", pages: [String(repeating: "x", count: 940)], agree: "Open")
            let fake = try FakePinentry(pin: #"printf 'D 9\nOK\n'"#)
            #expect(try await prompt(fake).select(long, from: options) == 8)
            let pages = fake.log.filter { $0.hasPrefix("SETDESC ") }
            #expect(pages.count > 2 && pages.allSatisfy { $0.utf8.count <= 1_000 })
            for number in 1...9 { #expect(pages.joined().contains("(/p/%25\(number)y")) }
            #expect(fake.log.count { $0 == "CONFIRM" } == pages.count - 1)
        }

        @Test("S5: where agreeing moves money the return key alone never does it, in no program")
        func typedWhereMoneyMoves() async throws {
            let sending = Dialogue(title: "t", pages: ["one"], agree: "Send it now", mustBeTyped: true)
            for flavour in ["gnome3", "gtk2", "qt", "curses"] {
                for (typed, agrees) in [("D yes\\n", true), ("", false), ("D y\\n", false), ("D YES\\n", false)] {
                    let fake = try FakePinentry(
                        flavour: "printf 'D \(flavour)\\nOK\\n'", pin: "printf '\(typed)OK\\n'")
                    let agreed = (try? await prompt(fake).confirm(sending)) != nil
                    #expect(agreed == agrees, "\(flavour): \(typed)")
                    #expect(!fake.log.contains("CONFIRM"))
                }
            }
        }

        @Test("A line of text is UTF-8 or nothing; a message may be closed")
        func linesAndMessages() async throws {
            let fake = try FakePinentry(pin: #"printf 'D 1.5 \303\251\nOK\n'"#)
            #expect(try await prompt(fake).line(dialogue, label: "Amount:", mistake: "not a number") == "1.5 é")
            #expect(fake.log.contains("SETPROMPT Amount:") && fake.log.contains("SETERROR not a number"))
            let broken = try FakePinentry(pin: #"printf 'D \377\nOK\n'"#)
            await #expect(throws: PromptError.refused) {
                try await prompt(broken).line(dialogue, label: "Amount:", mistake: nil)
            }
            let closed = try FakePinentry(message: #"printf 'ERR 83886179 closed\n'"#)
            try await prompt(closed).tell(dialogue)
            #expect(closed.log.contains("MESSAGE"))
            let gone = try FakePinentry(message: "exit 0")
            await #expect(throws: PromptError.interrupted("it exited")) { try await prompt(gone).tell(dialogue) }
        }

        @Test("S5: what does not fit into a line is not shortened")
        func tooLong() async throws {
            let fake = try FakePinentry()
            let page = Dialogue(title: "t", pages: [String(repeating: "%", count: 331)], agree: "Pay")
            await #expect(throws: PromptError.self) { try await prompt(fake).confirm(page) }
            #expect(!fake.log.contains { $0.hasPrefix("SETDESC") || $0 == "CONFIRM" })
            let fitting = Dialogue(title: "t", pages: [String(repeating: "%", count: 330)], agree: "Pay")
            try await prompt(fake).confirm(fitting)
            #expect(fake.log.contains("CONFIRM"))
        }

        @Test("Fifty dialogues leave no descriptor and no child behind")
        func residue() throws {
            let fake = try FakePinentry()
            let probe = try Probe(["dialogues", fake.path, "50"])
            #expect(probe.line() == "answers 50, descriptors 0, children false")
        }
    }
}
