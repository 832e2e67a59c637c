import Foundation
import Support
import Testing

/// A real Chromium without a window, with a profile of its own, driven by the DevTools protocol over two pipes.
final class Chromium {
    private let program: RunningProgram
    private let page: LinkPage
    private let (commands, answers): (Int32, Int32)
    private var received = Data()
    private var lastNumber = 0
    private var session: String?

    /// Opens `page`, whose links the person has allowed to be opened.
    /// - Parameter variables: of a session; without one there is no bus, and so no portal.
    init(showing page: LinkPage, in home: DesktopHome, _ variables: [String: String] = ["DISPLAY": ":99"]) throws {
        self.page = page
        let profile = home.path + "/profile"
        try FileManager.default.createDirectory(atPath: profile + "/Default", withIntermediateDirectories: true)
        let schemes = ["dashwallet", "dash", "mykey", "myapp", "app1", "my-app.x+y"].map { "\"\($0)\": true" }
        try home.write(
            "profile/Default/Preferences",
            """
            {"protocol_handler": {"allowed_origin_protocol_pairs": {"\(page.origin)": {\(schemes.joined(separator: ","))}}}}
            """)
        let pipes = ["devtools-in", "devtools-out"].map { home.path + "/" + $0 }
        for pipe in pipes { try #require(mkfifo(pipe, 0o600) == 0) }
        // Root has no sandbox there. The two pipes are the descriptors 3 and 4, which only a shell can hand on so.
        let sandbox = geteuid() == 0 ? ["--no-sandbox"] : []
        program = try home.start(
            ["/bin/sh", "-c", "exec \"$@\" 3<>devtools-in 4<>devtools-out", "sh", try Installed.require("chromium")]
                + sandbox
                + [
                    "--headless=new", "--remote-debugging-pipe", "--user-data-dir=\(profile)", "--no-first-run",
                    "--disable-gpu", "--disable-background-networking", "--disable-component-update", "about:blank",
                ], shared: true, variables)
        commands = open(pipes[0], O_RDWR | O_CLOEXEC)
        answers = open(pipes[1], O_RDWR | O_CLOEXEC)
        let pages = try call("Target.getTargets")["targetInfos"]?.elements.filter { $0["type"]?.text == "page" }
        let target = try #require(pages?.first?["targetId"]?.text)
        session = try call("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"]?.text
        try load()
    }

    deinit {
        program.end()
        close(commands)
        close(answers)
    }

    /// Loads the page anew.
    func load() throws {
        try call("Page.navigate", ["url": page.origin + "/"])
        let isLoaded =
            "document.readyState == 'complete' && location.pathname == '/' && !!document.getElementById('link')"
        try #require(try Patience.holds { try evaluate(isLoaded)?["value"] == .bool(true) }, "the page does not load")
    }

    /// Makes `link` the page's link and clicks on it as a person does.
    func click(_ link: String) throws {
        let quoted = String(
            decoding: try JSONSerialization.data(withJSONObject: link, options: .fragmentsAllowed), as: UTF8.self)
        _ = try evaluate("document.getElementById('link').setAttribute('href', \(quoted))")
        for type in ["mousePressed", "mouseReleased"] {
            try call("Input.dispatchMouseEvent", ["type": type, "x": 50, "y": 50, "button": "left", "clickCount": 1])
        }
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
        try #require(write(commands, bytes, bytes.count) == bytes.count)
        while true {
            let answer = try JSONValue(parsing: try nextMessage())
            guard answer["id"] == .number(Int64(lastNumber)) else { continue }
            return try #require(answer["result"], "\(method): \(answer)")
        }
    }

    private func nextMessage() throws -> Data {
        while true {
            if let end = received.firstIndex(of: 0) {
                defer { received = Data(received[(end + 1)...]) }
                return received[..<end]
            }
            var waiting = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
            try #require(poll(&waiting, 1, 20_000) == 1, "Chromium does not answer: \(program.printed)")
            var piece = [UInt8](repeating: 0, count: 65_536)
            let count = read(answers, &piece, piece.count)
            try #require(count > 0)
            received += piece[..<count]
        }
    }
}
