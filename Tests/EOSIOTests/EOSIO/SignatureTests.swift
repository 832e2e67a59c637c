import ExactJSON
import RouterEOSIO
import Testing

@Suite struct SignatureTests {
    @Test("signed texts", arguments: Vectors.signatures.rows("messages"))
    func messages(row: JSON) throws {
        #expect(Signature.digest(ofText: row.text("message")).hex == row.text("digest"))
        let signature = try Signature(row.text("signature_rfc6979"))
        #expect(signature.signer(ofText: row.text("message"))?.description == row.text("pub"))
        #expect(signature.signer(ofText: row.text("message") + " ")?.description != row.text("pub"))
    }

    @Test("what is no signature, and why")
    func invalid() {
        let expected: [KeyError] = [.badChecksum, .unsupportedCurve, .wrongLength, .highS]
        let rows = Vectors.signatures.rows("invalid")
        #expect(rows.count == expected.count)
        for (row, error) in zip(rows, expected) { #expect(throws: error) { try Signature(row.text("sig")) } }
    }

    @Test("older writers’ headers are read and never written")
    func headers() throws {
        let signature = try Signature(Vectors.signatures.rows("messages")[0].text("signature_rfc6979"))
        for header in UInt8(0)...255 {
            let bytes = [header] + signature.compact.bytes
            if (27...34).contains(header) {
                let read = try Signature(bytes: bytes)
                #expect(read.recoveryID == (header - 27) % 4)
                #expect(read.bytes == [31 + read.recoveryID] + signature.compact.bytes)
                let first = read.description.dropFirst(7).first
                if read.recoveryID < 2 { #expect(first == "J" || first == "K") }
            } else {
                #expect(throws: KeyError.notOnCurve) { try Signature(bytes: bytes) }
            }
        }
    }

    @Test("numbers outside the order of the curve are refused")
    func ranges() throws {
        let order = try #require([UInt8](hexDigits: "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"))
        let one = [UInt8](repeating: 0, count: 31) + [1]
        #expect(throws: KeyError.notOnCurve) { try Signature(bytes: [31] + order + one) }
        #expect(throws: KeyError.notOnCurve) { try Signature(bytes: [31] + one + order) }
        let zero = try Signature(bytes: [31] + [UInt8](repeating: 0, count: 64))
        #expect(zero.signer(ofText: "") == nil)
        #expect(!zero.isCanonical)
    }

    @Test("nodes want both numbers full and positive")
    func canonical() throws {
        func isCanonical(_ r: [UInt8], _ s: [UInt8]) throws -> Bool {
            let rest = [UInt8](repeating: 1, count: 30)
            return try Signature(bytes: [31] + r + rest + s + rest).isCanonical
        }
        #expect(try isCanonical([0x7F, 0], [0x7F, 0]))
        #expect(try isCanonical([0, 0x80], [0, 0x80]))
        #expect(try !isCanonical([0x80, 0], [1, 0]))
        #expect(try !isCanonical([0, 0x7F], [1, 0]))
        #expect(try !isCanonical([1, 0], [0, 0x7F]))
    }
}
