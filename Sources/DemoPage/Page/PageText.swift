/// The page as HTML. What changes is filled in by its script.
struct PageText {
    let links: [DemoLink]
    let holdings: [PracticeWallet.Holding]
    /// Whether the person's own prompt program asks, and not the scripted one.
    let asksPerson: Bool
    /// The script that starts a browser in the directories of the demo.
    let browser: String

    var html: String {
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
        <p class="practice">PRACTICE – no real money</p>
        <main>
        <h1>Wallet links to try</h1>
        <p>Each link below asks this computer’s wallet router for something, as a shop’s page or an app would. The wallet
        was made for this page: it has practice money only, pays itself, and is gone when the command ends.</p>
        <dl class="wallet">
        \(holdings.map(wallet).joined(separator: "\n"))
        </dl>
        \(prompt)
        <p>The button starts <code>router open</code> itself. The link goes through browser and desktop; that works only in
        a browser started with this demo’s directories, by this command:</p>
        <p><code class="command">\(HTMLText.escape(browser))</code></p>
        <noscript><p class="warning">Without JavaScript this page shows no outcomes and its buttons do nothing.</p></noscript>
        <p id="problem" class="warning" role="alert" hidden></p>
        <h2>Requests</h2>
        <ul class="links">
        \(links.map(card).joined(separator: "\n"))
        </ul>
        \(dialogues)
        </main>
        </body>
        </html>

        """
    }

    private func wallet(_ holding: PracticeWallet.Holding) -> String {
        let coin = HTMLText.escape(holding.coin)
        return """
            <div><dt>Balance (\(coin))</dt><dd id="balance-\(coin)">…</dd></div>
            <div><dt>Pays to</dt><dd><code>\(HTMLText.escape(holding.address))</code></dd></div>
            """
    }

    private var prompt: String {
        if asksPerson {
            return """
                <p class="note"><strong>Your own prompt program asks you.</strong> The passcode of this practice wallet is
                <code>\(DemoHome.passcode)</code>.</p>
                """
        }
        return """
            <p class="note"><strong>A script answers every question.</strong> It agrees to everything and types the
            passcode, so nobody guards this wallet; a real wallet asks you. Start the command with
            <code>--pinentry</code> to be asked yourself.</p>
            """
    }

    private func card(_ link: DemoLink) -> String {
        let (id, title, url) = (HTMLText.escape(link.id), HTMLText.escape(link.title), HTMLText.escape(link.url))
        let callback =
            link.sender == nil ? "" : "<div><dt>Callback</dt><dd class=\"callback\">none yet</dd></div>"
        return """
            <li class="card" data-id="\(id)" data-action="\(link.action.rawValue)" data-sender="\(link.sender ?? "")">
            <h3 id="title-\(id)">\(title)</h3>
            <p><a class="link" href="\(url)" aria-describedby="title-\(id)">\(url)</a></p>
            <p><button type="button" aria-describedby="title-\(id)">Open with router</button></p>
            <dl class="result" aria-live="polite">
            <div><dt>Outcome</dt><dd class="outcome">not opened yet</dd></div>
            \(callback)
            </dl>
            <details class="said" hidden><summary>What router printed</summary><pre></pre></details>
            </li>
            """
    }

    private var dialogues: String {
        guard !asksPerson else { return "" }
        return """
            <h2>What the script was shown</h2>
            <p>These are the words that a person would have read before agreeing, the newest last.</p>
            <pre id="dialogues" tabindex="0">Nothing yet.</pre>
            """
    }
}
