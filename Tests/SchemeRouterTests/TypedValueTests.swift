import SchemeRouter
import Testing

/// What a person types as an account or a path, and what of it is refused.
@Suite struct TypedValueTests {
    @Test("an account is its number in one form, or the old one")
    func accounts() {
        #expect(AccountName("0") == .number(0))
        #expect(AccountName("2147483647") == .number(2_147_483_647))
        #expect(AccountName("old") == .old)
        for text in ["", "-1", "+1", "01", "1.0", "2147483648", "4294967296", "Old", "m/44'", " 1"] {
            #expect(AccountName(text) == nil, "\(text)")
        }
        for name in [AccountName.number(7), .old] { #expect(AccountName(name.description) == name) }
    }

    @Test("a path is typed with an apostrophe or an h for what is hardened")
    func paths() {
        let path = DerivationPath([44 | DerivationPath.hardened, 5 | DerivationPath.hardened, 0])
        for text in ["m/44'/5'/0", "m/44h/5h/0", "m/44H/5'/0"] {
            #expect(DerivationPath(typed: text) == path, "\(text)")
        }
        for text in ["m/44hh/5'/0", "m/h/5'/0", "m/44x/5'/0"] {
            #expect(DerivationPath(typed: text) == nil, "\(text)")
        }
    }
}
