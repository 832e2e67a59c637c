import ExactJSON
import Glibc
import RouterBytes
import RouterDesktop
import RouterLinux
import RouterPluginPrograms
import SchemeRouter
import Synchronization

/// Standard input, output and error as bytes.
enum StandardStreams {
    /// Writes text and a newline to standard output, made safe for a terminal.
    static func print(_ text: String) { printWhole(text.utf8.span.isPlainlyVisible ? text : VisibleText.of(text)) }

    /// Writes text of our own and a newline to standard output as it is, colours included.
    static func printWhole(_ text: String) { write(Array(text.utf8) + [UInt8(ascii: "\n")], to: STDOUT_FILENO) }

    static func print(_ lines: [String]) {
        for line in lines { print(line) }
    }

    /// Writes one JSON object per line to standard output.
    static func print(_ objects: [JSON]) {
        for object in objects { printWhole(object.text) }
    }

    /// Writes text and a newline to standard error, made safe for a terminal: errors quote foreign text. For programs
    /// it is a note, or the given object.
    static func complain(_ text: String, as json: JSON? = nil) {
        guard !OutputForm.isJSON else {
            write(Array((json ?? JSON(["note": text])).text.utf8) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
            return
        }
        let prefix = "error:"
        var shown = VisibleText.of(text)
        if shown.hasPrefix(prefix), Emphasis.isShown(on: STDERR_FILENO) {
            shown = Emphasis.error.mark(prefix, on: STDERR_FILENO) + shown.dropFirst(prefix.count)
        }
        write(Array(shown.utf8) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
    }

    /// Writes all bytes; stops quietly at a closed pipe.
    /// - Returns: whether all were written.
    @discardableResult
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool { write(bytes.span, to: descriptor) }

    /// Writes all bytes; stops quietly at a closed pipe. It waits for a slow reader of standard output even if the stream
    /// does not block, as whoever opened it decided. What standard error does not take then is dropped: a link must not
    /// wait for ever for a reader of its diagnostics (S10).
    /// - Returns: whether all were written.
    @discardableResult
    static func write(_ bytes: Span<UInt8>, to descriptor: Int32) -> Bool {
        guard descriptor != STDERR_FILENO else { return Linux.writeAll(descriptor, bytes) }
        if Linux.writeAll(descriptor, bytes, by: Linux.writeWaiting) { return true }
        // A reader that closes the pipe has read enough.
        if descriptor == STDOUT_FILENO, errno != EPIPE { failure.store(errno, ordering: .relaxed) }
        return false
    }

    /// The error of the last failed write to standard output; 0 if none failed.
    private static let failure = Atomic<Int32>(0)

    /// Why some output did not reach standard output; nil if all of it did, or its reader went away.
    static var outputFailure: String? {
        let number = failure.load(ordering: .relaxed)
        return number == 0 ? nil : Linux.strerror(number)
    }

    /// The longest link, and white space or the end of a line around it.
    static let maxLinkLength = Router.maxJSONLinkLength + 2

    /// The link on standard input, which may end its line.
    static func readLink() throws(UsageError) -> [UInt8] {
        var bytes: [UInt8] = []
        while let chunk = try nextChunk() {
            bytes += chunk
            guard bytes.count <= maxLinkLength else {
                throw UsageError("The text on standard input is longer than a link can be.")
            }
        }
        return bytes
    }

    /// The next piece of standard input, of any size; nil at the end. Input that cannot be read is an error, not its end: half a
    /// link can be another link.
    static func nextChunk() throws(UsageError) -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Linux.read(STDIN_FILENO, into: &chunk)
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN {
                // The input does not block, as whoever opened it decided.
                var input = [pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)]
                _ = Linux.poll(&input, -1)
                continue
            }
            guard count >= 0 else {
                throw UsageError("Standard input cannot be read: \(Linux.strerror(errno)).")
            }
            guard count > 0 else { return nil }
            chunk.removeLast(chunk.count - count)
            return chunk
        }
    }
}

extension Span<UInt8> {
    /// Whether everything is seen as it is for certain: printable ASCII, line feeds, and the punctuation of our own
    /// sentences. Most output is.
    fileprivate var isPlainlyVisible: Bool {
        var offset = 0
        while offset < count {
            let byte = self[offset]
            if byte == 0xE2, offset + 2 < count, self[offset + 1] == 0x80, self[offset + 2].endsOurPunctuation {
                offset += 3
            } else if (0x20...0x7E).contains(byte) || byte == 0x0A {
                offset += 1
            } else {
                return false
            }
        }
        return true
    }

}

extension UInt8 {
    /// Whether it is the last byte of –, “, ” or … in UTF-8.
    fileprivate var endsOurPunctuation: Bool { self == 0x93 || self == 0x9C || self == 0x9D || self == 0xA6 }
}

/// The plugin programs. Each is one object in this process, however often settings are read, so that no program is
/// started twice.
enum RunningPrograms {
    private static let known = Mutex<[ProgramPlugin]>([])

    static func plugins(for programs: [PluginProgram]) -> [ProgramPlugin] {
        // Most people have no plugin programs: do no work for them.
        guard !programs.isEmpty else { return [] }
        return known.withLock { known in
            programs.map { program in
                if let plugin = known.first(where: { $0.program == program }) { return plugin }
                let plugin = ProgramPlugin(program)
                known.append(plugin)
                return plugin
            }
        }
    }
}

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
