import Glibc
import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterWallet

@Suite struct KnownKeysTests {
    private static let file = "addresses-5-0"
    private static let receive = "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5"

    let wallet: TestWallet
    let chain = LedgerChain()

    init() throws {
        wallet = try TestWallet()
    }

    private func keyring(of wallet: TestWallet) -> WalletKeyring { WalletKeyring(files: wallet.files) }

    private func receiveAddress(of keyring: WalletKeyring) async throws -> String {
        try await keyring.account(
            .number(0), of: .dash,
            on: ConfiguredNetwork(id: ChainID(coin: "dash", network: .main, isPractice: false), chain: chain)
        ).receiveAddress().text
    }

    private func receiveAddress(of wallet: TestWallet) async throws -> String {
        try await receiveAddress(of: keyring(of: wallet))
    }

    /// The file with the first hash exchanged, and whole.
    private func forged() throws -> [UInt8] {
        let record = ChecksummedRecord(name: "SRADDRESS", version: 1)
        var content = try #require(record.content(of: wallet.read(Self.file)))
        content[ExtendedPublicKey.payloadLength + 4] ^= 1
        return record.wrapping(content)
    }

    @Test("What every account looks at is kept from the beginning, for the owner alone")
    func first() async throws {
        let first = try wallet.read(Self.file)
        #expect(try wallet.mode(Self.file) == 0o600)
        #expect(first.count > 2 * 20 * 20)
        #expect(try await receiveAddress(of: wallet) == Self.receive)
        #expect(try wallet.read(Self.file) == first)
    }

    @Test("What is derived later is kept when the passcode is given, and not before")
    func later() async throws {
        let first = try wallet.read(Self.file)
        try chain.pay(Self.receive, 1_000, number: 0)
        let keyring = keyring(of: wallet)
        #expect(try await receiveAddress(of: keyring) != Self.receive)
        #expect(try wallet.read(Self.file) == first)
        await #expect(throws: ServiceError(.wrongPasscode, "")) {
            try await keyring.unlock(with: Secret("wrong horse"))
        }
        #expect(try wallet.read(Self.file) == first)
        _ = try await keyring.unlock(with: Secret(TestWallet.passcode))
        #expect(try wallet.read(Self.file).count == first.count + 20)
        #expect(wallet.errorUnlocking() == nil)
    }

    @Test("What is kept is not derived again; when the wallet is opened it is, and one that was exchanged is noticed")
    func exchanged() async throws {
        try wallet.write(Self.file, forged())
        #expect(try await receiveAddress(of: wallet) != Self.receive)
        #expect(wallet.errorUnlocking() == ServiceError(.refusedByCheck, ""))
    }

    @Test("A damaged file is not used, and made anew when the passcode is given")
    func damaged() async throws {
        let whole = try wallet.read(Self.file)
        for index in stride(from: 0, to: whole.count, by: 7) {
            var changed = whole
            changed[index] ^= 1
            for bytes in [changed, Array(whole[..<index])] {
                try wallet.write(Self.file, bytes)
                #expect(try await receiveAddress(of: wallet) == Self.receive)
                #expect(try wallet.read(Self.file) == bytes)
            }
        }
        let keyring = keyring(of: wallet)
        #expect(try await receiveAddress(of: keyring) == Self.receive)
        _ = try await keyring.unlock(with: Secret(TestWallet.passcode))
        #expect(try wallet.read(Self.file) == whole)
    }

    @Test("Another wallet's file is not used")
    func another() async throws {
        let other = try TestWallet(passphrase: "TREZOR")
        let address = try await receiveAddress(of: other)
        #expect(address != Self.receive)
        try wallet.write(Self.file, other.read(Self.file))
        #expect(try await receiveAddress(of: wallet) == Self.receive)
    }

    @Test("Where the file cannot be written, the addresses are the same")
    func unwritable() async throws {
        let path = "\(wallet.path)/\(Self.file)"
        unsafe #expect(unlink(path) == 0 && mkdir(path, 0o700) == 0)
        let keyring = keyring(of: wallet)
        #expect(try await receiveAddress(of: keyring) == Self.receive)
        _ = try await keyring.unlock(with: Secret(TestWallet.passcode))
    }
}
