import Foundation
import RouterTestSupport
import Testing

/// A running demo page, in the browser of whose directories nothing happens but what the test does.
final class DemoPageRun {
    static let files = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Demo")

    let program: RunningProgram
    /// The directories that it made.
    let home: String
    /// The variables of the browser.
    let environment: [String: String]
    let directory: URL

    /// - Parameter browser: a shell script that is started instead of a browser; its last argument is the page.
    init(browser: String = "exec sleep 3600") throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("demo-page-\(UUID().uuidString)")
        self.directory = directory
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        func script(_ name: String, _ text: String) throws -> String {
            let file = directory.appendingPathComponent(name)
            try Data("#!/bin/bash\n\(text)\n".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
            return file.path
        }
        try Data("correct horse battery".utf8).write(to: directory.appendingPathComponent("passcode"))
        let prompt = try script("prompt", "exec \(Self.files.path)/prompt \(directory.path)/{passcode,dialogues}")
        let started = directory.appendingPathComponent("environment")
        program = try RunningProgram(
            Self.files.appendingPathComponent("page/start").path,
            [
                BuiltPrograms.router, "--pinentry", prompt,
                try script("browser", "env -0 >\(started.path).new; mv \(started.path){.new,}; \(browser)"),
            ],
            environment: [
                "HOME": directory.path, "PATH": "/usr/bin:/bin", "TMPDIR": directory.path,
                "SWIFT_BACKTRACE": "enable=no", "DISPLAY": ":99", "SECRET": "of the person",
            ], in: directory)
        let program = program
        let variables = try #require(
            Patience.value { try? String(contentsOf: started, encoding: .utf8) }, "\(program.printed)")
        environment = Dictionary(
            variables.split(separator: "\0").map { variable in
                let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(parts[0]), String(parts[1]))
            }, uniquingKeysWith: { $1 })
        home = try #require(environment["HOME"])
    }

    deinit {
        program.end()
        try? FileManager.default.removeItem(at: directory)
    }

    /// The links of the page, by the id of their card.
    func links() throws -> [String: String] {
        let html = try String(contentsOfFile: home + "/page/page.html", encoding: .utf8)
        let found = html.matches(of: /class="card" id="([^"]+)"(?s:.*?)<a href="([^"]+)"/)
        return Dictionary(
            uniqueKeysWithValues: found.map { (String($0.1), String($0.2).replacing("&amp;", with: "&")) })
    }

    /// Starts what the desktop starts for a link, and waits for its end.
    func handle(_ action: String, _ link: String) throws -> Int32? {
        try RunningProgram(
            home + "/page/handle", [action, link], environment: environment, in: URL(fileURLWithPath: home)
        ).status()
    }

    /// Opens the link of a card as the desktop does.
    func open(_ id: String) throws {
        _ = try handle("ask", try #require(try links()[id], "there is no card \(id)"))
    }

    /// What the page was told: the names of functions with their arguments.
    func told() throws -> [(function: String, arguments: [JSONValue])] {
        try String(contentsOfFile: home + "/page/told.js", encoding: .utf8).split(separator: "\n").map { line in
            let call = try #require(line.wholeMatch(of: /(?s)(\w+)\((.*)\);/), "\(line)")
            return (String(call.1), try JSONValue(parsing: Data("[\(call.2)]".utf8)).elements)
        }
    }

    /// How `router` ended with the link of a card: its status, and what it printed.
    func end(of id: String) throws -> (status: JSONValue, printed: String)? {
        let link = try links()[id]
        let ended = try told().last { $0.function == "ended" && $0.arguments.first?.text == link }
        return ended.map { ($0.arguments[1], $0.arguments[2].text ?? "") }
    }

    /// The answer to the link of a card, waited for: it is delivered by a program of its own.
    func callback(of id: String) throws -> String {
        let html = try String(contentsOfFile: home + "/page/page.html", encoding: .utf8)
        let sender = try #require(html.firstMatch(of: try Regex("id=\"\(id)\" data-sender=\"([^\"]+)\""))?[1].substring)
        let answer = try Patience.value {
            try told().last { $0.function == "answered" && $0.arguments[0].text?.hasPrefix(sender + ":") == true }?
                .arguments[0].text
        }
        return try #require(answer, "\(id) has no answer")
    }
}
