import Foundation
import SchemeRouter
import Testing

@testable import RouterWallet

/// A clock that tests set.
final class TestClock: @unchecked Sendable {
    private let lock = NSLock()
    private var value: UnixTime = 1_700_000_000

    var now: UnixTime {
        get { lock.withLock { value } }
        set { lock.withLock { value = newValue } }
    }
}

/// A wallet of twelve known words in a new folder.
struct TestWallet {
    static let words = Array(repeating: "abandon", count: 11).joined(separator: " ") + " about"
    static let passcode = "correct horse"

    let directory: TemporaryDirectory
    let clock = TestClock()

    init(coinTypes: [UInt32] = [5, 1], passphrase: String = "", create: Bool = true) throws {
        directory = try TemporaryDirectory()
        if create { try self.create(coinTypes: coinTypes, passphrase: passphrase) }
    }

    var path: String { directory.path + "/wallet" }

    /// New each time, as after a restart.
    var files: WalletFiles {
        let clock = clock
        return WalletFiles(directory: path, now: { clock.now }, usual: KeystoreTests.weak)
    }

    func create(coinTypes: [UInt32] = [5, 1], passphrase: String = "", passcode: String = Self.passcode) throws {
        try files.create(
            from: try Mnemonic.reading(Secret(Self.words)), passphrase: Secret(passphrase), passcode: Secret(passcode),
            coinTypes: coinTypes)
    }

    /// Nil if the passcode opens the wallet.
    func errorUnlocking(_ passcode: String = Self.passcode) -> ServiceError? {
        do throws(ServiceError) {
            _ = try files.unlock(with: Secret(passcode))
            return nil
        } catch {
            return error
        }
    }

    func read(_ name: String) throws -> [UInt8] { try directory.read("wallet/" + name) }
    func write(_ name: String, _ bytes: [UInt8]) throws { try directory.write("wallet/" + name, bytes) }
    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }
    var names: [String]? { try? FileManager.default.contentsOfDirectory(atPath: path) }
    func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
        return attributes[.posixPermissions] as? Int ?? -1
    }
}

