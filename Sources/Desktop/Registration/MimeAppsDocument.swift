import RouterLinux
import SchemeRouter

/// A `mimeapps.list` that can be changed without touching what others wrote.
///
/// The file belongs to the person and to every program on the desktop. Changes only add whole lines, and only one item
/// before the items of a line. Removing them restores the same bytes, whatever else the file contains: comments, other
/// groups, CRLF, bytes that are not text, a missing final line break.
struct MimeAppsDocument {
    /// A line without its line feed. A preceding carriage return is part of the text, so that it never moves.
    private struct Line {
        var text: [UInt8]
        var isEnded: Bool
    }

    /// A group in which our entry is added to keys.
    enum Group: String {
        /// Who opens links.
        case defaults = "[Default Applications]"
        /// Who may: the portal, which asks for sandboxed programs, offers these.
        case added = "[Added Associations]"
    }

    /// A line of the form `key=value` in a group.
    private struct Entry {
        let line: Int
        let key: ArraySlice<UInt8>
        /// Where the value begins in the text, after blanks.
        let value: Int
    }

    private var lines: [Line]
    private let item: [UInt8]
    private let usesCarriageReturn: Bool

    /// Reads `bytes`; `item` is the id of the desktop entry to add and remove.
    init(_ bytes: [UInt8], item: DesktopEntryID) {
        var rest = bytes[...]
        lines = []
        while let end = rest.firstIndex(of: 0x0A) {
            lines.append(Line(text: Array(rest[..<end]), isEnded: true))
            rest = rest[(end + 1)...]
        }
        if !rest.isEmpty { lines.append(Line(text: Array(rest), isEnded: false)) }
        self.item = Array(item.text.utf8)
        usesCarriageReturn = lines.first.map { $0.isEnded && $0.text.last == 0x0D } ?? false
    }

    var bytes: [UInt8] { lines.flatMap { $0.isEnded ? $0.text + [0x0A] : $0.text } }

    func has(_ group: Group) -> Bool { lines.contains { Self.content($0).elementsEqual(group.rawValue.utf8) } }

    /// The keys whose first item is ours.
    func ownKeys(_ group: Group = .defaults) -> [String] {
        var seen: Set<String> = []
        return entries(group).filter(isOwn).map { String(decoding: $0.key, as: UTF8.self) }.filter {
            seen.insert($0).inserted
        }
    }

    /// The effective value of a key, which is the last one; nil if there is no such line.
    func value(of key: String, in group: Group = .defaults) -> String? {
        entries(of: key, in: group).last.map {
            String(decoding: Self.trim(lines[$0.line].text[$0.value...]), as: UTF8.self)
        }
    }

    /// Makes our entry the first item of a key.
    mutating func add(to key: String, in group: Group = .defaults) {
        let found = entries(of: key, in: group)
        guard !found.isEmpty else {
            return insertLine(key, value: String(decoding: item, as: UTF8.self) + ";", in: group)
        }
        for entry in found where !isOwn(entry) {
            // An empty value gets no semicolon: this distinguishes such a line from one that we added.
            let isEmpty = Self.trim(lines[entry.line].text[entry.value...]).isEmpty
            lines[entry.line].text.insert(contentsOf: isEmpty ? item : item + [UInt8(ascii: ";")], at: entry.value)
        }
    }

    /// Removes our entry from the front of a key, and the whole line if nothing else is in it, unless the line existed
    /// before.
    /// - Parameter hadLine: whether the key had a line before ours was added.
    mutating func remove(from key: String, in group: Group = .defaults, hadLine: Bool) {
        for entry in entries(of: key, in: group).reversed() where isOwn(entry) {
            var end = entry.value + item.count
            let text = lines[entry.line].text
            let next = text[end...].firstIndex { !Self.isBlank($0) }
            let hasSemicolon = next.map { text[$0] == UInt8(ascii: ";") } ?? false
            if hasSemicolon, let next { end = next + 1 }
            lines[entry.line].text.removeSubrange(entry.value..<end)
            if Self.trim(text[end...]).isEmpty, hasSemicolon || !hadLine { removeLine(entry.line) }
        }
    }

    /// Adds a line to a group, and the group if it is missing.
    mutating func insertLine(_ key: String, value: String, in group: Group = .defaults) {
        if !has(group) {
            // What others append to the file belongs to its last group, which should stay that of defaults.
            let first = lines.firstIndex { Self.content($0).first == UInt8(ascii: "[") }
            insert(Array(group.rawValue.utf8), at: group == .added ? first ?? lines.count : lines.count)
        }
        var position = lines.count
        var isInside = false
        for (index, line) in lines.enumerated() {
            let trimmed = Self.content(line)
            if trimmed.first == UInt8(ascii: "[") { isInside = trimmed.elementsEqual(group.rawValue.utf8) }
            if isInside, !trimmed.isEmpty { position = index + 1 }
        }
        insert(Array("\(key)=\(value)".utf8), at: position)
    }

