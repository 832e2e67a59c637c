import Glibc
import RouterLinux

/// What the page is made of, and what its buttons do.
struct DemoSite {
    private let home: DemoHome
    private let wallet: PracticeWallet
    private let page: PageText
    private let links: [DemoLink]
    /// Links that `router` is busy with, by id.
    private var running: [String: ChildProgram] = [:]
    /// The look at a coin's balance that is under way, by coin.
    private var counting: [String: ChildProgram] = [:]
    private var balances: [String: String] = [:]
    private var countedAt: off_t = -1

    /// How much of a growing file the page shows.
    private static let shown = 32_768

    init(home: DemoHome, wallet: PracticeWallet, page: PageText) {
        self.home = home
        self.wallet = wallet
        self.page = page
        links = page.links
    }

    /// Answers a request for what stands behind the unguessable path. Throws the status that the answer must have.
    mutating func answer(_ path: String, isPost: Bool) throws(HTTPStatus) -> HTTPResponse {
        let start = "open/"
        if path.hasPrefix(start) {
            guard isPost else { throw .methodNotAllowed }
            return try open(String(path.dropFirst(start.count)))
        }
        guard !isPost else { throw .methodNotAllowed }
        switch path {
        case "": return HTTPResponse(.ok, type: "text/html; charset=utf-8", Array(page.html.utf8))
        case "page.css": return HTTPResponse(.ok, type: "text/css; charset=utf-8", PackageResources.page_css)
        case "page.js": return HTTPResponse(.ok, type: "text/javascript; charset=utf-8", PackageResources.page_js)
        case "state":
            count()
            return HTTPResponse(.ok, type: "application/json", Array(state.utf8))
        default: throw .notFound
        }
    }

    /// Takes note of children that ended.
    mutating func reap() {
        for (id, child) in running where child.result() != nil { running[id] = nil }
        for (coin, child) in counting where child.result() != nil {
            counting[coin] = nil
            let lines = SmallFile.tail(child.output, limit: 1_024).split(separator: "\n")
            if let line = lines.last { balances[coin] = String(line) }
        }
    }

    mutating func end() {
        for child in Array(running.values) + Array(counting.values) { child.end() }
        running = [:]
        counting = [:]
    }

    private mutating func open(_ id: String) throws(HTTPStatus) -> HTTPResponse {
        guard let link = links.first(where: { $0.id == id }) else { throw .notFound }
        guard running[id] == nil else { throw .conflict }
        guard let child = try? wallet.start(["open", "--", link.url], output: Self.output(of: id)) else {
            throw .conflict
        }
        running[id] = child
        return HTTPResponse(.accepted)
    }

    /// Counts the money again where a link was opened since it was counted last.
    private mutating func count() {
        let size = Linux.stat(home.log)?.st_size ?? 0
        guard size != countedAt, counting.isEmpty else { return }
        countedAt = size
        for holding in page.holdings {
            let coin = holding.coin
            counting[coin] = try? wallet.start(["wallet", "balance", coin], output: "balance-\(coin)")
        }
    }

    private static func output(of id: String) -> String { "said-\(id)" }

    private var state: String {
        func lines(_ path: String) -> [String] {
            SmallFile.tail(path, limit: Self.shown).split(separator: "\n").map { JSONText.string(String($0)) }
        }
        let said = links.map { link in
            (link.id, JSONText.string(SmallFile.tail("\(home.path)/\(Self.output(of: link.id))", limit: 4_096)))
        }
        return JSONText.object([
            ("running", JSONText.array(running.keys.map(JSONText.string))),
            ("balances", JSONText.object(balances.map { ($0.key, JSONText.string($0.value)) })),
            ("outcomes", JSONText.array(lines(home.log))), ("callbacks", JSONText.array(lines(home.callbacks))),
            ("said", JSONText.object(said)),
            ("dialogues", JSONText.string(SmallFile.tail(home.dialogues, limit: Self.shown))),
        ])
    }
}
