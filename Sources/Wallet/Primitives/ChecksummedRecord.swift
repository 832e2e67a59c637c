import CSodium

/// Bytes on disk whose damage is noticed: a name of the format, its version, the content, and BLAKE2b-256 over all.
///
/// The checksum is no authentication. What an attacker could change is checked against the keystore when it is open.
enum ChecksummedRecord {
    private static let checksumLength = 32

    /// `content` with all that lets ``content(of:name:version:)`` check it.
    static func wrapping(_ content: [UInt8], name: StaticString, version: UInt8) -> [UInt8] {
        let record = head(name: name, version: version) + content
        return record + checksum(of: record)
    }

    /// The content of a record; nil unless it has this name and version and is whole.
    static func content(of record: [UInt8], name: StaticString, version: UInt8) -> [UInt8]? {
        let head = head(name: name, version: version)
        let end = record.count - checksumLength
        guard end >= head.count, record.starts(with: head) else { return nil }
        guard checksum(of: Array(record[..<end])) == Array(record[end...]) else { return nil }
        return Array(record[head.count..<end])
    }

    private static func head(name: StaticString, version: UInt8) -> [UInt8] {
        name.withUTF8Buffer { bytes in Array(bytes) } + [version]
    }

    private static func checksum(of bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: checksumLength)
        let status = crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
        precondition(status == 0, "BLAKE2b refused fixed parameters")
        return digest
    }
}
