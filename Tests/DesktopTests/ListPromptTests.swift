import DesktopProbe
import Foundation
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterDesktop

extension DesktopTests {
    @Suite struct Lists {
        private static let dialogue = Dialogue(
            title: "Wallet Router", pages: ["Which? A & B <b>\\n", "page 2"], agree: "Open")
        private static let options = [PromptOption("A", detail: "/a"), PromptOption("B & <b>", detail: "/b")]

        /// A list program whose arguments, one a line, go to `arguments`.
        private static func program(
            _ kind: ListProgram.Kind, _ script: String, in directory: TemporaryDirectory
        ) throws -> ListProgram {
            let path = try directory.write(
                "\(kind)",
                """
                #!/bin/sh
                for a in "$@"; do printf '%s\\n' "$a"; done > '\(directory.path)/arguments'
                \(script)

                """,
                mode: 0o755)
            return ListProgram(kind: kind, path: path)
        }

        private static func outcome(
            _ kind: ListProgram.Kind, _ script: String, seconds: Int = 3_600, grace: Duration = .seconds(5)
        ) async throws -> String {
            let directory = try TemporaryDirectory()
            let then = FakePrompt([.pick(1)])
            let prompt = ListPrompt(
                program: try program(kind, script, in: directory), then: then, environment: [:],
                limits: PromptLimits(seconds: seconds, grace: grace))
            do throws(PromptError) {
                let position = try await prompt.select(dialogue, from: options)
                return then.shown.isEmpty ? "\(position)" : "asked \(position)"
            } catch {
                return error.name
            }
        }

        @Test(
            "Status 0 with a number of ours is a choice, and one status a refusal; if the program dies, another asks",
            arguments: [
                ("echo 1", "0", "0"), ("echo 2", "1", "1"), ("exit ${ZENITY_CANCEL:-1}", "refused", "refused"),
                ("exit ${ZENITY_ESC:-1}", "refused", "refused"),
                ("echo 1; exit ${ZENITY_ESC:-1}", "refused", "refused"),
                // zenity ends like this if it has no display, or loses it.
                ("exit 1", "asked 1", "refused"), ("exit 255", "asked 1", "asked 1"),
                ("exit 2", "asked 1", "asked 1"),
                (
                    "echo 'The X11 connection broke (error 1). Did the X11 server die?' >&2; exit 1", "asked 1",
                    "asked 1"
                ),
                (
                    "echo 'The Wayland connection broke. Did the Wayland compositor die?' >&2; exit 1", "asked 1",
                    "asked 1"
                ),
                // Warnings are no death, and many of them do not stop it.
                ("head -c 200000 /dev/zero >&2; exit ${ZENITY_CANCEL:-1}", "refused", "refused"),
                ("echo 1; exit 5", "timedOut", "asked 1"),
                ("exit 5", "timedOut", "asked 1"), ("exit 0", "asked 1", "asked 1"), ("echo 3", "asked 1", "asked 1"),
                ("echo 0", "asked 1", "asked 1"), ("echo '1 '", "asked 1", "asked 1"),
                ("echo 01", "asked 1", "asked 1"),
                ("echo '1|2'", "asked 1", "asked 1"), ("printf 1", "asked 1", "asked 1"),
                ("echo 1; echo 2", "asked 1", "asked 1"), ("echo A", "asked 1", "asked 1"),
                ("head -c 100000 /dev/zero", "asked 1", "asked 1"), ("echo 1; exit 134", "asked 1", "asked 1"),
                ("kill -SEGV $$", "asked 1", "asked 1"), ("kill -TERM $$", "asked 1", "asked 1"),
                ("kill -KILL $$", "asked 1", "asked 1"),
            ])
        func answers(script: String, zenity: String, kdialog: String) async throws {
            #expect(try await Self.outcome(.zenity, script) == zenity)
            #expect(try await Self.outcome(.kdialog, script) == kdialog)
        }

        @Test(
            "A list that dies where nothing else can ask is an error, not a refusal",
            arguments: ["exit 1", "kill -KILL $$"])
        func death(script: String) async throws {
            let directory = try TemporaryDirectory()
            let dead = PinentryPrompt(
                program: try directory.write("pinentry", "#!/bin/sh\nexit 1\n", mode: 0o755), environment: [:],
                terminal: nil)
            let prompt = ListPrompt(
                program: try Self.program(.zenity, script, in: directory), then: dead, environment: [:],
                limits: .standard)
            do throws(PromptError) {
                _ = try await prompt.select(Self.dialogue, from: Self.options)
                Issue.record("nobody took a row")
            } catch {
                #expect(error.name.hasPrefix("unavailable"), "\(error)")
            }
        }

        @Test("A list that is silent for too long is ended, and nobody is asked again")
        func silence() async throws {
            let end = try await Self.outcome(.kdialog, "exec sleep 100000", seconds: 0, grace: .milliseconds(50))
            #expect(end == "timedOut")
        }

