import Glibc
import RouterLinux

/// Answers requests one after another on one thread until a signal ends it.
struct LoopbackServer: ~Copyable {
    /// The most connections at a time. Others wait in the system's queue; each connection ends within seconds.
    static let maxConnections = 32

    private let listener: LoopbackListener
    private var connections: [Connection] = []

    init(_ listener: consuming LoopbackListener) {
        self.listener = listener
    }

    /// Serves `site` until SIGINT, SIGTERM or SIGHUP.
    mutating func run(_ site: inout DemoSite, guarded: RequestGuard, signals: borrowing Signals) {
        while true {
            let accepting = connections.count < Self.maxConnections
            var polled = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
            polled.append(pollfd(fd: accepting ? listener.descriptor : -1, events: Int16(POLLIN), revents: 0))
            polled += connections.map {
                pollfd(fd: $0.descriptor, events: Int16($0.isAnswering ? POLLOUT : POLLIN), revents: 0)
            }
            _ = Linux.poll(&polled, timeout)
            if signals.take().contains(.end) { break }
            site.reap()
            let now = ContinuousClock.now
            for index in connections.indices.reversed() {
                advance(index, isReady: polled[index + 2].revents != 0, &site, guarded, now)
            }
            if polled[1].revents != 0, let descriptor = listener.accept() {
                connections.append(Connection(descriptor, now: now))
            }
        }
        for connection in connections { close(connection.descriptor) }
        connections = []
    }

    /// Milliseconds until the first connection times out; -1 if there is none.
    private var timeout: Int32 {
        guard let first = connections.map(\.end).min() else { return -1 }
        let left = ContinuousClock.now.duration(to: first).components
        return Int32(clamping: max(0, left.seconds * 1_000 + 100))
    }

    private mutating func advance(
        _ index: Int, isReady: Bool, _ site: inout DemoSite, _ guarded: RequestGuard, _ now: ContinuousClock.Instant
    ) {
        var isOver = false
        if isReady {
            let progress = connections[index].isAnswering ? connections[index].write() : connections[index].read()
            switch progress {
            case .waiting: break
            case .closed: isOver = true
            case .tooLarge: connections[index].answer(HTTPResponse(.fieldsTooLarge), now: now)
            case .request(let head): connections[index].answer(Self.answer(head, &site, guarded), now: now)
            }
        } else if now >= connections[index].end {
            isOver = connections[index].isAnswering
            connections[index].answer(HTTPResponse(.requestTimeout), now: now)
        }
        if isOver {
            close(connections[index].descriptor)
            connections.remove(at: index)
        }
    }

    private static func answer(_ head: [UInt8], _ site: inout DemoSite, _ guarded: RequestGuard) -> HTTPResponse {
        do throws(HTTPStatus) {
            let request = try HTTPRequest(head)
            let path = try guarded.path(of: request)
            return try site.answer(path, isPost: request.method == "POST")
        } catch {
            return HTTPResponse(error)
        }
    }
}
