import Foundation
import RouterTestSupport
import Testing

/// What bash offers where Tab is pressed, by the script that the program writes. Scripts/check-package presses Tab in zsh and
/// fish, too.
@Suite struct CompletionTests {
    private let home: RouterHome

    init() throws {
        home = try RouterHome()
        let script = try home.run(["--generate-completion-script", "bash"])
        #expect(script.status == 0)
        try home.write("completion", script.output)
    }

    /// What is offered behind these words, the last of which has just been begun.
    private func offered(_ words: String...) throws -> Set<String> {
        let program = """
            PATH=$(dirname "$0"):$PATH
            source "$HOME/completion"
            COMP_WORDS=(router "$@") COMP_CWORD=$# COMP_LINE="router $*"
            COMP_POINT=${#COMP_LINE}
            _router router "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let result = try home.run(words, through: ["/bin/bash", "-c", program])
        #expect(result.status == 0 && result.errors.isEmpty, "\(words): \(result.errors)")
        return Set(result.output.split(separator: "\n").map(String.init))
    }

    @Test("coins, the person's own too")
    func coins() throws {
        try home.run(
            ["new-coin", "owncoin", "--ticker", "OWN", "--p2pkh", "23", "--p2sh", "24", "--bip44", "4711"])
        #expect(try offered("sandbox", "on", "").isSuperset(of: ["axe", "bitcoin", "dash", "eos", "owncoin"]))
        #expect(try offered("sandbox", "on", "d") == ["dash", "dogecoin"])
        // No wallet here holds it.
        #expect(try offered("sandbox", "on", "mon").isEmpty && offered("wallet", "balance", "mon").isEmpty)
        #expect(try offered("wallet", "balance", "lite") == ["litecoin"])
        #expect(try offered("pay", "--coin", "own") == ["owncoin"])
        #expect(try offered("pay", "--fee", "") == ["slow", "normal", "fast"])
        #expect(try offered("keys", "masternode", "list", "--coin", "das") == ["dash"])
    }

    @Test("schemes, of the descriptors that the line itself names")
    func schemes() throws {
        #expect(
            try offered("register", "--scheme", "dash") == ["dash", "dash-key", "dash-st", "dashpay", "dashwallet"])
        #expect(try offered("request", "pay", "axew") == ["axewallet"])
        #expect(try offered("use", "electrum", "for", "bitcoin") == ["bitcoin", "bitcoincash"])
        try home.write(
            "other.yaml",
            """
            version: 1
            coins:
              elsewhere: { ticker: ELS, networks: { main: { p2pkh: 23, p2sh: 24, bip44: 4711 } } }
            schemes:
              elsewhere: { coin: elsewhere, grammar: bip21 }

            """)
        let other = home.directory.path + "/other.yaml"
        #expect(try offered("--schemes", other, "handlers", "") == ["elsewhere"])
        #expect(try offered("sandbox", "on", "--schemes", other, "") == ["elsewhere"])
    }

    @Test("the options that every command takes, behind each")
    func options() throws {
        let common: Set = ["--config", "--schemes", "--pinentry"]
        #expect(try offered("--").isSuperset(of: common))
        #expect(try offered("wallet", "--").isSuperset(of: common))
        #expect(try offered("wallet", "balance", "--").isSuperset(of: common))
        #expect(try offered("keys", "masternode", "mark", "--").isSuperset(of: common))
        #expect(try offered("wallet", "balance", "--").contains("--gap"))
        #expect(try offered("--config", home.directory.path, "wallet", "bal") == ["balance"])
    }

    @Test("programs for --to, topics of help, and the word between a program and a scheme")
    func words() throws {
        for (id, schemes) in [("purse", "x-scheme-handler/bitcoin;"), ("notes", "text/plain;")] {
            try home.write(
                "data/applications/\(id).desktop",
                "[Desktop Entry]\nType=Application\nName=\(id)\nExec=\(home.directory.path)/receiver %u\nMimeType=\(schemes)\n"
            )
        }
        #expect(try offered("open", "--to", "") == ["purse", "router"])
        #expect(try offered("pay", "--to", "pu") == ["purse"])
        #expect(try offered("use", "") == ["purse"] && offered("use", "purse", "") == ["for"])
        #expect(try offered("help", "exit-c") == ["exit-codes"] && offered("help", "wrongN") == ["wrongNetwork"])
        #expect(try offered("help", "").isSuperset(of: ["wallet", "exit-codes", "json", "codes", "busy"]))
        #expect(try offered("hel") == ["help"])
    }

    @Test(
        "fish completes without a terminal", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/fish"))
    )
    func fish() throws {
        let script = try home.run(["--generate-completion-script", "fish"])
        try home.write("router.fish", script.output)
        func offered(_ line: String) throws -> Set<String> {
            let result = try home.run(
                [line],
                through: [
                    "/bin/sh", "-c",
                    """
                    PATH=$(dirname "$0"):$PATH exec /usr/bin/fish --no-config -c \
                        'source "$HOME/router.fish"; complete -C "$argv[1]"' "$1"
                    """,
                ])
            #expect(result.status == 0 && result.errors.isEmpty, "\(line): \(result.errors)")
            return Set(result.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) })
        }
        #expect(try offered("router sandb") == ["sandbox"])
        #expect(try offered("router sandbox on das") == ["dash"])
        #expect(try offered("router register --scheme axew") == ["axewallet"])
        #expect(try offered("router pay --fee s") == ["slow"])
        #expect(try offered("router help exit-c") == ["exit-codes"])
        #expect(try offered("router wallet balance --conf") == ["--config"])
    }

    @Test("hidden commands are not offered, and settings with mistakes offer nothing")
    func nothing() throws {
        #expect(try offered("man").isEmpty)
        #expect(try offered("reg") == ["register"])
        try home.configure("networks: nonsense\n")
        #expect(try offered("sandbox", "on", "").isEmpty)
    }

    @Test("scripts for the other shells are written, and for no shell that is not known", arguments: ["zsh", "fish"])
    func others(_ shell: String) throws {
        let script = try home.run(["--generate-completion-script", shell])
        #expect(script.status == 0 && script.output.contains("pinentry") && script.output.contains("---completion"))
        #expect(try home.run(["--generate-completion-script", "csh"]).status == 64)
    }
}
