import ExactJSON
import Glibc
import RouterLinux
import RouterStorage
import SchemeRouter

/// The log: one JSON line for every link that was opened (S10). It never contains keys, passcodes or texts of a
/// requesting app.
struct LinkLog {
    let path: String

    /// A line, without the time.
    struct Line {
        let code: ExitCode
        /// Why the link did not succeed, as a code; nil if it did.
        let reason: String?
        /// The link as it was read; nil if it could not be read.
        var link: ReadLink?
        var entry: Int64?
        /// The scheme of a foreign link; nil for all others.
        var scheme: String?
        /// The desktop id of the program that got the link; nil if none did.
        var program: String?
    }

    /// A full log replaces the older one.
    private static let maxBytes = 1 << 20

    func write(_ line: Line, at time: UnixTime = UnixTime(Glibc.time(nil))) {
        let header = line.link?.request.header
        let text = JSON([
            "time": time, "exit": line.code.rawValue, "scheme": header?.scheme ?? line.scheme,
            "action": line.link?.request.action.rawValue, "sender": header?.sender?.scheme, "entry": line.entry,
            "reason": line.reason, "program": line.program,
        ]).text
        // A log that cannot be written must not prevent an answer; the person has already been told.
        guard let directory = path.parentPath, (try? PrivateDirectory.create(directory)) != nil else {
            return
        }
        rotate()
        let descriptor = Linux.open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        Linux.writeAll(descriptor, Array((text + "\n").utf8).span)
    }

    private func rotate() {
        guard let status = Linux.lstat(path), status.st_size > Self.maxBytes else { return }
        Linux.rename(path, path + ".1")
    }
}

extension OpenResult {
    /// Why a link did not succeed, as a code.
    var reason: String? {
        switch outcome {
        case .rejected(let error): error.code.rawValue
        case .failed(let error), .unknown(_, let error): error.code.rawValue
        case .refused: "refused"
        case .timedOut: "timedOut"
        case .paid, .finished, .toldAddress, .toldKeys, .replied, .handedOver, .opened: nil
        }
    }
}
