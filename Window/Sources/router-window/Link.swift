import Glibc
import RouterDialogue

/// The connection to `router`: orders on standard input, reports on standard output, secrets on a pipe of their own.
final class Link {
    private var received: [UInt8] = []

    /// Reads what has arrived. Ends the program if `router` is gone, or sends what is no order: a window that shows
    /// something else than what is asked would be worse than none.
    func orders() -> [WindowOrder] {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe read(STDIN_FILENO, &chunk, chunk.count)
        if count < 0 && (errno == EAGAIN || errno == EINTR) { return [] }
        guard count > 0 else { exit(0) }
        received += chunk[..<count]
        var orders: [WindowOrder] = []
        while let end = received.firstIndex(of: 0x0A) {
            do throws(WindowProtocolError) {
                orders.append(try WindowOrder(line: Array(received[..<end])))
            } catch {
                Self.fail("the order \(error)")
            }
            received.removeSubrange(...end)
        }
        if received.count > WindowProtocol.longestOrder { Self.fail("an order is too long") }
        return orders
    }

    func report(_ report: WindowReport) {
        let line = report.line
        var written = 0
        while written < line.count {
            let count = unsafe line[written...].withUnsafeBytes {
                unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { exit(0) }
            written += count
        }
    }

    static func fail(_ reason: String) -> Never {
        let line = Array("router-window: \(reason)\n".utf8)
        _ = unsafe write(STDERR_FILENO, line, line.count)
        exit(70)
    }
}