@Suite struct WalletFilesTests {
    @Test("S6: where others can take the wallet's folder away it is neither opened nor made")
    func takenAway() throws {
        let wallet = try TestWallet()
        for mode in [0o775, 0o757] as [mode_t] {
            unsafe #expect(chmod(wallet.directory.path, mode) == 0)
            #expect(throws: ServiceError(.cannotWrite, "")) {
                try wallet.files.unlock(with: Secret(TestWallet.passcode))
            }
        }
        unsafe #expect(chmod(wallet.directory.path, 0o700) == 0)
        _ = try wallet.files.unlock(with: Secret(TestWallet.passcode))
    }

    @Test("S8: the folder is 0700, its files are 0600, and none shows the words")
    func permissions() throws {
        let wallet = try TestWallet()
        #expect(try wallet.mode(".") == 0o700)
        #expect(try wallet.mode("keystore") == 0o600)
        #expect(try wallet.mode("accounts") == 0o600)
        _ = wallet.errorUnlocking("wrong horse")
        #expect(try wallet.mode("attempts") == 0o600)
        for name in ["keystore", "accounts", "attempts"] {
            #expect(!String(decoding: try wallet.read(name), as: UTF8.self).contains("abandon"))
        }
    }

    @Test("A folder that others can read is closed to them")
    func tightensTheFolder() throws {
        let wallet = try TestWallet(create: false)
        try FileManager.default.createDirectory(
            atPath: wallet.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        try wallet.create()
        #expect(try wallet.mode(".") == 0o700)
    }

    @Test func info() throws {
        let wallet = try TestWallet()
        let info = try wallet.files.info()
        #expect(info.created == 1_700_000_000)
        #expect(info.fingerprint == "73c5da0a")
        #expect(info.keyDerivation == "Argon2id, 1 passes over 8 MiB")
        #expect(info.accounts.map(\.description) == ["m/44'/1'/0'", "m/44'/5'/0'"])
    }

    @Test func noWallet() throws {
        let wallet = try TestWallet(create: false)
        #expect(!wallet.files.exists)
        #expect(wallet.errorUnlocking() == ServiceError(.noWallet, ""))
        #expect(throws: ServiceError(.noWallet, "")) { try wallet.files.info() }
        #expect(throws: ServiceError(.noWallet, "")) {
            try wallet.files.changePasscode(from: Secret("correct horse"), to: Secret("another horse"))
        }
    }

    @Test("A wallet is never overwritten, not even a damaged one", arguments: [[], [1, 2, 3]] as [[UInt8]])
    func neverOverwrites(damage: [UInt8]) throws {
        let wallet = try TestWallet()
        if !damage.isEmpty { try wallet.write("keystore", damage) }
        let before = try wallet.read("keystore")
        #expect(throws: ServiceError(.refusedByPolicy, "")) { try wallet.create() }
        #expect(try wallet.read("keystore") == before)
    }

    @Test("A new file never replaces another, no matter who made that one and when")
    func createIsExclusive() throws {
        let directory = try TemporaryDirectory()
        let file = PrivateFile(path: directory.path + "/keystore")
        try file.create([1])
        #expect(throws: ServiceError(.cannotWrite, "")) { try file.create([2]) }
        #expect(try directory.read("keystore") == [1])
        #expect(directory.names == ["keystore"])
    }

    @Test("A damaged keystore says so, stays as it is, and costs no attempt")
    func damagedKeystore() throws {
        let wallet = try TestWallet()
        let cut = Array(try wallet.read("keystore").dropLast())
        try wallet.write("keystore", cut)
        for _ in 0..<5 { #expect(wallet.errorUnlocking() == ServiceError(.damagedKeystore, "")) }
        #expect(throws: ServiceError(.damagedKeystore, "")) {
            try wallet.files.changePasscode(from: Secret(TestWallet.passcode), to: Secret("another horse"))
        }
        #expect(try wallet.read("keystore") == cut)
        #expect(throws: ServiceError(.damagedKeystore, "")) { try wallet.files.info() }
    }

    @Test("A file as long as a disk is not read")
    func hugeKeystore() throws {
        let wallet = try TestWallet()
        let handle = try #require(FileHandle(forWritingAtPath: wallet.path + "/keystore"))
        try handle.truncate(atOffset: 1 << 40)
        #expect(wallet.errorUnlocking() == ServiceError(.damagedKeystore, ""))
    }

    @Test("Weak passcodes make no wallet")
    func weakPasscode() throws {
        let wallet = try TestWallet(create: false)
        #expect(throws: ServiceError(.refusedByPolicy, "")) { try wallet.create(passcode: "1234567") }
        #expect(!wallet.files.exists)
        try wallet.create()
        #expect(throws: ServiceError(.refusedByPolicy, "")) {
            try wallet.files.changePasscode(from: Secret(TestWallet.passcode), to: Secret("12345678"))
        }
        #expect(wallet.errorUnlocking() == nil)
    }

    @Test("A changed passcode opens the same wallet, the old one no longer does")
    func changedPasscode() throws {
        let wallet = try TestWallet(passphrase: "TREZOR")
        let before = try wallet.read("keystore")
        wallet.clock.now += 1000
        try wallet.files.changePasscode(from: Secret(TestWallet.passcode), to: Secret("another horse"))
        #expect(try wallet.read("keystore") != before)
        #expect(wallet.errorUnlocking() == ServiceError(.wrongPasscode, ""))
        #expect(wallet.errorUnlocking("another horse") == nil)
        #expect(try wallet.files.info().created == 1_700_000_000)
        #expect(try wallet.files.info().fingerprint == "b4e3f5ed")
        #expect(throws: ServiceError(.wrongPasscode, "")) {
            try wallet.files.changePasscode(from: Secret("wrong horse"), to: Secret("third horse"))
        }
        #expect(wallet.errorUnlocking("another horse") == nil)
    }

    @Test("What a killed program left beside the files does no harm")
    func leftovers() throws {
        let wallet = try TestWallet()
        let keystore = try wallet.read("keystore")
        for name in ["keystore", "accounts", "attempts"] { try leaveBehind(name, in: wallet) }
        #expect(wallet.errorUnlocking() == nil)
        #expect(try wallet.read("keystore") == keystore)
        #expect(throws: ServiceError(.refusedByPolicy, "")) { try wallet.create() }
        try wallet.files.changePasscode(from: Secret(TestWallet.passcode), to: Secret("another horse"))
        #expect(wallet.errorUnlocking("another horse") == nil)

        // Killed while the very first keystore was written: there is no wallet, and one can be made.
        let other = try TestWallet(create: false)
        try FileManager.default.createDirectory(atPath: other.path, withIntermediateDirectories: true)
        try leaveBehind("keystore", in: other)
        #expect(other.errorUnlocking() == ServiceError(.noWallet, ""))
        try other.create()
        #expect(other.errorUnlocking() == nil)
    }

    /// Unfinished files of this process and of another one.
    private func leaveBehind(_ name: String, in wallet: TestWallet) throws {
        try wallet.write("\(name).new-\(getpid())", [1, 2, 3])
        try wallet.write("\(name).new-1", [1, 2, 3])
    }

    @Test("Where the folder cannot be made or written, nothing is half done")
    func notWritable() throws {
        let wallet = try TestWallet(create: false)
        try wallet.directory.write("wallet", [])
        #expect(throws: ServiceError(.cannotWrite, "")) { try wallet.create() }

        // A folder where the count belongs: it cannot be replaced, whoever asks.
        let other = try TestWallet()
        try FileManager.default.createDirectory(atPath: other.path + "/attempts", withIntermediateDirectories: false)
        #expect(other.errorUnlocking() == ServiceError(.cannotWrite, ""))
    }

    @Test("The production settings seal and open a wallet")
    func productionSettings() throws {
        let directory = try TemporaryDirectory()
        let files = WalletFiles(directory: directory.path + "/a/b/wallet")
        let wordCount = Mnemonic.WordCount.twentyFour
        try files.create(
            from: .random(wordCount), passphrase: Secret(""), passcode: Secret(TestWallet.passcode), coinTypes: [5])
        _ = try files.unlock(with: Secret(TestWallet.passcode))
        let keyDerivation = try files.info().keyDerivation
        #expect(["Argon2id, 3 passes over 256 MiB", "Argon2id, 3 passes over 64 MiB"].contains(keyDerivation))
    }
}
