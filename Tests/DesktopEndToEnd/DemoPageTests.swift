import Foundation
import RouterTestSupport
import Testing

/// `router demo-page` as somebody uses it.
@Suite(.serialized)
struct DemoPageTests {
    @Test("the button opens a link with the real router, and outcome and callback appear on the page")
    func button() throws {
        let page = try DemoPageRun()
        let html = try page.get("")
        #expect(html.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(html.contains("PRACTICE – no real money") && html.contains("A script answers every question."))
        for link in ["pay=", "request=address", "request=masterPublicKey", "scanqr", "IS=1", "message="] {
            #expect(html.contains(link), "no link with \(link)")
        }
        let host = "Host: 127.0.0.1:\(page.url.port ?? 0)"
        let opened = try page.send("POST \(page.path)open/dashwallet-pay HTTP/1.1", host, "Origin: \(page.origin)")
        #expect(opened.hasPrefix("HTTP/1.1 202 "))
        let callback = try #require(try page.callback(to: "demo-dashwallet-pay"))
        #expect(callback.hasPrefix("demo-dashwallet-pay://callback=payack&address=X"))
        // The log has the outcome as soon as router ends, which may be after the callback.
        let outcome = try #require(
            try Patience.value { try page.state()["outcomes"]?.elements.compactMap(\.text).last })
        #expect(outcome.contains("\"exit\":0") && outcome.contains("demo-dashwallet-pay"))
        #expect(try page.state()["dialogues"]?.text?.contains("Pay 0.5 DASH") == true)
    }

    @Test("a scheme of the person's own descriptors has links on the page, and they are answered")
    func ownDescriptors() throws {
        let page = try DemoPageRun(
            descriptors: "version: 1\nschemes: { minewallet: { extends: dashwallet, title: Mine } }\n")
        #expect(try page.get("").contains("minewallet://request=address"))
        let host = "Host: 127.0.0.1:\(page.url.port ?? 0)"
        let opened = try page.send("POST \(page.path)open/minewallet-address HTTP/1.1", host, "Origin: \(page.origin)")
        #expect(opened.hasPrefix("HTTP/1.1 202 "))
        #expect(try page.callback(to: "demo-minewallet-address")?.contains("callback=address&address=X") == true)
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
        #expect(try page.state()["outcomes"]?.elements.isEmpty == true)
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
        #expect(page.program.printed.contains("are gone"))
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
        try chromium.clickElement("[data-id=dashwallet-address] a.link")
        let callback = try #require(try page.callback(to: "demo-dashwallet-address"))
        #expect(callback.contains("callback=address&address=X"))
        let shown = "document.querySelector('[data-id=dashwallet-address] .callback').textContent"
        #expect(try Patience.holds { try chromium.text(of: shown) == callback })
        let outcome = "document.querySelector('[data-id=dashwallet-address] .outcome').textContent"
        #expect(try Patience.holds { try chromium.text(of: outcome)?.hasPrefix("An address was told") == true })
    }
}
