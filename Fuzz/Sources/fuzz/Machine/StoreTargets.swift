@testable import RouterSecrets
@testable import RouterWallet
@testable import SchemeRouter

extension Target {
    /// The wallet's files. The first byte selects the file; the rest is the file, or the part that its checksum
    /// protects. Invariants: a file that is read is written to the same bytes or, if its order is free, with the same
    /// meaning; a keystore needs bounded work and memory; and the delay after wrong passcodes is bounded, and never
    /// shortened by a clock that was set back.
    static let keystore = Target("keystore", longest: 2_048) { bytes in
        let content = Array(bytes.dropFirst())
        switch (bytes.first ?? 0) % 4 {
        case 0:
            let file = bytes.first == UInt8(ascii: "S") ? bytes : content
            guard let keystore = try? Keystore(reading: file) else { return }
            expectEqual(keystore.bytes, file, "a keystore is itself again")
            expectEqual(file.count, Keystore.length, "every keystore has one length")
            expect(keystore.header.stretching.kibibytes <= 1 << 20, "a keystore takes a bounded amount of memory")
            expect(keystore.header.stretching.passes <= 10, "a keystore takes a bounded amount of work")
        case 1:
            let record = ChecksummedRecord(name: "SRADDMARK", version: 1).wrapping(content)
            guard let marks = AddressMarks(reading: record) else { return }
            expectEqual(AddressMarks(reading: marks.bytes), marks, "marks are themselves again")
            expect(marks.bytes.count <= record.count, "marks take no more than their file")
        case 2:
            guard let lists = KeyLists(reading: content) else { return }
            expectEqual(KeyLists(reading: lists.bytes), lists, "lists are themselves again")
            expect(lists.bytes.count <= content.count, "lists take no more than their file")
        default:
            let record = ChecksummedRecord(name: "SRATTEMPT", version: 1).wrapping(content)
            guard let attempts = FailedAttempts(reading: record) else { return }
            expectEqual(attempts.bytes, record, "a count is itself again")
            expect((0...FailedAttempts.longestDelay).contains(attempts.delay), "nobody waits longer than the longest")
            for now in [.min, -1, 0, Shipped.time, .max] as [UnixTime] {
                let rest = attempts.adjusted(to: now).remaining(at: now)
                expect((0...FailedAttempts.longestDelay).contains(rest), "what is left of it is bounded")
                if now < attempts.last { expectEqual(rest, attempts.delay, "an earlier clock shortens nothing") }
            }
        }
        expect(ChecksummedRecord(name: "SRADDMARK", version: 1).content(of: bytes) == nil, "a checksum is not guessed")
    }
}
