import Foundation
import RouterTestSupport
import Testing

/// `router demo-page` as somebody uses it.
@Suite(.serialized)
struct DemoPageTests {
    @Test("the button opens a link with the real router; its card alone shows outcome, answer and what was asked")
    func button() throws {
        let page = try DemoPageRun()
        let html = try page.get("")
        #expect(html.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(html.contains("PRACTICE – no real money") && html.contains("A script answers every question."))
        for link in ["pay=", "request=address", "request=masterPublicKey", "scanqr", "IS=1", "message="] {
            #expect(html.contains(link), "no link with \(link)")
        }
        try page.open("dashwallet-pay")
        #expect(try page.callback(of: "dashwallet-pay").contains("://callback=payack&address=y"))
        let paid = try page.end(of: "dashwallet-pay")
        #expect(paid["exit"] == .number(0) && paid["printed"]?.text?.contains("Paid 0.5 DASH to y") == true)
        #expect(paid["wasShown"] == .bool(true) && paid["consent"]?.text?.contains("Pay 0.5 DASH") == true)
        #expect(paid["consent"]?.text?.contains("the script types the passcode") == true)
        // Neither has an answer by which it could be told from others of its kind.
        try page.open("bitcoin-pay")
        #expect(try page.end(of: "bitcoin-pay")["printed"]?.text?.contains("Paid 0.5 BTC to bcrt1") == true)
        try page.open("dashwallet-scan")
        #expect(try page.end(of: "dashwallet-scan")["exit"] != .number(0))
        for (id, card) in try page.cards() where !["dashwallet-pay", "bitcoin-pay", "dashwallet-scan"].contains(id) {
            #expect(card["exit"] == .null && card["printed"] == .string("") && card["callback"] == .null, "\(id)")
        }
    }

