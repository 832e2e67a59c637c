import RouterCCurl

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
