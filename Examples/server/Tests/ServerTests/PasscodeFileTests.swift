import Foundation
import SchemeRouter
import Testing

@testable import server

/// Which files a passcode is read from.
@Suite struct PasscodeFileTests {
    /// Whether a passcode is read from a file with these permissions, which is a credential of systemd or not.
    private static func isRead(_ mode: Int, isCredential: Bool) throws -> Bool {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("passcode-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appendingPathComponent("passcode").path
        _ = FileManager.default.createFile(
            atPath: path, contents: Data("correct horse\n".utf8), attributes: [.posixPermissions: mode])
        do throws(ServiceError) {
            let secret = try PasscodeFile.read(path, credentials: isCredential ? directory.path : nil)
            return secret.count == "correct horse".utf8.count
        } catch {
            #expect(
                error.message
                    == "The passcode cannot be read from \(path): it must be a file that only its owner can read (mode 0600)."
            )
            return false
        }
    }

    @Test("a file that others can read is refused")
    func modes() throws {
        for mode in [0o600, 0o400] { #expect(try Self.isRead(mode, isCredential: false)) }
        for mode in [0o640, 0o440, 0o604, 0o622] { #expect(try !Self.isRead(mode, isCredential: false)) }
    }

    @Test(
        "a credential of systemd, whose access list shows as a permission of the group, is read",
        .enabled(if: getuid() == 0, "such a file belongs to root"))
    func credential() throws {
        for mode in [0o400, 0o440] { #expect(try Self.isRead(mode, isCredential: true)) }
        for mode in [0o460, 0o444, 0o450, 0o441] { #expect(try !Self.isRead(mode, isCredential: true)) }
    }
}
