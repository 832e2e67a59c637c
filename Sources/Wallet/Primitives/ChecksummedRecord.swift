import SchemeRouter

/// A record on disk whose checksum detects damage: a name of the format, its version, the content, and BLAKE2b-256 over
/// all of these.
///
/// The checksum does not authenticate anything. What an attacker could change is checked against the keystore while it
/// is open.
struct ChecksummedRecord {
    private static let checksumLength = 32

    let name: String
    let version: UInt8

    private var head: [UInt8] { Array(name.utf8) + [version] }

    /// `content` with everything that ``content(of:)`` needs to check it.
    func wrapping(_ content: [UInt8]) -> [UInt8] {
        let record = head + content
        return record + PublicDigest.blake2b(record, count: Self.checksumLength)
    }

    /// The content of a record; nil unless it has this name and version and is whole.
    func content(of record: [UInt8]) -> [UInt8]? { place(in: record).map { Array(record[$0]) } }

    /// Where the content of a record is; nil unless it has this name and version and is whole.
    func place(in record: [UInt8]) -> Range<Int>? {
        let end = record.count - Self.checksumLength
        guard end >= head.count, record.starts(with: head),
            PublicDigest.blake2b(record[..<end], count: Self.checksumLength) == Array(record[end...])
        else { return nil }
        return head.count..<end
    }
}
