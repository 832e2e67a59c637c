import Glibc
import RouterSecrets
import SchemeRouter

/// The words of a new wallet on standard output, each straight from guarded memory (S8).
enum SpelledWords {
    /// Prints the words one below the other, numbered as “router wallet check-backup” asks for them.
    /// - Parameter words: separated by single spaces.
    /// - Returns: whether all were written.
    static func printNumbered(_ words: borrowing Secret) -> Bool {
        forEach(words) { number, word in
            StandardStreams.write(Array("\(number < 10 ? " " : "")\(number). ".utf8), to: STDOUT_FILENO)
                && StandardStreams.write(word, to: STDOUT_FILENO) && StandardStreams.write([0x0A], to: STDOUT_FILENO)
        }
    }

    /// Prints the words as a JSON array. They are lower-case letters, so nothing in them needs escaping.
    static func printArray(_ words: borrowing Secret) -> Bool {
        StandardStreams.write(Array("[".utf8), to: STDOUT_FILENO)
            && forEach(words) { number, word in
                StandardStreams.write(Array((number > 1 ? ",\"" : "\"").utf8), to: STDOUT_FILENO)
                    && StandardStreams.write(word, to: STDOUT_FILENO)
                    && StandardStreams.write(Array("\"".utf8), to: STDOUT_FILENO)
            } && StandardStreams.write(Array("]".utf8), to: STDOUT_FILENO)
    }

    /// Calls `body` with the number of each word, from 1, and its letters, until it returns false.
    private static func forEach(_ words: borrowing Secret, _ body: (Int, Span<UInt8>) -> Bool) -> Bool {
        words.withBytes { bytes in
            var (start, number) = (0, 1)
            for offset in bytes.indices where bytes[offset] == UInt8(ascii: " ") {
                guard body(number, bytes.extracting(start..<offset)) else { return false }
                (start, number) = (offset + 1, number + 1)
            }
            return body(number, bytes.extracting(start..<bytes.count))
        }
    }
}
