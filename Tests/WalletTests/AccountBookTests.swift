import SchemeRouter
import Testing

@testable import RouterWallet

/// The file of the accounts in use.
@Suite struct AccountBookTests {
    private static func book(_ paths: [DerivationPath]) throws -> AccountBook {
        let wallet = try TestWallet()
        let unlocked = try wallet.files.unlock(with: Secret(TestWallet.passcode))
        var book = AccountBook(masterFingerprint: 0x73C5_DA0A)
        for path in paths { book.add(try unlocked.key(at: path).publicKey, at: path) }
        return book
    }

    @Test("what is written is read, with accounts of both kinds")
    func roundTrip() throws {
        let paths: [DerivationPath] = [
            .bip32(account: 0), .mixing(coinType: 5, account: 0), .bip44(coinType: 1, account: 7),
            .bip44(coinType: 5, account: 0), .bip49(coinType: 0, account: 0), .bip84(coinType: 0, account: 1),
        ]
        for count in 0...paths.count {
            let book = try Self.book(Array(paths.prefix(count)))
            #expect(book.paths == Array(paths.prefix(count)))
            #expect(AccountBook(reading: book.bytes) == book)
        }
    }

    @Test("a file of version 1, which had accounts of BIP44 only, is read")
    func firstVersion() throws {
        let path = DerivationPath.bip44(coinType: 5, account: 3)
        let book = try Self.book([path])
        let steps = path.steps.reduce([UInt8](bigEndian: book.masterFingerprint)) { $0 + [UInt8](bigEndian: $1) }
        let old = ChecksummedRecord(name: "SRACCOUNT", version: 1)
            .wrapping(steps + (try #require(book.keys[path]).payload))
        let read = try #require(AccountBook(reading: old))
        #expect(read.keys == book.keys && !read.receivesAtWitness)
        // It stays a wallet that receives at BIP44's addresses.
        #expect(AccountBook(reading: read.bytes) == read)
    }

    @Test("that a file was made anew is kept")
    func remade() throws {
        var book = AccountBook(masterFingerprint: 7, isRemade: true)
        book.add(
            try #require(Self.book([.bip84(coinType: 0, account: 1)]).keys.first).value,
            at: .bip84(coinType: 0, account: 1))
        let read = try #require(AccountBook(reading: book.bytes))
        #expect(read == book && read.isRemade && read.receivesAtWitness)
        #expect(try AccountBook(reading: Self.book([]).bytes)?.isRemade == false)
    }

    @Test("a key that does not fit its path, and a path that no account has, are not read")
    func misfits() throws {
        let right = try #require(Self.book([.bip44(coinType: 5, account: 0)]).keys.values.first)
        for steps in [[DerivationPath.hardened], [1, 2, 3], [], [1, 2], [1, 2, 3, 4]] as [[UInt32]] {
            let path = steps.reduce([0, 0, 0, 0, UInt8(steps.count)]) { $0 + [UInt8](bigEndian: $1) }
            let record = ChecksummedRecord(name: "SRACCOUNT", version: 2).wrapping(path + right.payload)
            #expect(AccountBook(reading: record) == nil, "\(steps)")
        }
    }
}
