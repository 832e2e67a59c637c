import RouterTestSupport
import Testing

@testable import SchemeRouter

/// What a page, or a descriptor, could do to make a described link lie.
@Suite struct DescribedAttackTests {
    private static let dai = "0x6B175474E89094C44Da98b954EedeAC495271d0F"
    private static let person = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
    private static let account = "GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO"

    @Test(
        "S15: an escaped name cannot put a parameter into the link that is handed over",
        arguments: [
            "ethereum:\(dai)@1/foo?gas%3D1%26value=5e18", "ethereum:\(dai)/foo?uint256%3D1%26address=\(person)",
            "ethereum:\(dai)/foo?a%23b=1", "ethereum:\(dai)/foo?a%20b=1",
            "web+cardano://claim/v1?faucet_url=https%3A%2F%2Fa.example&code=1&x%26y=2",
        ])
    func injection(_ link: String) {
        #expect(Reading.error(link)?.code == .malformedURL, "\(link)")
    }

    @Test("a name is shown as one that nobody asked about, and says who is paid but not who issues an asset")
    func federatedNames() throws {
        let pay = try Reading.described("web+stellar:pay?destination=bob*example.org&amount=1")
        #expect(pay.payments[0].address?.text == "bob*example.org" && pay.payments[0].address?.checked == .shape)
        let text = DescribedText(pay, of: try #require(Reading.router.routes.coin("stellar"))).paragraphs.map(\.text)
        #expect(text.contains("This is a name: your wallet asks the name's server for the account."), "\(text)")
        let asset = "web+stellar:pay?destination=bob*example.org&amount=1&asset_code=USD&asset_issuer="
        #expect(Reading.error(asset + Self.account) == nil)
        #expect(Reading.error(asset + "bob*example.org")?.code == .invalidAddress)
        #expect(
            Reading.error("web+stellar:pay?destination=\(Self.account.lowercased())&amount=1")?.reason
                == "addressCaseFolded")
    }

    @Test(
        "a port is a number of 1 to 65,535, wherever a link names a server",
        arguments: ["99999", "0", "65536", "", "8a", "443x", "443:443"])
    func ports(_ port: String) {
        let links = { (port: String) in
            [
                "lnurlp://service.example:\(port)/pay", "solana:https://shop.example:\(port)/x",
                "web+stellar:pay?destination=\(Self.account)&callback=url%3Ahttps%3A%2F%2Fa.example%3A\(port)%2F",
            ]
        }
        for (bad, good) in zip(links(port), links("65535")) {
            #expect(Reading.error(bad)?.range != nil, "\(bad) was read")
            #expect(Reading.error(good) == nil, "\(good)")
        }
    }

    @Test(
        "S8: a descriptor cannot make an address of a private key, and none is shown in a part of a path",
        arguments: ["s5:KEY", "payto://x/abc/KEY", "payto://x/KEY/", "payto://ach/KEY"])
    func keys(_ link: String) throws {
        let key = "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"
        let router = try Reading.router(
            with: """
                version: 1
                coins:
                  c: { ticker: C, hand-over: only, addresses: { main: [{ kind: base58check, versions: 128, bytes: [32, 33] }] } }
                schemes:
                  s5: { coin: c, grammar: uri, links: { path: "{address}" } }
                """)
        let error = try #require(Reading.error(link.replacing("KEY", with: key), by: router))
        #expect(error.code == .privateKeyInAddress && !error.message.contains(key))
    }

    @Test(
        "an account of a kind that is known is never passed off as one of a kind that is not",
        arguments: [
            "payto://iban/DE75512108001245126198/", "payto://iban/ABC/DE75512108001245126198",
            "payto://IBAN/DE75512108001245126198/x", "payto://upi/a/alice?amount=INR:5",
            "payto://bitcoin/12A1MyfXbW6RhdRAZEqofac5jCQQjwEPBv/x", "payto://void/x",
        ])
    func targets(_ link: String) {
        #expect(Reading.error(link)?.code == .invalidAddress, "\(link)")
    }

    @Test(
        "S1: an escape of a sign that divides, and any where two readers could differ, refuses the link",
        arguments: [
            "payto://ach/122000661/1234%2F5", "payto://ach/12%3F5", "monero:4%34AFF", "monero:X%3BX",
            "ethereum:0x%36B175474E89094C44Da98b954EedeAC495271d0F/transfer?address=\(person)&uint256=1",
            "lightning:bob@exa%6Dple.com", "ethereum:\(dai)@%31",
        ])
    func escapes(_ link: String) {
        #expect(Reading.error(link) != nil, "\(link)")
    }

