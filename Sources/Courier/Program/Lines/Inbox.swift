import RouterCCurl
import RouterConnections
import RouterCourierMessages

/// The received lines of one connection, limited to what the client has room for.
final class Inbox {
    private static let pieceSize = 16 * 1_024

    private let host: String
    private let limit: Int
    private var buffer: LineBuffer
    /// The weight of lines that the client received but has not read.
    private var unread = 0

    /// - Parameters:
    ///   - host: the server's host, for messages.
    ///   - limit: the longest line, in bytes.
    init(host: String, limit: Int) {
        self.host = host
        self.limit = limit
        buffer = LineBuffer(limit: limit)
    }

    /// Whether the client has enough unread lines.
    var isFull: Bool { unread >= CourierLimits.unreadLines }

    /// Records that the client has consumed lines of this weight.
    func take(_ weight: Int64) { unread -= Int(clamping: min(Int64(unread), max(0, weight))) }

    /// Reads until no data is available, or the client has enough.
    /// - Parameter lines: receives the lines.
    /// - Returns: why no more will come; nil if more may.
    func read(_ handle: EasyHandle, into lines: inout [[UInt8]]) -> NetworkError? {
        while !isFull {
            if let line = buffer.next() {
                guard line.count <= limit else { return tooLong }
                unread += CourierLimits.weight(ofLine: line.count)
                lines.append(line)
                continue
            }
            guard !buffer.isOverfull else { return tooLong }
            switch readSome(handle) {
            case CURLE_OK: continue
            case CURLE_AGAIN: return nil
            case CURLE_GOT_NOTHING:
                let place = buffer.isEmpty ? "" : " in the middle of a line"
                return NetworkError(.brokenAnswer, "\(host) closed the connection\(place).", mayHaveArrived: true)
            case let error:
                let reason = error.reason
                return NetworkError(.brokenAnswer, "The connection to \(host) broke: \(reason).", mayHaveArrived: true)
            }
        }
        return nil
    }

    private var tooLong: NetworkError {
        NetworkError(.tooLarge, "\(host) sent a line of more than \(limit) bytes.", mayHaveArrived: true)
    }

    /// Reads once. `CURLE_GOT_NOTHING` means the end.
    private func readSome(_ handle: EasyHandle) -> CURLcode {
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        let (result, count) = handle.receive(into: &piece)
        guard result == CURLE_OK else { return result }
        buffer.append(piece[..<count])
        return count == 0 ? CURLE_GOT_NOTHING : CURLE_OK
    }
}
