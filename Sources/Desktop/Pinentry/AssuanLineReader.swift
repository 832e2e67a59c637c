import SchemeRouter

/// Cuts what a program writes into lines, in memory that is wiped: any line may hold the passcode (S8).
struct AssuanLineReader: ~Copyable {
    /// Why there is no line.
    enum Failure: Error {
        /// The program closed its output, or the read failed.
        case ended
        /// The line is longer than the protocol allows.
        case tooLong
        /// Time ran out.
        case late
    }

    private var memory = Secret(count: 4_096) { _ in }
    private var start = 0
    private var end = 0

    /// Waits for a line and lends it, without its line feed, to `body`. The bytes must not leave it.
    mutating func line<Result: ~Copyable>(
        of child: borrowing ChildProcess, until deadline: Deadline, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(Failure) -> Result {
        while true {
            if let length = lengthOfLine() {
                guard length <= AssuanEncoding.longestLine else { throw .tooLong }
                let first = start
                start += length + 1
                return memory.withBytes { body(UnsafeRawBufferPointer(rebasing: $0[first..<first + length])) }
            }
            guard end - start <= AssuanEncoding.longestLine else { throw .tooLong }
            try fill(from: child, until: deadline)
        }
    }

    private borrowing func lengthOfLine() -> Int? {
        memory.withBytes { $0[start..<end].firstIndex(of: 0x0A).map { $0 - start } }
    }

    private mutating func fill(from child: borrowing ChildProcess, until deadline: Deadline) throws(Failure) {
        let (first, last) = (start, end)
        let outcome: Int?
        do throws(SystemError) {
            outcome = try memory.withMutableBytes { (bytes) throws(SystemError) in
                bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[first..<last]))
                return try child.read(
                    into: UnsafeMutableRawBufferPointer(rebasing: bytes[(last - first)...]), until: deadline)
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
