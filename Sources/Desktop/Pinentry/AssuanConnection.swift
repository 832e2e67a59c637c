import RouterBytes
import RouterLinux
import RouterSecrets
import SchemeRouter

/// The client's side of the Assuan protocol over a child's standard streams.
///
/// Anything that is not a response – an end of file, an overlong line, unknown words, unrequested data – is
/// `PromptError/interrupted(_:)`: silence is neither agreement nor a refusal by the person.
struct AssuanConnection: ~Copyable {
    /// The most bytes of data in one response.
    static let largestAnswer = 1_024

    private let child: ChildProcess
    private var reader = AssuanLineReader()

    init(to child: consuming ChildProcess) {
        self.child = child
    }

    mutating func greeting(until deadline: Deadline) throws(PromptError) {
        guard case .ok = try answer(takesData: false, until: deadline).status else {
            throw .unavailable("the prompt program did not send a greeting")
        }
    }

    /// Sends one command and waits for the response.
    /// - Parameter takesData: whether the response may contain data.
    mutating func send(
        _ command: String, _ parameter: [UInt8] = [], takesData: Bool = false, until deadline: Deadline
    ) throws(PromptError) -> AssuanAnswer {
        var line = Array(command.utf8)
        if !parameter.isEmpty { line += [0x20] + parameter }
        guard line.count <= AssuanEncoding.longestLine else {
            throw .unavailable("text of \(parameter.count) bytes is too long for the prompt program")
        }
        try write(line, until: deadline)
        return try answer(takesData: takesData, until: deadline)
    }

    /// Says goodbye. The program ends by itself; if it does not, it is killed when this value is destroyed.
    mutating func close(until deadline: Deadline) {
        _ = try? write(Array("BYE".utf8), until: deadline)
    }

    private borrowing func write(_ line: [UInt8], until deadline: Deadline) throws(PromptError) {
        let isWritten = try rethrowing(try child.write(line + [0x0A], until: deadline)) { (_: SystemError) in
            PromptError.interrupted("it stopped reading")
        }
        guard isWritten else { throw late() }
    }

    private mutating func answer(takesData: Bool, until deadline: Deadline) throws(PromptError) -> AssuanAnswer {
        var data = Secret(count: Self.largestAnswer) { _ in }
        var length = 0
        while true {
            switch try line(into: &data, at: &length, takesData: takesData, until: deadline) {
            case .skip: continue
            case .inquiry: try write(Array("CAN".utf8), until: deadline)
            case .status(let status):
                return AssuanAnswer(
                    status: status,
                    data: data.withBytes { bytes in
                        Secret(count: length) { $0.copyBytes(from: bytes.extracting(first: length)) }
                    })
            case .nonsense: throw .interrupted("it sent an invalid answer")
            }
        }
    }

    private enum Line {
        case status(AssuanStatus)
        case skip
        case inquiry
        case nonsense
    }

    private mutating func line(
        into data: inout Secret, at length: inout Int, takesData: Bool, until deadline: Deadline
    ) throws(PromptError) -> Line {
        do throws(AssuanLineReader.Failure) {
            return try reader.line(of: child, until: deadline) { line in
                Self.read(line, into: &data, at: &length, takesData: takesData)
            }
        } catch {
            switch error {
            case .late: throw late()
            case .ended: throw .interrupted("it exited")
            case .tooLong: throw .interrupted("its answer was too long")
            }
        }
    }

    private static func read(
        _ line: Span<UInt8>, into data: inout Secret, at length: inout Int, takesData: Bool
    ) -> Line {
        if line.isEmpty || line[0] == UInt8(ascii: "#") { return .skip }
        let space = line.firstOffset(of: 0x20) ?? line.count
        let rest = line.extracting(min(space + 1, line.count)...)
        // Only the first word becomes a String: the rest of a data line is a secret.
        switch String(decoding: Array(line.extracting(first: space)), as: UTF8.self) {
        case "OK": return .status(.ok)
        case "ERR": return failure(rest).map(Line.status) ?? .nonsense
        case "S": return .skip
        case "INQUIRE": return .inquiry
        case "D" where takesData:
            let begin = length
            let count = data.withMutableBytes { memory in
                AssuanEncoding.decode(rest, into: &memory, from: begin)
            }
            guard let count else { return .nonsense }
            length += count
            return .skip
        default: return .nonsense
        }
    }

    private static func failure(_ rest: Span<UInt8>) -> AssuanStatus? {
        let words = String(decoding: Array(rest), as: UTF8.self).split(separator: " ", maxSplits: 1)
        guard let first = words.first, let code = UInt32(first) else { return nil }
        return .failed(code: Int(code), text: VisibleText.of(words.count > 1 ? String(words[1]) : "no reason given"))
    }

    /// A program that does not respond in time gets no more time.
    private borrowing func late() -> PromptError {
        child.kill()
        return .timedOut
    }
}

struct AssuanAnswer: ~Copyable {
    let status: AssuanStatus
    /// The decoded data; empty if there was none.
    let data: Secret
}

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

/// The response of a program to a command (Documentation/protocols/linux-desktop.md §5.1).
enum AssuanStatus: Equatable {
    case ok
    /// An error; `code` is a gpg-error code, `text` the program's own message.
    case failed(code: Int, text: String)

    /// The error in a gpg-error code, without the part that identifies the program.
    static func reason(_ code: Int) -> Int { code & 0xFFFF }

    /// `GPG_ERR_CANCELED`: the person refused, or closed the window.
    static let cancelled = 99
    /// `GPG_ERR_NOT_CONFIRMED`: the person pressed the other button.
    static let notConfirmed = 114
    /// `GPG_ERR_TIMEOUT`.
    static let timeout = 62
}

/// The percent-encoding of the Assuan protocol, for texts sent to pinentry and the passcode it returns.
public enum AssuanEncoding {
    /// The longest line that may be sent or received, in bytes, without its line feed.
    public static let longestLine = 1_000

    /// The length of `text` in a line, in bytes, after it is made visible and encoded.
    ///
    /// A page fits if this is at most ``longestLine`` minus the length of `SETDESC `.
    public static func encodedLength(of text: String) -> Int {
        VisibleText.of(text).utf8.reduce(0) { $0 + (mustBeCoded($1) ? 3 : 1) }
    }

    static func encode(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        for byte in VisibleText.of(text).utf8 {
            if mustBeCoded(byte) {
                result += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// The label of a button. pinentry makes the letter after `_` the button's key, and shows `__` as `_`.
    static func encodeLabel(_ label: String) -> [UInt8] {
        encode(label).flatMap { $0 == UInt8(ascii: "_") ? [$0, $0] : [$0] }
    }

    /// Decodes `source` into `target`, beginning at `start`. Returns the number of bytes, or nil if a `%` is not
    /// followed by two hex digits or the target is too small.
    static func decode(_ source: Span<UInt8>, into target: inout MutableSpan<UInt8>, from start: Int = 0) -> Int? {
        var read = 0
        var written = start
        while read < source.count {
            var byte = source[read]
            read += 1
            if byte == UInt8(ascii: "%") {
                guard read + 2 <= source.count, let high = source[read].hexDigitValue,
                    let low = source[read + 1].hexDigitValue
                else { return nil }
                byte = high << 4 | low
                read += 2
            }
            guard written < target.count else { return nil }
            target[written] = byte
            written += 1
        }
        return written - start
    }

    private static func mustBeCoded(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%")
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
