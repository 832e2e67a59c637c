import Glibc
import SchemeRouter

/// A local page to try every link, on the practice network, in temporary directories.
package struct DemoPage {
    private let programs: String
    private let pinentry: String?
    private let schemes: String?

    /// - Parameters:
    ///   - programs: the directory of `router`, `demo-prompt` and `demo-receiver`.
    ///   - pinentry: the absolute path of the person's own prompt program; nil for the scripted prompt.
    ///   - schemes: the absolute path of a file that replaces the shipped schemes.yaml; nil for the shipped one.
    package init(programs: String, pinentry: String?, schemes: String?) {
        self.programs = programs
        self.pinentry = pinentry
        self.schemes = schemes
    }

    /// Serves the page until SIGINT, SIGTERM or SIGHUP, then ends all children and removes all files.
    /// - Parameters:
    ///   - environment: the variables of this process.
    ///   - say: prints for the person.
    /// - Throws: ``DemoError``, or `DescriptorErrors` of the schemes.
    package func run(environment: [String: String], say: (String) -> Void) throws {
        var stack = DescriptorStack(try descriptors(), directories: DescriptorStack.systemDirectories)
        let systemFiles = stack.files.count
        if let directory = Self.ownDescriptors(environment) { stack.add(directory: directory) }
        let own = stack.files.dropFirst(systemFiles)
        let (schemes, leftOut) = DemoScheme.all(of: try RouteTable.load(stack))
        guard !schemes.isEmpty else { throw DemoError.refused("No configured scheme has links for this page.") }
        let descriptors = DemoScheme.descriptors(of: schemes)
        stack.add(descriptors)
        let routes = try RouteTable.load(stack)
        let signals = try Signals.listen()
        let home = try DemoHome(environment: environment)
        defer { home.remove() }
        say("PRACTICE – no real money. Creating a practice wallet in \(home.path) …")
        try home.furnish(programs: programs, own: own, schemes: descriptors)
        let options = self.schemes.map { ["--schemes", $0] } ?? []
        let wallet = PracticeWallet(home: home, options: options)
        let practice = try wallet.make(for: schemes, signals: signals)
        let links = try DemoLink.all(of: schemes, practice.holdings, routes)
        let senders = links.compactMap(\.sender)
        try home.configure(practice.networks, pinentry: pinentry, senders: senders)
        try home.register(schemes: schemes.map(\.name), senders: senders)
        try CardFolder.makeAll(
            of: links, in: home, options: options, scriptedPrompt: home.scriptedPrompt(programs: programs),
            asksPerson: pinentry != nil)

        let listener = try LoopbackListener.open()
        let guarded = RequestGuard(authority: "127.0.0.1:\(listener.port)", token: Self.token())
        let url = "\(guarded.origin)/\(guarded.token)/"
        try home.writeBrowser(page: url + DemoSite.desktopPage)
        say(Self.instructions(url: url, browser: home.browser, asksPerson: pinentry != nil))
        let page = PageText(
            schemes: schemes, leftOut: leftOut, links: links, holdings: practice.holdings, asksPerson: pinentry != nil,
            browser: home.browser)
        var site = DemoSite(home: home, wallet: wallet, page: page)
        var server = LoopbackServer(listener)
        server.run(&site, guarded: guarded, signals: signals)
        site.end()
        say("The practice wallet and everything else of this demo were deleted.")
    }

    /// The person's own descriptors, read as `router` reads them; nil if there is no home directory.
    private static func ownDescriptors(_ environment: [String: String]) -> String? {
        func directory(_ name: String) -> String? { environment[name].flatMap { $0.isAbsolutePath ? $0 : nil } }
        let settings = directory("XDG_CONFIG_HOME") ?? directory("HOME").map { $0 + "/.config" }
        return settings.map { $0 + "/schemerouter/schemes.d" }
    }

    private func descriptors() throws -> DescriptorFile {
        guard let schemes else { return .shipped }
        guard let file = try DescriptorFile.read(path: schemes, trust: .notWritableByOthers) else {
            throw DemoError.refused("There is no file \(schemes).")
        }
        return file
    }

    private static func instructions(url: String, browser: String, asksPerson: Bool) -> String {
        let prompt =
            asksPerson
            ? "Your own prompt program asks you. The passcode of the practice wallet is “\(DemoHome.passcode)”."
            : "A script answers every question and types the passcode. “--pinentry PROGRAM” lets you answer yourself."
        return """
            The page, for any browser on this computer:
              \(url)
            Its buttons work there. To click its links, start a browser in the demo's directories:
              \(browser)
            \(prompt)
            Press Ctrl-C to end the demo.
            """
    }

    /// 128 random bits in hexadecimal digits.
    private static func token() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(random.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