    @Test(
        "S1: a part of a path that other programs resolve refuses the link, however it is written",
        arguments: [
            ("payto://ach/122000661/", "%2e%2e", "/1234?amount=USD:5"), ("payto://ach/122000661/", "..", "/1234"),
            ("payto://ach/1/", ".%2E", "/2"), ("payto://ach/1/", "%2e", "/2"), ("payto://ach/1/", ".", ""),
            ("payto://x/", "..", ""), ("payto://bic/", "%2E%2E", ""), ("payto://bic/", ".", "?amount=EUR:1"),
            ("payto://", "..", "/1"), ("payto://ilp/a/", "", "/b"), ("payto://ach/1/", "", ""),
            ("payto://ach/", "", "/1"),
        ])
    func segments(_ start: String, _ part: String, _ end: String) {
        let link = start + part + end
        let place = start.utf8.count..<start.utf8.count + part.utf8.count
        #expect(Reading.error(link) == RequestError(.malformedURL, "", at: place), "\(link)")
    }

    @Test("dots among other characters of a path are nothing special", arguments: ["...", ".a", "a..", "%2ea", "a.b"])
    func dots(_ part: String) throws {
        let request = try Reading.described("payto://ach/1/\(part)/2")
        #expect(request.payments[0].address?.text == "1/\(part.replacing("%2e", with: "."))/2")
        #expect(Reading.error("payto://\(part.replacing("%2e", with: "."))/1") == nil)
        // The server resolves its own path.
        #expect(Reading.error("lnurlp://a.example/../\(part)//b") == nil)
    }

    @Test("S15: escapes in the account of a bank go over as they are shown")
    func segments() throws {
        let request = try Reading.described("payto://x-taler-bank/bank.example:8080/alice%20b?receiver-name=A")
        #expect(request.payments[0].address?.text == "bank.example:8080/alice b")
        #expect(request.plain == "payto://x-taler-bank/bank.example%3A8080/alice%20b?receiver-name=A")
    }

    @Test(
        "S1: nothing follows the # of a link that goes over as it arrived",
        arguments: [
            "web+stellar:pay?destination=\(account)&amount=1#&amount=1000", "solana:https://example.com/a#b",
            "lnurlp://service.example/pay#x",
        ])
    func fragments(_ link: String) {
        #expect(Reading.error(link)?.code == .malformedURL, "\(link)")
    }

    @Test("S3: a payment request that is required refuses the link, as it does in links of BIP21")
    func required() {
        let link = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a?req-r=https%3A%2F%2Fa.example&amount=1"
        #expect(Reading.error(link)?.code == .unsupportedRequiredParameter)
    }

