/// Seconds since 1970 in UTC (EOSIO `time_point_sec`): the expiration of transactions.
public struct TimePointSec: Sendable, Hashable, CustomStringConvertible, TextValue {
    /// Seconds since 1970-01-01T00:00:00 UTC.
    public let seconds: UInt32

    public init(seconds: UInt32) {
        self.seconds = seconds
    }

    /// The time as nodes write it: `2020-01-02T03:04:05`.
    public var description: String {
        CivilTime.text(microseconds: Int64(seconds) * 1_000_000, fractionDigits: 0) ?? String(seconds)
    }

    /// This many seconds later; nil beyond the year 2106.
    public func adding(seconds more: UInt32) -> TimePointSec? {
        let (sum, overflow) = seconds.addingReportingOverflow(more)
        return overflow ? nil : TimePointSec(seconds: sum)
    }

    /// Reads `2020-01-02T03:04:05`, also with `.000`, as in the head of a chain; nil if `text` is anything else.
    public init?(_ text: String) {
        guard let time = CivilTime.microseconds(text), time % 1_000_000 == 0 else { return nil }
        self.init(roundingDown: text)
    }

    /// Reads the time of a block, dropping the half second that it can have; nil if `text` is not a time.
    public init?(roundingDown text: String) {
        guard let time = CivilTime.microseconds(text), let seconds = UInt32(exactly: time / 1_000_000) else {
            return nil
        }
        self.seconds = seconds
    }

    init(from reader: inout PackedReader) throws(UnpackError) {
        seconds = try reader.number()
    }

    var packed: [UInt8] { [UInt8](littleEndian: seconds) }

    static func reading(_ text: String) throws(PackError) -> TimePointSec {
        guard let time = TimePointSec(text) else { throw PackError("expected a time such as “2020-01-02T03:04:05”") }
        return time
    }
}
