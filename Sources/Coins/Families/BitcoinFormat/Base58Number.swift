/// A number written in Base58, without an allocation.
struct Base58Number {
    /// 64 bits each, most significant first: room for ``Base58Check/maxLength`` zero bytes, more than any number needs.
    private var limbs = InlineArray<15, UInt64>(repeating: 0)
    /// The first limb that is not zero.
    private var first = 15

    /// Its number of bytes, without leading zeros.
    var byteCount: Int { first == 15 ? 0 : (15 - first) * 8 - limbs[first].leadingZeroBitCount / 8 }

    /// All bytes, most significant first, with leading zeros.
    var bigEndian: InlineArray<15, UInt64> {
        var bytes = limbs
        for position in first..<15 { bytes[position] = limbs[position].bigEndian }
        return bytes
    }

    /// Makes it `self * factor + addend`.
    mutating func multiply(by factor: UInt64, adding addend: UInt64) {
        var carry = addend
        var position = 14
        while position >= first {
            let product = limbs[position].multipliedFullWidth(by: factor)
            let (low, overflow) = product.low.addingReportingOverflow(carry)
            limbs[position] = low
            carry = product.high + (overflow ? 1 : 0)
            position -= 1
        }
        if carry > 0 {
            limbs[position] = carry
            first = position
        }
    }
}
