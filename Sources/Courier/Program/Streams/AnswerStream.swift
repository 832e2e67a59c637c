import Glibc
import RouterCourierMessages
import RouterLinux

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
