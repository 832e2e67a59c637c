import SchemeRouter

/// The part of a link around an error, with a mark below.
///
/// All of it is ASCII, one column per character; other bytes of the link are written as `\xHH`. So the mark is in the
/// right place on every terminal, and a link cannot control the terminal. What could be a private key, a seed or the
/// words of a wallet is written as stars (S8).
struct LinkExcerpt {
    /// The excerpt and the line with the mark.
    let lines: [String]

    /// Columns of the excerpt, without the ellipses.
    private static let width = 70
    /// The most columns of the error.
    private static let markedWidth = 40
    /// Columns reserved for what follows the error.
    private static let restWidth = 12

    /// - Parameters:
    ///   - link: as it was received.
    ///   - range: the wrong bytes; an empty range is the place where something is missing.
    init(of link: [UInt8], at range: Range<Int>) {
        let start = min(range.lowerBound, link.count)
        let end = min(max(range.upperBound, start), link.count)
        let hidden = KeyMaterial.ranges(in: link)
        // Links can be long, so only the neighbourhood is converted.
        let pieces = { (range: Range<Int>) in
            range.map { offset in hidden.contains { $0.contains(offset) } ? "*" : Self.piece(link[offset]) }
        }
        let before = pieces(max(0, start - Self.width)..<start)
        let marked = pieces(start..<min(end, start + Self.width))
        let after = pieces(end..<min(link.count, end + Self.width))

        let middle = Self.cut(marked, to: Self.markedWidth)
        let isWhole = middle.count == end - start
        let room = Self.width - Self.columns(middle)
        let rest = isWhole ? Self.cut(after, to: max(room - Self.columns(before), Self.restWidth)) : []
        let left = Array(Self.cut(before.reversed(), to: room - Self.columns(rest)).reversed())

        let head = left.count < start ? "…" : ""
        let tail = isWhole && rest.count == link.count - end ? "" : "…"
        let margin = Self.columns(left) + (head.isEmpty ? 0 : 1)
        lines = [
            head + (left + middle + rest).joined() + tail,
            String(repeating: " ", count: margin) + "^"
                + String(repeating: "~", count: max(0, Self.columns(middle) - 1)),
        ]
    }

    private static func piece(_ byte: UInt8) -> String {
        guard !(0x20...0x7E).contains(byte) else { return String(UnicodeScalar(byte)) }
        let digits = String(byte, radix: 16, uppercase: true)
        return "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
    }

    private static func columns(_ pieces: [String]) -> Int { pieces.reduce(0) { $0 + $1.utf8.count } }

    /// As many of the first pieces as fit in `width` columns.
    private static func cut(_ pieces: [String], to width: Int) -> [String] {
        var left = width
        return Array(
            pieces.prefix { piece in
                left -= piece.utf8.count
                return left >= 0
            })
    }
}
