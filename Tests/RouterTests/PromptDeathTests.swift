import Foundation
import RouterTestSupport
import Testing

/// A prompt program that ends, or talks nonsense, gave no answer: that is an error, and nobody refused.
@Suite struct PromptDeathTests {
    /// What the program does when it should show a question.
    private static let deaths = [
        "exit 0", "exit 1", "kill -9 $$", "echo nonsense; exit 0", "printf 'D half an ans'; exit 0",
        "exec >&-; sleep 1; exit 0",
    ]

    private func home(_ death: String, flavour: String = "scripted") throws -> RouterHome {
        let home = try RouterHome()
        try home.makeWallet()
        let text = """
            #!/bin/sh
            echo OK
            while IFS= read -r line; do
                case $line in
                    GETPIN|CONFIRM*|MESSAGE*) \(death) ;;
                    GETINFO*) echo "D \(flavour)" ;;
                esac
                echo OK
            done

            """
        let path = home.directory.path + "/prompt"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return home
    }

    @Test("a text program without a terminal refuses nothing: exit 69, and the scheme is not locked")
    func textProgram() throws {
        let home = try home("echo 'ERR 83886179 Operation cancelled'; continue", flavour: "tty")
        for _ in 0..<5 {
            let result = try home.router(["open", OpenTests.pay])
            #expect(result.status == 69 && result.errors.contains("[noPrompt]"), "\(result)")
            #expect(result.errors.contains("only in a terminal"), "\(result)")
            #expect(result.errors.contains("router doctor"), "\(result)")
        }
        #expect(
            try JSONValue(lines: home.run(["history", "--json"]).output).elements.allSatisfy {
                $0["end"] == .string("failed")
            })
    }

    @Test("no command takes it for a refusal: exit 69", arguments: deaths)
    func commands(_ death: String) throws {
        let home = try home(death)
        for words in [
            ["wallet", "passcode"], ["wallet", "check-backup"], ["wallet", "discover"],
            ["keys", "masternode", "reveal", "owner", "0"], ["open", OpenTests.pay],
        ] {
            let result = try home.router(words)
            #expect(result.status == 69 && result.output.isEmpty, "\(words): \(result)")
            #expect(result.errors.contains("error: ") && result.errors.contains("[noPrompt]"), "\(words): \(result)")
            #expect(!result.errors.lowercased().contains("refused"), "\(words): \(result)")
        }
        #expect(
            try JSONValue(lines: home.run(["history", "--json"]).output).elements.allSatisfy {
                $0["end"] == .string("failed")
            })
        let other = try RouterHome()
        let created = try other.run(["--pinentry", home.directory.path + "/prompt", "wallet", "create"])
        #expect(created.status == 69 && other.files().isEmpty, "\(created)")
    }
}
