import ExactJSON
import Foundation
import RouterTestSupport
import SchemeRouterTesting
import Testing

@testable import RouterProgram
@testable import SchemeRouter

/// The links, bare texts and addresses of Tests/Vectors/links-2026: what `explain` says of each, in words and as JSON.
@Suite struct NewLinkVectorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let url: String
        let expect: JSONValue

        /// What a program gets: `plain`, `bip321`, `leftOut`, `same` and `keeps`; nil if the case is not about that.
        var handOver: JSONValue? { expect["handOver"] }
    }

    static let files = ["strict", "keep", "bare", "addresses", "secrets", "schemes-coins", "schemes-others"]
    static let cases: [Case] = files.flatMap { file in
        JSONValue.file("links-2026/\(file).json").rows("cases").map {
            Case(
                testDescription: "\(file): \($0["name"]?.text ?? "")", url: $0["url"]?.text ?? "",
                expect: $0["expect"] ?? .null)
        }
    }

    private static let router: Router = {
        let plugins = AppContext.plugins(Additions())
        guard let routes = try? RouteTable.load(DescriptorStack([.shipped]), for: plugins) else {
            preconditionFailure("the shipped descriptors have a mistake")
        }
        return Router(routes: routes, plugins: plugins)
    }()

    @Test("every case, with what must be said and what must not", arguments: cases)
    func vector(_ vector: Case) throws {
        let explanation = Explanation(of: Array(vector.url.utf8), by: Self.router)
        var writer = JSONWriter()
        explanation.write(to: &writer)
        let json = try JSONValue(parsing: Data(writer.string.utf8))
        let differences = [vector.expect, vector.expect["or"]].compactMap(\.self).map {
            Self.differences(json, $0, said: explanation.text + writer.string)
        }
        let isRight = differences.contains { $0.isEmpty }
        #expect(isRight, "\(differences) in \(writer.string) \(explanation.text)")
    }

    @Test(
        "S15: what a program gets of each, and what it is said not to get",
        arguments: cases.filter { $0.handOver != nil })
    func handOver(_ vector: Case) throws {
        let link = try Self.router.read(Array(vector.url.utf8))
        let expected = try #require(vector.handOver)
        let (plain, whole) = (Self.way(link), Self.way(link, reading: ProgramReads(readsEverything: true)))
        if let text = expected["plain"]?.text { #expect(plain?.link.text == text) }
        if let text = expected["bip321"]?.text { #expect(whole?.link.text == text) }
        if expected["same"] == .bool(true) { #expect(plain?.link.text == vector.url) }
        if let names = expected["leftOut"]?.elements.compactMap(\.text) {
            let text = try #require(plain).link.text
            let lost = link.leftOut(from: text, paying: plain?.link.instruction)
            #expect(lost.names.map { $0.lowercased() }.sorted() == names.sorted())
            #expect(link.leftOutOfPlainLink == lost && !lost.text.isEmpty)
            var json = JSONWriter()
            Explanation(of: Array(vector.url.utf8), by: Self.router).write(to: &json)
            let said = try JSONValue(parsing: Data(json.string.utf8))["leftOut"]?.elements.compactMap(\.text)
            #expect(said == lost.names)
        }
        for name in expected["keeps"]?.elements.compactMap(\.text) ?? [] {
            #expect(plain?.link.text.contains("\(name)=") == true)
        }
    }

    /// What the only wallet program gets, of which nothing is known but what the person says.
    private static func way(_ link: ReadLink, reading reads: ProgramReads? = nil) -> WalletChoice.Way.Other? {
        let wallet = WalletProgram.example("wallet", takes: [link.request.header.scheme])
        let rules = reads.map { [HandOverRule(target: .program(wallet.id), reads: $0)] } ?? []
        return WalletChoice(for: link, isHere: false, wallets: MemoryWalletPrograms([wallet]), rules: rules).ways.first?
            .other
    }

    @Test(
        "a text without a scheme has no escapes: what it would be decoded to was not pasted",
        arguments: ["ltc1q20h6ay6wngr7txrk%660ds4qqaqvlczdhxzxc3mh", "3C98oqCZzygyHJfBt%4Dsnty65uTjAp9s6KR"])
    func escapes(text: String) {
        #expect(throws: RequestError.self) { try Self.router.read(Array(text.utf8)) }
    }

    @Test(
        "S8: a key without a scheme is called one, and nothing of it is repeated",
        arguments: [
            "saNCRwm6D9MFPoNidrcGfgL5sKW5b", "nsec10ke979h2ge8ldcymyhk3p3qjhfeju7sxnzrsassc2ca6rxd89ntqn2a36q",
            "NSEC10KE979H2GE8LDCYMYHK3P3QJHFEJU7SXNZRSASSC2CA6RXD89NTQN2A36Q",
            "0x20e5344c840add8a2a1d776e14dfb681b51cd1adc47033cc3812bc3a1fe0e5a6",
            // The first key of BIP32's first test vector.
            "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
        ])
    func keys(text: String) throws {
        let error = #expect(throws: RequestError.self) { try Self.router.read(Array(text.utf8)) }
        #expect(error?.code == .privateKeyInAddress)
        let said = Explanation(of: Array(text.utf8), by: Self.router)
        var json = JSONWriter()
        said.write(to: &json)
        #expect(DashLinkVectorTests.piece(of: text, in: said.text + json.string) == nil)
    }

    @Test(
        "a text without a scheme that is recognised, but wrong, is refused for that",
        arguments: [
            ("Satoshi@example.com", "capital letters"),
            // The first public key of BIP32's first test vector.
            (
                "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8",
                "extended key"
            ),
            ("lightning:0x8e23ee67d1332ad560396262c48ffbb01f93d052", "Ethereum"),
            (
                "web+cardano://addr1qywf9qmdddwp3w54fxqt9c9z60qj6w8r65nl63nkn2v2y0e9g67yr2cl0dek9u5ay9scjk47uzr687flvj8nn",
                "slashes"
            ),
            ("ethereum:0x8e23ee67d1332ad560396262c48ffbb01f93d052@1?decimal=6&value=9550000", "decimal"),
        ])
    func recognised(text: String, says: String) throws {
        let error = #expect(throws: RequestError.self) { try Self.router.read(Array(text.utf8)) }
        #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
    }

    @Test("there are cases of each kind")
    func count() {
        #expect(Self.cases.count == 256)
        #expect(Self.cases.count { $0.expect["outcome"]?.text == "pay" } > 110)
        #expect(Self.cases.count { $0.handOver != nil } > 14)
    }

    private static func differences(_ found: JSONValue, _ expected: JSONValue, said: String) -> [String] {
        guard case .object(let members) = expected else { return ["the case expects nothing"] }
        // What is said of the outcome; the words of the file are about that, too.
        let (words, said) = (said, said.lowercased())
        func groups(_ key: String) -> [[String]] {
            members[key]?.elements.map { $0.text.map { [$0] } ?? $0.elements.compactMap(\.text) } ?? []
        }
        var differences: [String] = []
        for group in groups("says") where !group.contains(where: { said.contains($0.lowercased()) }) {
            differences.append("says none of \(group)")
        }
        // A ticker is in capitals: its letters stand in other words, too, such as in the name of a scheme.
        for text in groups("saysNot").joined()
        where text == text.uppercased() ? words.contains(text) : said.contains(text.lowercased()) {
            differences.append("says \(text)")
        }
        for text in groups("hides").joined() where said.contains(text.lowercased()) {
            differences.append("shows \(text)")
        }
        for text in groups("shows").joined() where !said.contains(text.lowercased()) {
            differences.append("does not show \(text)")
        }
        // “shows” is about the words, too.
        let rest = members.filter { !["says", "saysNot", "hides", "shows", "or", "handOver"].contains($0.key) }
        guard !rest.isEmpty else { return differences }
        return differences + LinkVectors.differences(found, .object(rest))
    }
}
