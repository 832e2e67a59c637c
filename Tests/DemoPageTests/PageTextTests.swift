import SchemeRouter
import Testing

@testable import RouterDemoPage

/// The page shows what others wrote as text, and each card what belongs to it.
@Suite struct PageTextTests {
    private static func page(asksPerson: Bool = false) throws -> PageText {
        let own = "version: 1\nschemes: { mine: { extends: dash, title: '<script>\"x\"' } }\n"
        let routes = try RouteTable.load([.shipped, DescriptorFile(name: "own", bytes: Array(own.utf8))])
        let schemes = DemoScheme.all(of: routes).schemes.filter { ["mine", "mykey"].contains($0.base.name) }
        func link(_ id: String, _ scheme: String, _ url: String, _ sender: String?) -> DemoLink {
            DemoLink(id: id, scheme: scheme, title: "<i>&'", url: url, sender: sender)
        }
        return PageText(
            schemes: schemes, leftOut: [.init(title: "<u>", reason: "<s>")],
            links: [
                link("mine-pay", "demo-mine", "demo-mine:x?a=1&b=\"><img>", "demo-shop1"),
                link("mykey-login", "demo-mykey", "demo-mykey:" + String(repeating: "x", count: 900), nil),
            ],
            holdings: schemes.map { .init(coin: $0.coin, address: "<em>", payee: "") }, asksPerson: asksPerson,
            browser: "/tmp/<q>")
    }

    @Test("texts of others cannot become markup", arguments: [true, false])
    func escaping(isDesktop: Bool) throws {
        let html = try Self.page().html(isDesktop: isDesktop)
        for mark in ["<script>", "<i>", "<img>", "<u>", "<s>", "<em>", "<q>"] {
            #expect(!html.contains(mark), "\(mark)")
        }
        #expect(html.contains("&lt;script&gt;&quot;x&quot;") && html.contains("&lt;i&gt;&amp;&#39;"))
    }

    @Test("only the demo's own browser gets links that can be clicked, and none has anything from elsewhere")
    func links() throws {
        let (text, desktop) = (try Self.page().html(isDesktop: false), try Self.page().html(isDesktop: true))
        #expect(!text.contains("href=\"demo-"))
        #expect(desktop.contains("<a href=\"demo-mine:x?a=1&amp;b=&quot;&gt;&lt;img&gt;\""))
        for html in [text, desktop] {
            #expect(!html.contains("http:") && !html.contains("https:") && !html.contains("style="))
            #expect(html.contains("<code>demo-</code>, which only the practice"))
        }
    }

    @Test("a long link is shown whole only on request")
    func longLink() throws {
        let html = try Self.page().html(isDesktop: true)
        #expect(html.contains("x…</a></p><details><summary>The whole link</summary><code>demo-mykey:xxx"))
    }

    @Test("links are listed under their scheme, and only those with an answer have a place for it")
    func cards() throws {
        let parts = try Self.page().html(isDesktop: false).split(separator: "<section").dropFirst()
        #expect(parts.count == 3)
        let (mine, mykey) = (parts[parts.startIndex], parts[parts.startIndex + 1])
        #expect(mine.contains("id=\"demo-mine\"") && mine.contains("mine-pay") && !mine.contains("mykey-login"))
        #expect(mykey.contains("id=\"demo-mykey\"") && mykey.contains("mykey-login"))
        #expect(mine.contains("class=\"callback\"") && !mykey.contains("class=\"callback\""))
    }

    @Test("who is asked depends on who answers")
    func prompt() throws {
        let (script, person) = (try Self.page(), try Self.page(asksPerson: true))
        #expect(script.html(isDesktop: false).contains("<h4>What a person is asked</h4>"))
        #expect(person.html(isDesktop: false).contains("<h4>What you are asked</h4>"))
        #expect(person.html(isDesktop: false).contains(DemoHome.passcode))
    }

    @Test("an answer is shown by its own link, and not that of an earlier opening")
    func callbacks() {
        let link = DemoLink(id: "a", scheme: "demo-a", title: "", url: "", sender: "demo-shop1")
        let silent = DemoLink(id: "b", scheme: "demo-a", title: "", url: "", sender: nil)
        let lines = ["demo-shop1:", "demo-shop1://a=1", "demo-shop11://b=1"]
        #expect(CardFolder.callback(to: link, in: lines) == "demo-shop1://a=1")
        #expect(CardFolder.callback(to: link, in: lines + ["demo-shop1:"]) == nil)
        #expect(CardFolder.callback(to: link, in: []) == nil)
        #expect(CardFolder.callback(to: silent, in: lines) == nil)
    }

    @Test("the preview has all pages, or says why there are none")
    func preview() {
        #expect(Preview.text("note: x\n{\"pages\":[\"a\\nb\",\"c\"]}\n") == "a\nb\n\nc")
        #expect(Preview.text("{\"error\":{\"message\":\"No.\",\"hint\":null}}\n") == "No.")
        #expect(Preview.text("{\"error\":{\"message\":\"No.\",\"hint\":\"Do\"}}\n") == "No.\nDo")
        for text in ["", "\n", "error: x\n", "{"] { #expect(Preview.text(text).hasPrefix("The wallet does not say")) }
    }

    @Test("a balance is the amount alone")
    func balances() {
        for (line, amount) in [
            ("10 DASH.", "10\u{A0}DASH"), ("9.9 DASH, 1 waits.", "9.9\u{A0}DASH"),
            ("10.0000 EOS of demoaccount1.", "10.0000\u{A0}EOS"), ("", ""),
        ] { #expect(DemoSite.amount(in: line[...]) == amount) }
    }

    @Test("lines that a prompt divided are put together; labels, sentences and paragraphs stay apart")
    func lines() {
        let text = """
            Pay 0.5 BTC
            to bcrt 1qrx sjxk enyq lfql jzkf meyj tx9f 0kag 27yz k8ae
            Fee: 0.00000226 BTC

            Application Demo-shop19 is requesting a payment to this
            address. It calls itself “demo-shop19”; nobody has
            verified that.
            Afterwards this program gets the answer: “Demo Receiver”
            (/tmp/schemerouter-demo.62zx2y/bin/demo-receiver).
            It is the first answer.
            """
        #expect(
            ConsentLines.joined(text) == """
                Pay 0.5 BTC
                to bcrt 1qrx sjxk enyq lfql jzkf meyj tx9f 0kag 27yz k8ae
                Fee: 0.00000226 BTC

                Application Demo-shop19 is requesting a payment to this \
                address. It calls itself “demo-shop19”; nobody has \
                verified that.
                Afterwards this program gets the answer: “Demo Receiver” \
                (/tmp/schemerouter-demo.62zx2y/bin/demo-receiver).
                It is the first answer.
                """)
        let id = String(repeating: "5", count: 64)
        #expect(ConsentLines.joined("Transaction:\n\(id)\n“Demo” was told.") == "Transaction:\n\(id)\n“Demo” was told.")
        #expect(ConsentLines.joined("") == "" && ConsentLines.joined("\n\na") == "\n\na")
    }
}
