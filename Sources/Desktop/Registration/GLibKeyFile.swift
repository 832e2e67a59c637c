import SchemeRouter

/// A list of defaults as GLib reads it, and with it GNOME, XFCE, MATE, Cinnamon and LXQt: one line that GLib cannot parse
/// makes it ignore the whole file (measured with GLib 2.74).
struct GLibKeyFile {
    /// The first line that GLib cannot parse.
    struct Problem: Error, Equatable {
        /// From 1.
        let line: Int
        /// What is wrong, as the end of a sentence about the line.
        let text: String
    }

    private var groups: [[UInt8]: [[UInt8]: [UInt8]]] = [:]

    init(_ bytes: [UInt8]) throws(Problem) {
        var group: [UInt8]?
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            func problem(_ text: String) -> Problem { Problem(line: index + 1, text: text) }
            var text = line.drop(while: Self.isSpace)
            if text.last == 0x0D { text.removeLast() }
            guard let first = text.first, first != UInt8(ascii: "#") else { continue }
            if first == UInt8(ascii: "[") {
                guard let name = Self.group(text) else { throw problem("is not the name of a group in brackets") }
                group = name
                if groups[name] == nil { groups[name] = [:] }
                continue
            }
            guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
                throw problem("has no “=”, and comments begin with “#”")
            }
            guard let group else { throw problem("stands before the first group") }
            var key = text[..<equals]
            while let last = key.last, Self.isSpace(last) { key.removeLast() }
            guard Self.isKey(key) else { throw problem("has no valid name before its “=”") }
            groups[group]?[Array(key)] = Array(text[(equals + 1)...].drop(while: Self.isSpace))
        }
    }

    /// The items of a list, as they stand: GLib does not trim them. Empty if the list has an invalid escape, or is not
    /// UTF-8.
    func list(_ key: String, in group: String) -> [String] {
        guard let value = groups[Array(group.utf8)]?[Array(key.utf8)], String(validating: value, as: UTF8.self) != nil
        else { return [] }
        return Self.items(of: value)
    }

    /// The items of a value, as they stand; empty if it has an invalid escape.
    static func items(of value: some Sequence<UInt8>) -> [String] {
        var items: [String] = []
        var item: [UInt8] = []
        var bytes = value.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: ";"):
                items.append(String(decoding: item, as: UTF8.self))
                item = []
            case UInt8(ascii: "\\"):
                switch bytes.next() {
                case UInt8(ascii: "s"): item.append(0x20)
                case UInt8(ascii: "n"): item.append(0x0A)
                case UInt8(ascii: "t"): item.append(0x09)
                case UInt8(ascii: "r"): item.append(0x0D)
                case UInt8(ascii: ";"): item.append(UInt8(ascii: ";"))
                case UInt8(ascii: "\\"): item.append(UInt8(ascii: "\\"))
                default: return []
                }
            default: item.append(byte)
            }
        }
        return items + [String(decoding: item, as: UTF8.self)]
    }

    /// The name in a line that begins with a bracket; nil if it is not valid.
    private static func group(_ line: ArraySlice<UInt8>) -> [UInt8]? {
        let name = line.dropFirst().prefix { $0 != UInt8(ascii: "]") }
        let rest = line[name.endIndex...].dropFirst()
        guard name.endIndex < line.endIndex, !name.isEmpty, rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 }),
            name.allSatisfy({ $0 != UInt8(ascii: "[") && $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        return Array(name)
    }

    /// Whether the bytes are a key, perhaps with a language in brackets.
    private static func isKey(_ key: ArraySlice<UInt8>) -> Bool {
        let name = key.prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") }
        guard !name.isEmpty, name.last != 0x20 else { return false }
        guard name.endIndex < key.endIndex else { return true }
        let language = key[name.endIndex...].dropFirst().dropLast()
        return key[name.endIndex] == UInt8(ascii: "[") && key.last == UInt8(ascii: "]")
            && language.allSatisfy { byte in
                byte >= 0x80
                    || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "@")].contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0C).contains(byte) }
}
