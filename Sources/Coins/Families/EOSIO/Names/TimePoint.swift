/// Microseconds since 1970 in UTC (EOSIO `time_point`).
public struct TimePoint: Sendable, Hashable, CustomStringConvertible {
    /// Microseconds since 1970-01-01T00:00:00 UTC.
    public let microseconds: Int64

    /// The time as nodes write it, `2020-01-02T03:04:05.500`, with six fraction digits if three would lose precision; a
    /// number of microseconds outside the years 0…9999.
    public var description: String {
        CivilTime.text(microseconds: microseconds, fractionDigits: microseconds % 1000 == 0 ? 3 : 6)
            ?? String(microseconds)
    }
}

extension TimePoint: TextValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        microseconds = try reader.number()
    }

    var packed: [UInt8] { [UInt8](littleEndian: microseconds) }

    static func reading(_ text: String) throws(PackError) -> TimePoint {
        guard let microseconds = CivilTime.microseconds(text) ?? Int64(text) else {
            throw PackError("expected a time such as “2020-01-02T03:04:05.500”")
        }
        return TimePoint(microseconds: microseconds)
    }
}
