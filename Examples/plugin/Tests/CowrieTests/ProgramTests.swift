import Foundation
import Testing

/// The ten-line program carries out a link, with a scripted prompt.
@Suite struct ProgramTests {
    private static let passcode = "correct horse battery"
    private static let link = "cowrie:pay=\(ConformanceTests.recipient)&amount=3&sender=shop"

    /// A home directory for the program.
    private struct Home {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("cowrie-\(UUID().uuidString)")

        init() throws {
            for name in ["", "config/schemerouter", "data/applications", "state", "run"] {
                try FileManager.default.createDirectory(
                    at: directory.appendingPathComponent(name), withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            }
            try script(
                "prompt",
                """
                #!/bin/sh
                echo "OK scripted"
                while IFS= read -r line; do
                    printf '%s\\n' "$line" >>"\(directory.path)/transcript"
                    case $line in
                        GETPIN) echo "D \(ProgramTests.passcode)" ;;
                        GETINFO*) echo "D scripted" ;;
                        BYE) echo OK; exit 0 ;;
                    esac
                    echo OK
                done

                """)
            try script(
                "shop",
                "#!/bin/sh\nprintf '%s\\n' \"$1\" >\"\(directory.path)/part\"\nmv \"\(directory.path)/part\" \"\(directory.path)/told\"\n"
            )
            try write(
                "data/applications/shop.desktop",
                "[Desktop Entry]\nType=Application\nName=Shop\nExec=\(directory.path)/shop %u\n"
                    + "MimeType=x-scheme-handler/shop;\n")
            try write("config/mimeapps.list", "[Default Applications]\nx-scheme-handler/shop=shop.desktop\n")
            try write(
                "config/schemerouter/config.yaml",
                "networks: { cowrie: { use: cowrie-ledger } }\nsandbox: { senders: [shop] }\npinentry: \(directory.path)/prompt\n"
            )
        }

        func write(_ name: String, _ text: String, permissions: Int = 0o600) throws {
            let file = directory.appendingPathComponent(name)
            try Data(text.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
        }

        private func script(_ name: String, _ text: String) throws { try write(name, text, permissions: 0o700) }

        /// What a program writes, once it has written it.
        func text(of name: String) -> String {
            for _ in 0..<360_000 {
                if let text = try? String(contentsOf: directory.appendingPathComponent(name), encoding: .utf8) {
                    return text
                }
                usleep(10_000)
            }
            return ""
        }

        func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
            let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let process = Process()
            process.executableURL = URL(fileURLWithPath: own).deletingLastPathComponent()
                .appendingPathComponent("cowrie-router")
            process.arguments = arguments
            process.environment = [
                "HOME": directory.path, "PATH": "/usr/bin:/bin", "XDG_CONFIG_HOME": directory.path + "/config",
                "XDG_DATA_HOME": directory.path + "/data", "XDG_STATE_HOME": directory.path + "/state",
                "XDG_RUNTIME_DIR": directory.path + "/run", "XDG_CONFIG_DIRS": directory.path + "/none",
                "XDG_DATA_DIRS": directory.path + "/none", "SWIFT_BACKTRACE": "enable=no",
            ]
            let pipe = Pipe()
            (process.standardOutput, process.standardError) = (pipe, pipe)
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let output = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: output, as: UTF8.self))
        }
    }

    @Test("a link is shown, paid by the ledger's wallet after the passcode, and its sender is told")
    func pays() throws {
        let home = try Home()
        defer { try? FileManager.default.removeItem(at: home.directory) }
        let made = try home.run(["wallet", "create"])
        #expect(made.status == 0, "\(made.output)")
        let paid = try home.run(["open", Self.link])
        #expect(paid.status == 0 && paid.output.contains("PRACTICE"), "\(paid.output)")
        let told = home.text(of: "told")
        #expect(told.hasPrefix("shop://cowries=given&to=\(ConformanceTests.recipient)&knot="))
        #expect(told.trimmingCharacters(in: .newlines).split(separator: "=").last?.count == 64)
        let shown = home.text(of: "transcript").replacingOccurrences(of: "%0A", with: "\n")
        #expect(shown.contains("Pay 3 CWR\nto CW93 0000 0000 0000 0007"), "\(shown)")
    }

    @Test("the program knows the family wherever it lists what it knows, and everything else as before")
    func commands() throws {
        let home = try Home()
        defer { try? FileManager.default.removeItem(at: home.directory) }
        let cases: [([String], Int32, String)] = [
            (["explain", Self.link], 0, "Pays 3 CWR to \(ConformanceTests.recipient) (Cowrie)."),
            (["explain", "cowrie:pay=CW930000000000000007&amount=1.5&sender=shop"], 65, "amountTooPrecise"),
            (["explain", "bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=0.01"], 0, "Pays 0.01 BTC"),
            (["check"], 0, "No mistakes."), (["schemes"], 0, "cowrie"),
            (["descriptor-schema"], 0, "cowrie-knot"), (["doctor"], 1, "The ledger of Cowrie is in memory"),
        ]
        for (arguments, status, text) in cases {
            let result = try home.run(arguments)
            #expect(result.status == status && result.output.contains(text), "\(arguments): \(result.output)")
        }
        try home.write("config/schemerouter/config.yaml", "networks: { bitcoin: { use: cowrie-ledger } }\n")
        let mistaken = try home.run(["schemes"])
        #expect(mistaken.status == 78 && mistaken.output.contains("is not a coin of this ledger"), "\(mistaken.output)")
    }
}
