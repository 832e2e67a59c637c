import ExactJSON
import Glibc
import RouterLinux

/// The contents of the page, and what its buttons do.
struct DemoSite {
    private let home: DemoHome
    private let wallet: PracticeWallet
    private let page: PageText
    private var links: [DemoLink] { page.links }
    /// Links that a button opened and that are still running, by id.
    private var running: [String: ChildProgram] = [:]
    /// The balance queries in progress, by coin.
    private var counting: [String: ChildProgram] = [:]
    private var balances: [String: String] = [:]
    private var countedAt: off_t = -1
    /// The links whose consent has not been fetched yet, the next one last.
    private var unseen: [DemoLink]
    private var looking: (link: DemoLink, child: ChildProgram)?
    /// What a person would read before agreeing, by link.
    private var consents: [String: String] = [:]

    /// The path of the page for the browser that runs in the demo's directories. Its links can be clicked.
    static let desktopPage = "desktop"

    /// How many bytes at the end of a growing file are shown.
    private static let shown = 32_768

    init(home: DemoHome, wallet: PracticeWallet, page: PageText) {
        self.home = home
        self.wallet = wallet
        self.page = page
        unseen = page.links.reversed()
    }

    /// Handles a request below the unguessable path. Throws the status of the response.
    mutating func answer(_ path: String, isPost: Bool) throws(HTTPStatus) -> HTTPResponse {
        let start = "open/"
        if path.hasPrefix(start) {
            guard isPost else { throw .methodNotAllowed }
            return try open(String(path.dropFirst(start.count)))
        }
        guard !isPost else { throw .methodNotAllowed }
        switch path {
        case "", Self.desktopPage:
            let html = page.html(isDesktop: path == Self.desktopPage)
            return HTTPResponse(.ok, type: "text/html; charset=utf-8", Array(html.utf8))
        case "page.css": return HTTPResponse(.ok, type: "text/css; charset=utf-8", PackageResources.page_css)
        case "page.js": return HTTPResponse(.ok, type: "text/javascript; charset=utf-8", PackageResources.page_js)
        case "state":
            count()
            return HTTPResponse(.ok, type: "application/json", Array(state.utf8))
        default: throw .notFound
        }
    }

    /// Collects children that ended, and fetches the next link's consent.
    mutating func reap() {
        for (id, child) in running where child.result() != nil { running[id] = nil }
        for (coin, child) in counting where child.result() != nil {
            counting[coin] = nil
            let lines = SmallFile.tail(child.output, limit: 1_024).split(separator: "\n")
            if let line = lines.last { balances[coin] = Self.amount(in: line) }
        }
        if let (link, child) = looking {
            guard child.result() != nil else { return }
            consents[link.id] = Preview.text(SmallFile.tail(child.output, limit: Self.shown))
            looking = nil
        }
        guard let link = unseen.popLast(),
            let child = try? wallet.start(["open", "--dry-run", "--json", "--", link.url], output: "consent")
        else { return }
        looking = (link, child)
    }

    mutating func end() {
        for child in Array(running.values) + Array(counting.values) { child.end() }
        looking?.child.end()
        running = [:]
        counting = [:]
        looking = nil
    }

    /// The amount at the beginning of a sentence: “9.5 DASH, of which …”, “10.0000 EOS of demoaccount1.”.
    static func amount(in line: Substring) -> String {
        let words = line.split(separator: " ").prefix(2).joined(separator: "\u{A0}")
        return words.hasSuffix(".") || words.hasSuffix(",") ? String(words.dropLast()) : words
    }

    private mutating func open(_ id: String) throws(HTTPStatus) -> HTTPResponse {
        guard let link = links.first(where: { $0.id == id }) else { throw .notFound }
        guard running[id] == nil, !CardFolder(link, in: home).isRunning, let child = try? wallet.open(link) else {
            throw .conflict
        }
        running[id] = child
        return HTTPResponse(.accepted)
    }

    /// Queries the balances again if a link was opened since the last query.
    private mutating func count() {
        let size = Linux.stat(home.log)?.st_size ?? 0
        guard size != countedAt, counting.isEmpty else { return }
        countedAt = size
        for holding in page.holdings {
            let coin = holding.coin.id.name
            counting[coin] = try? wallet.start(["wallet", "balance", coin], output: "balance-\(coin)")
        }
    }

    private var state: String {
        let callbacks = SmallFile.tail(home.callbacks, limit: Self.shown).split(separator: "\n").map(String.init)
        let cards = links.map { link in
            let folder = CardFolder(link, in: home)
            let isRunning = running[link.id] != nil || folder.isRunning
            let dialogues = folder.dialogues
            let consent = dialogues.isEmpty ? consents[link.id] : dialogues
            let card = JSON([
                "isRunning": isRunning, "exit": isRunning ? nil : folder.exit, "printed": folder.printed,
                "wasShown": !dialogues.isEmpty, "consent": consent.map(ConsentLines.joined),
                "callback": CardFolder.callback(to: link, in: callbacks),
            ])
            return (link.id, card)
        }
        let balances = JSON.object(balances.map { ($0.key, .string($0.value)) })
        return JSON(["cards": JSON.object(cards), "balances": balances]).text
    }
}
