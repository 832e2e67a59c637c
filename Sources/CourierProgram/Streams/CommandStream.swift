import ExactJSON
import Glibc
import RouterConnections
import RouterCourierMessages
import RouterLinux

/// The commands on standard input.
struct CommandStream {
    private var lines = LineBuffer(limit: CourierLimits.command.bytes)

    /// Reads available input, without waiting. Returns false at the end of input.
    mutating func fill() -> Bool {
        var requests = [pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)]
        while Linux.poll(&requests, 0) > 0 {
            guard readSome() else { return false }
        }
        return true
    }

    /// Waits for the first line, the configuration.
    mutating func first() throws(NetworkError) -> CourierConfiguration? {
        while true {
            if let line = try next() {
                return try rethrowing(try CourierConfiguration(line)) { (error: MessageError) in
                    NetworkError.unsent(.badConfiguration, "The configuration is invalid: \(error).")
                }
            }
            guard readSome() else { return nil }
        }
    }

    /// The next line; nil if it is not complete yet.
    /// - Throws: ``RouterConnections/NetworkError/Code/badRequest`` if it is not JSON.
    mutating func next() throws(NetworkError) -> JSON? {
        guard let line = lines.next() else {
            guard !lines.isOverfull else { throw .unsent(.badRequest, "A line is too long.") }
            return nil
        }
        return try rethrowing(try JSON(reading: line, limits: CourierLimits.command)) { (error: JSONError) in
            NetworkError.unsent(.badRequest, "A line is not JSON, at byte \(error.offset): \(error.message)")
        }
    }

    /// Reads once, waiting if nothing is there. Returns false at the end.
    private mutating func readSome() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 64 * 1_024)
        let count = Linux.read(STDIN_FILENO, into: &chunk)
        if count > 0 { lines.append(chunk[..<count]) }
        return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN))
    }
}

/// The answers on standard output; writing them never delays the requests.
struct AnswerStream {
    /// How many bytes may wait for a client that does not read, before the courier stops reading commands.
    private static let patience = 64 << 20

    private var waiting: [UInt8] = []
    private var written = 0

    init() {
        _ = fcntl(STDOUT_FILENO, F_SETFL, O_NONBLOCK)
    }

    var isWaiting: Bool { written < waiting.count }
    /// Whether too much output is waiting.
    var isOverfull: Bool { waiting.count - written > Self.patience }

    mutating func append(_ answer: CourierAnswer) {
        waiting += answer.line
    }

    /// Writes what the client accepts now. Returns false if the client is gone.
    mutating func flush() -> Bool {
        while isWaiting {
            let count = Linux.write(STDOUT_FILENO, waiting.span.extracting(written...))
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                return true
            } else if errno != EINTR {
                return false
            }
        }
        waiting.removeAll(keepingCapacity: waiting.capacity < 1 << 20)
        written = 0
        return true
    }
}
