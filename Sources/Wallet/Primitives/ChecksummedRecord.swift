import SchemeRouter

/// Bytes on disk whose damage is noticed: a name of the format, its version, the content, and BLAKE2b-256 over all.
///
/// The checksum is no authentication. What an attacker could change is checked against the keystore when it is open.
enum ChecksummedRecord {
    private static let checksumLength = 32

    /// `content` with all that lets ``content(of:name:version:)`` check it.
    static func wrapping(_ content: [UInt8], name: String, version: UInt8) -> [UInt8] {
        let record = head(name: name, version: version) + content
        return record + PublicDigest.blake2b(record, count: checksumLength)
    }

    /// The content of a record; nil unless it has this name and version and is whole.
    static func content(of record: [UInt8], name: String, version: UInt8) -> [UInt8]? {
        let head = head(name: name, version: version)
        let end = record.count - checksumLength
        guard end >= head.count, record.starts(with: head) else { return nil }
        guard PublicDigest.blake2b(Array(record[..<end]), count: checksumLength) == Array(record[end...]) else {
            return nil
        }
        return Array(record[head.count..<end])
    }

    private static func head(name: String, version: UInt8) -> [UInt8] {
        Array(name.utf8) + [version]
    }
}
