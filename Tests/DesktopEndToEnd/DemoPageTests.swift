import Foundation
import RouterTestSupport
import Testing

/// The demo page as somebody uses it.
@Suite(.serialized)
struct DemoPageTests {
    @Test("a link is answered by the practice wallet; its card alone is told the outcome and the answer")
    func outcome() throws {
        let page = try DemoPageRun()
        for id in ["dashwallet-pay", "bitcoin-pay", "dashwallet-scan"] { try page.open(id) }
        #expect(try page.callback(of: "dashwallet-pay").contains("://callback=payack&address=y"))
        let (paid, scanned) = (try page.end(of: "dashwallet-pay"), try page.end(of: "dashwallet-scan"))
        #expect(paid?.status == .number(0) && paid?.printed.contains("\nPaid 0.5 DASH to y") == true)
        #expect(try page.end(of: "bitcoin-pay")?.printed.contains("\nPaid 0.5 BTC to bcrt1") == true)
        #expect(scanned?.status != .number(0) && scanned?.printed.contains("not supported") == true)
        let functions = try page.told().map(\.function).sorted()
        #expect(functions == ["answered"] + ["ended", "opening"].flatMap { [$0, $0, $0] })
        // The wallet does not take its own entry for another wallet (S15).
        let dialogues = try String(contentsOf: page.directory.appendingPathComponent("dialogues"), encoding: .utf8)
        #expect(dialogues.contains("PRACTICE – no real money") && !dialogues.contains("Which wallet"))
    }

    @Test("every link is answered as its title says, in as many ways as the wallet has")
    func requests() throws {
        let page = try DemoPageRun()
        let links = try page.links()
        #expect(links.count > 30)
        for (id, link) in links.sorted(by: { $0.key < $1.key }) where !id.hasSuffix("-scan") {
            try page.open(id)
            let end = try page.end(of: id)
            #expect(end?.status == .number(0), "\(id): \(end?.printed ?? "nothing")")
            guard let sender = link.firstMatch(of: /demo-shop\d+/)?.output else { continue }
            let callback = try page.callback(of: id)
            #expect(callback.hasPrefix("\(sender):"))
            let answer =
                switch id.split(separator: "-").last {
                case "login", "transfer", "contract", "sign": "result=1"
                case "address": "callback=address&address=y"
                case "keys": "callback=masterPublicKey&"
                default: "callback=payack&"
                }
            #expect(callback.contains(answer), "\(id): \(callback)")
        }
    }

