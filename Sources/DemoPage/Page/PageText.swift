import SchemeRouter

/// The page as HTML. Its script fills in what changes.
struct PageText {
    let schemes: [DemoScheme]
    let leftOut: [DemoScheme.LeftOut]
    let links: [DemoLink]
    let holdings: [PracticeWallet.Holding]
    /// Whether the person's own prompt program asks, instead of the scripted one.
    let asksPerson: Bool
    /// The script that starts a browser in the directories of the demo.
    let browser: String

    /// - Parameter isDesktop: whether the page is shown in a browser that runs in the demo's directories. Links can be
    ///   clicked only there; everywhere else they are text.
    func html(isDesktop: Bool) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>PRACTICE – wallet links to try</title>
        <link rel="stylesheet" href="page.css">
        <script src="page.js" defer></script>
        </head>
        <body>
        <header class="practice">PRACTICE – no real money</header>
        <main>
        <h1>Wallet links to try</h1>
        <p>Each link below asks a wallet for something, as the page of a shop or an app would. The wallet was created for
        this page: it has only practice money, pays itself, and is deleted when the command ends.</p>
        <p>No link here can reach a real wallet: all begin with <code>\(DemoScheme.prefix)</code>, which only the practice
        wallet answers, and they name test addresses and made-up accounts, which no real network accepts.</p>
        \(prompt)
        \(isDesktop ? Self.desktopNote : browserNote)
        <noscript><p class="note warning">Without JavaScript this page shows no outcomes and its buttons do
        nothing.</p></noscript>
        <p id="problem" class="note warning" role="alert" hidden></p>
        <h2>The practice wallet</h2>
        <dl class="wallet">
        \(holdings.map(wallet).joined(separator: "\n"))
        </dl>
        <nav aria-label="Kinds of links"><ul>
        \(schemes.map(entry).joined(separator: "\n"))
        </ul></nav>
        \(schemes.map { section($0, isDesktop: isDesktop) }.joined(separator: "\n"))
        \(missing)
        </main>
        </body>
        </html>

        """
    }

    private func wallet(_ holding: PracticeWallet.Holding) -> String {
        let (coin, kind) = (holding.coin, holding.coin.accountChain == nil ? "Test address" : "Practice account")
        return """
            <div><dt>\(HTMLText.escape(coin.title))</dt>
            <dd class="balance" id="balance-\(coin.id.name)">…</dd>
            <dd><span class="label">\(kind)</span><code>\(HTMLText.escape(holding.address))</code></dd></div>
            """
    }

    private var prompt: String {
        if asksPerson {
            return """
                <p class="note"><strong>Your own prompt program asks you.</strong> The passcode of this practice wallet is
                <code class="whole">\(DemoHome.passcode)</code></p>
                """
        }
        return """
            <p class="note"><strong>A script answers every question.</strong> It agrees to everything and types the
            passcode, so nothing protects this wallet; a real wallet asks you. Start the command with
            <code class="whole">--pinentry PROGRAM</code> to be asked yourself.</p>
            """
    }

    private static let desktopNote = """
        <p>This browser runs in the demo's own directories. A click on a link goes through the desktop to the practice wallet,
        as it would from any page.</p>
        """

    private var browserNote: String {
        """
        <details><summary>Click the links themselves</summary>
        <p>The buttons hand a link to the practice wallet. To see how a browser and the desktop do that, start a browser in
        the demo's own directories. There the links on this page can be clicked:</p>
        <p><code class="command">\(HTMLText.escape(browser))</code></p></details>
        """
    }

    private func entry(_ scheme: DemoScheme) -> String {
        "<li><a href=\"#\(scheme.name)\">\(HTMLText.escape(scheme.title))</a> <code>\(scheme.base.name):</code></li>"
    }

    private func section(_ scheme: DemoScheme, isDesktop: Bool) -> String {
        let cards = links.filter { $0.scheme == scheme.name }.map { card($0, isDesktop: isDesktop) }
        return """
            <section aria-labelledby="\(scheme.name)">
            <h2 id="\(scheme.name)">\(HTMLText.escape(scheme.title))
            <small>A shop's links begin with <code>\(scheme.base.name):</code></small></h2>
            <ul class="cards">
            \(cards.joined(separator: "\n"))
            </ul>
            </section>
            """
    }

    private func card(_ link: DemoLink, isDesktop: Bool) -> String {
        let (id, title) = (HTMLText.escape(link.id), HTMLText.escape(link.title))
        let callback =
            link.sender == nil
            ? "" : "<div><dt>Answer to the requesting app</dt><dd class=\"callback\">None yet.</dd></div>"
        return """
            <li class="card" data-id="\(id)">
            <div class="request">
            <h3 id="title-\(id)">\(title)</h3>
            \(address(of: link, isDesktop: isDesktop))
            <p><button type="button" id="open-\(id)" aria-labelledby="open-\(id) title-\(id)">Open this link</button></p>
            <dl class="result">
            <div><dt>Outcome</dt><dd class="outcome" role="status">Not opened yet.</dd></div>
            \(callback)
            </dl>
            </div>
            <div class="consent">
            <h4>\(asksPerson ? "What you are asked" : "What a person is asked")</h4>
            <div class="words">…</div>
            </div>
            </li>
            """
    }

    /// The link itself. A long link is shown in full only on request.
    private func address(of link: DemoLink, isDesktop: Bool) -> String {
        let url = HTMLText.escape(link.url)
        let isLong = link.url.utf8.count > Self.longLink
        let text = isLong ? HTMLText.escape(link.url.prefix(60) + "…") : url
        let shown =
            isDesktop
            ? "<a href=\"\(url)\" aria-describedby=\"title-\(HTMLText.escape(link.id))\">\(text)</a>"
            : "<code>\(text)</code>"
        let whole = isLong ? "<details><summary>The whole link</summary><code>\(url)</code></details>" : ""
        return "<p class=\"link\">\(shown)</p>\(whole)"
    }

    private static let longLink = 300

    private var missing: String {
        guard !leftOut.isEmpty else { return "" }
        let items = leftOut.map { "<li>\(HTMLText.escape($0.title)): \(HTMLText.escape($0.reason)).</li>" }
        return """
            <section aria-labelledby="missing">
            <h2 id="missing">Not on this page</h2>
            <ul>
            \(items.joined(separator: "\n"))
            </ul>
            </section>
            """
    }
}
