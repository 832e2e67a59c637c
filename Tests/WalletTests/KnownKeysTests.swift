import Glibc
import SchemeRouter
import Support
import Testing

@testable import Wallet

@Suite struct KnownKeysTests {
    private static let file = "addresses-5-0"
    private static let receive = "XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5"

    let wallet: TestWallet
    let chain = LedgerChain()

    init() throws {
        wallet = try TestWallet()
    }

    private func receiveAddress(of wallet: TestWallet) async throws -> String {
        try await WalletKeyring(files: wallet.files).account(
            0, of: .dash,
            on: ConfiguredNetwork(id: ChainID(coin: "dash", network: .main, isPractice: false), chain: chain)
        ).receiveAddress().text
    }

    /// The file with the first hash exchanged, and whole.
    private func forged() throws -> [UInt8] {
        var content = try #require(
            ChecksummedRecord.content(of: wallet.read(Self.file), name: "SRADDRESS", version: 1))
        content[ExtendedPublicKey.payloadLength + 4] ^= 1
        return ChecksummedRecord.wrapping(content, name: "SRADDRESS", version: 1)
    }

    @Test("What was derived is kept for its owner alone, grows with the addresses, and is not written for nothing")
    func kept() async throws {
        #expect(try await receiveAddress(of: wallet) == Self.receive)
        let first = try wallet.read(Self.file)
        #expect(try wallet.mode(Self.file) == 0o600)
        #expect(try await receiveAddress(of: wallet) == Self.receive)
        #expect(try wallet.read(Self.file) == first)

        try chain.pay(Self.receive, 1_000, number: 0)
        #expect(try await receiveAddress(of: wallet) != Self.receive)
        #expect(try wallet.read(Self.file).count == first.count + 20)
        #expect(wallet.errorUnlocking() == nil)
    }

    @Test("What is kept is not derived again; when the wallet is opened it is, and one that was exchanged is noticed")
    func exchanged() async throws {
        _ = try await receiveAddress(of: wallet)
        try wallet.write(Self.file, forged())
        #expect(try await receiveAddress(of: wallet) != Self.receive)
        #expect(wallet.errorUnlocking() == ServiceError(.refusedByCheck, ""))
    }

    @Test("A damaged file is made anew")
    func damaged() async throws {
        _ = try await receiveAddress(of: wallet)
        let whole = try wallet.read(Self.file)
        for index in stride(from: 0, to: whole.count, by: 7) {
            var changed = whole
            changed[index] ^= 1
            for bytes in [changed, Array(whole[..<index])] {
                try wallet.write(Self.file, bytes)
                #expect(try await receiveAddress(of: wallet) == Self.receive)
                #expect(try wallet.read(Self.file) == whole)
            }
        }
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
        #expect(mkdir("\(wallet.path)/\(Self.file)", 0o700) == 0)
        #expect(try await receiveAddress(of: wallet) == Self.receive)
        #expect(wallet.errorUnlocking() == nil)
    }
}
