import RouterConnections

/// One line of an answer's header.
enum AnswerHeader {
    /// The longest line, in bytes, that is passed on.
    static let maxLength = 4_096

    /// The field, with its name in lower case; nil for anything but a field of printable ASCII.
    static func read(_ line: [UInt8]) -> NetworkHeader? {
        guard line.count <= maxLength, let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
        let name = line[..<colon]
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
        var value = line[(colon + 1)...].drop(while: isSpace)
        while let last = value.last, isSpace(last) { value = value.dropLast() }
        guard name.allSatisfy({ (0x21...0x7E).contains($0) }), value.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return nil
        }
        return NetworkHeader(
            String(decoding: name, as: UTF8.self).lowercased(), String(decoding: value, as: UTF8.self))
    }
}
