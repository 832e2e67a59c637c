import RouterDash
import Testing

@testable import SchemeRouter

/// `callbacks` names a form of replies, which a plugin brings.
@Suite struct ReplyFormTests {
    private static func scheme(_ callbacks: String) -> DescriptorFile {
        file("version: 1\nschemes: { shop: { coin: dash, grammar: bip21, callbacks: \(callbacks) } }\n")
    }

    @Test("A name that no plugin brings is a mistake where it stands, with the nearest name that one brings")
    func unknown() throws {
        for (written, suggestion) in [("dash-famly", "dash-family"), ("Simplewallet", "simplewallet"), ("x", nil)] {
            let mistake = try #require(mistakes(.shipped, Self.scheme(written)).first)
            #expect(mistake.brief == "unknown-name 2:59" && mistake.suggestion == suggestion)
            #expect(mistake.message == "unknown reply form “\(written)”")
            #expect(mistake.hint == "known: dash-family, payment-proof, simplewallet, signing-request")
        }
    }

    @Test("A name that only the plugin of another coin brings is a mistake: nobody would get a reply")
    func otherPlugin() throws {
        let mistake = try #require(mistakes(.shipped, Self.scheme("simplewallet")).first)
        #expect(mistake.brief == "conflict 2:59" && mistake.message == "Dash has no reply form “simplewallet”")
        #expect(mistake.hint == "its plugin “dash” has “dash-family”")
    }

    @Test("Which names there are is for the plugins to say")
    func plugins() throws {
        let stack = DescriptorStack([.shipped, Self.scheme("dash-family")])
        let dash: PluginTable = ["dash": DashPlugin(), "other": DashPlugin()]
        #expect(dash.replyForms == ["dash-family"])
        do {
            _ = try RouteTable.load(stack, for: dash)
            Issue.record("nobody brings what MYKEY's schemes name")
        } catch {
            #expect(error.diagnostics.allSatisfy { $0.file == "schemes.yaml" })
            let messages = error.diagnostics.map(\.message)
            #expect(messages.count { $0 == "unknown reply form “simplewallet”" } == 2)
            // Neither can it tell what coins of another plugin are like.
            let others = Set(messages.filter { $0.hasPrefix("unknown plugin") })
            #expect(
                others
                    == Set(["axe", "dash-requests", "mykey", "signing-request"].map { "unknown plugin “\($0)”" }))
        }
    }

    @Test("Without plugins every name is taken, but it must be a name")
    func withoutPlugins() throws {
        let table = try RouteTable.load([.shipped, Self.scheme("postcard")])
        #expect(table.scheme(named: "shop".utf8)?.callbacks == "postcard")
        do {
            _ = try RouteTable.load([.shipped, Self.scheme("\"a\\nb\"")])
            Issue.record("a digest counts lines")
        } catch {
            #expect(error.diagnostics.map(\.brief) == ["invalid-value 2:59"])
        }
    }
}
