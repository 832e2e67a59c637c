import SchemeRouter

/// When the person last showed that the wallet's words are written down.
struct BackupFile: Sendable {
    let file: PrivateFile

    private static let name = "SRBACKUPC"
    private static let version: UInt8 = 1

    /// The time; nil where it never happened, or the file is damaged.
    var time: UnixTime? {
        guard
            let bytes = try? file.read(limit: Self.record(of: 0).count),
            let content = ChecksummedRecord.content(of: bytes, name: Self.name, version: Self.version)
        else { return nil }
        var reader = BinaryReader(content)
        return reader.number(UnixTime.self)
    }

    func note(_ time: UnixTime) throws(ServiceError) {
        try file.replace(with: Self.record(of: time))
    }

    private static func record(of time: UnixTime) -> [UInt8] {
        var writer = BinaryWriter()
        writer.add(number: time)
        return ChecksummedRecord.wrapping(writer.bytes, name: name, version: version)
    }
}