    @Test("every card shows beforehand what a person will be asked")
    func consents() throws {
        let page = try DemoPageRun()
        let cards = try #require(
            try Patience.value {
                let cards = try page.cards()
                return cards.allSatisfy { $0.value["consent"]?.text?.isEmpty == false } ? cards : nil
            })
        #expect(cards.count > 30)
        for (id, card) in cards where !id.hasSuffix("-open") && !id.hasSuffix("-scan") {
            #expect(card["consent"]?.text?.hasPrefix("PRACTICE – no real money\n") == true, "\(id): \(card)")
            #expect(card["wasShown"] == .bool(false))
        }
        #expect(cards["bitcoin-open"]?["consent"]?.text?.contains("How many BTC?") == true)
        let message = cards["dashwallet-message"]?["consent"]?.text ?? ""
        #expect(message.contains("Pay 0.1 DASH\nto y") && message.contains("“Two coffees & a croissant – thank you!”"))
    }

    @Test("MYKEY's requests are answered", arguments: ["login", "transfer", "contract", "sign"])
    func mykey(_ request: String) throws {
        let page = try DemoPageRun()
        try page.open("mykey-" + request)
        #expect(try page.callback(of: "mykey-" + request).contains("&result=1&"))
        #expect(try page.end(of: "mykey-" + request)["exit"] == .number(0))
    }

    @Test("SimpleWallet's requests are answered", arguments: ["login", "transfer"])
    func simpleWallet(_ request: String) throws {
        let page = try DemoPageRun()
        try page.open("simplewallet-" + request)
        let callback = try page.callback(of: "simplewallet-" + request)
        #expect(callback.contains("://simplewallet?action=\(request)&result=1"))
        #expect(callback.contains("&txID=") == (request == "transfer"))
        #expect(try page.end(of: "simplewallet-" + request)["exit"] == .number(0))
    }

    @Test("S14: no wallet answers the page's links, and every real network refuses their addresses")
    func realWallets() throws {
        let page = try DemoPageRun()
        let links = try page.links()
        #expect(links.count > 30)
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("demo-real-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        func explained(_ link: String) throws -> String {
            let program = try RunningProgram(
                BuiltPrograms.router, ["explain", "--json", "--", link],
                environment: ["HOME": directory.path, "PATH": "/usr/bin:/bin"], in: directory)
            _ = program.status()
            return program.printed
        }
        for (id, link) in links {
            #expect(link.hasPrefix("demo-"), "\(link)")
            // Those of the two families of links are enough to ask for.
            guard ["dashwallet-pay", "bitcoin-pay", "mykey-login", "simplewallet-login"].contains(id) else { continue }
            #expect(try explained(link).contains("unsupportedScheme"), "\(link)")
        }
        // Whoever takes the mark away has a link that a wallet reads, and refuses.
        for coin in ["dash", "axe", "bitcoin", "litecoin", "dogecoin"] {
            let link = try #require(links["\(coin)-pay"])
            let answer = try explained(String(link.dropFirst("demo-".count)))
            #expect(answer.contains("wrongNetwork"), "\(answer)")
        }
    }

    @Test("a scheme of the person's own descriptors has links on the page, and they are answered; its title is text")
    func ownDescriptors() throws {
        let page = try DemoPageRun(
            descriptors: "version: 1\nschemes: { minewallet: { extends: dashwallet, title: '<b>\"Mine\"' } }\n")
        let html = try page.get("")
        #expect(html.contains("demo-minewallet://request=address"))
        #expect(html.contains("&lt;b&gt;&quot;Mine&quot;") && !html.contains("<b>"))
        try page.open("minewallet-address")
        #expect(try page.callback(of: "minewallet-address").contains("callback=address&address=y"))
    }

    @Test("the desktop's handler opens links of the page only; nobody else can read where the page is")
    func handler() throws {
        let page = try DemoPageRun()
        for link in ["demo-dashwallet://request=address&sender=evil", "--help", "", "$(touch evil)"] {
            let handler = try RunningProgram(
                page.home + "/bin/open", [link], environment: ["PATH": "/usr/bin:/bin"],
                in: URL(fileURLWithPath: page.home))
            #expect(handler.status() == 64, "\(link)")
        }
        #expect(!FileManager.default.fileExists(atPath: page.home + "/evil"))
        #expect(try page.cards().values.allSatisfy { $0["exit"] == .null })
        // The arguments of a browser are for all to read.
        let script = try String(contentsOfFile: page.home + "/bin/browser", encoding: .utf8)
        #expect(script.contains("file://\(page.home)/start.html") && !script.contains(page.url.lastPathComponent))
        for (file, mode) in [("", 0o700), ("/start.html", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: page.home + file)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(file)")
        }
    }

    @Test("another host, another site, another path and another method are turned away")
    func guarding() throws {
        let page = try DemoPageRun()
        let host = "Host: 127.0.0.1:\(page.url.port ?? 0)"
        let open = "POST \(page.path)open/dashwallet-pay HTTP/1.1"
        #expect(try page.send("GET \(page.path) HTTP/1.1", "Host: evil.example").hasPrefix("HTTP/1.1 421 "))
        #expect(try page.send(open, host, "Origin: http://evil.example").hasPrefix("HTTP/1.1 403 "))
        #expect(try page.send(open, host).hasPrefix("HTTP/1.1 403 "))
        #expect(try page.send("GET / HTTP/1.1", host).hasPrefix("HTTP/1.1 404 "))
        #expect(try page.send("GET \(page.path)open/dashwallet-pay HTTP/1.1", host).hasPrefix("HTTP/1.1 405 "))
        #expect(try page.send("DELETE \(page.path) HTTP/1.1", host).hasPrefix("HTTP/1.1 405 "))
        let large = "X: " + String(repeating: "x", count: 10_000)
        #expect(try page.send("GET \(page.path) HTTP/1.1", host, large).hasPrefix("HTTP/1.1 431 "))
        #expect(try page.send(open, host, "Origin: null").hasPrefix("HTTP/1.1 403 "))
        #expect(try page.cards().values.allSatisfy { $0["exit"] == .null && $0["isRunning"] == .bool(false) })
        #expect(!(try page.get("")).contains("Access-Control-Allow-Origin"))
    }

    @Test(
        "ending the command removes everything, and it never uses directories of the person's",
        arguments: [SIGINT, SIGTERM])
    func cleanUp(_ signal: Int32) throws {
        let page = try DemoPageRun()
        #expect(FileManager.default.fileExists(atPath: page.home + "/data/schemerouter/wallet/keystore"))
        kill(page.program.process.processIdentifier, signal)
        #expect(page.program.status() == 0)
        #expect(!FileManager.default.fileExists(atPath: page.home))
        #expect(page.program.printed.contains("were deleted"))
    }

    @Test("--config is refused: the page makes its own directories")
    func ownDirectories() throws {
        let directory = FileManager.default.temporaryDirectory
        let program = try RunningProgram(
            BuiltPrograms.router, ["--config", "/tmp", "demo-page"],
            environment: ["HOME": "/tmp", "PATH": "/usr/bin:/bin"],
            in: directory)
        #expect(program.status() == 64)
    }

    @Test(
        "a click in a real Chromium started with the demo's directories goes through the desktop and back to the page",
        .needs("chromium", "xdg-open", from: "chromium xdg-utils"))
    func click() throws {
        let page = try DemoPageRun()
        let chromium = try Chromium(demo: page)
        for id in ["dashwallet-address", "mykey-login"] {
            try chromium.clickElement("[data-id=\(id)] a")
            let callback = try page.callback(of: id)
            #expect(callback.contains(id == "mykey-login" ? "&result=1&" : "callback=address&address=y"))
            let shown = "document.querySelector('[data-id=\(id)] .callback').textContent"
            #expect(try Patience.holds { try chromium.text(of: shown) == callback })
            let outcome = "document.querySelector('[data-id=\(id)] .outcome').className"
            #expect(try Patience.holds { try chromium.text(of: outcome) == "outcome good" })
            // A link that the desktop opens leads its tab nowhere; the next click needs one that leads somewhere.
            try chromium.load()
        }
    }

    @Test(
        "in any other browser links are text, the button works, and nothing comes from elsewhere",
        .needs("chromium", from: "chromium"))
    func otherBrowser() throws {
        let page = try DemoPageRun()
        let chromium = try Chromium(demo: page, path: "")
        let wallets = "String([...document.querySelectorAll('a')].filter(a => a.origin != location.origin).length)"
        #expect(try chromium.text(of: wallets) == "0")
        let foreign =
            "String(performance.getEntriesByType('resource').filter(e => !e.name.startsWith(location.origin)).length)"
        #expect(try chromium.text(of: foreign) == "0")
        try chromium.clickElement("[data-id=dashwallet-address] button")
        let outcome = "document.querySelector('[data-id=dashwallet-address] .outcome').textContent"
        #expect(try Patience.holds { try chromium.text(of: outcome)?.contains("Address y") == true })
    }
}
