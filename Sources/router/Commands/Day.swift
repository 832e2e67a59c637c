import ArgumentParser
import Glibc
import SchemeRouter

/// A day in UTC, written `2026-01-31`.
struct Day: ExpressibleByArgument {
    /// Its first second.
    let start: UnixTime

    init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }) else {
            return nil
        }
        let numbers = parts.compactMap { Int32($0) }
        var date = unsafe tm()
        unsafe (date.tm_year, date.tm_mon, date.tm_mday) = (numbers[0] - 1_900, numbers[1] - 1, numbers[2])
        let time = unsafe timegm(&date)
        // The C library turns 31 June into 1 July.
        guard unsafe date.tm_mon == numbers[1] - 1, unsafe date.tm_mday == numbers[2] else { return nil }
        start = UnixTime(time)
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
