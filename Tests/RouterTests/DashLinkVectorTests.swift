import ExactJSON
import Foundation
import RouterTestSupport
import Testing

@testable import RouterProgram
@testable import SchemeRouter

/// The links of Tests/Vectors/dash-2026: what `explain` says of each, in words and as JSON, and what it must never say.
@Suite struct DashLinkVectorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let url: String
        let expect: JSONValue
    }

    static let cases: [Case] = ["links", "contacts_invitations", "dash_key"].flatMap { file in
        JSONValue.file("dash-2026/\(file).json").rows("cases").map {
            Case(
                testDescription: "\(file): \($0["name"]?.text ?? "")", url: $0["url"]?.text ?? "",
                expect: $0["expect"] ?? .null)
        }
    }

    static let router: Router = {
        let plugins = AppContext.plugins(Additions())
        guard let routes = try? RouteTable.load(DescriptorStack([.shipped]), for: plugins) else {
            preconditionFailure("the shipped descriptors have a mistake")
        }
        return Router(routes: routes, plugins: plugins)
    }()

    /// All that `explain` says of a link, in words and as JSON.
    static func said(of link: [UInt8]) -> (json: String, all: String) {
        let explanation = Explanation(of: link, by: router)
        var writer = JSONWriter()
        explanation.write(to: &writer)
        return (writer.string, explanation.text + "\n" + writer.string)
    }

    @Test("every case, with what must be shown and what must not", arguments: cases)
    func vector(_ vector: Case) throws {
        let said = Self.said(of: Array(vector.url.utf8))
        let json = try JSONValue(parsing: Data(said.json.utf8))
        let others = vector.expect["or"].map { $0.elements.isEmpty ? [$0] : $0.elements } ?? []
        let differences = ([vector.expect] + others).map { Self.differences(json, $0, said: said.all) }
        let isRight = differences.contains { $0.isEmpty }
        #expect(isRight, "\(differences) in \(said.all)")
        for secret in Self.texts(vector.expect["hides"]) {
            #expect(Self.piece(of: secret, in: said.all) == nil, "\(vector.testDescription): \(said.all)")
        }
    }

    @Test("the name in a change on Platform may have 64 characters, whatever their bytes")
    func nameOfChange() throws {
        let transition = try #require(Self.cases.first { $0.testDescription == "dash_key: transition" }).url
        for text in ["A", "%41", "%C3%84", "%F0%9F%91%8D"] {
            for (count, isShort) in [(64, true), (65, false)] {
                let link = transition + "&l=" + String(repeating: text, count: count)
                let said = Self.said(of: Array(link.utf8))
                #expect(said.json.contains("\"invalidRequest\"") != isShort, "\(text) \(count): \(said.all)")
            }
        }
    }

    @Test("a log-in for a network of developers is read, and is no main network's")
    func developers() throws {
        let login = try #require(Self.cases.first { $0.testDescription == "dash_key: login-test-network" }).url
        for network in ["d", "devnet"] {
            let said = Self.said(of: Array(login.replacing("n=t", with: "n=\(network)").utf8))
            #expect(
                said.json.contains("\"login\"") && said.all.contains("The link is for a test network."), "\(said.all)")
        }
        let main = Self.said(of: Array(login.replacing("n=t", with: "n=m").utf8))
        #expect(main.all.contains("It is for the main network."), "\(main.all)")
    }

    @Test("S15: what is passed on unchanged has no name twice, also none that is not read here")
    func unread() throws {
        let login = try #require(Self.cases.first { $0.testDescription == "dash_key: login" }).url
        for (more, isRead) in [("&x=2&y=3", true), ("&x=2&X=3", true), ("&x=2&x=2", false), ("&x&x", false)] {
            let said = Self.said(of: Array((login + more).utf8))
            #expect(said.json.contains("\"duplicateParameter\"") != isRead, "\(said.all)")
        }
        for more in ["&x=2&X=2", "&user=a&user=b"] {
            let said = Self.said(of: Array("dash:?du=bob\(more)".utf8))
            #expect(said.json.contains("\"duplicateParameter\""), "\(said.all)")
        }
    }

    @Test("there are cases of each kind")
    func count() {
        #expect(Self.cases.count == 103)
        #expect(Self.cases.count { !Self.texts($0.expect["hides"]).isEmpty } > 20)
        #expect(Set(Self.cases.compactMap { $0.expect["outcome"]?.text }).count == 6)
    }

    /// Twelve neighbouring characters of a secret that a text has; nil if it has none.
    static func piece(of secret: String, in text: String) -> String? {
        let (secret, text) = (Array(secret.utf8), text.lowercased())
        guard secret.count >= 12 else { return nil }
        return (0...secret.count - 12).lazy.map { String(decoding: secret[$0..<$0 + 12], as: UTF8.self).lowercased() }
            .first(where: text.contains)
    }

    private static func texts(_ value: JSONValue?) -> [String] { value?.elements.compactMap(\.text) ?? [] }

    private static func differences(_ found: JSONValue, _ expected: JSONValue, said: String) -> [String] {
        guard case .object(let members) = expected else { return ["the case expects nothing"] }
        var differences = texts(members["shows"]).filter { !said.lowercased().contains($0.lowercased()) }
        // The reason belongs to the first of several codes that are as good.
        let isOtherCode = found["error"]?["code"]?.text != members["error"]?.text
        let rest = members.filter { name, _ in
            !["shows", "hides", "or"].contains(name) && !(name == "reason" && isOtherCode)
        }
        if !rest.isEmpty { differences += LinkVectors.differences(found, .object(rest)) }
        return differences
    }
}

