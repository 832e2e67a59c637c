import SchemeRouter
import Testing

@testable import RouterWallet

/// How much work a passcode takes where memory is short.
@Suite struct SealingTests {
    private static let least = Stretching(passes: 1, kibibytes: 8 << 10)
    private static let usual = Stretching(passes: 1, kibibytes: 16 << 10)

    /// A wallet's files on a computer with that much memory in KiB, without and with swap.
    private static func files(_ wallet: TestWallet, _ free: UInt64?, _ most: UInt64? = nil) -> WalletFiles {
        WalletFiles(
            directory: wallet.path, now: { 1_700_000_000 }, usual: usual, least: least,
            memory: { FreeMemory(withoutSwap: free, most: most ?? free) })
    }

    private static func create(_ files: WalletFiles, _ sealing: Sealing? = nil) throws {
        try files.create(
            from: try Mnemonic.reading(Secret(TestWallet.words)), passphrase: Secret(""),
            passcode: Secret(TestWallet.passcode), coinTypes: [5], sealing: sealing)
    }

    @Test("S8: a new wallet takes the usual work, or no wallet is made, unless the caller asks for less")
    func create() throws {
        for (free, isUsual) in [(nil, true), (32 << 10, true), ((32 << 10) - 2, false), (12 << 10, false)]
            as [(UInt64?, Bool)]
        {
            let wallet = try TestWallet(create: false)
            let files = Self.files(wallet, free)
            let sealing = files.sealing()
            #expect(sealing.isUsual == isUsual && sealing.usualText == "Argon2id, 1 passes over 16 MiB")
            #expect(sealing.text == "Argon2id, 1 passes over \(isUsual ? 16 : 8) MiB")
            if free == 12 << 10 {
                #expect(throws: ServiceError(.notEnoughMemory, "")) { try Self.create(files) }
                #expect(!files.exists)
            }
            try Self.create(files, sealing)
            let info = try files.info()
            #expect(info.takesLessThanUsual != isUsual && info.keyDerivation == sealing.text)
        }
    }

    @Test("S8: a new passcode never takes less work than the old one, and the usual work where memory suffices")
    func passcode() throws {
        let strong = Stretching(passes: 2, kibibytes: 24 << 10)
        let cases: [(before: Stretching, free: UInt64?, after: Stretching)] = [
            (Self.least, 20 << 10, Self.least), (Self.least, 40 << 10, Self.usual), (Self.usual, 17 << 10, Self.usual),
            (strong, 25 << 10, strong), (strong, nil, strong),
            // More passes, and less memory.
            (Stretching(passes: 2, kibibytes: 8 << 10), nil, Stretching(passes: 2, kibibytes: 16 << 10)),
        ]
        for (before, free, after) in cases {
            let wallet = try TestWallet(create: false)
            try Self.create(Self.files(wallet, nil))
            try Self.files(wallet, nil).changePasscode(
                from: Secret(TestWallet.passcode), to: Secret(TestWallet.passcode), taking: before)
            let files = Self.files(wallet, free)
            try files.changePasscode(from: Secret(TestWallet.passcode), to: Secret("another horse"))
            #expect(try Keystore(reading: wallet.read("keystore")).header.stretching == after)
            _ = try files.unlock(with: Secret("another horse"))
        }
    }

    @Test("S8: where memory does not suffice, no passcode is tried or counted, and the error says how much it takes")
    func unlock() throws {
        let wallet = try TestWallet(create: false)
        try Self.create(Self.files(wallet, nil))
        let short = Self.files(wallet, 10 << 10)
        for _ in 0..<5 {
            let error = #expect(throws: ServiceError.self) { _ = try short.unlock(with: Secret("wrong passcode")) }
            #expect(error?.code == .notEnoughMemory)
            #expect(error?.message == "The passcode takes 16 MiB of memory, and only 10 MiB are free.")
        }
        #expect(throws: ServiceError(.notEnoughMemory, "")) {
            try short.changePasscode(from: Secret(TestWallet.passcode), to: Secret("another horse"))
        }
        // Swap is slow, but enough.
        _ = try Self.files(wallet, 10 << 10, 20 << 10).unlock(with: Secret(TestWallet.passcode))
    }

    @Test func unusualOrders() {
        #expect(Stretching.strong.isAtLeast(.modest) && !Stretching.modest.isAtLeast(.strong))
        let long = Stretching(passes: 9, kibibytes: 8 << 10)
        #expect(!long.isAtLeast(.modest) && !Stretching.modest.isAtLeast(long))
        #expect(long.combined(with: .modest) == Stretching(passes: 9, kibibytes: 64 << 10))
    }
}
