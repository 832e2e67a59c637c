import Foundation
import Testing

/// The engine knows no coin: what only one of them has lies in its plugin.
@Suite struct EngineWordsTests {
    private static let names: Set = [
        "dash", "dashwallet", "axe", "axewallet", "mykey", "eosio", "bitcoin", "payack",
    ]

    /// The names of coins, of their schemes and of what one network alone has, in a line of code. Identifiers are divided
    /// where a capital letter begins a word.
    private static func names(in line: Substring) -> [String] {
        // Not at “://”, which stands in texts.
        let code = line.replacing(/(^|[^:])\/\/.*/) { $0.output.1 }
        let words = code.matches(of: /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/).map { $0.output.lowercased() }
        return words.filter(names.contains)
            + code.matches(of: /(?i)instant-?send|block-?prefix/).map { String($0.output) }
    }

    /// Names that users and vectors know, and that no plugin can take with it: codes, and the plugin of coins that name none
    /// in `schemes.yaml`.
    private static let publicNames = [
        "case lockRequired = \"instantSendRequired\"", "case lockValueIgnored = \"instantSendValueIgnored\"",
        "private static let usualPlugin = \"bitcoin-like\"",
        // Stored in every journal since the first version.
        "case toSender = \"payack\"",
    ]

    @Test("no word of the engine's code is the name of a coin, of its links or of its network's own") func engine() {
        let files = SourceRulesTests.files.filter { $0.path.hasPrefix("SchemeRouter/") || $0.path.hasPrefix("Links/") }
        #expect(files.count > 100)
        for file in files {
            for line in file.text.split(separator: "\n") {
                guard !Self.publicNames.contains(line.trimmingCharacters(in: .whitespaces)) else { continue }
                let found = Self.names(in: line)
                #expect(found.isEmpty, "\(file.path): \(line)")
            }
        }
    }

    @Test("no plugin is looked for by a cast on the way of a link") func casts() {
        for file in SourceRulesTests.files where file.path.hasPrefix("SchemeRouter/") {
            #expect(!file.text.contains(/as[?!] any \w*Plugin/), "\(file.path)")
        }
    }

    @Test(
        "the rule finds names inside names and texts, and lets comments and other words pass",
        arguments: [
            ("case .dash: DashCallbacks.template(for: self)", true), ("let hasInstantSend = true", true),
            ("\"instant-send\", \"old-account\"", true), ("case mykeySimple = \"x\"", true),
            ("throw error(\"as on chains of EOSIO\")", true), ("\"A link looks like “dashwallet://pay=…”.\"", true),
            ("let x = 1  // as Dash has it", false), ("/// InstantSend (DIP-10)", false),
            ("static let maxEncodedBytes = 900", false), ("let instant = send()", false),
        ] as [(String, Bool)]) func rule(code: String, isFound: Bool)
    { #expect(Self.names(in: code[...]).isEmpty != isFound) }
}
