/// Times for people, in UTC everywhere.
package enum UTCTime {
    /// `2026-01-31 14:05:09 UTC`.
    /// - Parameter seconds: since 1970, not negative.
    package static func text(_ seconds: Int64) -> String {
        let (date, time) = parts(seconds)
        return "\(date) \(time) UTC"
    }

    /// `2026-01-31 14:05 UTC`.
    static func minuteText(_ seconds: Int64) -> String {
        let (date, time) = parts(seconds)
        return "\(date) \(time.prefix(5)) UTC"
    }

    /// `2026-01-31T14:05:09`, as in EOSIO.
    static func isoText(_ seconds: Int64) -> String {
        let (date, time) = parts(seconds)
        return "\(date)T\(time)"
    }

    private static func parts(_ seconds: Int64) -> (date: String, time: String) {
        // Years start in March, so that a leap day is the last day; 400 years have 146,097 days.
        let day = seconds / 86_400 + 719_468
        let (era, rest) = (day / 146_097, day % 146_097)
        let year = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365
        let dayOfYear = rest - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
        let date = "\(era * 400 + year + (month > 9 ? 1 : 0))-\(padded((month + 2) % 12 + 1))-\(padded(dayOfMonth))"
        let time = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map(padded).joined(separator: ":")
        return (date, time)
    }

    private static func padded(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
}
