import Foundation

/// A prompt program as a shell script. What it does stands in the script: our children see nothing of the environment by
/// which a test could tell them.
struct FakePinentry {
    let directory: TemporaryDirectory
    let path: String

    /// - Parameters:
    ///   - greeting: shell commands at the start.
    ///   - flavour: the answer to `GETINFO flavor`.
    ///   - pin: shell commands for `GETPIN`, `confirm` and `message` likewise.
    init(
        greeting: String = #"printf 'OK Pleased to meet you\n'"#, flavour: String = #"printf 'D gtk2\nOK\n'"#,
        pin: String = #"printf 'D 1234\nOK\n'"#, confirm: String = #"printf 'OK\n'"#,
        message: String = #"printf 'OK\n'"#
    ) throws {
        directory = try TemporaryDirectory()
        path = try directory.write(
            "pinentry",
            """
            #!/bin/sh
            cd '\(directory.path)'
            env > environment
            \(greeting)
            while IFS= read -r line; do
              printf '%s\\n' "$line" >> log
              case "$line" in
                GETPIN*) \(pin) ;;
                CONFIRM*) \(confirm) ;;
                MESSAGE*) \(message) ;;
                'GETINFO flavor') \(flavour) ;;
                BYE*) printf 'OK closing connection\\n'; exit 0 ;;
                *) printf 'OK\\n' ;;
              esac
            done
            """, mode: 0o755)
    }

    /// The commands it got.
    var log: [String] {
        (directory.read("log") ?? "").split(separator: "\n").map(String.init)
    }
}
