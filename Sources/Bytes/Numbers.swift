extension [UInt8] {
    @inlinable package mutating func append(littleEndian number: some FixedWidthInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    @inlinable package mutating func append(bigEndian number: some FixedWidthInteger) {
        append(littleEndian: number.byteSwapped)
    }

    @inlinable package init(littleEndian number: some FixedWidthInteger) {
        self.init()
        append(littleEndian: number)
    }

    @inlinable package init(bigEndian number: some FixedWidthInteger) {
        self.init()
        append(bigEndian: number)
    }
}

extension FixedWidthInteger {
    /// Reads a little-endian number; `bytes` must be exactly as long as the type.
    @inlinable package init(littleEndianBytes bytes: ArraySlice<UInt8>) {
        precondition(bytes.count == Self.bitWidth / 8, "a number of another size")
        self = 0
        for byte in bytes.reversed() { self = self << 8 | Self(truncatingIfNeeded: byte) }
    }
}
