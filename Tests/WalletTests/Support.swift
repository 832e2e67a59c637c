import Foundation
import RouterSecrets
import SchemeRouter

@testable import RouterWallet

/// Reads a file of `Tests/Vectors/dash-axe`.
func vectors<Content: Decodable>(_ name: String, as _: Content.Type) throws -> Content {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(
        Content.self, from: Data(contentsOf: folder.appending(path: "Vectors/dash-axe/\(name).json")))
}

extension Secret {
    /// Test data as a secret.
    init(_ bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { memory in memory.copyBytes(from: bytes) }
    }

    /// Test data as a secret.
    init(_ text: String) {
        self.init(Array(text.utf8))
    }

    /// The bytes, which only tests may see.
    borrowing func revealed() -> [UInt8] { withBytes { Array($0) } }

    /// The bytes as text, which only tests may see.
    borrowing func text() -> String { String(decoding: revealed(), as: UTF8.self) }
}

/// Lower-case hex of bytes.
func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
}

/// Bytes of hex digits.
func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.utf8.count, by: 2).map { offset in
        let start = hex.index(hex.startIndex, offsetBy: offset)
        return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)!
    }
}

/// A new folder, removed with the last reference.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "wallet-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        unsafe chmod(path, 0o700)
        try? FileManager.default.removeItem(atPath: path)
    }

    func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path + "/" + name)))
    }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(filePath: path + "/" + name))
    }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}

/// What `#require` does, for types that cannot be copied.
func present<Value: ~Copyable>(_ value: consuming Value?) throws -> Value {
    guard let value else { throw CocoaError(.featureUnsupported) }
    return value
}

extension AccountReader {
    /// What the account can spend.
    func utxos() async throws(ServiceError) -> [OwnedUTXO] { try await survey(progress: nil).utxos }
    /// The next receive address.
    func receiveAddress() async throws(ServiceError) -> OwnAddress { try await receiveAddress(progress: nil) }
    /// The next change address.
    func changeAddress() async throws(ServiceError) -> OwnAddress { try await survey(progress: nil).changeAddress }
}
