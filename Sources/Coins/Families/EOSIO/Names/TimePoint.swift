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

/// A slot of half a second since 2000 in UTC (EOSIO `block_timestamp_type`).
public struct BlockTimestamp: Sendable, Hashable, CustomStringConvertible {
    private static let epoch: Int64 = 946_684_800_000_000
    private static let slotLength: Int64 = 500_000

    /// Half seconds since 2000-01-01T00:00:00 UTC.
    public let slot: UInt32

    /// The time as nodes write it: `2020-01-02T03:04:05.500`.
    public var description: String {
        TimePoint(microseconds: Self.epoch + Int64(slot) * Self.slotLength).description
    }
}

extension BlockTimestamp: TextValue {
    init(from reader: inout PackedReader) throws(UnpackError) {
        slot = try reader.number()
    }

    var packed: [UInt8] { [UInt8](littleEndian: slot) }

    static func reading(_ text: String) throws(PackError) -> BlockTimestamp {
        guard let time = CivilTime.microseconds(text).map({ $0 - epoch }), time % slotLength == 0,
            let slot = UInt32(exactly: time / slotLength)
        else { throw PackError("expected a time such as “2020-01-02T03:04:05.500”, in half seconds, from 2000 on") }
        return BlockTimestamp(slot: slot)
    }
}

/// Converts between microseconds and ISO 8601 text in UTC, without leap seconds.
enum CivilTime {
    private static let microsecondsPerDay: Int64 = 86_400_000_000

    /// Reads `YYYY-MM-DDThh:mm:ss[.f…][Z]` with at most six digits of fraction; nil if `text` is anything else.
    static func microseconds(_ text: String) -> Int64? {
        var rest = Array(text.utf8)[...]
        if rest.last == UInt8(ascii: "Z") { rest.removeLast() }
        guard let year = take(4, then: "-", &rest), let month = take(2, then: "-", &rest),
            let day = take(2, then: "T", &rest), let hour = take(2, then: ":", &rest),
            let minute = take(2, then: ":", &rest), let second = take(2, then: nil, &rest),
            (1...12).contains(month), day >= 1, day <= days(in: month, of: year), hour < 24, minute < 60, second < 60
        else { return nil }
        var fraction: Int64 = 0
        if !rest.isEmpty {
            let digits = rest.count - 1
            guard rest.removeFirst() == UInt8(ascii: "."), (1...6).contains(digits),
                let value = take(digits, then: nil, &rest)
            else { return nil }
            fraction = (digits..<6).reduce(value) { product, _ in product * 10 }
        }
        let seconds = ((days(before: year, month) + day - 1) * 24 + hour) * 3600 + minute * 60 + second
        return seconds * 1_000_000 + fraction
    }

    /// `YYYY-MM-DDThh:mm:ss` with this many fraction digits; nil outside the years 0…9999.
    static func text(microseconds: Int64, fractionDigits: Int) -> String? {
        let day = microseconds.quotientRoundingDown(by: microsecondsPerDay)
        let remainder = microseconds % microsecondsPerDay
        let time = remainder < 0 ? remainder + microsecondsPerDay : remainder
        let (year, month, dayOfMonth) = date(day: day)
        guard (0...9999).contains(year) else { return nil }
        let second = time / 1_000_000
        var text = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T"
        text += "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        guard fractionDigits > 0 else { return text }
        return text + "." + padded(time % 1_000_000, 6).prefix(fractionDigits)
    }

    /// Days from 1970-01-01 to the first of a month in the Gregorian calendar.
    private static func days(before year: Int64, _ month: Int64) -> Int64 {
        // Years begin in March, so that a leap day is the last day of its year.
        let years = month > 2 ? year : year - 1
        let months = (month + 9) % 12
        let leapDays =
            years.quotientRoundingDown(by: 4) - years.quotientRoundingDown(by: 100)
            + years.quotientRoundingDown(by: 400)
        return years * 365 + leapDays + (months * 153 + 2) / 5 - 719_468
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        month == 12 ? 31 : days(before: year, month + 1) - days(before: year, month)
    }

    private static func date(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // 400 years have 146,097 days. The estimate is at most one too large.
        var year = (day + 719_468).quotientRoundingDown(by: 146_097) * 400
        year += ((day - days(before: year, 3)) * 400) / 146_097
        while days(before: year, 3) > day { year -= 1 }
        while days(before: year + 1, 3) <= day { year += 1 }
        let dayOfYear = day - days(before: year, 3)
        let months = (dayOfYear * 5 + 2) / 153
        let month = (months + 2) % 12 + 1
        return (month > 2 ? year : year + 1, month, dayOfYear - (months * 153 + 2) / 5 + 1)
    }

    private static func take(_ count: Int, then separator: Unicode.Scalar?, _ text: inout ArraySlice<UInt8>) -> Int64? {
        let digits = text.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        text = text.dropFirst(count)
        if let separator {
            guard text.first == UInt8(ascii: separator) else { return nil }
            text.removeFirst()
        }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension Int64 {
    fileprivate func quotientRoundingDown(by divisor: Int64) -> Int64 {
        self / divisor - (self % divisor < 0 ? 1 : 0)
    }
}
