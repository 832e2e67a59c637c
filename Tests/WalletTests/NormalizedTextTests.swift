import RouterSecrets
import SchemeRouter
import Testing

@testable import RouterWallet

@Suite struct NormalizedTextTests {
    private func secret(_ text: String) -> Secret {
        Secret(count: text.utf8.count) { memory in
            for (index, byte) in text.utf8.enumerated() { memory[index] = byte }
        }
    }

    @Test(
        "S8: texts of every length are read in guarded memory, the empty one too, which is what most people have",
        arguments: [NormalizedText.Form.nfkd, .nfkc])
    func lengths(form: NormalizedText.Form) throws {
        for length in 0...9 {
            let plain = String(repeating: "a", count: length)
            let text = try NormalizedText.reading(secret(plain), as: form)
            #expect(text.count == length)
            let seen = text.withCodePoints { $0.count }
            #expect(seen == length)
            let isSame = text.utf8().equals(secret(plain))
            #expect(isSame)
        }
        let accent = try NormalizedText.reading(secret("e\u{301}"), as: form)
        #expect(accent.count == (form == .nfkc ? 1 : 2))
        let isComposed = accent.utf8().equals(secret(form == .nfkc ? "\u{E9}" : "e\u{301}"))
        #expect(isComposed)
    }
}
