import Glibc
import RouterCLinux

/// A program that this process talks to over its standard input and output. It ends with this value at the latest.
///
/// Its standard error is discarded unless the caller provides a destination: toolkits write warnings there, which must
/// not mix with its output. Writing to a program that is gone raises SIGPIPE in the writing thread. `MSG_NOSIGNAL` is
/// for sockets only and the process-wide disposition belongs to the embedding program, so ``DedicatedThread`` blocks that
/// signal in the one thread that writes here; the pending signal is directed at that thread and ends with it. The
/// caller sees `EPIPE`.
package struct ChildProcess: ~Copyable {
    /// Its process id; it is our child until this value ends, so no other process can have the id.
    package let process: pid_t
    private let input: Int32
    private let output: Int32

    /// Starts a program with pipes to its standard input and output.
    /// - Parameters:
    ///   - error: its standard error.
    ///   - more: its descriptors from 3 on.
    package static func start(
        _ spawn: Spawn, error: Linux.Stream = .null, more: [Linux.Stream] = []
    ) throws(SystemError) -> ChildProcess {
        let toChild = try OwnedDescriptor.pipe()
        let fromChild = try OwnedDescriptor.pipe()
        let process = try spawn.start(
            input: .descriptor(toChild.reading.number), output: .descriptor(fromChild.writing.number), error: error,
            more: more)
        return ChildProcess(
            process: process, input: toChild.keepingWriting().release(), output: fromChild.keepingReading().release())
    }

    private init(process: pid_t, input: Int32, output: Int32) {
        self.process = process
        self.input = input
        self.output = output
        _ = fcntl(input, F_SETFL, O_NONBLOCK)
    }

    // Both pipes are closed first: a program that waits for us, or for its reader, then knows that we are gone.
    deinit {
        close(input)
        close(output)
        Self.end(process)
    }

    /// Kills the program now, discarding unread output.
    package borrowing func kill() {
        _ = Glibc.kill(process, SIGKILL)
    }

    /// Writes all of `bytes`. Returns false if time ran out first.
    package borrowing func write(_ bytes: [UInt8], until deadline: Deadline) throws(SystemError) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = Linux.write(input, bytes.span.extracting(written...))
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                guard try deadline.wait(forWriting: input) else { return false }
            } else if errno != EINTR {
                throw .last
            }
        }
        return true
    }

    /// Reads some bytes into `memory` from `start` on. Returns how many; 0 if the program closed its output, nil if
    /// time ran out first.
    package borrowing func read(
        into memory: inout MutableSpan<UInt8>, from start: Int = 0, until deadline: Deadline
    ) throws(SystemError) -> Int? {
        while true {
            guard try deadline.wait(forReading: output) else { return nil }
            let count = Linux.read(output, into: &memory, from: start)
            if count >= 0 { return count }
            guard errno == EINTR || errno == EAGAIN else { throw .last }
        }
    }

    /// Reads some bytes into an array, as ``read(into:from:until:)`` does.
    package borrowing func read(into bytes: inout [UInt8], until deadline: Deadline) throws(SystemError) -> Int? {
        var memory = bytes.mutableSpan
        return try read(into: &memory, until: deadline)
    }

    /// Reads everything the program writes until it closes its output, or until more than `limit` bytes arrived; nil if
    /// time ran out first.
    package borrowing func readAll(limit: Int, until deadline: Deadline) throws(SystemError) -> [UInt8]? {
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: limit + 1)
        while result.count <= limit {
            guard let count = try read(into: &chunk, until: deadline) else { return nil }
            if count == 0 { break }
            result += chunk[..<count]
        }
        return result
    }

    /// Writes as much as the program accepts now. Returns the number of bytes; nil if it will never accept more.
    package borrowing func writeSome(_ bytes: ArraySlice<UInt8>) -> Int? {
        while true {
            let count = Linux.write(input, bytes.span)
            if count >= 0 { return count }
            if errno == EAGAIN { return 0 }
            guard errno == EINTR else { return nil }
        }
    }

    /// Reads available output. Returns the number of bytes, 0 if the program closed its output; nil if there is nothing
    /// yet.
    package borrowing func readSome(into bytes: inout [UInt8]) -> Int? {
        do throws(SystemError) {
            return try read(into: &bytes, until: Deadline(in: .zero))
        } catch {
            return 0
        }
    }

    /// Waits until the program writes or ends, until it accepts bytes if there are some to write, or until `other` is
    /// readable. Returns false if the system cannot wait.
    package borrowing func wait(forWriting isWriting: Bool, orFor other: Int32, until deadline: Deadline?) -> Bool {
        var requests = [
            pollfd(fd: output, events: Int16(POLLIN), revents: 0), pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        if isWriting { requests.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
        let result = Linux.poll(&requests, deadline?.remainingMilliseconds ?? -1)
        return result >= 0 || errno == EINTR
    }

    /// Waits for the program to end and returns its status; nil if time ran out, after killing it.
    package consuming func end(until deadline: Deadline) -> ProcessEnd? {
        let (process, input, output) = (process, input, output)
        discard self
        close(input)
        close(output)
        var status: Int32 = 0
        while true {
            let ended = Linux.waitpid(process, &status, WNOHANG)
            if ended == process { return ProcessEnd(status: status) }
            if deadline.isOver || (ended < 0 && errno != EINTR) { break }
            usleep(2_000)
        }
        Self.end(process)
        return nil
    }

    /// Gives the program half a second to end by itself, then kills it, and reaps it either way.
    private static func end(_ process: pid_t) {
        let patience = Deadline(in: .milliseconds(500))
        while !patience.isOver {
            let ended = waitpid(process, nil, WNOHANG)
            if ended == process || (ended < 0 && errno != EINTR) { return }
            usleep(2_000)
        }
        _ = Glibc.kill(process, SIGKILL)
        while waitpid(process, nil, 0) < 0 && errno == EINTR {}
    }
}

/// A program about to be started: by path and argument list, never through a shell.
package struct Spawn {
    /// Absolute path of the executable file.
    package let program: String
    /// The arguments, the first being the program's own name.
    package let arguments: [String]
    package let environment: [String: String]

    package init(program: String, arguments: [String], environment: [String: String]) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
    }

    /// Starts the program. The child has these streams and no other descriptor, default signal handling and an empty
    /// signal mask, whatever this process has.
    /// - Parameters:
    ///   - more: its descriptors from 3 on.
    ///   - directory: the child's working directory; nil keeps ours.
    ///   - newSession: whether it leaves our session, and with it our terminal.
    /// - Returns: the process id. The caller must wait for it.
    package func start(
        input: Linux.Stream, output: Linux.Stream, error: Linux.Stream, more: [Linux.Stream] = [],
        directory: String? = nil, newSession: Bool = false
    ) throws(SystemError) -> pid_t {
        let (process, code) = Linux.spawn(
            program, arguments, environment: environment, streams: [input, output, error] + more, directory: directory,
            newSession: newSession)
        guard code == 0 else { throw SystemError(code: code) }
        return process
    }
}

