import RouterBytes

/// A piece of a link's path that its form defines.
public struct PathPiece: Sendable, Hashable {
    /// Its meaning.
    public let kind: PathTemplate.Piece.Kind
    /// What people see before its text; nil if its meaning says that.
    let name: String?
    /// Its range in the link as received.
    public let range: Range<Int>
    /// The character between several values; nil for a single value.
    let separator: UInt8?
    /// Whether it may contain slashes.
    let takesRest: Bool

    /// Whether it may contain `:`, as hosts with a port do.
    var mayHaveColon: Bool { kind == .host || kind.hasName }
}

/// Matches the path of a link against a template.
struct PathMatch {
    let bytes: [UInt8]
    let end: Int
    /// The characters that end a piece, because the template defines what follows them.
    let ends: [UInt8]
    private(set) var pieces: [PathPiece] = []

    /// The pieces of the path, in order; nil if the template does not match.
    static func pieces(of range: Range<Int>, in bytes: [UInt8], by template: PathTemplate) -> [PathPiece]? {
        var match = PathMatch(
            bytes: bytes, end: range.upperBound,
            ends: [UInt8(ascii: "@"), UInt8(ascii: ":")].filter { template.elements.has($0) })
        guard match.take(template.elements[...], from: range.lowerBound) else { return nil }
        return match.pieces
    }

    private mutating func take(_ elements: ArraySlice<PathTemplate.Element>, from start: Int) -> Bool {
        guard let element = elements.first else { return start == end }
        let rest = elements.dropFirst()
        switch element {
        case .literal(let text):
            return bytes[start..<end].starts(with: text.utf8) && take(rest, from: start + text.utf8.count)
        case .optional(let inner):
            let before = pieces
            if take(inner[...] + rest, from: start) { return true }
            pieces = before
            return take(rest, from: start)
        case .piece(let piece):
            let length = bytes[start..<end].prefix { piece.takes($0) && !ends.contains($0) }.count
            if take(piece, start..<start + length, rest) { return true }
            // What a text of several parts leaves for the pieces after it.
            guard piece.kind.hasName, piece.takesRest, !rest.isEmpty else { return false }
            return bytes[start..<start + length].indices.reversed().contains { offset in
                bytes[offset] == UInt8(ascii: "/") && take(piece, start..<offset, rest)
            }
        }
    }

    private mutating func take(
        _ piece: PathTemplate.Piece, _ range: Range<Int>, _ rest: ArraySlice<PathTemplate.Element>
    ) -> Bool {
        guard !range.isEmpty, piece.fits(bytes[range]) else { return false }
        pieces.append(
            PathPiece(
                kind: piece.kind, name: piece.name, range: range, separator: piece.separator,
                takesRest: piece.takesRest))
        if take(rest, from: range.upperBound) { return true }
        pieces.removeLast()
        return false
    }
}

extension PathTemplate.Piece {
    /// Whether it can contain a byte.
    fileprivate func takes(_ byte: UInt8) -> Bool {
        switch kind {
        case .chain, .tag: return byte.isASCIIDigit
        case .function: return byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "_")
        case .target: return byte.isASCIILetter || byte.isASCIIDigit || "-.".utf8.contains(byte)
        case .bic: return byte.isASCIILetter || byte.isASCIIDigit
        case .server, .url, .payload: return true
        case .host: return byte.isASCIILetter || byte.isASCIIDigit || "-._:[]".utf8.contains(byte)
        case .hex: return byte.hexDigitValue != nil
        case .text, .secret:
            return byte.isASCIILetter || byte.isASCIIDigit || "-._~!$'()*+,;:".utf8.contains(byte)
                || takesRest && byte == UInt8(ascii: "/")
        // A byte that a piece cannot contain ends it: it is a delimiter of the template.
        case .address, .token: return takesRest || byte != UInt8(ascii: "/")
        }
    }

    /// Whether the bytes have the right syntax; their meaning is examined later.
    fileprivate func fits(_ bytes: ArraySlice<UInt8>) -> Bool {
        if let text { return bytes.elementsEqual(text.utf8) { $0.lowercasedASCII == $1.lowercasedASCII } }
        switch kind {
        case .chain: return bytes.count <= 20 && (bytes.first != UInt8(ascii: "0") || bytes.count == 1)
        case .tag: return bytes.count <= 10
        case .bic: return bytes.count == 8 || bytes.count == 11
        case .function: return bytes.first?.isASCIIDigit == false && bytes.count <= 64
        case .target: return bytes.count <= 32
        case .url:
            // Plain, or with its colon percent-encoded.
            let start = String(decoding: bytes.prefix(9), as: UTF8.self).lowercased()
            return start.hasPrefix("https:") || start.hasPrefix("https%3a")
        case .hex: return size.map { bytes.count == 2 * $0 } ?? bytes.count.isMultiple(of: 2)
        case .address, .token, .server, .payload, .host, .text, .secret: return true
        }
    }
}
