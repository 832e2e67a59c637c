import RouterBytes
import RouterProcesses
import RouterSecrets
import SchemeRouter

/// Splits a program's output into lines, in memory that is wiped: any line may contain the passcode (S8).
struct AssuanLineReader: ~Copyable {
    enum Failure: Error {
        /// The program closed its output, or the read failed.
        case ended
        case tooLong
        case late
    }

    private var memory = Secret(count: 4_096) { _ in }
    private var start = 0
    private var end = 0

    /// Waits for a line and passes it, without its line feed, to `body`.
    mutating func line<Result: ~Copyable>(
        of child: borrowing ChildProcess, until deadline: Deadline, _ body: (Span<UInt8>) -> Result
    ) throws(Failure) -> Result {
        while true {
            if let length = lengthOfLine() {
                guard length <= AssuanEncoding.longestLine else { throw .tooLong }
                let first = start
                start += length + 1
                return memory.withBytes { body($0.extracting(first..<first + length)) }
            }
            guard end - start <= AssuanEncoding.longestLine else { throw .tooLong }
            try fill(from: child, until: deadline)
        }
    }

    private borrowing func lengthOfLine() -> Int? {
        memory.withBytes { $0.extracting(start..<end).firstOffset(of: 0x0A) }
    }

    private mutating func fill(from child: borrowing ChildProcess, until deadline: Deadline) throws(Failure) {
        let (first, last) = (start, end)
        let outcome: Int?
        do throws(SystemError) {
            outcome = try memory.withMutableBytes { (bytes) throws(SystemError) in
                for offset in first..<last { bytes[offset - first] = bytes[offset] }
                return try child.read(into: &bytes, from: last - first, until: deadline)
            }
        } catch {
            throw .ended
        }
        guard let count = outcome else { throw .late }
        guard count > 0 else { throw .ended }
        start = 0
        end = last - first + count
    }
}