/// A program that runs independently: its own session, no terminal, no input and no output.
package enum DetachedProcess {
    /// Starts the program and does not wait for it.
    ///
    /// It stays our child, because Swift cannot fork twice around `posix_spawn`. A thread waits for it, so that no
    /// zombie stays in a long-lived process; if there is no thread, the zombie lasts until this process ends, which for
    /// a command line is at once.
    package static func start(_ spawn: Spawn, in directory: String) throws(SystemError) {
        let process = try spawned(spawn, in: directory)
        _ = DedicatedThread.start { reap(process) }
    }

    /// Starts the program, and returns how it ended if it did within `time`; nil if it is still running, which may be
    /// normal.
    ///
    /// A separate thread watches it, so that no other blocks; if there is no thread, nothing watches it.
    package static func watch(
        _ spawn: Spawn, in directory: String, for time: Duration
    ) async throws(SystemError) -> ProcessEnd? {
        let process = try spawned(spawn, in: directory)
        let deadline = Deadline(in: time)
        return await withCheckedContinuation { (continuation: CheckedContinuation<ProcessEnd?, Never>) in
            let started = DedicatedThread.start {
                var status: Int32 = 0
                while true {
                    let ended = Linux.waitpid(process, &status, WNOHANG)
                    if ended == process { return continuation.resume(returning: ProcessEnd(status: status)) }
                    if deadline.isOver || (ended < 0 && errno != EINTR) { break }
                    usleep(10_000)
                }
                continuation.resume(returning: nil)
                reap(process)
            }
            if !started { continuation.resume(returning: nil) }
        }
    }

    private static func spawned(_ spawn: Spawn, in directory: String) throws(SystemError) -> pid_t {
        try spawn.start(input: .null, output: .null, error: .null, directory: directory, newSession: true)
    }

    private static func reap(_ process: pid_t) {
        while waitpid(process, nil, 0) < 0 && errno == EINTR {}
    }
}

