import RouterTestSupport
import SchemeRouter
import Testing

@testable import RouterWallet

/// Comparing the wallet's words with what the person wrote down.
@Suite struct BackupTests {
    let wallet: TestWallet

    init() throws { wallet = try TestWallet() }

    @Test("the right words are right at their places, however they are typed, and no others are")
    func words() throws {
        let backup = try wallet.files.words(with: Secret(TestWallet.passcode))
        let count = backup.wordCount
        #expect(count == 12)
        for (typed, number, isRight) in [
            ("abandon", 1, true), ("about", 12, true), (" ABANDON\n", 11, true), ("about", 1, false),
            ("abandon", 12, false), ("aba", 1, false), ("", 1, false), ("abandon abandon", 1, false),
            ("secretword", 1, false), ("abandon", 0, false), ("abandon", 13, false), ("abandon", -1, false),
        ] {
            let answer = backup.isWord(Secret(typed), number: number)
            #expect(answer == isRight, "\(typed) \(number)")
        }
        let noText = backup.isWord(Secret([0xFF]), number: 1)
        #expect(!noText)
    }

    @Test("the words to ask for are chosen at random: in order, no word twice, and never more than there are")
    func numbers() throws {
        let backup = try wallet.files.words(with: Secret(TestWallet.passcode))
        var seen: Set<Int> = []
        for count in [1, 4, 4, 4, 4, 12, 40] {
            let numbers = backup.numbers(count)
            #expect(numbers.count == min(count, 12) && numbers == Set(numbers).sorted())
            #expect(numbers.allSatisfy { (1...12).contains($0) })
            seen.formUnion(numbers)
        }
        #expect(seen.count == 12)
    }

    @Test("every length of words can be checked", arguments: Mnemonic.WordCount.allCases)
    func lengths(count: Mnemonic.WordCount) throws {
        let fresh = try TestWallet(create: false)
        let mnemonic = Mnemonic.random(count)
        let words = mnemonic.words().text().split(separator: " ").map(String.init)
        try fresh.files.create(
            from: mnemonic, passphrase: Secret(""), passcode: Secret(TestWallet.passcode), coinTypes: [5])
        let backup = try fresh.files.words(with: Secret(TestWallet.passcode))
        let wordCount = backup.wordCount
        #expect(wordCount == words.count)
        for (place, word) in words.enumerated() {
            let right = backup.isWord(Secret(word), number: place + 1)
            let wrong = backup.isWord(Secret(word == "zoo" ? "zone" : "zoo"), number: place + 1)
            #expect(right && !wrong)
        }
    }

    @Test("S8: the words need the passcode, and a wrong one counts as a guess")
    func passcode() throws {
        do {
            _ = try wallet.files.words(with: Secret("wrong horse"))
            Issue.record("opened")
        } catch {
            #expect(error.code == .wrongPasscode)
        }
        #expect(try !wallet.read("attempts").isEmpty)
    }

    @Test("the date of a successful check is kept; a damaged record is ignored")
    func record() throws {
        #expect(try wallet.files.info().backupChecked == nil)
        wallet.clock.now = 1_800_000_000
        try wallet.files.noteBackupIsRight()
        #expect(try wallet.files.info().backupChecked == 1_800_000_000)
        #expect(try wallet.mode("backup") == 0o600)
        let whole = try wallet.read("backup")
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 1
            try wallet.write("backup", changed)
            #expect(try wallet.files.info().backupChecked == nil)
        }
        #expect(wallet.errorUnlocking() == nil)
    }
}