        @Test("S5: rows begin with digits and the text has no markup")
        func arguments() async throws {
            let directory = try TemporaryDirectory()
            for (kind, text) in [
                (ListProgram.Kind.zenity, ["--text=Which? A &amp; B &lt;b&gt;&#92;n", "", "page 2", "--column=id"]),
                (.kdialog, ["--menu", "<qt>Which? A &amp; B &lt;b&gt;&#92;n<br><br>page 2</qt>", "--"]),
            ] {
                let prompt = ListPrompt(
                    program: try Self.program(kind, "echo 1", in: directory), then: FakePrompt([]), environment: [:],
                    limits: .standard)
                _ = try await prompt.select(Self.dialogue, from: Self.options)
                let lines = (directory.read("arguments") ?? "").split(separator: "\n", omittingEmptySubsequences: false)
                    .dropLast().map(String.init)
                #expect(lines.suffix(4) == ["1", "1  A (/a)", "2", "2  B & <b> (/b)"])
                #expect(lines.joined(separator: "\n").contains(text.joined(separator: "\n")), "\(lines)")
                if kind == .zenity { #expect(lines.contains("--timeout=120")) }
            }
        }

        @Test("It is for lists alone: everything else is asked by the prompt behind it")
        func others() async throws {
            let directory = try TemporaryDirectory()
            let then = FakePrompt([.agree, .otherwise, .type("1"), .type("x")])
            let prompt = ListPrompt(
                program: try Self.program(.zenity, "echo 1", in: directory), then: then, environment: [:],
                limits: .standard)
            try await prompt.confirm(Self.dialogue)
            #expect(try await prompt.choose(Self.dialogue, otherwise: "Later") == .otherwise)
            _ = try await prompt.passcode(Self.dialogue, mistake: nil)
            #expect(try await prompt.line(Self.dialogue, label: "l", mistake: nil) == "x")
            try await prompt.tell(Self.dialogue)
            #expect(then.shown.count == 4 && then.told.count == 1)
            #expect(directory.read("arguments") == nil)
        }

        @Test("KDE's program is for KDE, none is used without a display, and none that others can change")
        func found() throws {
            let directory = try TemporaryDirectory()
            let programs = [
                ListProgram(kind: .kdialog, path: try directory.write("kdialog", "#!/bin/sh\n", mode: 0o755)),
                ListProgram(kind: .zenity, path: try directory.write("zenity", "#!/bin/sh\n", mode: 0o755)),
            ]
            for (environment, expected) in [
                (["DISPLAY": ":0"], ListProgram.Kind.zenity), (["WAYLAND_DISPLAY": "w"], .zenity), ([:], nil),
                (["DISPLAY": ""], nil), (["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "KDE"], .kdialog),
                (["DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "ubuntu:GNOME"], .zenity),
                (["XDG_CURRENT_DESKTOP": "KDE"], nil),
            ] as [([String: String], ListProgram.Kind?)] {
                #expect(ListProgram.find(environment, among: programs)?.kind == expected, "\(environment)")
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: programs[1].path)
            #expect(ListProgram.find(["DISPLAY": ":0"], among: programs) == nil)
        }

        @Test("A prompt that the person named asks everything itself")
        func selection() throws {
            let directory = try TemporaryDirectory()
            let pinentry = try directory.write("pinentry", "#!/bin/sh\n", mode: 0o755)
            let zenity = ListProgram(kind: .zenity, path: try directory.write("zenity", "#!/bin/sh\n", mode: 0o755))
            func selected(_ program: String?, _ environment: [String: String]) throws -> any Prompt {
                try PromptSelection.prompt(
                    program: program, fallback: pinentry, lists: [zenity], environment: environment, terminal: nil)
            }
            #expect(try selected(nil, ["DISPLAY": ":0"]) is ListPrompt)
            #expect(try selected(nil, [:]) is PinentryPrompt)
            #expect(try selected(pinentry, ["DISPLAY": ":0"]) is PinentryPrompt)
        }
    }

    @Suite struct Numbers {
        @Test(
            "S5: an option is one line with its number, whatever its name",
            arguments: [
                ("--help", nil, "1  --help"), ("_", nil, "1  _"), ("<b>x</b>", "/p", "1  <b>x</b> (/p)"),
                ("a\n2  b", "/p", "1  a 2 b (/p)"), ("a\u{202E}b", "/p\u{1B}[2J", "1  ab (/p[2J)"),
                (String(repeating: "x", count: 300), "/p", "1  " + String(repeating: "x", count: 80) + "… (/p)"),
                (
                    "n", "/" + String(repeating: "p", count: 300) + "/end",
                    "1  n (/" + String(repeating: "p", count: 59) + "…" + String(repeating: "p", count: 56) + "/end)"
                ),
            ] as [(String, String?, String)])
        func lines(label: String, detail: String?, expected: String) {
            #expect(NumberedList.line(1, PromptOption(label, detail: detail)) == expected)
        }

        @Test("The longest option fits into a line of the prompt program")
        func longest() {
            let option = PromptOption(
                String(repeating: "😀", count: 300), detail: String(repeating: "%", count: 300))
            #expect(AssuanEncoding.encodedLength(of: NumberedList.line(10, option)) <= 950)
            let other = PromptOption(String(repeating: "%", count: 300), detail: String(repeating: "😀", count: 300))
            #expect(AssuanEncoding.encodedLength(of: NumberedList.line(10, other)) <= 950)
        }
    }
}