/// How a program ended.
package struct ProcessEnd: Sendable, Hashable {
    /// Its exit status, or the signal that ended it, counted from 128, as in shells.
    package let status: Int32

    /// The end that `waitpid` reports as `status`.
    package init(status: Int32) {
        let signal = status & 0x7F
        self.status = signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}

/// A system call that failed.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    package let code: Int32

    /// An error with this value of `errno`.
    package init(code: Int32) {
        self.code = code
    }

    /// The error of the call that just failed.
    package static var last: SystemError { SystemError(code: errno) }

    package var description: String { Linux.strerror(code) }
}

/// A file descriptor that is closed with its owner.
package struct OwnedDescriptor: ~Copyable {
    /// The number. Valid as long as this value lives.
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Releases the number without closing it.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// The two ends of a pipe, both closed on exec.
    ///
    /// The numbers are at least 3: a process that was started with a closed standard stream would otherwise get 0, 1 or
    /// 2 here, and moving the ends to a child's standard streams would overwrite one with the other.
    package static func pipe() throws(SystemError) -> Pipe {
        guard let ends = Linux.pipe(O_CLOEXEC) else { throw .last }
        let low = Pipe(reading: OwnedDescriptor(ends.reading), writing: OwnedDescriptor(ends.writing))
        return Pipe(reading: try low.reading.movedUp(), writing: try low.writing.movedUp())
    }

    /// A duplicate descriptor of the same file, numbered 3 or higher.
    private borrowing func movedUp() throws(SystemError) -> OwnedDescriptor {
        let higher = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard higher >= 0 else { throw .last }
        return OwnedDescriptor(higher)
    }
}

package struct Pipe: ~Copyable {
    package let reading: OwnedDescriptor
    package let writing: OwnedDescriptor

    package consuming func keepingReading() -> OwnedDescriptor { reading }

    package consuming func keepingWriting() -> OwnedDescriptor { writing }
}

/// A point in time by which something must be finished.
///
/// The clock also runs while the computer sleeps: a dialogue left open overnight has ended in the morning.
package struct Deadline: Sendable {
    private let end: ContinuousClock.Instant

    package init(in duration: Duration) {
        end = ContinuousClock.now.advanced(by: duration)
    }

    package init(at end: ContinuousClock.Instant) {
        self.end = end
    }

    package var isOver: Bool { ContinuousClock.now >= end }

    /// Remaining milliseconds, rounded up, for `poll`.
    package var remainingMilliseconds: Int32 {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { return 0 }
        let (seconds, attoseconds) = left.components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1
        return Int32(clamping: milliseconds)
    }

    /// Waits until one of `requests` is ready. Returns false if time ran out first.
    package func wait(for requests: inout [pollfd]) throws(SystemError) -> Bool {
        while true {
            let ready = Linux.poll(&requests, remainingMilliseconds)
            if ready > 0 { return true }
            if ready == 0 { return false }
            guard errno == EINTR else { throw .last }
        }
    }

    /// Waits until `descriptor` is readable, or its other side is gone. Returns false if time ran out first.
    package func wait(forReading descriptor: Int32) throws(SystemError) -> Bool {
        var requests = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        return try wait(for: &requests)
    }

    /// Waits until `descriptor` accepts bytes, or its other side is gone. Returns false if time ran out first.
    package func wait(forWriting descriptor: Int32) throws(SystemError) -> Bool {
        var requests = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
        return try wait(for: &requests)
    }
}
