import RouterEOSIO
import RouterTestSupport
import Testing

@Suite struct NameTests {
    @Test("names and their 64 bits", arguments: Vectors.names.rows("valid").map { ($0.text("name"), $0.text("u64")) })
    func valid(text: String, value: String) throws {
        let name = try Name(text)
        #expect("\(name.value)" == value)
        #expect(name.description == text)
        #expect(Name(value: name.value) == name)
    }

    @Test("packed, lowest byte first")
    func packed() throws {
        for row in Vectors.names.rows("valid") {
            #expect(ABIValue.name(try Name(row.text("name"))).packed == row.bytes("le_hex"))
        }
    }

    @Test("what is no name", arguments: Vectors.names.rows("invalid").map { $0.text("name") })
    func invalid(text: String) {
        #expect(throws: NameError.self) { try Name(text) }
    }

    @Test(
        "where it is wrong",
        arguments: [("UPPER", 0), ("abc6", 3), ("toolongname1234", 13), ("zzzzzzzzzzzzk", 12), ("a.", 1), ("", -1)])
    func places(text: String, offset: Int) throws {
        do {
            _ = try Name(text)
            #expect(offset == -1)
        } catch {
            #expect(error.offset == offset)
        }
    }

    @Test func constants() throws {
        #expect(try Name("active") == .active)
        #expect(try Name("owner") == .owner)
    }

    @Test("read(print(x)) == x for every 64 bits, and the other way round")
    func roundTrip() throws {
        var numbers = SeededGenerator(seed: 13)
        for _ in 0..<5000 {
            let shift = UInt64.random(in: 0...63, using: &numbers)
            let name = Name(value: UInt64.random(in: 0 ... .max, using: &numbers) << shift)
            #expect(try Name(name.description) == name)
        }
        let alphabet = Array(".12345abcdefghijklmnopqrstuvwxyz")
        for _ in 0..<5000 {
            let length = Int.random(in: 0...13, using: &numbers)
            let text = String((0..<length).map { _ in alphabet.randomElement(using: &numbers)! })
            guard let name = try? Name(text) else { continue }
            #expect(name.description == text)
        }
    }
}
