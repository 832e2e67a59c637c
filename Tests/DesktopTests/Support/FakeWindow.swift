import Foundation
import SchemeRouter

@testable import RouterDesktop

/// `router-window` as a shell script. It logs what it is asked, and answers each question with shell commands, in which
/// `answer` sends an answer.
struct FakeWindow {
    let directory: TemporaryDirectory
    let path: String

    /// - Parameters:
    ///   - greeting: shell commands at the start.
    ///   - answers: shell commands for each question.
    init(
        greeting: String = #"printf '{"report":"ready","version":1}\n'"#,
        _ answers: String = #"answer '"answer":"agreed"'"#
    ) throws {
        directory = try TemporaryDirectory()
        path = try directory.write(
            "router-window",
            """
            #!/bin/sh
            cd '\(directory.path)'
            env > environment
            echo $$ >> starts
            answer() { printf '{"report":"answer","id":%s,"nonce":"%s",%s}\\n' "$id" "$nonce" "$1"; }
            \(greeting)
            while IFS= read -r line; do
              printf '%s\\n' "$line" >> log
              id=$(printf '%s' "$line" | sed 's/.*"id":\\([0-9]*\\),"nonce.*/\\1/')
              nonce=$(printf '%s' "$line" | sed 's/.*"nonce":"\\([^"]*\\)".*/\\1/')
              case "$line" in *'"order":"finish"'*) continue ;; esac
              \(answers)
            done
            """, mode: 0o755)
    }

    /// The orders it got.
    var log: [String] { (directory.read("log") ?? "").split(separator: "\n").map(String.init) }

    /// How often it was started.
    var starts: Int { (directory.read("starts") ?? "").split(separator: "\n").count }

    /// A prompt that asks with it.
    func prompt(
        then: (any Prompt)? = nil, limits: WindowLimits = WindowLimits(),
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) -> WindowPrompt {
        WindowPrompt(
            program: path,
            environment: [
                "HOME": "/", "DISPLAY": ":9", "LD_PRELOAD": "", "GTK_MODULES": "x", "GTK_PATH": "/tmp",
                "GDK_SCALE": "2",
                "GTK_THEME": "Adwaita:dark", "GTK_IM_MODULE": "ibus", "XDG_ACTIVATION_TOKEN": "click-1",
                "DESKTOP_STARTUP_ID": "click-2", "BROWSER": "x",
            ], limits: limits, then: then, report: report)
    }
}
