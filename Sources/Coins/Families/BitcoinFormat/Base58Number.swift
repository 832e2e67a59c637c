/// A whole number of up to ``Base58Check/maxLength`` digits of base 58, without an allocation.
struct Base58Number {
    /// 64 bits each, least significant first. 120 digits have 703 bits.
    private var limbs = InlineArray<11, UInt64>(repeating: 0)
    private var limbCount = 0

    /// How many bytes it has without zeros before it.
    var byteCount: Int {
        guard limbCount > 0 else { return 0 }
        return limbCount * 8 - limbs[limbCount - 1].leadingZeroBitCount / 8
    }

    /// The byte at `position`, counted from the least significant one.
    func byte(at position: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: limbs[position >> 3] >> UInt64(8 * (position & 7)))
    }

    mutating func multiply(by factor: UInt64, adding addend: UInt64) {
        var carry = addend
        for position in 0..<limbCount {
            let product = limbs[position].multipliedFullWidth(by: factor)
            let (low, overflow) = product.low.addingReportingOverflow(carry)
            limbs[position] = low
            carry = product.high + (overflow ? 1 : 0)
        }
        if carry > 0 {
            limbs[limbCount] = carry
            limbCount += 1
        }
    }
}
