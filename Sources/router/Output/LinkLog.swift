import Glibc
import SchemeRouter
import Storage

/// The log: one JSON line for every link that was opened (S10). It never has keys, passcodes or texts of a caller.
struct LinkLog {
    let path: String

    /// A full log becomes the older one, and the older one is dropped.
    private static let maxBytes = 1 << 20

    func write(_ result: OpenResult, link: ReadLink?, code: ExitCode, at time: UnixTime) {
        let line = JSON.object([
            ("time", .number(time)), ("exit", .number(Int64(code.rawValue))),
            ("scheme", JSON(link?.request.header.scheme)),
            ("action", JSON(result.action?.rawValue)), ("sender", JSON(link?.request.header.sender?.scheme)),
            ("entry", result.entry.map(JSON.number) ?? .null), ("reason", JSON(result.code)),
        ])
        // A log that cannot be written must not keep anybody from being answered; they were told on the way.
        guard let end = path.lastIndex(of: "/"), (try? PrivateDirectory.create(String(path[..<end]))) != nil else {
            return
        }
        rotate()
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        StandardStreams.write(Array((line.text + "\n").utf8), to: descriptor)
    }

    private func rotate() {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_size > Self.maxBytes else { return }
        rename(path, path + ".1")
    }
}

extension OpenResult {
    /// Why a link did not end well, as a code.
    fileprivate var code: String? {
        switch outcome {
        case .rejected(let error): error.code.rawValue
        case .failed(let error), .unknown(_, let error): error.code.rawValue
        case .refused: "refused"
        case .timedOut: "timedOut"
        case .paid, .toldAddress, .toldKeys: nil
        }
    }
}
