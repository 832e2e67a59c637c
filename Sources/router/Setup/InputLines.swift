import Glibc
import RouterBytes
import RouterLinux

/// The lines of standard input, in pieces of whole lines, so that memory stays flat however many there are.
struct InputLines {
    private let limit: Int
    /// The beginning of a line whose end was not read.
    private var rest: [UInt8] = []
    private var isAtEnd = false

    /// - Parameter limit: of a longer line so many bytes and one are given out: too many for any reader.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether more input, or its end, is there without a wait.
    static var isReady: Bool {
        var input = [pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)]
        return Linux.poll(&input, 0) > 0
    }

    /// Waits for input, and returns the lines that end in it, each with its line end. The last line of all may have none.
    /// Empty where no line ends in it; nil at the end.
    mutating func next() -> [UInt8]? {
        guard !isAtEnd else { return nil }
        guard var chunk = StandardStreams.nextChunk() else {
            isAtEnd = true
            return rest
        }
        guard let last = chunk.lastIndex(of: UInt8(ascii: "\n")) else {
            // Of a line that is already too long only its end matters.
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

    /// Calls `body` with each line of a piece, without its line end.
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
