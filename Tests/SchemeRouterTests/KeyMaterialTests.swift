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
        "base64": "Juqz/4bNNyF2r4iClfmpmqYukq4jOnQcXiau7TZa1bM=",
        "base64 without signs": "dGhpcyBpcyAzMiBieXRlcyBvZiBub3RoaW5nIGF0IGE=",
        "base64 of 64 bytes":
            "Jd/SnAlhfcyYUigcAw5bMDejOKRxKkKiHJB/JZxkEqCgEmScJX+QHKJCKnGkOKM3MFsOAxwoUpjMfWEJnNLfJQ==",
        "groups of four": "KxFZ-qREZ-wWZK-9jDN-RT6G-kYrk-aa72-aBau-2roC-Jrxg-1Aaz-zztf-baX8",
        "hex in groups of four": "20e5-344c-840a-dd8a-2a1d-776e-14df-b681-b51c-d1ad-c470-33cc-3812-bc3a-1fe0-e5a6",
        "hex in groups of eight": "7f6e504b_fad60b48_5450578e_05678ed3",
        "hex in pairs":
            "20:e5:34:4c:84:0a:dd:8a:2a:1d:77:6e:14:df:b6:81:b5:1c:d1:ad:c4:70:33:cc:38:12:bc:3a:1f:e0:e5:a6",
        "family seed in groups": "saNC-Rwm6-D9MF-PoNi-drcG-fgL5-sKW5-b",
        "base32 in groups": "WOPF-PQ5N-35DE-QLC2-PE5K-BL5R-7IJW-OCQG-WO4S-3OTU-PEPH-CIXD-GVUA",
        "pieces": "KxFZqR-EZwWZK9j-DNRT6-GkYrkaa72-aBau2roCJ-rxg1Aazzzt-fbaX8",
        "resource": "ur:crypto-seed/oyadgdstaslplabghydrpfmkbgg",
        "part of a resource": "ur:crypto-hdkey/1-3/lpadaxcsencylobemohsgm",
        "numbers of words": "0000-1234-0456-0789-1011-1213-1415-1617-1819-2020-0021-2022",
        "words": "abandon ability able about above absent absorb abstract absurd abuse access accident",
    ]

    /// The same, as people and programs write them.
    private static let written: [String: String] = [
        "hex in brackets": "[20e5][344c][840a][dd8a][2a1d][776e][14df][b681][b51c][d1ad][c470][33cc]",
        "hex in quotes":
            #""20e5344c" "840add8a" "2a1d776e" "14dfb681" "b51cd1ad" "c47033cc" "3812bc3a""#,
        "hex in a list":
            #"["20e5","344c", "840a", "dd8a", "2a1d", "776e", "14df", "b681", "b51c", "d1ad", "c470"]"#,
        "hex with apostrophes": "20e5'344c'840a'dd8a'2a1d'776e'14df'b681'b51c'd1ad'c470'33cc'3812'bc3a",
        "letters":
            "K,x,F,Z,q,R,E,Z,w,W,Z,K,9,j,D,N,R,T,6,G,k,Y,r,k,a,a,7,2,a,B,a,u,2,r,o,C,J,r,x,g,1,A,a,z,z,z,t,f,b",
        "cut wif": "KxFZqREZwWZK9jDNRT6GkYrkaa72aBau2roCJrxg",
        "wif with a star in it": "KxFZqREZwWZK9jDNRT6GkYrkaa*72aBau2roCJrxg1AazzztfbaX8",
        "wide hex": "２０ｅ５３４４ｃ８４０ａｄｄ８ａ２ａ１ｄ７７６ｅ１４ｄｆｂ６８１ｂ５１ｃｄ１ａｄｃ４７０",
        "signed bytes": "[-54, -105, -127, 18, -54, 27, -67, -54, -6, -62, 49, -77, -102, 35, -36, 77, -89]",
        "bytes of Rust": "[202u8, 151u8, 129u8, 18u8, 202u8, 27u8, 189u8, 202u8, 250u8, 194u8, 49u8, 179u8, 154u8]",
        "octal bytes": "312 227 201 022 312 033 275 312 372 302 061 263 232 043 334 115",
        "numbers of words": "882,1003,517,121,1604,1999,2047,93,1320,744,611,1820",
        "coin tosses": String(repeating: "0011111000100011111010000001011", count: 4),
        "coin tosses in bytes": Array(repeating: "00111110 00100011 11101000 01011001", count: 4).joined(
            separator: " "),
        "bold words": phrase.replacing(" ", with: "** **"), "words with bullets": phrase.replacing(" ", with: " • "),
        "words with points": phrase.replacing(" ", with: " · "),
        "words with arrows": phrase.replacing(" ", with: " → "),
        "words behind settings": "use; \"try ~" + phrase.replacing(" ", with: "&") + "&age\": 1",
    ]

    private static let phrase: String =
        "abandon ability able about above absent absorb abstract absurd abuse access accident"

    /// Public texts, which people compare with what they know, and everyday ones.
    static let innocent = [
        "", "dash", "1.5", "XbME1MuCS12V9cKdEazgWm5hBYhFsBSnUr", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
        "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
        "req-somethingYouDontUnderstand",
        "Thank you for your order at the shop", "instantsend", "electrum.desktop", "/usr/bin/electrum", "lightning",
        "k=v", "8a5e5bdc-a0e4-4702-ba63-8f1a5655744f", "wallet-8a5e5bdc-a0e4-4702-ba63-8f1a5655744f.yaml",
        "XbME 1MuC S12V 9cKd Eazg Wm5h BYhF sBSn Ur", "bc1q ar0s rrr7 xfkv y5l6 43ly dnw9 re59 gtzz wf5m dq",
        "0xfB 6916 095c a1df 60bB 79Ce 92cE 3Ea7 4c37 c5d3 59", "2a02:8109:9c40:1b2c:5d1e:7f3a:9b8c:1d2e",
        "DE75 5121 0800 1245 1261 99", "2026-11-27 18:07:30 2026-11-28 18:07:30",
        "2580480, 2580481, 2580482, 2580483, 2580484", "192.168.10.20:9998 192.168.10.21:9998",
        "/home/Me/Documents/Projects2024/SchemeRouter/Tests/Vectors/Links/Readme.txt",
        "payto://bitcoin/12A1MyfXbW6RhdRAZEqofac5jCQQjwEPBu", "https://someSigningService.com/hasysda987fs",
        "order number 2024-11-27-0815 at the shop", "ur: see below",
    ]

    /// - Parameter hasCases: whether the letters of the text stay a secret in another case, unlike those of Base64.
    private static func mutations(_ text: String, hasCases: Bool) -> [String] {
        let encoded = text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return (hasCases ? [text.uppercased(), text.lowercased()] : []) + [
            text, String(text.dropLast()), encoded, encoded.uppercased(),
            encoded.replacing("%", with: "%25"), encoded.replacing("%", with: "%2525"),
            text.replacing(" ", with: "%20"), text.replacing(" ", with: "+"), text.replacing(" ", with: "  "),
            text.replacing(" ", with: "\n"), "(\(text))", "“\(text)”", "bitcoin:\(text)", "pay=\(text)&amount=1",
            "x/\(text)?y", String(text.prefix(text.count / 2)) + "\u{200B}" + text.dropFirst(text.count / 2),
        ]
    }

    @Test("S8: nor a key, a seed or words in any form in which people and programs write them", arguments: written)
    func writtenForms(_ kind: String, _ text: String) {
        for hidden in [KeyMaterial.hidden(in: text), KeyMaterial.hidden(inSetting: text)] {
            #expect(!Self.repeats(hidden, text), "\(kind): \(hidden)")
        }
    }

    @Test("S8: short values of secret names are hidden in settings, and behind “req-”")
    func shortValues() {
        #expect(KeyMaterial.hidden(inSetting: "pin=483920") == "pin=[hidden]")
        #expect(KeyMaterial.hidden(in: "x?req-seed=hunter2") == "x?req-seed=[hidden]")
    }

    /// Whether a dozen neighbouring characters of `secret` stand in `text`, in any case and encoding.
    static func repeats(_ text: String, _ secret: String) -> Bool {
        var text = Array(text.lowercased().utf8)
        for _ in 0..<4 {
            let string = String(decoding: text, as: UTF8.self)
            for start in 0...max(0, secret.count - 12) {
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
        for (kind, given) in Self.secrets {
            // The type of a resource is no secret.
            let secret = kind.contains("resource") ? String(given.split(separator: "/").last!) : given
            for text in Self.mutations(given, hasCases: !kind.hasPrefix("base64")) {
                let shown = KeyMaterial.hidden(in: text)
                #expect(!Self.repeats(shown, secret), "\(kind): \(text): \(shown)")
                #expect(shown.contains(KeyMaterial.mark))
                #expect(!Self.repeats(Quoted(text, limit: 40).description, secret), "\(kind): \(text)")
                var error = RequestError(.invalidAddress, "“\(text)” is no address.", hint: text, parameter: text)
                if kind != "words" {
                    #expect(!Self.repeats(error.message + (error.hint ?? ""), secret), "\(kind): \(text)")
                }
                #expect(!Self.repeats(error.parameter ?? "", secret), "\(kind): \(text)")
                (error.hint, error.parameter) = (text, text)
                #expect(kind == "words" || !Self.repeats(error.hint ?? "", secret), "\(kind): \(text)")
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

    @Test("S8: the words of a backup are found with their numbers, in other scripts, and as the beginnings of words")
    func backups() {
        for text in [
            "1. abandon 2. ability 3. able 4. about 5. above 6. absent 7. absorb 8. abstract 9. absurd",
            "abandon\n2 ability\n3 able\n4 about\n5 above\n6 absent\n7 absorb\n8 abstract",
            "aban abil able abou abov abse abso abst absu abus acce acci",
            "あいこくしん　あいさつ　あいだ　あおぞら　あかちゃん　あきる　あけがた　あける　あこがれる",
            "的 一 是 在 不 了 有 和 人 这 中 大", "가격 가끔 가난 가능 가득 가르침 가뭄 가방",
            "tied also webs lung able bald claw warm fizz",
        ] {
            #expect(
                KeyMaterial.ranges(in: Array(text.utf8)).reduce(0) { $0 + $1.count } > text.utf8.count * 3 / 4,
                "\(text)")
        }
        let path = "/usr/share/applications/com.example.some.wallet.program/desktop"
        #expect(KeyMaterial.ranges(inArguments: Array(path.utf8)).isEmpty)
        #expect(!KeyMaterial.ranges(inArguments: Array(Self.secrets["words"]!.utf8)).isEmpty)
    }

    @Test("S8: the words of a backup and the bytes of a key are found, whatever divides, numbers or names them")
    func forms() {
        let words = Self.phrase.split(separator: " ").map(String.init)
        func listed(_ separator: String, _ form: (Int, String) -> String) -> String {
            words.enumerated().map { form($0.offset, $0.element) }.joined(separator: separator)
        }
        let texts =
            [":", "=", "&", "#", " - ", ";", "~", "!", "\\n", "\n", ", ", "、"].map { words.joined(separator: $0) } + [
                listed(" ") { "\($0 + 1). \($1)" }, listed("\n") { "\($0 + 1)) \($1)" },
                listed(" ") { "\($0 + 1):\($1)" },
                listed(", ") { "\"\($1)\"" }, listed(", ") { "“\($1)”" }, listed("&") { "word\($0)=\($1)" },
                listed(",") { "\"word\($0)\":\"\($1)\"" }, "的一是在不了有和人这中大",
                "あいこくしんあいさつあいだあおぞらあかちゃんあきるあけがたあけるあこがれるあさい",
                "[68,140,3,77,250,11,90,200,123,4,5,6,255,1,99,31]", "68 140 3 77 250 11 90 200 123 4 5 6",
                "6d 5c 34 4c 84 0a dd 8a 2a 1d 77 6e 14 df b6 81", "6d:5c:34:4c:84:0a:dd:8a:2a:1d:77:6e:14:df:b6:81",
                "0x6d, 0x5c, 0x34, 0x4c, 0x84, 0x0a, 0xdd, 0x8a, 0x2a, 0x1d, 0x77, 0x6e, 0x14, 0xdf, 0xb6, 0x81",
            ]
        for text in texts {
            let bytes = Array(text.utf8)
            for found in [
                KeyMaterial.ranges(in: bytes), KeyMaterial.ranges(inArguments: bytes),
                KeyMaterial.ranges(inLink: bytes),
            ] { #expect(found.reduce(0) { $0 + $1.count } > bytes.count * 3 / 5, "\(text)") }
            #expect(KeyMaterial.hidden(inSetting: text).contains(KeyMaterial.mark), "\(text)")
            let line = KeyMaterial.starred(inSettings: "words: \(text)".utf8)
            #expect(line.contains("********") && line.count == "words: \(text)".unicodeScalars.count, "\(line)")
        }
        #expect(
            KeyMaterial.hidden(inSetting: "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP")
                == "otpauth://totp/x?secret=[hidden]")
    }

    @Test("links, lists, and lines of settings and of commands stay as they are")
    func readable() {
        for text in [
            "dash:X?amount=1&label=Shop&message=Thank you for your order&sender=myapp&req-IS=1",
            "bitcoin:X?amount=0.5&label=Coffee&message=Two cups&time=1700000000&exp=3600",
            #"{"protocol":"SimpleWallet","version":"1.0","action":"transfer","dappName":"Shop","from":"bob","to":"alice"}"#,
            "https://shop.example/pay?order=12&coin=dash&lang=de&theme=dark&back=home",
            "payto://upi/alice@example.com?receiver-name=Alice&amount=INR:200",
            "192.168.1.10, 192.168.1.11, 192.168.1.12, 192.168.1.13", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13",
            "感谢您的订单", "お買い上げありがとうございました",
        ] {
            let bytes = Array(text.utf8)
            #expect(KeyMaterial.ranges(in: bytes).isEmpty && KeyMaterial.ranges(inLink: bytes).isEmpty, "\(text)")
        }
        for text in [
            "wallet balance dash --account 1 --json --config /home/somebody/settings/dash/main/config.yaml",
            "check /home/user/my-wallets/dash-core/descriptors/more_files/schemes.yaml",
        ] { #expect(KeyMaterial.ranges(inArguments: Array(text.utf8)).isEmpty, "\(text)") }
        let line =
            "    params: { pay: { type: address, required: true }, sender: { type: url-scheme }, amount: { type: text } }"
        #expect(KeyMaterial.starred(inSettings: line.utf8) == line)
    }

    @Test("S8: a line of a settings file keeps its columns")
    func settings() {
        for (line, shown) in [
            ("  password: hunter2", "  password: *******"), ("a: 1", "a: 1"),
            ("pasword : a&b #c", "pasword : ******"), ("rpc_password: 'x\"y'", "rpc_password: '****"),
            ("{ user: a, pwd: b, c: 1 }", "{ user: a, pwd: *********"),
            ("url: http://a:b@host:1/", "url: http://***@host:1/"),
            ("auth: abc", "auth: ***"),
            ("x: " + Self.phrase, "x: " + String(repeating: "*", count: Self.phrase.utf8.count)),
            ("password-file: ~/pw", "password-file: ~/pw"), ("ask-passcode: [address]", "ask-passcode: [address]"),
            (
                "key: KxFZqREZwWZK9jDNRT6GkYrkaa72aBau2roCJrxg1AazzztfbaX8 #",
                "key: " + String(repeating: "*", count: 54)
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
