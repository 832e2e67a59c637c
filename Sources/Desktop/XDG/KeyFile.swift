import Glibc
import RouterLinux

/// The format that desktop entries, `mimeapps.list` and `mimeinfo.cache` share: groups of `key=value` lines.
///
/// Lines that are not UTF-8, longer than ``longestLine`` or otherwise invalid are skipped: one bad line in a system
/// file must not make every program unreachable. As in GLib, groups with the same name are merged, and the last of
/// several lines with the same key counts.
struct KeyFile: Sendable, Equatable {
    /// The longest line that is read, in bytes. `MimeType=` of large office programs has several thousand.
    static let longestLine = 32_768

    private var groups: [String: [String: String]] = [:]

    init(_ bytes: [UInt8]) {
        var group: String?
        for line in bytes.split(separator: 0x0A) where line.count <= Self.longestLine {
            guard let text = String(validating: line, as: UTF8.self) else { continue }
            let trimmed = Self.trim(text[...])
            if trimmed.isEmpty || trimmed.utf8.first == UInt8(ascii: "#") { continue }
            if trimmed.utf8.first == UInt8(ascii: "[") {
                // After a malformed header we do not know which group these lines belong to.
                group = trimmed.hasSuffix("]") ? String(trimmed.dropFirst().dropLast()) : nil
            } else if let group, let equals = trimmed.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let key = Self.trim(trimmed[..<equals])
                if key.isEmpty { continue }
                groups[group, default: [:]][String(key)] = String(
                    Self.trim(trimmed[trimmed.utf8.index(after: equals)...]))
            }
        }
    }

    /// Reads the file at `path`; nil if it cannot be read or is larger than `limit` bytes.
    static func read(_ path: String, limit: Int) -> KeyFile? {
        BoundedFile.read(path, limit: limit).map(KeyFile.init)
    }

    func value(_ key: String, in group: String) -> String? { groups[group]?[key] }

    /// The value of a key with its escapes (`\s \n \t \r \\`) resolved. Any other escape stays as written.
    func string(_ key: String, in group: String) -> String? {
        value(key, in: group).map { raw in
            var result = ""
            var scalars = raw.unicodeScalars.makeIterator()
            while let scalar = scalars.next() {
                guard scalar == "\\" else {
                    result.unicodeScalars.append(scalar)
                    continue
                }
                switch scalars.next() {
                case "s": result += " "
                case "n": result += "\n"
                case "t": result += "\t"
                case "r": result += "\r"
                case "\\": result += "\\"
                case let other?: result.unicodeScalars.append(contentsOf: ["\\", other])
                case nil: result += "\\"
                }
            }
            return result
        }
    }

    /// The items of a list, which are separated by `;`. Empty ones are left out.
    func list(_ key: String, in group: String) -> [String] {
        (value(key, in: group) ?? "").split(at: ";").map { String(Self.trim($0[...])) }.filter { !$0.isEmpty }
    }

    func flag(_ key: String, in group: String) -> Bool { value(key, in: group) == "true" }

    private static func trim(_ text: Substring) -> Substring {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        let start = text.utf8.drop(while: isBlank)
        return Substring(start[..<(start.lastIndex { !isBlank($0) }.map(start.index(after:)) ?? start.startIndex)])
    }
}

/// Reads small files that other programs wrote.
enum BoundedFile {
    /// The bytes of the regular file at `path`; nil if there is none, it cannot be read, or it is larger than `limit`.
    ///
    /// Opened without blocking, so that a pipe in place of a file does not hold us up.
    static func read(_ path: String, limit: Int) -> [UInt8]? {
        guard !path.utf8.contains(0) else { return nil }
        let number = Linux.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard number >= 0 else { return nil }
        defer { close(number) }
        guard let status = Linux.fstat(number), status.kind == S_IFREG, status.st_size <= limit,
            let bytes = Linux.readAll(number, limit: limit), bytes.count <= limit
        else { return nil }
        return bytes
    }

    /// The names in a directory, sorted, without `.` and `..`; empty if it cannot be read.
    static func names(in directory: String) -> [String] {
        (Linux.names(in: directory) ?? []).compactMap { String(validating: $0, as: UTF8.self) }.sorted()
    }
}
