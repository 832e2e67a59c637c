import Glibc
import RouterLinux

/// One connection: reads a head, writes a response, and closes.
struct Connection {
    let descriptor: Int32
    /// When it is closed, whatever its state.
    private(set) var end: ContinuousClock.Instant
    private var input: [UInt8] = []
    private var output: ArraySlice<UInt8> = []

    /// The time limit for receiving a request and for sending a response.
    private static let patience = Duration.seconds(5)

    enum Progress: Equatable {
        /// More is to be read or written.
        case waiting
        /// The head is complete.
        case request([UInt8])
        /// The head exceeds the limit.
        case tooLarge
        case closed
    }

    init(_ descriptor: Int32, now: ContinuousClock.Instant) {
        self.descriptor = descriptor
        end = now + Self.patience
    }

    var isAnswering: Bool { !output.isEmpty }

    mutating func read() -> Progress {
        var chunk = [UInt8](repeating: 0, count: 4_096)
        let count = Linux.read(descriptor, into: &chunk)
        if count < 0 { return errno == EAGAIN || errno == EINTR ? .waiting : .closed }
        guard count > 0 else { return .closed }
        // The end of the head may span two reads.
        let start = max(0, input.count - 3)
        input += chunk[..<count]
        let mark = Array("\r\n\r\n".utf8)
        for index in start..<input.count where input[index...].starts(with: mark) {
            return index <= HTTPRequest.maxLength ? .request(Array(input[..<index])) : .tooLarge
        }
        return input.count <= HTTPRequest.maxLength ? .waiting : .tooLarge
    }

    mutating func answer(_ response: HTTPResponse, now: ContinuousClock.Instant) {
        output = response.bytes[...]
        end = now + Self.patience
    }

    /// Writes as much as the other side accepts.
    mutating func write() -> Progress {
        let count = Linux.send(descriptor, output.span)
        if count < 0 { return errno == EAGAIN || errno == EINTR ? .waiting : .closed }
        output = output.dropFirst(count)
        return output.isEmpty ? .closed : .waiting
    }
}