    /// Removes the last header of the group if no lines follow it.
    mutating func removeEmpty(_ group: Group) {
        guard let header = lines.lastIndex(where: { Self.content($0).elementsEqual(group.rawValue.utf8) }) else {
            return
        }
        if header + 1 == lines.count || Self.content(lines[header + 1]).first == UInt8(ascii: "[") {
            removeLine(header)
        }
    }

    private mutating func insert(_ text: [UInt8], at position: Int) {
        var isEnded = true
        if position > 0, !lines[position - 1].isEnded {
            lines[position - 1].isEnded = true
            isEnded = false
        }
        lines.insert(Line(text: isEnded && usesCarriageReturn ? text + [0x0D] : text, isEnded: isEnded), at: position)
    }

    private mutating func removeLine(_ position: Int) {
        if !lines[position].isEnded, position > 0 { lines[position - 1].isEnded = false }
        lines.remove(at: position)
    }

    private func entries(of key: String, in group: Group) -> [Entry] {
        entries(group).filter { $0.key.elementsEqual(key.utf8) }
    }

    private func entries(_ group: Group) -> [Entry] {
        var isInside = false
        var entries: [Entry] = []
        for (index, line) in lines.enumerated() {
            let trimmed = Self.content(line)
            if trimmed.first == UInt8(ascii: "[") {
                isInside = trimmed.elementsEqual(group.rawValue.utf8)
            } else if isInside, !trimmed.isEmpty, trimmed.first != UInt8(ascii: "#"),
                let equals = line.text.firstIndex(of: UInt8(ascii: "="))
            {
                let value = line.text[(equals + 1)...].firstIndex { !Self.isBlank($0) } ?? line.text.endIndex
                entries.append(
                    Entry(line: index, key: Self.trim(line.text[..<equals]), value: value))
            }
        }
        return entries
    }

    private func isOwn(_ entry: Entry) -> Bool {
        let value = lines[entry.line].text[entry.value...]
        guard value.starts(with: item) else { return false }
        let next = value.dropFirst(item.count).first { !Self.isBlank($0) }
        return next == nil || next == UInt8(ascii: ";")
    }

    /// The content of a line: empty if ``KeyFile`` skips the line, so that both read a file in the same way.
    private static func content(_ line: Line) -> ArraySlice<UInt8> {
        guard line.text.count <= KeyFile.longestLine, String(validating: line.text, as: UTF8.self) != nil else {
            return []
        }
        return trim(line.text[...])
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    private static func trim(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = bytes.drop(while: isBlank)
        return start[..<(start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex)]
    }
}

/// The index that `update-desktop-database` builds from all entries.
///
/// Our two files do not need it. But if the tool is installed we run it, because the index may have lines of our entry from a
/// version that wrote types into it.
public enum MimeCache {
    /// The result of an update.
    public enum Outcome: String, Sendable, Hashable {
        /// The tool ran.
        case updated
        /// There is no such tool.
        case noTool = "no-tool"
        /// The tool could not be run, or did not end in time. The registration succeeds anyway.
        case failed
    }

    /// Where Debian and its derivatives install the tool. Never looked up in `PATH`.
    static let tool = "/usr/bin/update-desktop-database"

    /// Updates the index of the person's applications.
    public static func update(of directories: XDGDirectories, environment: [String: String]) -> Outcome {
        update("\(directories.dataHome)/applications", environment, tool: tool, patience: .seconds(10))
    }

    static func update(
        _ directory: String, _ environment: [String: String], tool: String, patience: Duration
    ) -> Outcome {
        guard PromptSelection.problem(at: tool) == nil else { return .noTool }
        let spawn = Spawn(
            program: tool, arguments: ["update-desktop-database", directory],
            environment: ProcessEnvironment.clean(environment))
        do throws(SystemError) {
            let child = try ChildProcess.start(spawn)
            let deadline = Deadline(in: patience)
            // Its output does not matter; the end of the output means that it has ended.
            var memory = [UInt8](repeating: 0, count: 4_096)
            while let count = try child.read(into: &memory, until: deadline) {
                if count == 0 { return .updated }
            }
            child.kill()
            return .failed
        } catch {
            return .failed
        }
    }
}
