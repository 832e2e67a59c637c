import ExactJSON
import Glibc
import RouterConnections
import RouterCourierMessages
import RouterLinux
import RouterTestSupport

/// The real courier, spoken to line by line.
struct RawCourier: ~Copyable {
    private let child: ChildProcess
    private var lines = LineBuffer(limit: 1 << 25)

    init(environment: [String: String] = [:]) throws {
        child = try ChildProcess.start(
            Spawn(program: BuiltPrograms.courier, arguments: ["courier"], environment: environment))
    }

    var process: pid_t { child.process }

    func say(_ line: [UInt8]) throws {
        _ = try child.write(line, until: Deadline(at: .late))
    }

    func say(_ text: String) throws {
        try say(Array(text.utf8) + [0x0A])
    }

    func configure(_ configuration: CourierConfiguration) throws {
        try say(configuration.json.bytes + [0x0A])
    }

    /// The next reply; nil at the end.
    mutating func reply() throws -> CourierAnswer? {
        while true {
            if let line = lines.next() {
                return try CourierAnswer(line: JSON(reading: line, limits: CourierLimits.answer))
            }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = try child.read(into: &chunk, until: Deadline(at: .late))
            guard let count, count > 0 else { return nil }
            lines.append(chunk[..<count])
        }
    }
}

extension CourierAnswer {
    /// The kind of failure that it is; nil if it is none.
    var failure: NetworkError? {
        switch self {
        case .failure(_, let failure), .refused(let failure): failure
        case .answer, .ready, .connected, .line, .sent: nil
        }
    }
}
