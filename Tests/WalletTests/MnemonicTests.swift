import SchemeRouter
import Testing

@testable import RouterWallet

@Suite struct MnemonicTests {
    @Test func thereAreVectors() {
        #expect(HDWalletVectors.all.count >= 6)
    }

    @Test("BIP39: words, entropy and seed of every vector, with NFKD of the passphrase", arguments: HDWalletVectors.all)
    func vector(wallet: HDWalletVectors.Wallet) throws {
        let read = try Mnemonic.reading(Secret(wallet.mnemonic))
        #expect(hex(read.entropy.revealed()) == wallet.entropy)
        let made = try present(Mnemonic.of(entropy: Secret(bytes(wallet.entropy))))
        #expect(made.words().text() == wallet.mnemonic)
        let seed = try made.seed(passphrase: Secret(bytes(wallet.passphraseUtf8Hex)))
        #expect(hex(seed.revealed()) == wallet.seed)
    }

    @Test(
        "BIP39: case, white space and full-width letters do not matter",
        arguments: [
            "  ABANDON abandon\tabandon\nabandon\r\nabandon abandon\u{3000}abandon\u{A0}abandon Abandon aBANDON abandon about\n",
            "\u{FF41}\u{FF42}andon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon ABOUT",
        ])
    func looseSpelling(text: String) throws {
        #expect(try Mnemonic.reading(Secret(text)).entropy.revealed() == [UInt8](repeating: 0, count: 16))
    }

    @Test(
        "S8: mistakes tell the number of the word and never the word",
        arguments: [
            ("", .wordCount(0)),
            ("abandon abandon", .wordCount(2)),
            (String(repeating: "abandon ", count: 13), .wordCount(13)),
            (String(repeating: "abandon ", count: 27), .wordCount(27)),
            (String(repeating: "abandon ", count: 12), .checksum),
            (String(repeating: "abandon ", count: 10) + "abondon about", .unknownWord(number: 11)),
            ("aban " + String(repeating: "abandon ", count: 10) + "about", .unknownWord(number: 1)),
            (String(repeating: "abandon ", count: 11) + "zooooooooo", .unknownWord(number: 12)),
            (String(repeating: "abandon ", count: 11) + "zz", .unknownWord(number: 12)),
            (String(repeating: "abandon ", count: 11) + "@bout", .unknownWord(number: 12)),
        ] as [(String, MnemonicError)])
    func mistakes(text: String, expected: MnemonicError) {
        #expect(throws: expected) { _ = try Mnemonic.reading(Secret(text)).wordCount }
        #expect(!expected.description.contains("abondon"))
    }

    @Test func bytesThatAreNoText() {
        #expect(throws: MnemonicError.notText) { _ = try Mnemonic.reading(Secret([0x61, 0xff])).wordCount }
    }

    @Test("BIP39: what is made is read again, in every length", arguments: Mnemonic.WordCount.allCases)
    func roundTrip(wordCount: Mnemonic.WordCount) throws {
        let made = Mnemonic.random(wordCount)
        let words = made.words()
        #expect(words.text().split(separator: " ").count == wordCount.rawValue)
        let read = try Mnemonic.reading(words)
        #expect(read.entropy.revealed() == made.entropy.revealed())
        #expect(Mnemonic.random(wordCount).entropy.revealed() != made.entropy.revealed())
    }

    @Test("BIP39: every change of one bit of a checksum is noticed")
    func changedChecksum() throws {
        // The last word of 24 carries 8 bits of checksum: of 2,048 words 8 fit.
        let start = String(repeating: "abandon ", count: 23)
        var good = 0
        for index in 0..<2048 {
            let word = String(decoding: WordList.word(index), as: UTF8.self)
            if (try? Mnemonic.reading(Secret(start + word)).wordCount) != nil { good += 1 }
        }
        #expect(good == 8)
    }

    @Test(arguments: [15, 17, 33, 0]) func otherLengthsOfEntropyAreRefused(count: Int) {
        let isNil = Mnemonic.of(entropy: Secret([UInt8](repeating: 0, count: count))) == nil
        #expect(isNil)
    }
}
