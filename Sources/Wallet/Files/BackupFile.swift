import RouterBytes
import SchemeRouter

/// When the person last confirmed that the wallet's words are written down.
struct BackupFile: Sendable {
    let file: PrivateFile

    private static let record = ChecksummedRecord(name: "SRBACKUPC", version: 1)

    /// The time; nil if it never happened, or the file is damaged.
    var time: UnixTime? {
        guard let bytes = try? file.read(limit: Self.bytes(of: 0).count),
            let content = Self.record.content(of: bytes)
        else { return nil }
        var reader = BinaryReader(content)
        return reader.number()
    }

    func note(_ time: UnixTime) throws(ServiceError) {
        try file.replace(with: Self.bytes(of: time))
    }

    private static func bytes(of time: UnixTime) -> [UInt8] { record.wrapping([UInt8](bigEndian: time)) }
}
