import ExactJSON
import Glibc
import RouterDesktop
import RouterLinux
import Synchronization

/// Standard input, output and error as bytes.
enum StandardStreams {
    /// Writes text and a line end to standard output.
    static func print(_ text: String) { write(Array(text.utf8) + [UInt8(ascii: "\n")], to: STDOUT_FILENO) }

    static func print(_ lines: [String]) {
        for line in lines { print(line) }
    }

    /// Writes one JSON object a line to standard output.
    static func print(_ objects: [JSON]) {
        for object in objects { print(object.text) }
    }

    /// Writes text and a line end to standard error, made safe for a terminal: errors quote what others wrote. For programs
    /// it is a note, or the object that is given.
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

    /// Writes all bytes; a closed pipe ends the attempt quietly.
    /// - Returns: whether all were written.
    @discardableResult
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool { write(bytes.span, to: descriptor) }

    /// Writes all bytes; a closed pipe ends the attempt quietly.
    /// - Returns: whether all were written.
    @discardableResult
    static func write(_ bytes: Span<UInt8>, to descriptor: Int32) -> Bool {
        if Linux.writeAll(descriptor, bytes) { return true }
        // Who closes a pipe has read enough.
        if descriptor == STDOUT_FILENO, errno != EPIPE { failure.store(errno, ordering: .relaxed) }
        return false
    }

    /// The error of the last write to standard output that failed; 0 where none did.
    private static let failure = Atomic<Int32>(0)

    /// Why not everything that was printed reached standard output; nil where it did, or its reader went away.
    static var outputFailure: String? {
        let number = failure.load(ordering: .relaxed)
        return number == 0 ? nil : Linux.strerror(number)
    }

    /// Everything on standard input, or nil where that is more than `limit` bytes.
    static func readAll(limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var lines = InputLines(limit: limit)
        while let chunk = lines.nextChunk() {
            bytes += chunk
            if bytes.count > limit { return nil }
        }
        return bytes
    }
}

/// The lines of standard input, read in large pieces so that memory stays flat however many there are.
struct InputLines {
    private let limit: Int
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    /// Lines longer than `limit` bytes are given out as they are, cut at the limit and one byte: too long for any reader.
    init(limit: Int) {
        self.limit = limit
    }

    /// The next piece of input, whatever it is; nil at the end.
    mutating func nextChunk() -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Linux.read(STDIN_FILENO, into: &chunk)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return nil }
            return Array(chunk[..<count])
        }
    }

    /// Whether the next line, or the end of the input, is there without a wait.
    var isReady: Bool {
        mutating get {
            while !isAtEnd, !buffer[start...].contains(UInt8(ascii: "\n")) {
                var input = [pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)]
                guard Linux.poll(&input, 0) > 0 else { return false }
                _ = readMore()
            }
            return true
        }
    }

    /// Waits for more input, and returns where it begins in the buffer.
    private mutating func readMore() -> Int {
        buffer.removeSubrange(..<start)
        start = 0
        // Of a line that is already too long only its end matters.
        if buffer.count > limit + 1 { buffer.removeSubrange((limit + 1)...) }
        let end = buffer.count
        if let chunk = nextChunk() { buffer += chunk } else { isAtEnd = true }
        return end
    }

    /// The next line without its line end; nil at the end.
    mutating func next() -> [UInt8]? {
        var scanned = start
        while true {
            if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return Array(buffer[start..<end].prefix(limit + 1))
            }
            if isAtEnd {
                defer { start = buffer.count }
                return start < buffer.count ? Array(buffer[start...].prefix(limit + 1)) : nil
            }
            scanned = readMore()
        }
    }
}
