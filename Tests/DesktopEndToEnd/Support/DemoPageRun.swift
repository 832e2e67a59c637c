import Foundation
import RouterTestSupport
import Testing

/// A running `router demo-page`, and what it says.
final class DemoPageRun {
    let program: RunningProgram
    /// Where the page is.
    let url: URL
    /// The directories it made.
    let home: String
    private let directory: URL

    /// - Parameter descriptors: a descriptor file of the person's own; nil for none.
    init(descriptors: String? = nil) throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("demo-page-\(UUID().uuidString)")
        let own = directory.appendingPathComponent(".config/schemerouter/schemes.d")
        try FileManager.default.createDirectory(
            at: own, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if let descriptors {
            _ = FileManager.default.createFile(
                atPath: own.appendingPathComponent("own.yaml").path, contents: Data(descriptors.utf8),
                attributes: [.posixPermissions: 0o600])
        }
        let environment = [
            "HOME": directory.path, "PATH": "/usr/bin:/bin", "TMPDIR": directory.path, "SWIFT_BACKTRACE": "enable=no",
            "DISPLAY": ":99",
        ]
        program = try RunningProgram(
            BuiltPrograms.router, ["demo-page"], environment: environment, in: directory)
        let program = program
        let printed = try #require(
            Patience.value { program.printed.contains("Ctrl-C") ? program.printed : nil },
            "\(program.printed)")
        let words = printed.split { $0 == " " || $0 == "\n" }.map(String.init)
        url = try #require(words.first { $0.hasPrefix("http://127.0.0.1:") }.flatMap(URL.init(string:)))
        let browser = try #require(words.first { $0.hasSuffix("/bin/browser") })
        home = String(browser.dropLast("/bin/browser".count))
    }

    deinit {
        program.end()
        try? FileManager.default.removeItem(at: directory)
    }

    /// The unguessable path of the page, with both its slashes.
    var path: String { "/" + url.lastPathComponent + "/" }

    var origin: String { "http://127.0.0.1:\(url.port ?? 0)" }

    /// Sends the lines of a request's head and gives back the whole answer.
    func send(_ lines: String...) throws -> String {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(client) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(url.port ?? 0).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(connected == 0)
        let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        unsafe try #require(write(client, bytes, bytes.count) == bytes.count)
        var answer = Data()
        var piece = [UInt8](repeating: 0, count: 65_536)
        while case let count = unsafe read(client, &piece, piece.count), count > 0 { answer += piece[..<count] }
        return String(decoding: answer, as: UTF8.self)
    }

    func get(_ path: String) throws -> String {
        try send("GET \(self.path)\(path) HTTP/1.1", "Host: 127.0.0.1:\(url.port ?? 0)")
    }

    /// What the page shows, live.
    func state() throws -> JSONValue {
        let body = try #require(get("state").components(separatedBy: "\r\n\r\n").last)
        return try JSONValue(parsing: Data(body.utf8))
    }

    /// What the card of a link shows, live.
    func card(_ id: String) throws -> JSONValue { try #require(state()["cards"]?[id], "there is no card \(id)") }

    /// What all cards show, live.
    func cards() throws -> [String: JSONValue] {
        guard case .object(let cards) = try state()["cards"] else { return [:] }
        return cards
    }

    /// Presses the button of a card.
    func open(_ id: String) throws {
        let head = "POST \(path)open/\(id) HTTP/1.1"
        let answer = try send(head, "Host: 127.0.0.1:\(url.port ?? 0)", "Origin: \(origin)")
        try #require(answer.hasPrefix("HTTP/1.1 202 "), "\(answer)")
    }

    /// The card once `router` ended with the link, waited for. The answer may be given to its program later.
    func end(of id: String) throws -> JSONValue {
        try #require(
            try Patience.value {
                let card = try card(id)
                return card["exit"] == .null ? nil : card
            })
    }

    /// The answer to a link, waited for.
    func callback(of id: String) throws -> String {
        let answer = try Patience.value { try card(id)["callback"]?.text }
        let state = answer == nil ? try state() : .null
        return try #require(answer, "no answer: \(state)")
    }

    /// The links on the page, by card.
    func links() throws -> [String: String] {
        let html = try get("desktop")
        let found = html.matches(of: /data-id="([^"]+)"(?s:.*?)<a href="([^"]+)"/)
        return Dictionary(
            uniqueKeysWithValues: found.map { (String($0.1), String($0.2).replacing("&amp;", with: "&")) })
    }
}
