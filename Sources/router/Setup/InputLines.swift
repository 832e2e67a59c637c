import Glibc
import RouterBytes
import RouterLinux

/// Reads standard input in pieces of whole lines, so that memory use does not grow with their number.
struct InputLines {
    private let limit: Int
    /// The beginning of a line that has not ended yet.
    private var rest: [UInt8] = []
    private var isAtEnd = false

    /// - Parameter limit: longer lines are cut to one byte more than this, which is too long for any reader.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether input, or its end, can be read without waiting.
    static var isReady: Bool {
        var input = [pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)]
        return Linux.poll(&input, 0) > 0
    }

    /// Waits for input and returns the lines that it completes, with their line endings. The last line of all may have
    /// none. Empty if it completes no line; nil at the end.
    mutating func next() throws -> [UInt8]? {
        guard !isAtEnd else { return nil }
        guard var chunk = try StandardStreams.nextChunk() else {
            isAtEnd = true
            return rest
        }
        guard let last = chunk.lastIndex(of: UInt8(ascii: "\n")) else {
            // Of an overlong line, only the end matters.
            rest += chunk.prefix(limit + 1 - rest.count)
            return []
        }
        let begun = rest
        rest = Array(chunk[(last + 1)...])
        chunk.removeLast(rest.count)
        guard !begun.isEmpty else { return chunk }
        let first = chunk.prefix { $0 != UInt8(ascii: "\n") }
        return begun + first.prefix(limit + 1 - begun.count) + chunk[first.endIndex...]
    }

    /// Calls `body` with each line of a piece, without its line ending. Of a line longer than ``init(limit:)`` allows, that is
    /// only the beginning, which could pass for a whole link.
    static func each(of piece: [UInt8], _ body: ([UInt8]) -> Void) {
        let bytes = piece.span
        var start = 0
        while start < bytes.count {
            let end = bytes.firstOffset(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
            body([UInt8](bytes.extracting(start..<end)))
            start = end + 1
        }
    }
}
