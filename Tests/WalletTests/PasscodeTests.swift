import SchemeRouter
import Testing

@testable import RouterWallet

@Suite struct PasscodeTests {
    @Test(
        "A passcode has 8 characters, 10 where all are digits",
        arguments: [
            ("", false), ("1234567", false), ("abcdefg", false), ("abcdefgh", true), ("12345678", false),
            ("123456789", false), ("1234567890", true), ("1234567a", true), ("pass word", true),
            // Arabic-Indic digits are digits too.
            ("\u{661}\u{662}\u{663}\u{664}\u{665}\u{666}\u{667}\u{668}", false),
            // Seven letters, typed with combining accents.
            ("e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", false),
            (String(repeating: "x", count: 1024), true), (String(repeating: "x", count: 1025), false),
        ])
    func policy(passcode: String, isGood: Bool) {
        #expect((Passcode.mistake(in: Secret(passcode)) == nil) == isGood)
    }

    @Test func bytesThatAreNoTextAreNoPasscode() {
        #expect(Passcode.mistake(in: Secret([0xff, 0xfe, 1, 2, 3, 4, 5, 6, 7])) != nil)
        #expect(throws: ServiceError(.wrongPasscode, "")) { try Passcode.normalized(Secret([0xff])).count }
    }

    @Test("The same passcode opens the wallet however a keyboard composes it")
    func normalization() throws {
        let composed = try Passcode.normalized(Secret("gr\u{fc}\u{df}e-\u{e9}t\u{e9}")).revealed()
        let decomposed = try Passcode.normalized(Secret("gru\u{308}\u{df}e-e\u{301}te\u{301}")).revealed()
        let other = try Passcode.normalized(Secret("grusse-ete")).revealed()
        #expect(composed == decomposed)
        #expect(composed != other)
    }
}