/// The texts of Tests/Vectors/dash-2026/platform_addresses.json in links: recognised if they are right, and never paid.
@Suite struct PlatformAddressTests {
    static let cases = JSONValue.file("dash-2026/platform_addresses.json").rows("cases")

    @Test("S15: a right one is named with its network and refused, and its link can be handed over as it came")
    func right() throws {
        let right = Self.cases.filter { $0["expect"]?["valid"] == .bool(true) }
        #expect(right.count == 6)
        for vector in right {
            let text = try #require(vector["text"]?.text)
            for link in ["dash:\(text)?amount=1", "pay:\(text)", "dashwallet://pay=\(text)&sender=myapp"] {
                let error = try #require(Self.refusal(of: link), "\(link)")
                #expect(
                    [.invalidAddress, .wrongNetwork].contains(error.code) && error.reason == "platformAddress",
                    "\(link)")
                let network = try #require(vector["expect"]?["network"]?.text)
                #expect(error.message.contains("Dash Platform address (\(network) network)"), "\(error.message)")
                let foreign = try #require(DashLinkVectorTests.router.foreignLink(Array(" \(link)\n".utf8)), "\(link)")
                #expect(foreign.text == link && foreign.other?.address == text.lowercased())
            }
        }
    }

    @Test("a wrong one is never taken for one, nor for an address of the chain")
    func wrong() throws {
        for vector in Self.cases where vector["expect"]?["valid"] == .bool(false) {
            let (text, what) = (try #require(vector["text"]?.text), vector["expect"]?["error"]?.text)
            let link = "dash:\(text.replacing(" ", with: "%20"))?amount=1"
            guard what != "notPlatform" else {
                #expect(Self.refusal(of: link) == nil)
                continue
            }
            let error = try #require(Self.refusal(of: link), "\(text)")
            #expect(error.reason != "platformAddress", "\(text)")
            #expect((error.reason == "shieldedAddress") == (what == "shielded"), "\(text)")
            if text.lowercased().hasPrefix("dash1") || text.hasPrefix("tdash1") {
                #expect(error.message.contains("Dash Platform address") || what == "shielded", "\(error.message)")
            }
            #expect((DashLinkVectorTests.router.foreignLink(Array(link.utf8)) != nil) == (what == "shielded"))
        }
    }

    @Test("in links of another coin they have no meaning")
    func otherCoins() throws {
        let text = try #require(Self.cases.first?["text"]?.text)
        for link in ["axe:\(text)", "axewallet://pay=\(text)&sender=myapp", "bitcoin:\(text)"] {
            #expect(Self.refusal(of: link)?.reason != "platformAddress")
            #expect(DashLinkVectorTests.router.foreignLink(Array(link.utf8)) == nil)
        }
    }

    private static func refusal(of link: String) -> RequestError? {
        do throws(RequestError) {
            _ = try DashLinkVectorTests.router.read(Array(link.utf8))
            return nil
        } catch {
            return error
        }
    }
}
