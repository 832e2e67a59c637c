import Testing

@testable import SchemeRouter

@Suite struct DiagnosticTextTests {
    private func text(_ source: String, name: String = "schemes.d/20-axe.yaml") -> String {
        DescriptorErrors(mistakes(file(source, name: name))).text
    }

    @Test("A misspelt key is shown with its line, the likely name and the way there")
    func unknownKey() {
        let source = SchemaTests.good.replacing("address, required", with: "address, requried")
        #expect(
            text(source) == """
                schemes.d/20-axe.yaml:25:33: error: unknown key “requried” [descriptor.unknown-key]
                   25 |           pay: { type: address, requried: true }
                      |                                 ^~~~~~~~ did you mean “required”?
                   in schemes › demowallet › actions › payment › params › pay
                """)
    }

    @Test("A missing key is shown at the key it belongs to")
    func missingKey() {
        let source = SchemaTests.good.replacing("    coin: demo\n", with: "")
        #expect(
            text(source) == """
                schemes.d/20-axe.yaml:16:3: error: the key “coin” is missing [descriptor.missing-key]
                   16 |   demowallet:
                      |   ^~~~~~~~~~ add “coin: …”
                   in schemes › demowallet
                """)
    }

    @Test("Items of lists are numbered from 1")
    func listItem() {
        let source = SchemaTests.good.replacing("        error: missing", with: "        eror: missing")
        #expect(
            text(source) == """
                schemes.d/20-axe.yaml:33:9: error: an example has either “is” or “error” [descriptor.missing-key]
                   33 |       - url: demowallet://pay=D1
                      |         ^
                   in schemes › demowallet › examples › #2
                schemes.d/20-axe.yaml:34:9: error: unknown key “eror” [descriptor.unknown-key]
                   34 |         eror: missingParameter
                      |         ^~~~ did you mean “error”?
                   in schemes › demowallet › examples › #2
                """)
    }

    @Test("A duplicate key names its first place")
    func duplicateKey() {
        #expect(
            text("version: 1\ncoins: {}\nschemes: {}\ncoins: {}\n", name: "x.yaml") == """
                x.yaml:4:1: error: the key “coins” is repeated; it first appears at 2:1 [descriptor.duplicate-key]
                    4 | coins: {}
                      | ^~~~~ remove one of them
                """)
    }

    @Test("A terminal gets no control character, from the name, the text or a quoted value")
    func controlCharacters() {
        let source = "version: 1\n\"a\\e]0;x\\u202Eb\": 1\t # \u{202E}\n"
        #expect(
            text(source, name: "a\u{1B}[2J.yaml") == """
                a\u{FFFD}[2J.yaml:2:1: error: unknown key “a\u{FFFD}]0;x\u{FFFD}b” [descriptor.unknown-key]
                    2 | "a\\e]0;x\\u202Eb": 1  # \u{FFFD}
                      | ^~~~~~~~~~~~~~~~ known: version, coins, schemes
                """)
    }

    @Test(
        "Carets mark all of a value in brackets, and its beginning if it has several lines",
        arguments: [
            ("[a, 'x]', {b: \"\\\"}\"}] # ]", 21), ("{a: [b], c}", 11), ("[a,", nil), ("plain]", nil), ("[]", 2),
        ] as [(String, Int?)])
    func flow(value: String, length: Int?) {
        #expect(FlowLength.find(in: Array("é: \(value)".utf8), column: 4) == length)
    }

    @Test("A value in brackets is underlined in the message")
    func flowText() {
        #expect(
            text("version: 1\ncoins: { a: { ticker: [x, y], networks: 7 } }\n", name: "x.yaml").contains(
                """
                    2 | coins: { a: { ticker: [x, y], networks: 7 } }
                      |                       ^~~~~~
                """))
    }

    @Test("Of a long line the surroundings are shown")
    func longLine() {
        let source =
            "version: 1\ncoins: {" + String(repeating: " ", count: 200) + "É: 1," + String(repeating: " ", count: 200)
            + "}\n"
        let lines = text(source, name: "x").split(separator: "\n")
        #expect(lines[0].hasPrefix("x:2:209: error: “É” is not a name"))
        #expect(lines[1].unicodeScalars.count <= 8 + 102)
        let caret = lines[2].unicodeScalars.firstIndex(of: "^").map {
            lines[2].unicodeScalars.distance(from: lines[2].startIndex, to: $0)
        }
        let letter = lines[1].unicodeScalars.firstIndex(of: "É").map {
            lines[1].unicodeScalars.distance(from: lines[1].startIndex, to: $0)
        }
        #expect(caret != nil && caret == letter)
    }

    @Test("20 mistakes are shown and the rest counted")
    func manyMistakes() {
        let source = "version: 1\n" + (0..<23).map { "k\($0): 1\n" }.joined()
        let shown = text(source)
        #expect(shown.split(separator: "\n").filter { $0.contains("error:") }.count == 20)
        #expect(shown.hasSuffix("\nand 3 more"))
    }

    @Test(
        "The nearest name",
        arguments: [
            ("requried", "required"), ("typ", "type"), ("MAX", "max"), ("mni", "min"), ("colour", nil), ("", nil),
            ("requiredrequired", nil), (String(repeating: "required", count: 6), nil), ("required", nil),
        ] as [(String, String?)])
    func nearest(name: String, expected: String?) {
        #expect(NearestName.find(name, among: ["type", "required", "min", "max"]) == expected)
    }

    @Test("The best of several candidates")
    func best() {
        #expect(NearestName.find("dashwalet", among: ["axewallet", "dashwallets", "dashwallet"]) == "dashwallet")
    }

    /// Hashes of words, in the forms of keys.
    private static let secrets = [
        "KxFZqREZwWZK9jDNRT6GkYrkaa72aBau2roCJrxg1AazzztfbaX8", "saNCRwm6D9MFPoNidrcGfgL5sKW5b",
        "20e5344c840add8a2a1d776e14dfb681b51cd1adc47033cc3812bc3a1fe0e5a6", "f6e504bfad60b485450578e05678ed37",
        "zebra pelican actress acid alley ability able about above absent absorb abstract",
    ]

    @Test(
        "S8: no hint, suggestion or place repeats a secret that was written into a descriptor",
        arguments: [
            "version: SECRET\n", "version: \"SECRET\"\n", "version: 1\nschemes: { \"SECRET\": { title: x } }\n",
            "version: 1\nschemes: { \"SECRET\": {}, \"SECRET\": {} }\n", "version: 1\n\"SECRET\": 1\n",
            "version: 1\ncoins: { a: { networks: { main: { p2pkh: SECRET, p2sh: \"SECRET\" } } } }\n",
            "version: 1\ncoins: { \"SECRET\": { title: x, networks: { main: { x: 1 } } } }\n",
            "version: 1\ncoins: { a: { extends: \"SECRET\" } }\n",
            "version: 1\nschemes: { x: { coin: \"SECRET\", aliases: \"SECRET\", plugin: \"SECRET\" } }\n",
        ])
    func secrets(source: String) {
        for secret in Self.secrets {
            let found = mistakes(file(source.replacing("SECRET", with: secret)))
            #expect(!found.isEmpty)
            for one in found {
                let said = [one.text, one.message, one.hint ?? "", one.suggestion ?? ""] + one.path
                #expect(!said.contains { $0.lowercased().contains(secret.lowercased().prefix(20)) }, "\(one)")
            }
        }
    }
}
