import RouterCCurl
import RouterConnections
import RouterCourierMessages

/// The unsent data of one connection, in order of the requests.
@safe final class Outbox {
    private struct Entry {
        /// Nil if nobody waits for it any more.
        var id: Int64?
        let bytes: [UInt8]
        let end: ContinuousClock.Instant
        var taken = 0
        /// Whether part of it may have been sent.
        var isBegun = false
    }

    private static let pieceSize = 16 * 1_024

    private var entries: [Entry] = []
    /// The piece passed to libcurl. TLS requires a retry with exactly the same bytes at the same address. Allocated for
    /// this object alone, so that the address is stable.
    private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 1)
    private var pieceStart = 0
    private var pieceEnd = 0

    deinit {
        unsafe piece.deallocate()
    }

    var isEmpty: Bool { entries.isEmpty }
    var byteCount: Int { entries.reduce(0) { $0 + $1.bytes.count - $1.taken } }
    /// The earliest deadline of all entries.
    var end: ContinuousClock.Instant? { entries.lazy.map(\.end).min() }

    func add(_ id: Int64, _ bytes: [UInt8], until end: ContinuousClock.Instant) {
        entries.append(Entry(id: id, bytes: bytes, end: end))
    }

    func contains(_ id: Int64) -> Bool { entries.contains { $0.id == id } }

    /// Sends what the system accepts now. Returns the numbers of completed entries, and libcurl's error.
    func flush(_ handle: EasyHandle) -> (sent: [Int64], failure: CURLcode?) {
        var sent: [Int64] = []
        while !entries.isEmpty {
            if pieceStart == pieceEnd { fill() }
            entries[0].isBegun = true
            let (result, count) = unsafe handle.send(UnsafeRawBufferPointer(rebasing: piece[pieceStart..<pieceEnd]))
            if result == CURLE_AGAIN { break }
            guard result == CURLE_OK else { return (sent, result) }
            pieceStart += count
            entries[0].taken += count
            if entries[0].taken == entries[0].bytes.count, let id = entries.removeFirst().id { sent.append(id) }
        }
        return (sent, nil)
    }

    /// Takes the next piece of the first entry.
    private func fill() {
        let first = entries[0]
        let next = first.bytes[first.taken...].prefix(Self.pieceSize)
        unsafe piece.copyBytes(from: next)
        pieceStart = 0
        pieceEnd = next.count
    }

    /// Cancels the waiting entry `id`. An entry that has begun is sent all the same: half a line would corrupt those
    /// after it. Returns whether some of it may arrive.
    func cancel(_ id: Int64) -> Bool {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
        guard entries[index].isBegun else {
            entries.remove(at: index)
            return false
        }
        entries[index].id = nil
        return true
    }

    /// Whether an entry that has begun is overdue: it is unknown how much of it arrives.
    func isStuck(at now: ContinuousClock.Instant) -> Bool {
        entries.first.map { $0.isBegun && $0.end <= now } ?? false
    }

    /// Removes overdue entries that have not begun. Returns their numbers.
    func overdue(at now: ContinuousClock.Instant) -> [Int64] {
        let late = entries.filter { !$0.isBegun && $0.end <= now }
        entries.removeAll { !$0.isBegun && $0.end <= now }
        return late.compactMap(\.id)
    }

    /// Removes all entries. Returns their numbers, and whether part of each may have arrived.
    func empty() -> [(id: Int64, isBegun: Bool)] {
        defer { entries = [] }
        return entries.compactMap { entry in entry.id.map { ($0, entry.isBegun) } }
    }
}

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
