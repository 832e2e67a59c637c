import RouterBytes
import RouterSecrets
import SchemeRouter

/// The file of the ``KeyLists``. It ends with an authentication code that only the wallet's seed gives, checked
/// whenever the wallet is opened: a replaced list would show a thief's keys as the wallet's own.
struct KeyListsFile: Sendable {
    let file: PrivateFile

    /// All keys that ``KeyUse`` allows, of many coins.
    private static let longestFile = 16 << 20
    private static let codeLength = 32
    private static let record = ChecksummedRecord(name: "SRKEYLIST", version: 1)

    /// The lists; nil if there is no complete file.
    func read() -> KeyLists? { parts.flatMap { KeyLists(reading: $0.lists) } }

    func write(_ lists: KeyLists, seed: borrowing Secret) throws(ServiceError) {
        let bytes = lists.bytes
        try file.replace(with: Self.record.wrapping(bytes + Self.code(over: bytes, seed: seed)))
    }

    /// Whether the wallet with this seed wrote the file. One that is damaged or missing is recreated.
    func isRight(for seed: borrowing Secret) -> Bool {
        guard let parts else { return true }
        return Self.code(over: Array(parts.lists), seed: seed)[...] == parts.code
    }

    private var parts: (lists: ArraySlice<UInt8>, code: ArraySlice<UInt8>)? {
        guard let record = try? file.read(limit: Self.longestFile), let content = Self.record.content(of: record),
            content.count >= Self.codeLength
        else { return nil }
        return (content.dropLast(Self.codeLength), content.suffix(Self.codeLength))
    }

    /// HMAC-SHA-512 under the seed, which BIP32 only uses as a message.
    private static func code(over bytes: [UInt8], seed: borrowing Secret) -> [UInt8] {
        let message = Array(record.name.utf8) + bytes
        return seed.withBytes { seed in
            HMACSHA512.code(key: seed, message.span).withBytes { Array($0.extracting(first: codeLength)) }
        }
    }
}
