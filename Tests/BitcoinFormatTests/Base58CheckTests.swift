import RouterBitcoinFormat
import Testing

@Suite struct Base58CheckTests {
    private func failure(_ text: String) -> Base58Check.Failure? {
        do {
            _ = try Base58Check.decode(text)
            return nil
        } catch {
            return error
        }
    }

    @Test("decode(encode(x)) == x, with zeros in front too")
    func roundTrip() throws {
        var numbers = SeededNumbers(state: 58)
        for length in 0...82 {
            for zeros in [0, 1, 3, length] where zeros <= length {
                let payload = [UInt8](repeating: 0, count: zeros) + numbers.bytes(length - zeros)
                let text = Base58Check.encode(payload)
                #expect(try Base58Check.decode(text) == payload)
            }
        }
    }

    @Test("each failure, and where the bad character is")
    func failures() {
        #expect(failure("XoJA8qE3N203jMLEtZ3vcN42qseZ8LvFf5") == .badCharacter(10))
        #expect(failure("XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf6") == .badChecksum)
        #expect(failure("") == .tooShort)
        #expect(failure("111") == .tooShort)
        #expect(failure("é") == .badCharacter(0))
        #expect(failure(String(repeating: "2", count: 120)) == .badChecksum)
        #expect(failure(String(repeating: "2", count: 121)) == .tooLong)
    }
}
