import RouterBytes
import RouterLinux
import RouterProcesses
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
