import Foundation

/// How a stand-in was started: what it kept of `/proc/self`.
struct StartRecord {
    let directory: URL

    /// The arguments behind the program's name.
    var arguments: [String] { Array(strings("cmdline").dropFirst()) }

    /// The environment.
    var environment: [String: String] {
        let pairs = strings("environ").map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        return Dictionary(pairs.map { (String($0[0]), String($0.last ?? "")) }, uniquingKeysWith: { first, _ in first })
    }

    /// The open descriptors by number, with what they lead to.
    var descriptors: [Int: String] {
        let lines = text("descriptors").split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
        return Dictionary(
            lines.compactMap { line in Int(line[0]).map { ($0, String(line.last ?? "")) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// The process id, and the session it is in.
    var process: (id: Int, session: Int) {
        // The program's name stands in brackets and may have spaces.
        let fields = text("stat").components(separatedBy: ") ").last?.split(separator: " ").map(String.init) ?? []
        return (Int(directory.pathExtension) ?? 0, fields.count > 3 ? Int(fields[3]) ?? 0 : 0)
    }

    /// The bits that are taken from the permissions of new files.
    var umask: String? { value(of: "Umask:", in: text("status")) }

    /// The soft limit of the size of core dumps: of this program, and of the one that started it.
    var coreLimits: (own: String?, parent: String?) {
        (
            value(of: "Max core file size", in: text("limits")),
            value(of: "Max core file size", in: text("parent-limits"))
        )
    }

    private func value(of name: String, in text: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count).split {
            $0 == " " || $0 == "\t"
        }
        .first.map(String.init)
    }

    private func strings(_ name: String) -> [String] {
        var parts = text(name).split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
        if parts.last?.isEmpty == true { parts.removeLast() }
        return parts
    }

    private func text(_ name: String) -> String {
        (try? Data(contentsOf: directory.appendingPathComponent(name))).map { String(decoding: $0, as: UTF8.self) }
            ?? ""
    }
}