    @Test("a plus is a space in every value of a web form, and no sign of base64")
    func plus() throws {
        let link =
            "web+stellar:pay?destination=\(Self.account)&memo=a+b&memo_type=MEMO_TEXT"
            + "&network_passphrase=Public+Global+Stellar+Network+%3B+September+2015"
        #expect(try Reading.described(link).payments[0].memo == .text("a b"))
        let hash = String(repeating: "A", count: 42) + "+="
        #expect(
            Reading.error("web+stellar:pay?destination=\(Self.account)&memo=\(hash)&memo_type=MEMO_HASH")?.code
                == .invalidRequest)
    }

    @Test("arguments of contracts keep their text, but for numbers")
    func arguments() throws {
        let request = try Reading.described("ethereum:\(Self.dai)/foo?string=1e5&bytes2=12e4&uint8=1e1&string=e5")
        let fact = try #require(request.facts.first { $0.field == "arguments" })
        #expect("\(fact.value)".contains("1e5") && "\(fact.value)".contains("12e4") && fact.checked == .shape)
        #expect(request.plain?.hasSuffix("string=1e5&bytes2=12e4&uint8=10&string=e5") == true)
    }

    @Test(
        "S5: every function that lets somebody else spend is warned of",
        arguments: ["approve", "increaseAllowance", "increaseApproval", "permit", "setApprovalForAll"])
    func permissions(_ function: String) throws {
        let request = try Reading.described("ethereum:\(Self.dai)/\(function)?address=\(Self.person)&uint256=1")
        #expect(request.header.warnings.contains { $0.code == .changesPermissions })
    }

    @Test("S7: what goes to a contract besides a payment of tokens cannot be counted together with them")
    func surplus() throws {
        let request = try Reading.described("ethereum:\(Self.dai)/transfer?address=\(Self.person)&uint256=1&value=5e18")
        #expect(request.cost == .uncountable)
        // What does not change the payee, the token or the amount is listed.
        let more = try Reading.described(
            "ethereum:\(Self.dai)/transfer?address=\(Self.person)&uint256=1&bytes=0x00&label=a")
        #expect(more.header.ignored == ["bytes"] && more.payments[0].labelText == "a")
    }

    @Test(
        "hosts of local networks are said in every spelling",
        arguments: [
            "0177.0.0.1", "0x7f.1", "10.1", "192.168.1", "localhost.", "a.local.", "printer.internal", "a.lan",
            "a.home.arpa", "[::ffff:127.0.0.1]", "[fd00::1]", "2130706433.1",
            // Zeros in front, and other ways to write the same address.
            "[0::1]", "[00::1]", "[0000::1]", "[00:0:0:0:0:0:0:1]", "[0000:0000::ffff:7f00:1]",
            "[0:0:0:0:0:FFFF:a00:1]",
            "[::]", "[::7f00:1]", "[0::127.0.0.1]", "[64:ff9b::a00:1]", "[0064:ff9b::10.0.0.1]", "[2002:7f00:1::]",
            "[2002:c0a8:101::1]", "[fec0::1]", "[feff::1]", "[febf::1]", "[FE80::1]", "[fdff::1]", "[ff02::1]",
            "[00fd::1]", "[00000::1]", "[fd00::1::]", "198.18.0.1", "198.19.255.255", "224.0.0.1", "255.255.255.255",
            "240.0.0.1", "100.64.0.1", "192.0.0.8", "0.1.2.3",
        ])
    func hosts(_ host: String) throws {
        let request = try Reading.described("lnurlp://\(host)/pay")
        #expect(request.header.warnings.contains { $0.code == .serverIsLocal }, "\(host)")
    }

    @Test("invalid hosts are refused, and public ones are not called local")
    func otherHosts() throws {
        for host in ["example..com", ".example.com", "example.com:0", "example.com:99999", "a@b.c"] {
            #expect(Reading.error("lnurlp://\(host)/pay")?.code == .malformedURL, "\(host)")
        }
        for host in ["service.example", "8.8.8.8", "[2001:db8::1]:8443", "[2606:4700::ffff:1]", "[64:ff9b::808:808]"] {
            #expect(
                try !Reading.described("lnurlp://\(host)/pay").header.warnings.contains { $0.code == .serverIsLocal })
        }
    }

    @Test("texts go over as they are shown, and a list is divided before it is decoded")
    func texts() throws {
        let monero = PlainFormTests.monero
        let request = try Reading.described(
            "monero:\(monero)?tx_description=a%E2%80%AEb&recipient_name=Smith%3B%20Sons")
        #expect(request.payments[0].labelText == "Smith; Sons")
        #expect(request.plain == "monero:\(monero)?tx_description=ab&recipient_name=Smith%3B%20Sons")
    }

    @Test("S7: a token with the coin's name is not the coin, and no limit lets it pass")
    func tokens() throws {
        let request = try Reading.described(
            "web+stellar:pay?destination=\(Self.account)&amount=5&asset_code=XLM&asset_issuer=\(Self.account)")
        #expect(request.amountOfCoin == nil && request.cost == .uncountable)
        #expect(request.payments[0].amount?.text.contains("token") == true)
    }

    @Test(
        "a descriptor cannot hide what is paid, or what is handed over",
        arguments: [
            #"path: "[a][a][a][a][a]b""#, "does: withdraw, parameters: { amount: { is: amount } }",
            "parameters: { a: { is: memo }, b: { is: memo } }", "parameters: { a: { is: label, many: true } }",
            #"path: "{address}/{address}""#, #"parameters: { "*": { is: amount } }"#,
            "keys: { case: any }, parameters: { amount: { is: amount }, AMOUNT: { is: note } }",
            "parameters: { a: { is: action } }", "parameters: { a: { is: action, values: [x, y], many: true } }",
            "keys: { others: server }",
            "parameters: { a: { is: action, values: [x] }, b: { is: action, values: [y] } }",
            #"keys: { others: server }, forms: [{ path: "s/{server}" }, { path: "{address}" }]"#,
            "parameters: { amount: { is: amount, also: [the amount] } }",
            "forms: [{ path: x/{function}, does: transaction, permission-of: [approve, set approval] }]",
        ])
    func descriptors(_ links: String) {
        let yaml = "version: 1\nschemes: { zzz: { coin: monero, grammar: uri, links: { \(links) } } }\n"
        #expect((try? Reading.router(with: yaml)) == nil, "\(links)")
    }

    @Test("descriptions that start from each other in a long row are refused, not read for minutes")
    func chain() {
        let rows = (1...40).map { "  s\($0): { extends: s\($0 - 1) }\n" }.joined()
        let yaml = "version: 1\nschemes:\n  s0: { coin: monero, grammar: uri, links: { path: \"{address}\" } }\n" + rows
        #expect((try? Reading.router(with: yaml)) == nil)
    }
}
