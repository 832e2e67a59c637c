import Foundation
import RouterTestSupport
import Testing

/// A real Chromium without a window, with a profile of its own, driven by the DevTools protocol over two pipes.
final class Chromium {
    private let program: RunningProgram
    private let address: String
    private let isLoaded: String
    private let (commands, answers): (Int32, Int32)
    private var received = Data()
    private var lastNumber = 0
    private var (target, session): (String?, String?)

    /// Opens `page`, whose links the person has allowed to be opened.
    /// - Parameter variables: of a session; without one there is no bus, and so no portal.
    convenience init(
        showing page: LinkPage, in home: DesktopHome, _ variables: [String: String] = ["DISPLAY": ":99"]
    ) throws {
        try self.init(
            at: page.origin + "/", once: "!!document.getElementById('link')", profile: home.path + "/profile",
            allowing: ["dashwallet", "dash", "bitcoin", "mykey", "myapp", "app1", "my-app.x+y"], pipes: home.path
        ) { arguments in
            try home.start(arguments, shared: true, variables)
        }
    }

    /// Opens the demo page, in a Chromium that lives in the demo's own directories.
    convenience init(demo: DemoPageRun) throws {
        try self.init(
            at: "file://\(demo.home)/page/page.html", once: "!!document.querySelector('.outcome')",
            profile: demo.home + "/browser", allowing: ["demo-dashwallet", "demo-mykey"], pipes: demo.home
        ) { arguments in
            try RunningProgram(
                arguments[0], Array(arguments.dropFirst()), environment: demo.environment,
                in: URL(fileURLWithPath: demo.home))
        }
    }

    private init(
        at address: String, once isThere: String, profile: String, allowing schemes: [String], pipes directory: String,
        _ start: ([String]) throws -> RunningProgram
    ) throws {
        self.address = address
        isLoaded = "document.readyState == 'complete' && location.href == '\(address)' && \(isThere)"
        try FileManager.default.createDirectory(atPath: profile + "/Default", withIntermediateDirectories: true)
        let origin =
            address.hasPrefix("file:") ? "file://" : address.split(separator: "/").prefix(2).joined(separator: "//")
        let allowed = schemes.map { "\"\($0)\": true" }.joined(separator: ",")
        try Data("{\"protocol_handler\": {\"allowed_origin_protocol_pairs\": {\"\(origin)\": {\(allowed)}}}}".utf8)
            .write(to: URL(fileURLWithPath: profile + "/Default/Preferences"))
        let pipes = ["devtools-in", "devtools-out"].map { directory + "/" + $0 }
        for pipe in pipes { unsafe try #require(mkfifo(pipe, 0o600) == 0) }
        // Root has no sandbox there. The two pipes are the descriptors 3 and 4, which only a shell can hand on so.
        let sandbox = geteuid() == 0 ? ["--no-sandbox"] : []
        program = try start(
            [
                "/bin/sh", "-c", "exec \"$@\" 3<>devtools-in 4<>devtools-out", "sh", try Installed.require("chromium"),
                "--user-data-dir=\(profile)",
            ] + sandbox + [
                "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu",
                "--disable-background-networking", "--disable-component-update", "about:blank",
            ])
        commands = unsafe open(pipes[0], O_RDWR | O_CLOEXEC)
        answers = unsafe open(pipes[1], O_RDWR | O_CLOEXEC)
        let pages = try call("Target.getTargets")["targetInfos"]?.elements.filter { $0["type"]?.text == "page" }
        target = try #require(pages?.first?["targetId"]?.text)
        try load()
    }

    deinit {
        program.end()
        close(commands)
        close(answers)
    }

    /// Opens the page anew, in a tab of its own: in the old one a link that was clicked may still lead elsewhere.
    func load() throws {
        let old = try #require(target)
        session = nil
        let new = try #require(try call("Target.createTarget", ["url": "about:blank"])["targetId"]?.text)
        target = new
        try call("Target.closeTarget", ["targetId": old])
        session = try call("Target.attachToTarget", ["targetId": new, "flatten": true])["sessionId"]?.text
        try call("Page.navigate", ["url": address])
        try #require(try Patience.holds { try evaluate(isLoaded)?["value"] == .bool(true) }, "the page does not load")
    }

    /// Makes `link` the page's link and clicks on it as a person does.
    func click(_ link: String) throws {
        let quoted = String(
            decoding: try JSONSerialization.data(withJSONObject: link, options: .fragmentsAllowed), as: UTF8.self)
        _ = try evaluate("document.getElementById('link').setAttribute('href', \(quoted))")
        try clickElement("#link")
    }

    /// Clicks on what a selector finds, near its beginning, until the click arrives there: Chromium drops clicks on a page
    /// that was not painted yet, and a page that still fills up moves what is on it.
    func clickElement(_ selector: String) throws {
        let element = "document.querySelector('\(selector)')"
        _ = try evaluate("\(element).addEventListener('click', () => { hasArrived = true }); var hasArrived = false")
        let place =
            "(() => { const e = \(element); e.scrollIntoView({block: 'center'}); const r = e.getClientRects()[0]; "
            + "const [x, y] = [Math.round(r.x + 20), Math.round(r.y + r.height / 2)]; "
            + "return e.contains(document.elementFromPoint(x, y)) ? x + ',' + y : '' })()"
        let hasArrived = try Patience.holds {
            let parts = try #require(try text(of: place)).split(separator: ",").compactMap { Int($0) }
            guard parts.count == 2 else { return false }
            for type in ["mousePressed", "mouseReleased"] {
                let mouse: [String: Any] = [
                    "type": type, "x": parts[0], "y": parts[1], "button": "left", "clickCount": 1,
                ]
                try call("Input.dispatchMouseEvent", mouse)
            }
            // A page that was left for where its link leads cannot say so any more, or not even be asked.
            do {
                return try evaluate("hasArrived")?["value"] != .bool(false)
            } catch is Refusal {
                return true
            }
        }
        try #require(hasArrived, "no click on \(selector) arrives")
    }

    /// The text that an expression has.
    func text(of script: String) throws -> String? {
        try evaluate(script)?["value"]?.text
    }

    /// What Chromium says of a command that it did not do.
    private struct Refusal: Error {
        let command: String
        let answer: String
    }

    private func evaluate(_ script: String) throws -> JSONValue? {
        try call("Runtime.evaluate", ["expression": script])["result"]
    }

    /// Sends one command and waits for its result; what Chromium says meanwhile is of no interest.
    @discardableResult
    private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> JSONValue {
        lastNumber += 1
        var message: [String: Any] = ["id": lastNumber, "method": method, "params": parameters]
        message["sessionId"] = session
        let bytes = Array(try JSONSerialization.data(withJSONObject: message)) + [0]
        unsafe try #require(write(commands, bytes, bytes.count) == bytes.count)
        while true {
            let answer = try JSONValue(parsing: try nextMessage())
            guard answer["id"] == .number(Int64(lastNumber)) else { continue }
            guard let result = answer["result"] else { throw Refusal(command: method, answer: "\(answer)") }
            return result
        }
    }

    private func nextMessage() throws -> Data {
        while true {
            if let end = received.firstIndex(of: 0) {
                defer { received = Data(received[(end + 1)...]) }
                return received[..<end]
            }
            var waiting = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
            unsafe try #require(
                poll(&waiting, 1, Patience.milliseconds) == 1, "Chromium does not answer: \(program.printed)")
            var piece = [UInt8](repeating: 0, count: 65_536)
            let count = unsafe read(answers, &piece, piece.count)
            try #require(count > 0)
            received += piece[..<count]
        }
    }
}
