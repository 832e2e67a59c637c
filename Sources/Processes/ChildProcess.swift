import Glibc
import RouterLinux

/// A program that this process talks to over its standard input and output. It ends with this value at the latest.
///
/// Its standard error is discarded unless the caller provides a destination: toolkits write warnings there, which must
/// not mix with its output. Writing to a program that is gone raises SIGPIPE in the writing thread. `MSG_NOSIGNAL` is
/// for sockets only and the process-wide disposition belongs to the embedding program, so ``OwnThread`` blocks that
/// signal in the one thread that writes here; the pending signal is directed at that thread and ends with it. The
/// caller sees `EPIPE`.
package struct ChildProcess: ~Copyable {
    /// Its process id; it is our child until this value ends, so no other process can have the id.
    package let process: pid_t
    private let input: Int32
    private let output: Int32

    /// Starts a program with pipes to its standard input and output.
    package static func start(
        _ spawn: Spawn, error: Linux.Stream = .null
    ) throws(SystemError) -> ChildProcess {
        let toChild = try OwnedDescriptor.pipe()
        let fromChild = try OwnedDescriptor.pipe()
        let process = try spawn.start(
            input: .descriptor(toChild.reading.number), output: .descriptor(fromChild.writing.number), error: error)
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
