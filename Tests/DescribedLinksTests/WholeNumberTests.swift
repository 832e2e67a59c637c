import RouterTestSupport
import Testing

@testable import SchemeRouter

/// S9: numbers beyond 64 bits are exact.
@Suite struct WholeNumberTests {
    @Test("Order and sum are those of numbers")
    func arithmetic() throws {
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<2_000 {
            let (left, right) = (UInt64.random(in: 0...(.max / 2), using: &generator), UInt64.random(in: 0...1_000))
            let (a, b) = (WholeNumber(left), WholeNumber(right))
            #expect((a < b) == (left < right) && (a == b) == (left == right))
            #expect(a.adding(b) == WholeNumber(left + right))
            #expect(WholeNumber(digits: Array(String(left).utf8)) == a)
        }
    }

    @Test("Powers of two, up to the largest number of contracts")
    func powers() {
        #expect(WholeNumber.power(ofTwo: 0) == WholeNumber(1) && WholeNumber.power(ofTwo: 63) == WholeNumber(1 << 63))
        #expect(
            WholeNumber.power(ofTwo: 256).description
                == "115792089237316195423570985008687907853269984665640564039457584007913129639936")
        #expect(WholeNumber.power(ofTwo: 300) == WholeNumber.power(ofTwo: 256))
    }

    @Test("Only digits are a number, and at most 78 of them")
    func reading() {
        for text in ["", "-1", "+1", "1.0", "1e3", "0x1", " 1", "1/", "1:", "١"] {
            #expect(WholeNumber(digits: Array(text.utf8)) == nil)
        }
        #expect(WholeNumber(digits: Array("000".utf8)) == .zero)
        #expect(WholeNumber(digits: [UInt8](repeating: 0x39, count: 79)) == nil)
        let largest = WholeNumber(digits: [UInt8](repeating: 0x39, count: 78))
        #expect(largest != nil && largest?.adding(WholeNumber(1)) == nil)
    }

    @Test("Moving the point and multiplying give up to 78 digits, and no more")
    func most() {
        let number = WholeNumber(digits: [UInt8](repeating: 0x39, count: 70))
        #expect(number?.recounted(from: 0, to: 8)?.description == String(repeating: "9", count: 70) + "00000000")
        #expect(number?.recounted(from: 0, to: 9) == nil && number?.recounted(from: 5, to: 5) == number)
        #expect(number?.multiplied(by: WholeNumber(10_000_000))?.description.utf8.count == 77)
        #expect(number?.multiplied(by: WholeNumber(1_000_000_000)) == nil)
    }

    @Test("Zero stays zero, wherever its point is and whatever it is multiplied by")
    func zero() {
        for (decimals, other) in [(0, 0), (0, 5), (5, 0), (0, 200)] {
            #expect(WholeNumber.zero.recounted(from: decimals, to: other) == .zero)
        }
        #expect(WholeNumber.zero.multiplied(by: WholeNumber(12)) == .zero)
        #expect(WholeNumber(12).multiplied(by: .zero) == .zero)
    }

    @Test("The point is in the right place")
    func text() {
        #expect(WholeNumber(1_500).text(decimals: 3) == "1.5" && WholeNumber(5).text(decimals: 3) == "0.005")
        #expect(WholeNumber.zero.text(decimals: 18) == "0" && WholeNumber(7).text(decimals: 0) == "7")
    }
}
