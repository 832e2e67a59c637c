import Glibc
import RouterLinux

/// A desktop program that was started in its own session, without a terminal.
final class OpenerProcess: Sendable {
    /// Why a program was not started.
    struct Failure: Error {
        let isMissing: Bool
        let message: String
    }

    private let process: pid_t
    /// The reading end of its output; -1 if the output is discarded.
    private let pipe: Int32

    private init(process: pid_t, pipe: Int32) {
        self.process = process
        self.pipe = pipe
    }

    deinit {
        if pipe >= 0 { close(pipe) }
    }

    /// Starts the first program with its name in `PATH` of `environment`.
    /// - Parameter readsOutput: whether ``output()`` will be read.
    static func start(
        _ arguments: [String], _ environment: [String: String], readsOutput: Bool = false
    ) throws(Failure) -> OpenerProcess {
        let name = arguments[0]
        guard let program = find(name, path: environment["PATH"]) else {
            throw Failure(isMissing: true, message: "\(name) is not installed")
        }
        let ends = readsOutput ? Linux.pipe(O_CLOEXEC | O_NONBLOCK) : nil
        guard ends != nil || !readsOutput else { throw failure(name, errno) }
        let started = Linux.spawn(
            program, arguments, environment: environment,
            streams: [.null, ends.map { .descriptor($0.writing) } ?? .null, .null], newSession: true)
        if let ends { close(ends.writing) }
        guard started.error == 0 else {
            if let ends { close(ends.reading) }
            throw failure(name, started.error)
        }
        return OpenerProcess(process: started.process, pipe: ends?.reading ?? -1)
    }

    /// Its exit status, 128 plus the signal that ended it, or nil if it still runs after `patience`.
    func status(within patience: Duration) async -> Int32? {
        let end = ContinuousClock.now.advanced(by: patience)
        while ContinuousClock.now < end {
            if let status = ended() { return status }
            try? await Task.sleep(for: .milliseconds(5))
            if Task.isCancelled { break }
        }
        // It keeps running, so something has to collect its status when it ends.
        Task.detached { [self] in
            while ended() == nil { try? await Task.sleep(for: .seconds(1)) }
        }
        return nil
    }

    /// What it has printed so far, at most 4,096 bytes.
    func output() -> String {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Linux.read(pipe, into: &bytes)
        return count > 0 ? String(validating: bytes[..<count], as: UTF8.self) ?? "" : ""
    }

    private func ended() -> Int32? {
        var status: Int32 = 0
        let result = Linux.waitpid(process, &status, WNOHANG)
        if result == 0 || (result < 0 && errno == EINTR) { return nil }
        // A dapp that ignores SIGCHLD never learns how its children end. Treat the link as opened.
        guard result == process else { return 0 }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    private static func find(_ name: String, path: String?) -> String? {
        (path ?? "/usr/local/bin:/usr/bin:/bin").split(at: ":").lazy.filter(\.isAbsolutePath).map {
            "\($0)/\(name)"
        }
        .first { Linux.access($0, X_OK) == 0 }
    }

    private static func failure(_ name: String, _ error: Int32) -> Failure {
        Failure(isMissing: false, message: "\(name) cannot be started: \(Linux.strerror(error))")
    }
}
