import RouterBytes
import SchemeRouter

/// Wrong passcodes in a row, and how long to wait for the next one.
///
/// It slows down someone at the keyboard. Someone who can write files can remove the count, but could just as well copy
/// the keystore and guess elsewhere: Argon2id protects against that.
struct FailedAttempts: Sendable, Hashable {
    /// The number of wrong passcodes without a delay.
    static let free: UInt32 = 2
    /// The delay in seconds after the first wrong passcode beyond ``free``. Each further one doubles it.
    static let firstDelay: Int64 = 5
    /// The longest delay, in seconds.
    static let longestDelay: Int64 = 3600

    /// Wrong passcodes since the wallet was last opened.
    var count: UInt32 = 0
    /// The time of the last one.
    var last: UnixTime = 0

    /// Seconds from the last wrong passcode to the next attempt.
    var delay: Int64 {
        guard count > Self.free else { return 0 }
        let doublings = min(count - Self.free - 1, 10)
        return min(Self.firstDelay << doublings, Self.longestDelay)
    }

    func adding(at now: UnixTime) -> FailedAttempts {
        FailedAttempts(count: count == .max ? .max : count + 1, last: now)
    }

    /// The count at `now`: if the clock was set back, the whole delay starts over, because how much of it has passed is
    /// unknown. Setting the clock back thus never shortens the delay and never makes it longer than an hour.
    func adjusted(to now: UnixTime) -> FailedAttempts {
        now < last ? FailedAttempts(count: count, last: now) : self
    }

    /// Seconds left to wait at `now`, which is not before `last`.
    func remaining(at now: UnixTime) -> Int64 {
        let (elapsed, overflow) = now.subtractingReportingOverflow(last)
        return overflow ? 0 : max(0, delay - elapsed)
    }

    /// The value for a damaged record: the longest delay, from now on.
    static func damaged(at now: UnixTime) -> FailedAttempts { FailedAttempts(count: free + 11, last: now) }

    private static let record = ChecksummedRecord(name: "SRATTEMPT", version: 1)

    /// The record as stored in its file.
    var bytes: [UInt8] { Self.record.wrapping([UInt8](bigEndian: count) + [UInt8](bigEndian: last)) }
}

extension FailedAttempts {
    /// Reads ``bytes``; nil if they are damaged.
    init?(reading record: [UInt8]) {
        guard let content = Self.record.content(of: record) else { return nil }
        var reader = BinaryReader(content)
        guard let count = reader.number(UInt32.self), let last = reader.number(UnixTime.self), reader.rest.isEmpty
        else { return nil }
        self.init(count: count, last: last)
    }
}
