import Foundation
import RouterDash
import SchemeRouter
import Testing

@testable import RouterWallet

/// The public keys of masternodes that are kept, and the marks of used ones.
@Suite struct KeyListTests {
    private static let real = ChainID(coin: "dash", network: .main, isPractice: false)
    private static let practice = ChainID(coin: "dash", network: .main, isPractice: true)
    private static let branches = MasternodeKeyKind.allCases.map { $0.branch(coinType: 5, on: real) }

    let wallet: TestWallet

    init() throws { wallet = try TestWallet() }

    private func unlocked() throws -> UnlockedWallet { try wallet.files.unlock(with: Secret(TestWallet.passcode)) }

    private func note(_ count: Int) throws {
        try unlocked().notePublicKeys(Self.branches.map { (branch: $0, count: count) })
    }

    @Test("S8: what was noted needs no passcode; it is in one file for the owner alone, without chain codes")
    func noted() throws {
        for branch in Self.branches { #expect(try wallet.files.publicKeys(of: branch) == []) }
        try note(3)
        let unlocked = try unlocked()
        for branch in Self.branches {
            let keys = try wallet.files.publicKeys(of: branch)
            #expect(keys.count == 3)
            for number in 0..<3 { #expect(try unlocked.key(UInt32(number), of: branch).publicKey == keys[number]) }
        }
        #expect(try wallet.mode("key-lists") == 0o600)
        let file = try wallet.read("key-lists")
        let keys = 3 * (33 + 33 + 48 + 32)
        // Name, version, fingerprint, four branches with their paths, code and checksum: there is room for nothing else.
        #expect(file.count == 9 + 1 + 4 + 4 * (1 + 1 + 16 + 4) + keys + 32 + 32)
        // Fewer change nothing, and more are added behind them.
        try note(2)
        #expect(try wallet.read("key-lists") == file)
        let first = try wallet.files.publicKeys(of: Self.branches[2])
        try note(5)
        #expect(try wallet.files.publicKeys(of: Self.branches[2]).count == 5)
        #expect(try wallet.files.publicKeys(of: Self.branches[2]).starts(with: first))
    }

    @Test("a new wallet knows the first keys from the start")
    func fromTheStart() throws {
        let wallet = try TestWallet(create: false)
        try wallet.files.create(
            from: try Mnemonic.reading(Secret(TestWallet.words)), passphrase: Secret(""),
            passcode: Secret(TestWallet.passcode), coinTypes: [5], branches: Set(Self.branches))
        for branch in Self.branches { #expect(try wallet.files.publicKeys(of: branch).count == 10) }
    }

    @Test("S14: practice has other keys than real money, of every kind")
    func practice() throws {
        for kind in MasternodeKeyKind.allCases {
            let practice = kind.branch(coinType: 5, on: Self.practice)
            #expect(practice.path.isPractice)
            let unlocked = try unlocked()
            let key = try unlocked.key(0, of: practice).publicKey
            #expect(try unlocked.key(0, of: kind.branch(coinType: 5, on: Self.real)).publicKey != key)
        }
    }

    @Test("a list that another wrote stops the wallet from opening; a damaged one is made anew")
    func tampering() throws {
        try note(2)
        let file = try wallet.read("key-lists")
        let other = try TestWallet(passphrase: "TREZOR")
        try other.files.unlock(with: Secret(TestWallet.passcode)).notePublicKeys([(Self.branches[0], 2)])
        // Whole files, which only lack the code of this wallet: another's, and one whose last key was exchanged.
        let record = ChecksummedRecord(name: "SRKEYLIST", version: 1)
        var content = try #require(record.content(of: file))
        content[content.count - 33] ^= 1
        for forged in [try other.read("key-lists"), record.wrapping(content)] {
            try wallet.write("key-lists", forged)
            let error = try #require(wallet.errorUnlocking())
            #expect(error.code == .refusedByCheck && error.message.contains("key-lists"), "\(error)")
        }
        // That of another wallet is not even shown.
        try wallet.write("key-lists", try other.read("key-lists"))
        #expect(try wallet.files.publicKeys(of: Self.branches[0]) == [])
        for damaged in [[], Array(file.dropLast()), file.map { $0 ^ 1 }, record.wrapping([1, 2, 3])] {
            try wallet.write("key-lists", damaged)
            #expect(try wallet.files.publicKeys(of: Self.branches[0]) == [])
            try note(2)
            #expect(try wallet.read("key-lists") == file)
        }
    }

    @Test("no bytes make the reader of lists or marks stop the program")
    func mutations() throws {
        try note(1)
        _ = try wallet.files.mark(0, of: Self.branches[0], on: Self.real, isUsed: true)
        let lists = try #require(
            ChecksummedRecord(name: "SRKEYLIST", version: 1).content(of: try wallet.read("key-lists"))
        ).dropLast(32)
        let record = ChecksummedRecord(name: "SRKEYUSED", version: 1)
        let marks = try #require(record.content(of: try wallet.read("key-marks")))
        #expect(KeyLists(reading: lists)?.bytes == Array(lists))
        for position in lists.indices {
            for change in [1, 0x80, 0xFF] as [UInt8] {
                var changed = lists
                changed[position] ^= change
                if let read = KeyLists(reading: changed) { #expect(KeyLists(reading: read.bytes) == read) }
            }
            #expect(KeyLists(reading: lists[..<position]).map { $0.bytes == Array(lists[..<position]) } != false)
        }
        for position in marks.indices {
            for change in [1, 0x80, 0xFF] as [UInt8] {
                var changed = marks
                changed[position] ^= change
                _ = KeyMarks(reading: record.wrapping(changed)).map { #expect(KeyMarks(reading: $0.bytes) == $0) }
            }
        }
    }

    @Test("marks count for one kind of keys on one chain; holes stay unused; a mark can be taken back")
    func marks() throws {
        let branch = Self.branches[0]
        func use() throws -> KeyUse { try wallet.files.use(of: branch, on: Self.real) }
        #expect(try use().firstUnused == 0 && use().numbers == 0...999)
        #expect(try wallet.files.mark(2, of: branch, on: Self.real, isUsed: true))
        #expect(try !wallet.files.mark(2, of: branch, on: Self.real, isUsed: true))
        #expect(try use().used == [2] && use().firstUnused == 3 && use().numbers == 0...1_002)
        #expect(try wallet.mode("key-marks") == 0o600)
        for (other, chain) in [
            (Self.branches[1], Self.real), (branch, ChainID(coin: "axe", network: .main, isPractice: false)),
            (branch, ChainID(coin: "dash", network: .regtest, isPractice: false)),
            (MasternodeKeyKind.owner.branch(coinType: 5, on: Self.practice), Self.practice),
        ] { #expect(try wallet.files.use(of: other, on: chain).used == []) }
        #expect(try wallet.files.mark(0, of: branch, on: Self.real, isUsed: true))
        #expect(try wallet.files.mark(2, of: branch, on: Self.real, isUsed: false))
        #expect(try !wallet.files.mark(2, of: branch, on: Self.real, isUsed: false))
        #expect(try use().used == [0] && use().firstUnused == 1)
    }

    @Test("no key further than a thousand behind the first unused one, nor beyond ten thousand, is marked")
    func reach() throws {
        let branch = Self.branches[3]
        func mark(_ number: UInt32) throws {
            _ = try wallet.files.mark(number, of: branch, on: Self.real, isUsed: true)
        }
        #expect(throws: ServiceError(.refusedByCheck, "Key 1000 is out of reach.")) { try mark(1_000) }
        #expect(throws: ServiceError(.refusedByCheck, "Key 4294967295 is out of reach.")) { try mark(.max) }
        for number in stride(from: 999, to: 10_000, by: 1_000) { try mark(UInt32(number)) }
        #expect(try wallet.files.use(of: branch, on: Self.real).numbers == 0...9_999)
        #expect(throws: ServiceError.self) { try mark(10_000) }
    }

    @Test("marks that are damaged are told, and not written over")
    func damagedMarks() throws {
        try wallet.write("key-marks", [1, 2, 3])
        let error = #expect(throws: ServiceError.self) {
            try wallet.files.mark(0, of: Self.branches[0], on: Self.real, isUsed: true)
        }
        #expect(error?.code == .damagedKeystore && error?.message.contains("key-marks") == true)
        #expect(try wallet.read("key-marks") == [1, 2, 3])
        // They keep nobody from the money.
        #expect(wallet.errorUnlocking() == nil)
    }
}
