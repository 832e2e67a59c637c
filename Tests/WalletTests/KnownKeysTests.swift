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
        // One that the search needs, and twenty behind the last that it looked at on each branch.
        #expect(try wallet.read(Self.file).count == first.count + 20 * (1 + 20 + 20))
        #expect(wallet.errorUnlocking() == nil)
    }

    @Test("An address that was exchanged is not given out, and is noticed when the wallet is opened")
    func exchanged() async throws {
        try wallet.write(Self.file, forged())
        await #expect(throws: ServiceError(.refusedByCheck, "")) { try await receiveAddress(of: wallet) }
        // Nor if a plugin takes it from the survey: what it proposes is compared with this.
        let account = try keyring(of: wallet).account(.number(0), of: .dash, on: .dash(chain))
        let path = try await account.survey(progress: nil).receiveAddress.path
        #expect(throws: ServiceError(.refusedByCheck, "")) { try account.address(at: path) }
        #expect(try account.address(at: account.path.appending(0, 1)) != nil)
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
        // With the same first addresses, and those behind them.
        #expect(try wallet.read(Self.file).count == whole.count + 2 * 20 * 20)
        #expect(try await receiveAddress(of: wallet) == Self.receive && wallet.errorUnlocking() == nil)
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

    @Test("The places of hashes are those of a search through all of them")
    func places() throws {
        let key = try #require(try wallet.files.accounts()?.keys[.bip44(coinType: 5, account: 0)])
        let keys = KnownKeys(below: key, in: .keyHash, file: nil)
        keys.examine(.external, upTo: 90)
        keys.examine(.change, upTo: 3)
        let all = try (0..<90).map { try #require(keys.hash(.external, $0)) }
        for seed in 0..<50 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var wanted: Set<[UInt8]> = [[], [1, 2, 3], [UInt8](repeating: 0, count: 20)]
            for hash in all where Int.random(in: 0..<8, using: &random) == 0 {
                wanted.insert(hash)
                // One that begins like it.
                wanted.insert(Array(hash.dropLast()) + [~hash[19]])
            }
            let found = keys.indices(of: wanted, .external)
            #expect(found.map(\.index) == all.indices.filter { wanted.contains(all[$0]) }.map { UInt32($0) })
            #expect(found.allSatisfy { all[Int($0.index)] == $0.hash })
            #expect(keys.indices(of: wanted, .change).isEmpty)
        }
        #expect(keys.indices(of: [], .external).isEmpty)
        #expect(keys.indices(of: Set(all), .external).count == 90)
    }

    @Test(
        "A file holds what the scripts hold: one for keys is none for scripts around them, as older versions wrote it")
    func forms() throws {
        let key = try #require(try wallet.files.accounts()?.keys[.bip44(coinType: 5, account: 0)])
        let file = wallet.files.file("some")
        func keys(_ script: KeyScript) -> KnownKeys { KnownKeys(below: key, in: script, file: file) }
        let plain = keys(.keyHash)
        plain.deriveFirst()
        plain.save()
        #expect(keys(.keyHash).count(.change) == 20 && keys(.witness).count(.change) == 20)
        let nested = keys(.nestedWitness)
        #expect(nested.count(.change) == 0)
        nested.deriveFirst()
        nested.save()
        #expect(keys(.nestedWitness).count(.change) == 20 && keys(.keyHash).count(.change) == 0)
        for script in KeyScript.allCases {
            let keyHash = try #require(plain.hash(.change, 7))
            let held = try #require(keys(script).hash(.change, 7))
            #expect(script.script(of: keyHash) == script.script(holding: held))
            for other in KeyScript.allCases {
                #expect(other.hash(heldBy: script.script(holding: held)) == (other == script ? held : nil))
                #expect(other.hash(heldBy: script.script(holding: held) + [0]) == nil)
                #expect(other.hash(heldBy: script.script(holding: held).dropLast()) == nil)
            }
        }
    }

    @Test("The next payments derive nothing: twenty keys behind the examined ones are kept, and not asked about")
    func next() async throws {
        let keyring = keyring(of: wallet)
        _ = try await receiveAddress(of: keyring)
        _ = try await keyring.unlock(with: Secret(TestWallet.passcode))
        let file = try wallet.read(Self.file)
        let asked = chain.state.withLock { $0.asked }
        let key = try #require(try wallet.files.accounts()?.keys[.bip44(coinType: 5, account: 0)])
        let known = wallet.files.keys(below: key, at: .bip44(coinType: 5, account: 0))
        #expect(known.count(.change) == 40 && known.examined(.change) == 20)
        #expect(try await receiveAddress(of: keyring) == Self.receive)
        #expect(chain.state.withLock { $0.asked } == 2 * asked)
        _ = try await keyring.unlock(with: Secret(TestWallet.passcode))
        #expect(try wallet.read(Self.file) == file)
    }
}
