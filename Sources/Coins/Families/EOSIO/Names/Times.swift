import ExactJSON

/// Seconds since 1970 in UTC (EOSIO `time_point_sec`): the expiration of transactions.
public struct TimePointSec: Sendable, Hashable, CustomStringConvertible {
    /// Seconds since 1970-01-01T00:00:00 UTC.
    public let seconds: UInt32

    /// A time as given.
    public init(seconds: UInt32) {
        self.seconds = seconds
    }

    /// The time as nodes write it: `2020-01-02T03:04:05`.
    public var description: String {
        CivilTime.text(microseconds: Int64(seconds) * 1_000_000, fractionDigits: 0) ?? String(seconds)
    }

    /// Later by so many seconds; nil beyond the year 2106.
    public func adding(seconds more: UInt32) -> TimePointSec? {
        let (sum, overflow) = seconds.addingReportingOverflow(more)
        return overflow ? nil : TimePointSec(seconds: sum)
    }

    /// Reads `2020-01-02T03:04:05`, with `.000` as the head of a chain has it; nil where `text` is anything else.
    public init?(_ text: String) {
        guard let time = CivilTime.microseconds(text), time % 1_000_000 == 0,
            let seconds = UInt32(exactly: time / 1_000_000)
        else { return nil }
        self.seconds = seconds
    }

    /// Reads the time of a block, which can have half a second, and leaves that off; nil where `text` is no time.
    public init?(roundingDown text: String) {
        guard let time = CivilTime.microseconds(text), let seconds = UInt32(exactly: time / 1_000_000) else {
            return nil
        }
        self.seconds = seconds
    }
}

extension TimePointSec: TextValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        seconds = try reader.number()
    }

    func pack(into writer: inout PackedWriter) {
        writer.add(number: seconds)
    }

    static func reading(_ text: String) throws(PackError) -> TimePointSec {
        guard let time = TimePointSec(text) else { throw PackError("a time such as “2020-01-02T03:04:05” is wanted") }
        return time
    }

    var text: String { description }
}

/// Microseconds since 1970 in UTC (EOSIO `time_point`).
public struct TimePoint: Sendable, Hashable, CustomStringConvertible {
    /// Microseconds since 1970-01-01T00:00:00 UTC.
    public let microseconds: Int64

    /// A time as given.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// The time as nodes write it, `2020-01-02T03:04:05.500`, with six digits of fraction where three would lose some; a
    /// count of microseconds outside the years 0…9999.
    public var description: String {
        CivilTime.text(microseconds: microseconds, fractionDigits: microseconds % 1000 == 0 ? 3 : 6)
            ?? String(microseconds)
    }
}

extension TimePoint: TextValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        microseconds = try reader.number()
    }

    func pack(into writer: inout PackedWriter) {
        writer.add(number: microseconds)
    }

    static func reading(_ text: String) throws(PackError) -> TimePoint {
        guard let microseconds = CivilTime.microseconds(text) ?? Int64(text) else {
            throw PackError("a time such as “2020-01-02T03:04:05.500” is wanted")
        }
        return TimePoint(microseconds: microseconds)
    }

    var text: String { description }
}

/// A slot of half a second since 2000 in UTC (EOSIO `block_timestamp_type`).
public struct BlockTimestamp: Sendable, Hashable, CustomStringConvertible {
    private static let epoch: Int64 = 946_684_800_000_000
    private static let slotLength: Int64 = 500_000

    /// Half seconds since 2000-01-01T00:00:00 UTC.
    public let slot: UInt32

    /// A slot as given.
    public init(slot: UInt32) {
        self.slot = slot
    }

    /// The time as nodes write it: `2020-01-02T03:04:05.500`.
    public var description: String {
        TimePoint(microseconds: Self.epoch + Int64(slot) * Self.slotLength).description
    }
}

extension BlockTimestamp: TextValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        slot = try reader.number()
    }

    func pack(into writer: inout PackedWriter) {
        writer.add(number: slot)
    }

    static func reading(_ text: String) throws(PackError) -> BlockTimestamp {
        guard let time = CivilTime.microseconds(text).map({ $0 - epoch }), time % slotLength == 0,
            let slot = UInt32(exactly: time / slotLength)
        else { throw PackError("a time such as “2020-01-02T03:04:05.500” is wanted, in half seconds from 2000 on") }
        return BlockTimestamp(slot: slot)
    }

    var text: String { description }
}
