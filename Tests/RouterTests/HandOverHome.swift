import Foundation
import RouterTestSupport
import Testing

/// Wallet programs of the person beside the real router: small scripts with desktop entries, which only note what they get.
final class HandOverHome {
    static let address = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"
    static let link = "bitcoin:\(address)?amount=0.5&label=Shop"

    let home: RouterHome
    var path: String { home.directory.path }

    init() throws {
        home = try RouterHome()
    }

    /// A home with one wallet program for `scheme`, which had it before the router took it.
    static func withDefault(
        _ id: String = "electrum", for scheme: String = "bitcoin", _ schemes: [String] = [], script: String = ""
    ) throws -> HandOverHome {
        let desk = try HandOverHome()
        try desk.install(id, for: [scheme] + schemes, script: script)
        try desk.home.write("config/mimeapps.list", desk.list(scheme, id))
        try desk.take(scheme, "--force")
        return desk
    }

    /// Installs a wallet program.
    /// - Parameters:
    ///   - script: what it does after it noted its arguments.
    ///   - command: its command line in the entry, if that is not its name and the link.
    func install(
        _ id: String, name: String? = nil, for schemes: [String], script: String = "", command: String? = nil
    ) throws {
        try write(program: id, script: script)
        try home.write(
            "data/applications/\(id).desktop",
            """
            [Desktop Entry]
            Type=Application
            Name=\(name ?? id.prefix(1).uppercased() + id.dropFirst())
            Exec=\(command ?? "\(path)/\(id) %u")
            MimeType=\(schemes.map { "x-scheme-handler/\($0);" }.joined())

            """)
    }

    /// Writes the program itself. It has noted everything before it does anything else.
    func write(program: String, script: String = "") throws {
        let notes = "printf '%s\\n' \"$#\" \"$@\" >>\"\(path)/got-\(program)\"\n"
        try write(file: program, "#!/bin/sh\n\(notes)\(script)\n")
    }

    /// Writes a program as it is.
    func write(file: String, _ text: String) throws {
        let isWritten = FileManager.default.createFile(
            atPath: "\(path)/\(file)", contents: Data(text.utf8), attributes: [.posixPermissions: 0o700])
        try #require(isWritten)
    }

    /// A person's own list, in which `id` opens `scheme`, with what they wrote beside it.
    func list(_ scheme: String, _ id: String) -> String {
        "# my own\r\n[Default Applications]\r\ntext/html=a.desktop\r\nx-scheme-handler/\(scheme)=\(id).desktop\r\n"
            + "[X]\r\nlast=line"
    }

    /// Registers the router for a scheme that another program has.
    func take(_ scheme: String, _ more: String...) throws {
        let result = try home.run(["register", "--scheme", scheme] + more)
        #expect(result.status == 0 && result.output.contains("Registered: \(scheme)"), "\(result.errors)")
    }

    /// Opens a link as if the one before had been long ago.
    @discardableResult
    func open(_ link: String, _ more: [String] = [], answers: [String] = ["ok"]) throws -> RouterHome.Result {
        try? FileManager.default.removeItem(atPath: handedOver)
        return try home.router(["open"] + more + [link], answers: answers)
    }

    /// The arguments that a program was started with, each start with their number first; nil if it never was. What
    /// the router started it waits for, so nothing comes later.
    func got(by program: String = "electrum") -> [String]? {
        guard let text = try? String(contentsOfFile: "\(path)/got-\(program)", encoding: .utf8) else { return nil }
        return text.split(separator: "\n").map(String.init)
    }

    /// The questions since the last time, as the person reads them.
    func questions() -> [String] {
        home.dialogue().questions
    }

    /// How often the person was asked for an answer since the last time.
    func answersAsked() -> Int {
        home.dialogue().split(separator: "\n").filter { $0.hasPrefix("CONFIRM") || $0.hasPrefix("GETPIN") }.count
    }

    /// Writes the person's settings.
    func configure(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(path)/config/schemerouter", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try home.write("config/schemerouter/config.yaml", text)
    }

    /// Writes a descriptor of the person's.
    func describe(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(path)/config/schemerouter/schemes.d", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try home.write("config/schemerouter/schemes.d/mine.yaml", text)
    }

    /// A file of the home, byte for byte.
    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: home.directory.appendingPathComponent(name)), as: UTF8.self)
    }

    /// What the router prints with `--json`.
    func json(_ arguments: [String]) throws -> JSONValue {
        try JSONValue(parsing: Data(home.run(arguments).output.utf8))
    }

    /// The JSON objects that a command prints, one a line.
    func rows(_ arguments: [String]) throws -> [JSONValue] {
        try JSONValue(lines: home.run(arguments).output).elements
    }

    /// The files below the home in which `text` stands.
    func files(with text: String) -> [String] {
        (FileManager.default.subpaths(atPath: path) ?? []).filter { name in
            (try? Data(contentsOf: home.directory.appendingPathComponent(name)))?.range(of: Data(text.utf8)) != nil
        }
    }

    /// Where the router keeps for a while which links went out.
    var handedOver: String { "\(path)/run/schemerouter/handed-over" }

    /// Makes all links that went out go out so many seconds from now.
    func moveHandedOver(by seconds: Int) throws {
        let lines = try String(contentsOfFile: handedOver, encoding: .utf8).split(separator: "\n")
        let moved = lines.map { line in
            var fields = line.split(separator: " ").map(String.init)
            fields[2] = String(Int(Date().timeIntervalSince1970) + seconds)
            return fields.joined(separator: " ") + "\n"
        }
        try home.write("run/schemerouter/handed-over", moved.joined())
    }
}

extension String {
    /// What the person was shown, by the transcript of the prompt program. The pages of one dialogue are one text.
    var questions: [String] {
        var questions: [String] = []
        for line in split(separator: "\n") where line.hasPrefix("SETDESC ") {
            let text = String(line.dropFirst(8)).removingPercentEncoding ?? ""
            let isFirst = text.firstRange(of: "Page ").map { text[$0.upperBound...].hasPrefix("1 of ") } ?? true
            if isFirst { questions.append(text) } else { questions[questions.count - 1] += " " + text }
        }
        return questions
    }
}
