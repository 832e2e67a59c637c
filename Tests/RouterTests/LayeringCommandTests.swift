import Foundation
import RouterTestSupport
import Testing

/// Descriptors that the person drops in, as the commands see them.
@Suite struct LayeringCommandTests {
    static let link = "minewallet:request=address&sender=shop"

    private func drop(_ name: String, _ text: String, _ home: RouterHome, config: String = "config/schemerouter") throws
    {
        try FileManager.default.createDirectory(
            at: home.directory.appendingPathComponent("\(config)/schemes.d"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try home.write("\(config)/schemes.d/\(name)", text)
    }

    @Test("a drop-in's scheme is answered, listed, checked, and can be registered")
    func dropIn() throws {
        let home = try RouterHome()
        #expect(try home.router(["explain", Self.link]).status == 65)
        try drop("mine.yaml", "version: 1\nschemes: { minewallet: { extends: dashwallet, title: Mine } }\n", home)
        #expect(try home.router(["explain", Self.link]).status == 0)
        #expect(try home.router(["check"]).status == 0)
        #expect(try home.run(["register", "--scheme", "minewallet", "--dry-run"]).output.contains("minewallet"))
        let listed = try home.router(["schemes"]).output
        let path = home.directory.path + "/config/schemerouter/schemes.d/mine.yaml"
        #expect(
            listed.contains("minewallet: Mine, coin dash, plugin dash, from \(path):2:12\n  extends dashwallet from "))
    }

    @Test("--config moves the directory too")
    func configDirectory() throws {
        let home = try RouterHome()
        try drop(
            "mine.yaml", "version: 1\nschemes: { minewallet: { extends: dashwallet, title: Mine } }\n", home,
            config: "other")
        #expect(try home.router(["explain", Self.link]).status == 65)
        #expect(try home.router(["--config", home.directory.path + "/other", "explain", Self.link]).status == 0)
    }

    @Test("a scheme that is switched off is refused and not registered, and the message says who switched it off")
    func switchedOff() throws {
        let home = try RouterHome()
        try drop("off.yaml", "version: 1\nschemes: { dashwallet: { enabled: false } }\n", home)
        #expect(try home.router(["explain", "dashwallet:request=address&sender=shop"]).status == 65)
        #expect(try home.router(["check"]).status == 0)
        #expect(try home.run(["register", "--scheme", "dashwallet"]).status == 77)
        let row = try #require(
            JSONValue(lines: home.router(["schemes", "--json"]).output).elements.first {
                $0["scheme"] == .string("dashwallet")
            })
        #expect(row["enabled"] == .bool(false) && row["state"] == .string("disabled"))
        let amendment = try #require(row["amendments"]?.elements.first)
        #expect(amendment["origin"]?.text?.hasSuffix("/schemes.d/off.yaml:2:12") == true)
        #expect(amendment["changes"]?.elements == [.string("enabled: false")])
    }

