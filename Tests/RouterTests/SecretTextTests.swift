import ExactJSON
import Foundation
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterProgram

/// No output repeats a secret that a link has (S8): `hides` of the vectors, in all that is said of a link.
@Suite struct SecretTextTests {
    /// Each link of the vectors with its secrets.
    private static let linksWithSecrets: [(name: String, url: String, secrets: [String])] =
        ["links-2026/secrets", "links-2026/schemes-others", "dash-2026/contacts_invitations"].flatMap { file in
            JSONValue.file("\(file).json").rows("cases").map { one in
                let expect = one["expect"]
                let hides = (expect?["hides"]?.elements ?? []) + (expect?["or"]?["hides"]?.elements ?? [])
                return (one["name"]?.text ?? "", one["url"]?.text ?? "", hides.compactMap(\.text))
            }
        }
        .filter { !$0.secrets.isEmpty }

    private static let router: Router = {
        let plugins = AppContext.plugins(Additions())
        guard let routes = try? RouteTable.load(DescriptorStack([.shipped]), for: plugins) else {
            preconditionFailure("the shipped descriptors have a mistake")
        }
        return Router(routes: routes, plugins: plugins)
    }()

    /// What `explain` and `open` say of a link, as text and as JSON.
    private static func said(of link: String) -> [String] {
        let bytes = Array(link.utf8)
        let explanation = Explanation(of: bytes, by: router)
        var json = JSONWriter()
        explanation.write(to: &json)
        var texts = [explanation.text, json.string]
        guard case .failure(let error) = explanation.reading else { return texts }
        let result = OpenResult(outcome: .rejected(error), entry: nil, shownLink: bytes)
        texts += [result.text(of: nil), result.json.text, error.message, error.hint ?? ""]
        return texts
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// A dozen neighbouring characters say enough; of a short one all of it.
    private static func repeats(_ text: String, _ secret: String) -> Bool {
        let (text, secret) = (text.lowercased(), secret.lowercased())
        let plain = text.removingPercentEncoding ?? text
        return (0...max(0, secret.count - 12)).contains { start in
            let part = String(secret.dropFirst(start).prefix(12))
            return plain.contains(part) || text.contains(part)
        }
    }

    @Test("S8: no secret of the vectors stands in what is said of its link, however it is cut, written or encoded")
    func vectorsHide() {
        #expect(Self.linksWithSecrets.count > 30)
        for (name, url, secrets) in Self.linksWithSecrets {
            for secret in secrets {
                let variants = [
                    secret, String(secret.dropLast()), secret.uppercased(), secret.lowercased(), Self.encoded(secret),
                    Self.encoded(Self.encoded(secret)), secret + "1",
                ]
                for variant in variants {
                    let link = url.replacing(secret, with: variant)
                    for text in Self.said(of: link) where !secrets.allSatisfy({ !Self.repeats(text, $0) }) {
                        Issue.record("\(name): \(link) says \(text)")
                    }
                }
            }
        }
    }

    @Test("S8: no secret stands in what is said of its link after any change of one place of the link")
    func mutations() {
        var generator = SeededGenerator(seed: 0x5EC2E7)
        let links = Self.linksWithSecrets
        let signs = Array("!\"#%&'()*+,-./:;<=>?@[]^_`{|}~ aZ0é\n")
        for _ in 0..<1_000 {
            guard let one = links.randomElement(using: &generator), let sign = signs.randomElement(using: &generator)
            else { return }
            var letters = Array(one.url)
            let place = Int.random(in: 0..<letters.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: letters.remove(at: place)
            case 1: letters.insert(sign, at: place)
            case 2: letters[place] = sign
            default: letters.swapAt(place, Int.random(in: 0..<letters.count, using: &generator))
            }
            let link = String(letters)
            for text in Self.said(of: link) where one.secrets.contains(where: { Self.repeats(text, $0) }) {
                Issue.record("\(one.name): \(link) says \(text)")
            }
        }
    }

    /// Places of a link that are not shown to whoever agrees to it.
    private static let places = [
        "bitcoin:SECRET", "dash:SECRET?amount=1", "dashwallet://pay=SECRET&amount=1", "dashwallet:SECRET",
        "axewallet:pay=SECRET",
        "ethereum:SECRET", "monero:SECRET", "lightning:SECRET", "litecoin:SECRET?amount=1", "unknown:SECRET",
        "SECRET:x",
        "dash:XbME1MuCS12V9cKdEazgWm5hBYhFsBSnUr?amount=SECRET", "dash:XbME1MuCS12V9cKdEazgWm5hBYhFsBSnUr?SECRET=1",
        "dash:XbME1MuCS12V9cKdEazgWm5hBYhFsBSnUr?SECRET", "dash:XbME1MuCS12V9cKdEazgWm5hBYhFsBSnUr?req-SECRET=1",
        "dash:XbME1MuCS12V9cKdEazgWm5hBYhFsBSnUr?x=SECRET",
        "dash:XbME1MuCS12V9cKdEazgWm5hBYhFsBSnUr?x=SECRET&amount=1,5",
        "dash:XbME1MuCS12V9cKdEazgWm5hBYhFsBSnUr?amount=1&amount=SECRET", "bitcoin:?lno=SECRET", "bitcoin:?sp=SECRET",
        "mykey://mykey.org/SECRET", "mykey://SECRET/protocol?param=x", "esr:SECRET", "dashwallet:SECRET=1", "SECRET",
        "{\"a\":\"SECRET\"",
        "https://SECRET.example/x", "stellar:SECRET", "web+stellar:pay?destination=SECRET", "zcash:SECRET",
        "payto://SECRET/x",
        "bitcoincash:SECRET", "lnurlp:SECRET", "tron:SECRET", "taler://restore/SECRET", "wc:SECRET@2",
        "bitcoin:\u{1}SECRET",
        "bitcoin:SECRET%zz", "bitcoin:x@SECRET",
    ]

    @Test("S8: no kind of secret stands in an error, in whatever place of a link it was put", arguments: places)
    func place(of secretPlace: String) {
        // Some cases also list the beginning of their secret.
        let secrets = Self.linksWithSecrets.flatMap { one in
            one.secrets.filter { secret in !one.secrets.contains { $0 != secret && $0.hasPrefix(secret) } }
        }
        // A shorter one is a secret only where its link says so.
        .filter { (24..<120).contains($0.count) }
        for secret in Set(secrets) {
            let variants = [
                secret, String(secret.dropLast()), secret.uppercased(), Self.encoded(secret),
                secret.replacing(" ", with: "%20"), secret.replacing(" ", with: "+"),
            ]
            for variant in variants {
                let link = secretPlace.replacing("SECRET", with: variant)
                guard case .failure = Explanation(of: Array(link.utf8), by: Self.router).reading else {
                    // Only names of unknown parameters are repeated when a link can be read.
                    if secretPlace.contains("?SECRET") || secretPlace.contains("?x=") {
                        for text in Self.said(of: link) { #expect(!Self.repeats(text, secret), "\(link): \(text)") }
                    }
                    continue
                }
                for text in Self.said(of: link) where Self.repeats(text, secret) {
                    Issue.record("\(link) says \(text)")
                }
            }
        }
    }

    @Test("S8: neither the program's output nor its log, nor anything else that it keeps, repeats a secret")
    func wholeProgram() throws {
        let home = try RouterHome()
        for (name, url, secrets) in Self.linksWithSecrets where !url.hasPrefix("-") {
            for command in [
                ["explain"], ["explain", "--json"], ["open", "--dry-run"], ["open", "--dry-run", "--json"], ["open"],
                ["open", "--json"], ["pay"], ["history", "x"],
            ] {
                let result = try home.router(command + [url], answers: ["-"])
                // Only a command that reads links knows that a short text in one is a secret.
                let readsLinks = command[0] != "history"
                for secret in secrets
                where (readsLinks || secret.count >= 24) && Self.repeats(result.output + result.errors, secret) {
                    Issue.record("\(command) \(name): \(result)")
                }
            }
            for secret in secrets { #expect(!Self.repeats(home.dialogue(), secret), "\(name)") }
        }
        let batch = try home.router(
            ["explain", "--batch"], input: Self.linksWithSecrets.map(\.url).joined(separator: "\n") + "\n")
        let files = try FileManager.default.subpathsOfDirectory(atPath: home.directory.path + "/state")
        let kept = files.map { file in
            let data = (try? Data(contentsOf: home.directory.appending(path: "state/" + file))) ?? Data()
            return String(decoding: data, as: UTF8.self)
        }
        #expect(!kept.isEmpty)
        for secret in Self.linksWithSecrets.flatMap(\.secrets) {
            #expect(!Self.repeats(batch.output, secret))
            for text in kept { #expect(!Self.repeats(text, secret)) }
        }
    }

    private static let phrase =
        "abandon ability absorb abstract absurd abuse access accident account accuse achieve acid"
    private static let grouped = "KxFZ-qREZ-wWZK-9jDN-RT6G-kYrk-aa72-aBau-2roC-Jrxg-1Aaz-zztf-baX8"
    private static let key = "KxFZqREZwWZK9jDNRT6GkYrkaa72aBau2roCJrxg1AazzztfbaX8"

    /// Commands with an argument that somebody pasted by mistake.
    private static let pasted: [[String]] = [
        ["SECRET"], ["help", "SECRET"], ["wallet", "SECRET"], ["--SECRET"], ["check", "SECRET"],
        ["check", "--json", "SECRET"],
        ["--schemes", "SECRET", "schemes"], ["--config", "SECRET", "schemes"], ["--config=SECRET", "status"],
        ["--schemes", "SECRET", "check"], ["--schemes", "SECRET", "explain", "dash:x"], ["handlers", "SECRET"],
        ["use", "SECRET", "for", "bitcoin"], ["use", "electrum", "for", "SECRET"], ["use", "x", "SECRET", "bitcoin"],
        ["register", "--scheme", "SECRET"], ["unregister", "--scheme", "SECRET"], ["sandbox", "on", "SECRET"],
        ["sandbox", "fund", "dash", "SECRET"], ["sandbox", "fund", "dash", "1", "--address", "SECRET"],
        ["wallet", "balance", "SECRET"], ["wallet", "address", "SECRET"],
        ["wallet", "balance", "dash", "--account", "SECRET"],
        ["wallet", "balance", "dash", "--path", "SECRET"], ["wallet", "restore", "--words", "SECRET"],
        ["wallet", "restore", "SECRET"], ["wallet", "create", "--words", "SECRET"],
        ["open", "--to", "SECRET", "dash:x"],
        ["open", "--fee", "SECRET", "dash:x"], ["open", "SECRET"], ["explain", "SECRET"], ["why", "SECRET"],
        ["pay", "SECRET", "1"], ["pay", "XbME1MuCS12V9cKdEazgWm5hBYhFsBSnUr", "SECRET"],
        ["pay", "XbME1MuCS12V9cKdEazgWm5hBYhFsBSnUr", "1", "--coin", "SECRET"],
        ["pay", "XbME1MuCS12V9cKdEazgWm5hBYhFsBSnUr", "1", "--to", "SECRET"], ["bump", "SECRET"],
        ["bump", "1", "--fee", "SECRET"],
        ["history", "SECRET"], ["history", "-n", "SECRET"], ["request", "pay", "SECRET", "x"],
        ["request", "pay", "dash", "SECRET"],
        ["request", "pay", "dash", "XbME1MuCS12V9cKdEazgWm5hBYhFsBSnUr", "--amount", "SECRET"],
        ["masternode", "list", "--coin", "SECRET"],
        ["masternode", "mark", "SECRET", "1"], ["new-coin", "SECRET"], ["new-coin", "--name", "SECRET"],
        ["doctor", "--wait", "SECRET"], ["descriptor-schema", "SECRET"], ["status", "SECRET"], ["resume", "SECRET"],
        ["--pinentry", "SECRET", "wallet", "create"], ["manual", "SECRET"],
    ]

    @Test("S8: no command repeats a secret that was given as an argument by mistake", arguments: pasted)
    func pastedSecret(_ command: [String]) throws {
        let home = try RouterHome()
        for secret in [Self.phrase, Self.key, Self.grouped, "ur:crypto-seed/oyadgdstaslplabghydrpfmkbgg"] {
            let words = secret.split(separator: " ").map(String.init)
            for isJSON in [false, true] {
                // In quotes, and not.
                for given in words.count > 1 ? [[secret], words] : [[secret]] {
                    let arguments = command.flatMap { $0 == "SECRET" ? given : [$0.replacing("SECRET", with: secret)] }
                    let result = try home.run(arguments + (isJSON ? ["--json"] : []), answers: ["-"])
                    let said = "\(result.output) \(result.errors)".lowercased()
                    #expect(result.status != 0, "\(arguments)")
                    #expect(
                        !Self.repeats(said, String(secret.split(separator: "/").last ?? "")), "\(arguments): \(said)")
                    // Not even one of its words.
                    for word in secret == Self.key || secret.hasPrefix("ur:")
                        ? [] : secret.split(whereSeparator: { $0 == " " || $0 == "-" })
                    {
                        let isSaid = said.split { !$0.isLetter && !$0.isNumber }.contains { $0 == word.lowercased() }
                        #expect(!isSaid || word == "account" || word == "access", "\(arguments): \(said)")
                    }
                }
            }
        }
    }

    @Test(
        "S8: nor is it repeated with numbers, as a list of a program, or in pairs",
        arguments: [
            ["check", "SECRET"], ["--config", "SECRET", "schemes"], ["explain", "SECRET"], ["history", "SECRET"],
            ["handlers", "SECRET"], ["use", "electrum", "for", "SECRET"], ["manual", "SECRET"],
        ])
    func pastedForm(_ command: [String]) throws {
        let home = try RouterHome()
        let words = Self.phrase.split(separator: " ").map(String.init) + ["zebra"]
        let numbered = words.enumerated().map { "\($0.offset + 1). \($0.element)" }.joined(separator: " ")
        for secret in [
            numbered, numbered.replacing(". ", with: ":"), "[\"" + words.joined(separator: "\", \"") + "\"]",
            words.joined(separator: ":"),
            words.enumerated().map { "word\($0.offset)=\($0.element)" }.joined(separator: "&"),
            "的一是在不了有和人这中大", "[68,140,3,77,250,11,90,200,123,4,5,6,255,1,99,31]",
            "6d 5c 34 4c 84 0a dd 8a 2a 1d 77 6e 14 df b6 81", "6d:5c:34:4c:84:0a:dd:8a:2a:1d:77:6e:14:df:b6:81",
            "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP",
        ] {
            for given in [[secret], secret.split(separator: " ").map(String.init)] {
                let result = try home.run(command.flatMap { $0 == "SECRET" ? given : [$0] }, answers: ["-"])
                let said = "\(result.output) \(result.errors)".lowercased()
                #expect(!said.contains(secret.suffix(12).lowercased()), "\(command) \(given): \(said)")
                #expect(!said.contains("absurd") && !said.contains("zebra"), "\(command) \(given): \(said)")
            }
        }
    }

    @Test("S5: the JSON of every command is ASCII where a terminal could be steered, whatever a link says")
    func steering() throws {
        let home = try RouterHome()
        let text = "%C2%85%E2%80%AE%C2%9B2J%EF%BB%BF"
        for link in [
            "dash:XbME1MuCS12V9cKdEazgWm5hBYhFsBSnUr?label=a\(text)", "dash:X?\(text)=1", "\u{9B}2J:x", "dash:\u{202E}",
            "dash:XbME1MuCS12V9cKdEazgWm5hBYhFsBSnUr?\(text)", "stellar:\(text)", "mykey:\(text)",
        ] {
            for command in [
                ["explain"], ["explain", "--json"], ["open", "--dry-run"], ["open", "--dry-run", "--json"],
            ] {
                let result = try home.router(command + [link])
                for scalar in (result.output + result.errors).unicodeScalars {
                    let isSafe =
                        scalar == "\n"
                        || (scalar.value >= 0x20 && scalar.properties.generalCategory != .control
                            && scalar.properties.generalCategory != .format)
                    #expect(isSafe, "\(command) \(link): U+\(String(scalar.value, radix: 16))")
                }
            }
        }
    }
}
