import RouterBytes
import RouterCSodium
import RouterCUTF8Proc
import RouterSecrets
import SchemeRouter

/// The rules for passcodes.
///
/// Length is counted in Unicode code points after NFKC normalisation. The key is derived from the same form, so a
/// passcode opens the wallet however the keyboard composes its letters.
public enum Passcode {
    /// The fewest characters.
    public static let shortest = 8
    /// The fewest characters if all of them are digits.
    public static let shortestOfDigits = 10
    /// The most bytes that are read.
    static let longest = 1024

    /// What is wrong with a new passcode, for the person; nil if it is good.
    public static func mistake(in passcode: borrowing Secret) -> String? {
        guard passcode.count <= longest else { return "The passcode is too long." }
        guard let text = try? NormalizedText.reading(passcode, as: .nfkc) else {
            return "The passcode is not valid text."
        }
        guard text.count >= shortest else { return "The passcode needs at least \(shortest) characters." }
        let isAllDigits = text.withCodePoints { points in
            points.indices.allSatisfy { utf8proc_category(points[$0]) == UTF8PROC_CATEGORY_ND }
        }
        guard !isAllDigits || text.count >= shortestOfDigits else {
            return "A passcode made only of digits needs at least \(shortestOfDigits)."
        }
        return nil
    }

    /// The bytes that the key is derived from.
    static func normalized(_ passcode: borrowing Secret) throws(ServiceError) -> Secret {
        guard passcode.count <= longest, let text = try? NormalizedText.reading(passcode, as: .nfkc) else {
            throw ServiceError(.wrongPasscode, "The passcode is not valid text or is too long.")
        }
        return text.utf8()
    }
}

/// The cost of one passcode guess in Argon2id (RFC 9106).
package struct Stretching: Sendable, Hashable {
    /// The number of passes over the memory.
    let passes: UInt32
    /// The memory size, in KiB.
    let kibibytes: UInt32

    /// Bytes of salt.
    static let saltLength = Int(crypto_pwhash_argon2id_SALTBYTES)
    /// What a keystore may demand: a damaged or foreign file must not take all memory or an hour.
    static let allowedPasses: ClosedRange<UInt32> = 1...10
    /// See ``allowedPasses``.
    static let allowedKibibytes: ClosedRange<UInt32> = 8 << 10...1 << 20

    /// The usual work.
    static let strong = Stretching(passes: 3, kibibytes: 256 << 10)
    /// Used if memory is short and the person agrees.
    static let modest = Stretching(passes: 3, kibibytes: 64 << 10)

    /// `Argon2id, 3 passes over 256 MiB`.
    var text: String { "Argon2id, \(passes) passes over \(kibibytes >> 10) MiB" }

    /// Whether a guess takes at least as many passes and as much memory.
    func isAtLeast(_ other: Stretching) -> Bool { passes >= other.passes && kibibytes >= other.kibibytes }

    /// The work that is at least both.
    func combined(with other: Stretching) -> Stretching {
        Stretching(passes: max(passes, other.passes), kibibytes: max(kibibytes, other.kibibytes))
    }

    /// Whether it takes at most half of the free memory: the system might grant more, and then kill this program or another
    /// one.
    func fits(_ memory: FreeMemory) -> Bool { memory.withoutSwap.map { $0 / 2 >= UInt64(kibibytes) } ?? true }

    /// Throws ``SchemeRouter/ServiceError/Code/notEnoughMemory`` if the system certainly cannot give that much memory.
    func check(_ memory: FreeMemory) throws(ServiceError) {
        guard let most = memory.most, most <= UInt64(kibibytes) else { return }
        throw .notEnoughMemory(self, free: most)
    }

    /// The 32-byte key for `passcode`. Nil if there is not enough memory.
    func key(from passcode: borrowing Secret, salt: [UInt8]) -> Secret? {
        precondition(salt.count == Self.saltLength, "a salt has \(Self.saltLength) bytes")
        var status: Int32 = -1
        let key = Secret(count: Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)) { memory in
            let length = memory.count
            status = unsafe memory.withOctets { key in
                passcode.withBytes { bytes in
                    unsafe bytes.withOctets { text in
                        unsafe crypto_pwhash(
                            key, UInt64(length), UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self),
                            UInt64(bytes.count), salt, UInt64(passes), Int(kibibytes) << 10,
                            crypto_pwhash_ALG_ARGON2ID13)
                    }
                }
            }
        }
        guard status == 0 else { return nil }
        return key
    }
}

extension Stretching {
    /// Nil unless both numbers are within the allowed ranges.
    package init?(checkedPasses passes: UInt32, kibibytes: UInt32) {
        guard Self.allowedPasses.contains(passes), Self.allowedKibibytes.contains(kibibytes) else { return nil }
        self.init(passes: passes, kibibytes: kibibytes)
    }
}

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