    @Test("the digest that schemes prints lets a drop-in take a scheme's place")
    func replace() throws {
        let home = try RouterHome()
        let rows = try JSONValue(lines: home.router(["schemes", "--json"]).output).elements
        let digest = try #require(rows.first { $0["scheme"] == .string("dashwallet") }?["digest"]?.text)
        let rest = "extends: dashwallet, title: Mine, actions: { scan-qr: none } }\n"
        try drop("mine.yaml", "version: 1\nschemes:\n  dashwallet: { \(rest)", home)
        let refused = try home.router(["check"])
        #expect(refused.status == 78 && refused.errors.contains(digest))
        try drop("mine.yaml", "version: 1\nschemes:\n  dashwallet: { replaces: \(digest), \(rest)", home)
        #expect(try home.router(["check"]).status == 0)
        #expect(try home.router(["explain", "dashwallet:scanqr"]).status == 65)
        let row = try #require(
            JSONValue(lines: home.router(["schemes", "--json"]).output).elements.first {
                $0["scheme"] == .string("dashwallet")
            })
        #expect(row["replaced"]?.text?.hasPrefix("schemes.yaml:") == true)
        #expect(row["extends"]?["name"] == .string("dashwallet"))
        #expect(row["digest"]?.text != digest)
    }

    @Test("S3: a person's drop-in with mistakes stops only the schemes that it names, and every answer says so")
    func mistakes() throws {
        let home = try RouterHome()
        try drop("a.yaml", "version: 1\nschemes: { pebbles: { coin: dash, grammer: bip21 } }\n", home)
        try drop("b.yaml", "version: 1\nschemes:\n  axewallet: { enabled: false\n", home)
        let directory = home.directory.path + "/config/schemerouter/schemes.d"
        let notes = """
            note: \(directory)/a.yaml has mistakes, so these links are refused: pebbles. “router check” shows them.
            note: \(directory)/b.yaml has mistakes, so these links are refused: axewallet. “router check” shows them.

            """
        let good = try home.router(["explain", OpenTests.pay])
        #expect(good.status == 0 && good.errors == notes, "\(good.errors)")
        for (scheme, name) in [("pebbles", "a"), ("axewallet", "b"), ("AXEWALLET", "b")] {
            let bad = try home.router(["explain", "\(scheme):pay=XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"])
            #expect(bad.status == 78)
            #expect(
                bad.errors.contains(
                    """
                    “\(scheme.lowercased()):” links are refused, because \(directory)/\(name).yaml, which describes them, has \
                    mistakes. [brokenDescriptor]
                    """) && bad.errors.contains("Correct that file, or remove it. “router check” shows the mistakes."),
                "\(bad.errors)")
        }
        let json = try home.router(["schemes", "--json"])
        #expect(json.status == 0)
        #expect(
            json.errors.hasPrefix(
                #"{"note":"note: \#(directory)/a.yaml has mistakes, so these links are refused: pebbles. “router check” shows them.","file":"\#(directory)/a.yaml","stopped":["pebbles"]}"#
            ), "\(json.errors)")

        let check = try home.router(["check"])
        #expect(check.status == 78)
        #expect(check.errors.contains("/schemes.d/a.yaml:2:35: error: unknown key “grammer”"))
        #expect(check.errors.contains("/schemes.d/b.yaml:4:1: error: "), "\(check.errors)")
    }

    @Test(
        "S3: whoever misspells the scheme that they switch off stops it all the same; settings about a stopped coin wait"
    )
    func misspelt() throws {
        let home = try RouterHome()
        try drop("a.yaml", "version: 1\nschemes: { dashwalet: { enabled: false } }\n", home)
        try drop("b.yaml", "version: 1\ncoins: { pebble: { tickr: PBL } }\n", home)
        try home.configure(
            "networks: { dash: { use: sandbox }, pebble: { use: sandbox } }\nhand-over: [{ coin: pebble, to: ask }]\n")
        let stopped = try home.router(["explain", OpenTests.pay])
        #expect(stopped.status == 78 && stopped.errors.contains("“dashwallet:” links are refused"), "\(stopped.errors)")
        #expect(try home.router(["explain", "axewallet:request=address&sender=shop"]).status == 0)
        // Settings that move the keys of a coin make the table anew.
        try home.configure("paths: { axe: \"44'/4242'\" }\n")
        #expect(try home.router(["explain", OpenTests.pay]).status == 78)
    }

    @Test("a drop-in that nobody can read, or that others can change, stops everything (S7)")
    func unreadable() throws {
        let home = try RouterHome()
        try drop("a.yaml", "version: 1\n", home)
        let path = home.directory.path + "/config/schemerouter/schemes.d/a.yaml"
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
        #expect(try home.router(["explain", OpenTests.pay]).status == 78)
    }

    @Test("check --watch checks a file again whenever it changes")
    func watch() throws {
        let home = try RouterHome()
        #expect(
            try home.router(["check", "--watch"]).errors.hasPrefix("error: --watch: Say which FILEs to watch."))
        let path = home.directory.path + "/mine.yaml"
        try home.write("mine.yaml", "version: 1\nschemes: { x: { coin: dash, grammer: bip21 } }\n")
        let output = Foundation.Pipe()
        let process = try home.start(["check", "--json", "--watch", path], output: output)
        defer { process.terminate() }
        func next() throws -> JSONValue {
            var line = Data()
            while line.last != 0x0A {
                let byte = output.fileHandleForReading.readData(ofLength: 1)
                if byte.isEmpty { break }
                line += byte
            }
            return try JSONValue(parsing: line)
        }
        #expect(try next()["ok"] == .bool(false))
        try home.write("mine.yaml", "version: 1\n")
        #expect(try next()["ok"] == .bool(true))
        try home.write("mine.yaml", "version: 2\n")
        #expect(try next()["ok"] == .bool(false))
    }

    @Test("check FILE reads files above the built-in ones, in their order; --schemes replaces those")
    func checkFiles() throws {
        let home = try RouterHome()
        try home.write(
            "coin.yaml",
            "version: 1\ncoins: { f: { ticker: F, networks: { main: { p2pkh: 14, p2sh: 5, bip44: 8 } } } }\n")
        try home.write(
            "scheme.yaml",
            "version: 1\nschemes: { fwallet: { extends: dashwallet, coin: f, examples: [{ url: fwallet:scanqr, error: "
                + "unsupportedScheme }] } }\n")
        let paths = ["coin.yaml", "scheme.yaml"].map { home.directory.path + "/" + $0 }
        #expect(try home.router(["check", paths[1]]).errors.contains("unknown coin “f”"))
        // The plugin of such coins may be there or not; the example is read either way.
        let both = try home.router(["check"] + paths)
        #expect(
            !both.errors.contains("unknown coin") && both.errors.contains("[descriptor.example]") == (both.status == 65)
        )
        let alone = try home.router(["--schemes", paths[0], "check", paths[1]])
        #expect(alone.errors.contains("unknown scheme “dashwallet”"))
    }

    @Test("check knows the forms of replies of this program's plugins")
    func replyForms() throws {
        let home = try RouterHome()
        let text = "version: 1\nschemes: { shop: { coin: dash, grammar: bip21, callbacks: dash-famly } }\n"
        try home.write("shop.yaml", text)
        let refused = try home.router(["check", home.directory.path + "/shop.yaml"])
        #expect(refused.status == 65)
        #expect(refused.errors.contains("shop.yaml:2:59: error: unknown reply form “dash-famly”"))
        #expect(refused.errors.contains("did you mean “dash-family”?"))
        // Where it is dropped in, only its scheme is stopped, and every command says so.
        try drop("shop.yaml", text, home)
        let listed = try home.router(["schemes"])
        #expect(listed.status == 0 && listed.errors.contains("shop.yaml"), "\(listed)")
        #expect(try home.router(["explain", "shop:XiUsEXvLjqhuz1Gunbymtw7JUwtkQXQHaa"]).status == 78)
    }

    @Test("what check says of a mistake in JSON")
    func checkJSON() throws {
        let home = try RouterHome()
        try home.write("a.yaml", "version: 1\nschemes:\n  x: { coin: dash, grammer: bip21, aliases: dash }\n")
        let path = home.directory.path + "/a.yaml"
        let result = try home.router(["check", "--json", path])
        #expect(result.status == 65 && result.errors.isEmpty)
        #expect(
            result.output == """
                {"ok":false,"checked":null,"problems":[\
                {"file":"\(path)","line":3,"column":3,"length":1,"code":"missing-key",\
                "message":"the key “grammar” is missing","suggestion":null,"hint":"add “grammar: …”",\
                "path":["schemes","x"]},\
                {"file":"\(path)","line":3,"column":20,"length":7,"code":"unknown-key",\
                "message":"unknown key “grammer”","suggestion":"grammar","hint":null,"path":["schemes","x"]},\
                {"file":"\(path)","line":3,"column":45,"length":4,"code":"wrong-type",\
                "message":"expected a list, found “dash”","suggestion":null,"hint":"write [dash]",\
                "path":["schemes","x","aliases"]}]}

                """)
        let whole = try JSONValue(parsing: Data(home.router(["check", "--json"]).output.utf8))
        #expect(whole["ok"] == .bool(true) && whole["problems"] == .array([]))
        #expect(whole["checked"]?["files"] == .array([.string("schemes.yaml")]))
        #expect((whole["checked"]?["examples"]?.integer ?? 0) > 0)
    }

    @Test("check says what it read; examples are links of real money, whatever network the settings choose")
    func checkWhole() throws {
        let home = try RouterHome()
        try home.configure(
            "networks:\n  dash: { use: sandbox, network: regtest }\n  bitcoin: { use: sandbox, network: test }\n")
        let result = try home.router(["check"])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        let settings = home.directory.path + "/config/schemerouter/config.yaml"
        #expect(result.output.hasPrefix("Checked: schemes.yaml, \(settings).\n"), "\(result.output)")
        #expect(result.output.contains(" coins, ") && result.output.hasSuffix(" examples.\nNo mistakes.\n"))
    }

    @Test("check refuses a coin or a scheme that names an unknown plugin")
    func unknownPlugin() throws {
        let home = try RouterHome()
        let coin = "{ ticker: TST, plugin: nonesuch, networks: { main: { p2pkh: 65, p2sh: 66, bip44: 9999 } } }"
        for (number, text) in [
            "coins: { testo: \(coin) }\nschemes: { testo: { coin: testo, grammar: bip21 } }\n",
            "schemes: { testo: { title: T, grammar: uri, enabled: true, plugin: nonesuch } }\n",
        ].enumerated() {
            try home.write("unknown\(number).yaml", "version: 1\n" + text)
            let result = try home.router(["check", home.directory.path + "/unknown\(number).yaml"])
            #expect(result.status == 65 && result.output.isEmpty, "\(result)")
            #expect(result.errors.contains("nonesuch"), "\(result)")
        }
    }

    @Test(
        "what is written of the descriptors is what they say",
        arguments: [("descriptor-schema", "schemes.schema.json"), ("scheme-table", "Documentation/schemes.md")])
    func written(command: String, file: String) throws {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let written = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
        #expect(try RouterHome().run([command]).output == written, "router \(command) >\(file)")
    }
}
