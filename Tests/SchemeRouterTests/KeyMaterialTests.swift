import SchemeRouter
import Testing

/// What no error repeats (S8): texts that could be keys, seeds or the words of a wallet, by their looks.
@Suite struct KeyMaterialTests {
    /// Of each kind one, as its format writes it; they are hashes of words and hold nothing.
    static let secrets = [
        "wif": "KxFZqREZwWZK9jDNRT6GkYrkaa72aBau2roCJrxg1AazzztfbaX8",
        "uncompressed wif": "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ",
        "hex": "20e5344c840add8a2a1d776e14dfb681b51cd1adc47033cc3812bc3a1fe0e5a6",
        "hex with a prefix": "0x20e5344c840add8a2a1d776e14dfb681b51cd1adc47033cc3812bc3a1fe0e5a6",
        "short hex": "7f6e504bfad60b485450578e05678ed3",
        "family seed": "saNCRwm6D9MFPoNidrcGfgL5sKW5b",
        "short key": "S6c56bnXQiBjk9mqSYE7ykVQ7NzrRy",
        "extended key":
            "xprv9s21ZrQH143K4N497wWD94qjzj5a33c1Euk24aDkAdYKfCvCgDdFnKp527nx56zZHEhx1Vh33MwQTc4emuhMkn8wf3Vbshfa9UFGzgiRt6J",
        "nostr": "nsec10ke979h2ge8ldcymyhk3p3qjhfeju7sxnzrsassc2ca6rxd89ntqn2a36q",
        "eosio": "PVT_K1_iyQmnyPEGvFd8uffnk152WC2WryBjgTrg22fXQryuGL9mU6qW",
        "base64 for urls": "dGhpcyBpcyAzMiBieXRlcyBv-iBub3RoaW5n_GF0IGFsbA1",
        "base32": "WOPFPQ5N35DEQLC2PE5KBL5R7IJWOCQGWO4S3OTUPEPHCIXDGVUA",
        "words": "abandon ability able about above absent absorb abstract absurd abuse access accident",
    ]

    /// Public texts, which people compare with what they know, and everyday ones.
    static let innocent = [
        "", "dash", "1.5", "XbME1MuCS12V9cKdEazgWm5hBYhFsBSnUr", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
        "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
        "req-somethingYouDontUnderstand",
        "Thank you for your order at the shop", "instantsend", "electrum.desktop", "/usr/bin/electrum", "lightning",
        "k=v",
    ]

    private static func mutations(_ text: String) -> [String] {
        let encoded = text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return [
            text, String(text.dropLast()), text.uppercased(), text.lowercased(), encoded, encoded.uppercased(),
            encoded.replacing("%", with: "%25"), encoded.replacing("%", with: "%2525"),
            text.replacing(" ", with: "%20"), text.replacing(" ", with: "+"), text.replacing(" ", with: "  "),
            text.replacing(" ", with: "\n"), "(\(text))", "“\(text)”", "bitcoin:\(text)", "pay=\(text)&amount=1",
            "x/\(text)?y", String(text.prefix(text.count / 2)) + "\u{200B}" + text.dropFirst(text.count / 2),
        ]
    }

    /// Whether a dozen neighbouring characters of `secret` stand in `text`, in any case and encoding.
    static func repeats(_ text: String, _ secret: String) -> Bool {
        var text = Array(text.lowercased().utf8)
        for _ in 0..<4 {
            let string = String(decoding: text, as: UTF8.self)
            for start in 0...max(0, secret.utf8.count - 12) {
                let part = secret.lowercased().dropFirst(start).prefix(12)
                if string.contains(part) || string.contains(part.replacing(" ", with: "+")) { return true }
            }
            var decoded: [UInt8] = []
            var rest = text[...]
            while let byte = rest.popFirst() {
                if byte == 0x25, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                    decoded.append(value)
                    rest = rest.dropFirst(2)
                } else {
                    decoded.append(byte)
                }
            }
            text = decoded
        }
        return false
    }

    @Test("S8: a key, a seed or words are hidden, whole or cut, in any case and encoding, and wherever they stand")
    func secrets() {
        for (kind, secret) in Self.secrets {
            for text in Self.mutations(secret) {
                let shown = KeyMaterial.hidden(in: text)
                #expect(!Self.repeats(shown, secret), "\(kind): \(text): \(shown)")
                #expect(shown.contains(KeyMaterial.mark))
                #expect(!Self.repeats(Quoted(text, limit: 40).description, secret), "\(kind): \(text)")
                let error = RequestError(.invalidAddress, "“\(text)” is no address.", hint: text, parameter: text)
                if kind != "words" {
                    #expect(!Self.repeats(error.message + (error.hint ?? ""), secret), "\(kind): \(text)")
                }
                #expect(!Self.repeats(error.parameter ?? "", secret), "\(kind): \(text)")
            }
        }
    }

    @Test("addresses and words of every day stay as they are")
    func innocent() {
        for text in Self.innocent {
            #expect(KeyMaterial.hidden(in: text) == text)
            #expect(KeyMaterial.ranges(in: Array(text.utf8)).isEmpty)
        }
        let sentence = "These words are our own and none of them could ever have been written by somebody else."
        #expect(KeyMaterial.hidden(inSentence: sentence) == sentence)
    }

    @Test(
        "S8: the value of a parameter that is secret by its name is hidden, whatever it is",
        arguments: [
            ("a?symKey=12&b=3", "a?symKey=[hidden]&b=3"), ("x&SECRET=hunter2", "x&SECRET=[hidden]"),
            ("pk=1&du=bob", "pk=[hidden]&du=bob"), ("?dapk=a#f", "?dapk=[hidden]#f"),
            ("view_key=q", "view_key=[hidden]"),
            ("view-key=q", "view-key=[hidden]"), ("a%3Fpk%3D12%26b%3D3", "a%3Fpk%3D[hidden]%26b%3D3"),
            (#"{"secret":"hunter2","a":1}"#, #"{"secret":"[hidden]","a":1}"#), ("pink=1&monkey=2", "pink=1&monkey=2"),
            ("pk=", "pk="), ("pk", "pk"), ("seed=legal winner thank&x=1", "seed=[hidden]&x=1"),
        ])
    func values(text: String, shown: String) { #expect(KeyMaterial.hidden(in: text) == shown) }

    @Test("S8: a line of a settings file keeps its columns")
    func settings() {
        for (line, shown) in [
            ("  password: hunter2", "  password: *******"), ("a: 1", "a: 1"),
            (
                "key: KxFZqREZwWZK9jDNRT6GkYrkaa72aBau2roCJrxg1AazzztfbaX8 #",
                "key: " + String(repeating: "*", count: 53) + "#"
            ),
            (
                "title: These are some words that nobody could want hidden",
                "title: These are some words that nobody could want hidden"
            ),
        ] {
            #expect(KeyMaterial.starred(inSettings: line.utf8) == shown)
            #expect(shown.utf8.count == line.utf8.count)
        }
    }
}