    @Test("each card has a link and an answer of its own; every scheme is the page's own and is described")
    func cards() throws {
        let folder = DemoPageRun.files.appendingPathComponent("page")
        let html = try String(contentsOf: folder.appendingPathComponent("page.html"), encoding: .utf8)
        let described = try String(contentsOf: folder.appendingPathComponent("schemes.yaml"), encoding: .utf8)
            .matches(of: /\n  (demo-\w+):/).map { String($0.1) }
        let cards = html.components(separatedBy: "<li class=\"card\" ").dropFirst()
        let links = try cards.map { try #require($0.firstMatch(of: /href="([^"]+)"/)?.output.1) }
        #expect(cards.count > 30 && Set(links).count == cards.count)
        #expect(Set(links.map { String($0.prefix { $0 != ":" }) }) == Set(described))
        for (card, link) in zip(cards, links) {
            let sender = card.firstMatch(of: /data-sender="([^"]+)"/)?.output.1
            #expect(link.firstMatch(of: /demo-shop\d+/)?.output == sender)
        }
        let senders = html.matches(of: /data-sender="([^"]+)"/).map(\.output.1)
        #expect(Set(senders).count == senders.count)
        #expect(!html.contains("http:") && !html.contains("https:"))
    }

    @Test(
        "beside each link is the QR code of exactly that link",
        .needs("zbarimg", from: "zbar-tools"))
    func codes() throws {
        let page = try DemoPageRun()
        let html = try String(contentsOfFile: page.home + "/page/page.html", encoding: .utf8)
        let codes = html.matches(
            of: /id="([^"]+)"[^\n]*\n[^\n]*\n<p class="link">[^\n]*\n<div class="code"[^\n]*d="(M[^"]+z)"\/>/)
        let links = try page.links()
        #expect(codes.count == links.count)
        for code in codes {
            let picture = page.directory.appendingPathComponent("code.pgm")
            try Self.drawn(try #require(Self.runs(of: code.2))).write(to: picture)
            // Without the system's bus it also complains about that.
            let reader = try RunningProgram(
                "/bin/sh", ["-c", "zbarimg --quiet --raw -Sdisable -Sqrcode.enable \(picture.path) 2>/dev/null"],
                environment: [:], in: page.directory)
            #expect(reader.status() == 0)
            #expect(reader.printed.trimmingCharacters(in: .newlines) == links[String(code.1)], "\(code.1)")
        }
    }

    /// The dark runs of a path: column, row and length, in modules.
    private static func runs(of path: Substring) -> [(column: Int, row: Int, length: Int)]? {
        let runs = path.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/)
        guard runs.map(\.0).joined() == path else { return nil }
        return runs.compactMap { run in
            guard let column = Int(run.1), let row = Int(run.2), let length = Int(run.3), run.3 == run.4 else {
                return nil
            }
            return (column, row, length)
        }
    }

    /// A picture of them, four pixels a module.
    private static func drawn(_ runs: [(column: Int, row: Int, length: Int)]) -> Data {
        let side = (runs.map { max($0.row, $0.column + $0.length) }.max() ?? 0) + 5
        var pixels = [UInt8](repeating: 255, count: 16 * side * side)
        for run in runs {
            for y in 4 * run.row..<4 * run.row + 4 {
                for x in 4 * run.column..<4 * (run.column + run.length) { pixels[y * 4 * side + x] = 0 }
            }
        }
        return Data("P5\n\(4 * side) \(4 * side)\n255\n".utf8) + pixels
    }

    @Test("S14: no wallet answers the page's links, and every real network refuses their addresses")
    func realWallets() throws {
        let page = try DemoPageRun()
        let links = try page.links()
        func explained(_ link: String) throws -> String {
            let program = try RunningProgram(
                BuiltPrograms.router, ["explain", "--json", "--", link],
                environment: ["HOME": page.directory.path, "PATH": "/usr/bin:/bin"], in: page.directory)
            _ = program.status()
            return program.printed
        }
        for (id, link) in links {
            #expect(link.hasPrefix("demo-") && !link.contains("account1"), "\(link)")
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

    @Test("S14: other apps get no answers; what looks like an option or a command is a link; all of it is told as text")
    func strangers() throws {
        let page = try DemoPageRun()
        _ = try page.handle("ask", "demo-dashwallet://request=address&sender=evil")
        for link in ["--help", "", "$(touch evil)", "a\";\n\\\u{1}b"] {
            #expect(try page.handle("ask", link) != 0, "\(link)")
        }
        #expect(try page.handle("answer", "demo-shop1://\");\\\u{2028}<b>") == 0)
        #expect(!FileManager.default.fileExists(atPath: page.home + "/evil"))
        let told = try page.told()
        #expect(told.count == 11 && told.last?.arguments == [.string("demo-shop1://\");\\\u{2028}<b>")])
        #expect(told[9].arguments.first == .string("a\";\n\\b"))
        let attributes = try FileManager.default.attributesOfItem(atPath: page.home)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test(
        "ending the command, or its browser, removes everything; nothing of the person's is used",
        arguments: [SIGINT, SIGTERM, nil])
    func cleanUp(_ signal: Int32?) throws {
        let page = try DemoPageRun(
            browser: signal == nil ? "while ! [ -e ~/closed ]; do sleep 0.1; done" : "exec sleep 3600")
        #expect(FileManager.default.fileExists(atPath: page.home + "/data/schemerouter/wallet/keystore"))
        #expect(page.environment["SECRET"] == nil && page.environment["DISPLAY"] == ":99")
        for (name, value) in page.environment where name.hasPrefix("XDG_") && name != "XDG_CURRENT_DESKTOP" {
            #expect(value.hasPrefix(page.home), "\(name)")
        }
        if let signal {
            kill(page.program.process.processIdentifier, signal)
        } else {
            _ = FileManager.default.createFile(atPath: page.home + "/closed", contents: nil)
        }
        #expect(page.program.status() == 0)
        #expect(!FileManager.default.fileExists(atPath: page.home))
        #expect(page.program.printed.contains("were deleted"))
        let left = try FileManager.default.contentsOfDirectory(atPath: page.directory.path)
        #expect(!left.contains { $0.hasPrefix(".") || $0.hasPrefix("schemerouter-") }, "\(left)")
    }

    @Test("the page has its own settings and takes no others; where it is not installed, the error says how to open it")
    func command() throws {
        for (options, status, words) in [
            (["--config", "/tmp"], Int32(64), "leave out --config"),
            (["--schemes", "/x.yaml"], 64, "leave out --config"), ([], 78, "make demo-page"),
        ] {
            let program = try RunningProgram(
                BuiltPrograms.router, options + ["demo-page"], environment: ["HOME": "/tmp", "PATH": "/usr/bin:/bin"],
                in: FileManager.default.temporaryDirectory)
            #expect(program.status() == status)
            #expect(program.printed.contains(words), "\(program.printed)")
        }
    }

    @Test(
        "a click in a real Chromium goes through the desktop and back to the page, and nothing comes from elsewhere",
        .needs("chromium", "xdg-open", from: "chromium xdg-utils"))
    func click() throws {
        let page = try DemoPageRun()
        let chromium = try Chromium(demo: page)
        for id in ["dashwallet-address", "mykey-login"] {
            try chromium.clickElement("#\(id) a")
            let callback = try page.callback(of: id)
            let shown = "document.querySelector('#\(id) .answer').textContent"
            #expect(try Patience.holds { try chromium.text(of: shown) == callback })
            let outcome = "document.querySelector('#\(id) .outcome').className"
            #expect(try Patience.holds { try chromium.text(of: outcome) == "outcome good" })
            // A link that the desktop opens leads its tab nowhere; the next click needs one that leads somewhere.
            try chromium.load()
        }
        #expect(try chromium.text(of: "String(document.getElementById('problem').hidden)") == "true")
        let foreign =
            "String(performance.getEntriesByType('resource').filter(e => !e.name.startsWith('file://')).length)"
        #expect(try chromium.text(of: foreign) == "0")
    }
}
